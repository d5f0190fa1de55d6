import { Argument, Command, CommanderError, Option } from 'commander';
import { AppError } from '../base/index.ts';
import {
  baseAddress,
  collect,
  collectHosts,
  collectOwnAddresses,
  countingNumber,
  duration,
  portNumber,
  wholeNumber,
} from './arguments.ts';
import { completionCommand, shells } from './completion/shells.ts';
import { withCompiledCode } from './compiled-code.ts';
import { addExamples } from './help.ts';
import { reportFormats } from '../links/port.ts';
import { addExternalOptions } from './links/external-flags.ts';
import { colorChoices, withOutputOptions, type ColorChoice } from './talk.ts';
import type { Output, World } from './world.ts';

/** What each command gets besides its own arguments. */
export interface CommandContext {
  readonly world: World;
  /** Where failures are told: stderr, also where `--quiet` or `--json` keep everything else away from it. */
  readonly failures: Output;
  /** Prints data as JSON on stdout and failures as JSON on stderr. */
  readonly json: boolean;
  readonly verbose: boolean;
  readonly version: string;
  /** `--config FILE`. */
  readonly configFile: string | undefined;
}

/** A command's implementation. It returns the exit code (nothing means 0). */
export type CommandWork<Options> = (context: CommandContext, options: Options) => Promise<number | void>;

/** The options that every command takes, before or after its name. */
export interface GlobalOptions {
  config?: string;
  json?: boolean;
  verbose?: boolean;
  quiet?: boolean;
  color?: ColorChoice;
  trustOrigin?: boolean;
}

/** Builds the command line. `done` receives the exit code of the command that ran. */
export function createProgram(world: World, version: string, done: (code: number) => void): Command {
  const program = bareProgram(world, version);
  const add = adderOf(program, { world, version, done });
  // In the order of the help.
  addDemo(program, add);
  addService(program, add);
  addSync(program, add);
  addLongRunning(program, add);
  addState(program, add);
  addChangeRequests(program, add);
  addLinks(program, add);
  addMoves(program, add);
  addExport(program, add, world);
  addTools(program, add);
  addCompletion(program, add);
  addExamples(program);
  return program;
}

/** The program without commands: its own options and its output. */
function bareProgram(world: World, version: string): Command {
  const program: Command = new Command('tidemark')
    .description(
      'Keeps hosted documentation in git, both ways: mirror, change requests, link health, static site.',
    )
    .version(version, '-v, --version', 'print the version (also -V)')
    .addOption(new Option('-V', 'print the version').hideHelp())
    .on('option:V', () => {
      world.stdout.write(`${version}\n`);
      throw new CommanderError(0, 'commander.version', version);
    })
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--config <file>', 'the configuration (default: sync.config.yaml here or in a folder above)')
    .option('--json', 'data as JSON on stdout, failures as JSON on stderr')
    .option('--verbose', 'say more; failures with their stack')
    .option(
      '--trust-origin',
      'let the token go to the configured service, even if it was used elsewhere before',
    )
    .option('--quiet', 'no progress and no notes on stderr; data and failures only')
    .addOption(
      new Option('--color <when>', 'colours (default: auto; before NO_COLOR and FORCE_COLOR)').choices(
        colorChoices,
      ),
    )
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => command.name(),
      // Only the program's own options: the options of a group such as `serve` mean nothing to its subcommands.
      visibleGlobalOptions: (command) => (command.parent === null ? [] : visibleOptionsOf(program)),
    })
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
      getOutHelpWidth: () => Math.min(80, world.stdout.columns),
      getErrHelpWidth: () => Math.min(80, world.stderr.columns),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      // run.ts reports misuse like every other failure, also as JSON.
      outputError: () => undefined,
    })
    .exitOverride();
  return program;
}

/** Joins a command with the module that does its work, loaded only when the command runs. */
type Add = <Options>(
  command: Command,
  load: () => Promise<CommandWork<Options>>,
  read: (args: readonly unknown[], options: Record<string, unknown>) => Options,
) => void;

function adderOf(
  program: Command,
  { world, version, done }: { world: World; version: string; done: (code: number) => void },
): Add {
  return (command, load, read) => {
    command.action(async (...received: unknown[]) => {
      const args = received.slice(0, -2);
      refuseEmptyPaths(command, args);
      const { config, json = false, verbose = false, trustOrigin, ...talk } = program.opts<GlobalOptions>();
      const work = await load();
      const code = await work(
        {
          world: {
            ...withOutputOptions(world, { json, ...talk }),
            ...(trustOrigin === true ? { trustOrigin } : {}),
          },
          failures: world.stderr,
          json,
          verbose,
          version,
          configFile: config,
        },
        read(args, command.opts()),
      );
      done(code ?? 0);
    });
  };
}

/** The names of arguments, and the values of options, that are files or folders, or may be. */
const pathArguments = /\b(?:file|folder|path|paths|page|from|to)\b/;
const pathValue = /[<[].*\b(?:file|folder)\b/;

/**
 * Refuses an empty file or folder, as a variable that is not set gives it: `--out "$UNSET"`. It would mean the current folder.
 *
 * @throws AppError USAGE with the first such option or argument.
 */
function refuseEmptyPaths(command: Command, args: readonly unknown[]): void {
  const isEmpty = (value: unknown): boolean =>
    value === '' || (Array.isArray(value) && value.some((each) => each === ''));
  for (const [at, argument] of command.registeredArguments.entries())
    if (pathArguments.test(argument.name()) && isEmpty(args[at])) refuseEmptyPath(`<${argument.name()}>`);
  const given: Readonly<Record<string, unknown>> = command.optsWithGlobals();
  const options = [...command.options, ...(command.parent?.options ?? [])];
  for (const option of options)
    if (pathValue.test(option.flags) && isEmpty(given[option.attributeName()]))
      refuseEmptyPath(option.long ?? option.flags);
}

function refuseEmptyPath(name: string): never {
  throw new AppError('USAGE', `${name} is empty, and needs a file or folder`, {
    hint: 'Look whether a variable in the command is not set. For the current folder write a dot (.).',
  });
}

/** For commands whose options are all flags: their values by name. */
function flags(_: readonly unknown[], options: Record<string, unknown>): never {
  return options as never;
}

function addDemo(program: Command, add: Add): void {
  add(
    program
      .command('demo')
      .description(
        'the main job on the embedded service: mirror, an edit that becomes a change request, links, export',
      )
      .option('--keep', 'stay up afterwards, with the service and the site, until Ctrl-C')
      .option(
        '--dir <folder>',
        'where to work (default: a new folder that is removed at the end unless --keep)',
      )
      .option('--port <n>', 'the port of the service; 0 takes any free one', portNumber, 0),
    async () => (await import('./commands/demo.ts')).demo,
    flags,
  );
}

function addSync(program: Command, add: Add): void {
  add(
    program
      .command('init')
      .description('write a commented sync.config.yaml; asks on a terminal, takes flags elsewhere')
      .option('--url <url>', 'where the service is')
      .option('--repository <folder>', 'the git repository')
      .option('--branch <name>', 'the branch that people edit')
      .option('--space <id=folder>', 'a space and its folder; repeatable', collect)
      .option('--organization <id>', 'mirror every space of an organization')
      .option('--collection <id>', 'mirror the spaces of a collection; repeatable', collect)
      .option('--site <id>', 'mirror the spaces of a site; repeatable', collect)
      .option('--force', 'replace a configuration that is there'),
    async () => (await import('./commands/init.ts')).init,
    flags,
  );

  add(
    program
      .command('sync')
      .description('one cycle: the service into git, edits into change requests')
      .option('--pull', 'only from the service into git')
      .option('--push', 'only from git to the service')
      .option('--dry-run', 'print what would be done, and do nothing')
      .option('--space <id or folder>', 'only this space; repeatable', collect)
      .option(
        '--confirm-deletions',
        'carry out what a guard held back: deletions, or a table of contents that changes many pages',
      )
      .option('--allow <fingerprint>', 'send what a message holds back with this; repeatable', collect)
      .option('--allow-secret <fingerprint>', 'the same, as messages about secrets say it', collect),
    async () => (await import('./commands/sync.ts')).sync,
    flags,
  );
}

function addLongRunning(program: Command, add: Add): void {
  add(
    program
      .command('daemon')
      .description('the long-running process: schedule, file watch, health and metrics'),
    async () => (await import('./commands/daemon.ts')).daemon,
    flags,
  );
  add(
    program
      .command('worker')
      .description('a fleet worker (queue.driver: redis)')
      .option('--name <name>', 'its name in logs, metrics and status (default: machine and process id)'),
    async () => (await import('./commands/worker.ts')).worker,
    flags,
  );
}

function addState(program: Command, add: Add): void {
  add(
    program
      .command('status')
      .description('what needs action: behind or ahead, edits not sent, conflicts, last sync'),
    async () => (await import('./commands/status.ts')).status,
    flags,
  );

  add(
    program
      .command('todo')
      .description('what cannot be sent, as instructions for the service’s own editor')
      .option('--fail-on-todo', 'end with 5 when there is something to do'),
    async () => (await import('./commands/todo.ts')).todo,
    flags,
  );

  add(
    program
      .command('restore')
      .description('what files said when a sync saw them; brings one back beside the file')
      .argument('[path]', 'a file or folder of the repository')
      .option('--save <id>', 'bring this save back'),
    async () => (await import('./commands/restore.ts')).restore,
    ([path], options) => ({ ...options, path }) as never,
  );

  add(
    program
      .command('repair')
      .description(
        'mend a damaged or lost mirror, state or index from both sides; shows what is broken, and asks',
      )
      .option('--dry-run', 'print what is broken and what becomes of it, and do nothing')
      .option('--yes', 'do not ask; needed where there is no terminal'),
    async () => (await import('./commands/repair.ts')).repair,
    flags,
  );
}

function addMoves(program: Command, add: Add): void {
  add(
    program
      .command('mv')
      .description(
        'move a page, folder or other file with the links to and from it; shows the plan, and asks',
      )
      .argument('<from>', 'what moves')
      .argument('<to>', 'its new path; a folder, or a path that ends in a slash, to move it there')
      .option('--dry-run', 'print the plan, and do nothing')
      .option('--yes', 'do not ask; needed where there is no terminal')
      .option('--no-redirects', 'add no redirects for pages whose address changes'),
    async () => (await import('./commands/mv.ts')).mv,
    ([from, to], options) => ({ ...options, from, to }) as never,
  );

  add(
    program
      .command('lsp')
      .description('the language server for editors: links, anchors and renames, over stdin and stdout'),
    async () => (await import('./commands/lsp.ts')).lsp,
    flags,
  );
}

function addExport(program: Command, add: Add, world: World): void {
  add(
    program
      .command('export')
      .description('the static site')
      .argument('[folder]', 'a local folder of documentation instead of the configured mirror')
      .option('--out <folder>', 'where the site goes')
      .option('--site <id>', 'the site to export')
      .option('--space <id or folder>', 'export one space')
      .option('--base-url <url>', 'where the site will be, for canonical links and sitemaps')
      .option('--templates <folder>', 'templates of your own, in front of the built-in ones')
      .option('--allow-private', 'export what is not public, too')
      .option('--fetch-images', 'bring in pictures, logos and icons from other hosts')
      .option('--fetch-openapi', 'bring in OpenAPI documents from other hosts that pages name')
      .option('--relative', 'link by relative paths, for a site that opens from the disk')
      .option('--strict', 'exit with 1 when there are warnings, which are shown with --quiet, too')
      .option('--no-search', 'make no search index; pages offer no search')
      .option('--pdf <file>', 'one PDF of all pages instead of a site, printed by Chromium')
      .option('--watch', 'export again at each change')
      .option('--serve [port]', 'show the site on a local port, with reload', portNumber),
    () => withCompiledCode(world, async () => (await import('./commands/export.ts')).exportCommand),
    ([folder], options) => ({ ...options, folder }) as never,
  );

  add(
    program
      .command('guide')
      .description('the handbook of this version, on a local port')
      .option('--port <n>', 'the port; any free one unless given', portNumber)
      .option('--out <folder>', 'write it there as a site, and end'),
    async () => (await import('./commands/guide.ts')).guide,
    flags,
  );
}

function addTools(program: Command, add: Add): void {
  add(
    program
      .command('api')
      .description('any operation of the interface, by name or METHOD /path')
      .argument('[operation]', 'such as getSpaceById, or GET, POST …')
      .argument('[path or parameters...]', 'the path, or parameters as name=value')
      .option(
        '-f, --field <name=value>',
        'a field of the body or the query; repeatable; @file and :json values',
        collect,
      )
      .option('--paginate', 'follow the list to its end')
      .option('--list', 'print the operations')
      .option('--openapi', 'print the OpenAPI document'),
    async () => (await import('./commands/api.ts')).api,
    ([operation, rest], options) => ({ ...options, operation, rest }) as never,
  );

  add(
    program
      .command('doctor')
      .description('looks at configuration, token, rights, git, clock, files and what the service can do')
      .option('--deep', 'try in a space what sync relies on; says what it will do, and asks')
      .option('--space <id or folder>', 'the space that is given for --deep')
      .option('--yes', 'do not ask before --deep; needed where there is no terminal'),
    async () => (await import('./commands/doctor.ts')).doctor,
    flags,
  );
}

function addCompletion(program: Command, add: Add): void {
  add(
    program
      .command('completion')
      .description('a script that completes commands and options in a shell')
      .addArgument(new Argument('<shell>').choices(shells)),
    async () => (await import('./commands/completion.ts')).completion,
    ([shell]) => ({ shell }) as never,
  );
  add(
    program
      .command(completionCommand, { hidden: true })
      .description('prints what may come next on a command line: for the scripts of `completion`')
      .argument('[words...]'),
    async () => (await import('./commands/completion.ts')).complete,
    ([words]) => ({ words, program }) as never,
  );
}

/** The options in a command's help, without those that only print something. */
function visibleOptionsOf(command: Command): Option[] {
  return command.options.filter(({ hidden, long }) => !hidden && long !== '--version');
}

/**
 * Passes `--data` and `--restore` on to the subcommand, so that people may write them before or after the subcommand's name. Commander
 * gives an option of both commands to the first one that reads it.
 */
function handDown(command: Command): void {
  command.enablePositionalOptions().hook('preSubcommand', (above, subcommand) => {
    for (const name of ['data', 'restore']) {
      const value: unknown = above.getOptionValue(name);
      if (value !== undefined) subcommand.setOptionValueWithSource(name, value, 'cli');
    }
  });
}

function addService(program: Command, add: Add): void {
  const serve = program
    .command('serve')
    .description('the embedded service: the whole interface on this machine');
  handDown(serve);
  add(
    serve
      .option('--port <n>', 'the port; 0 takes any free one', portNumber, 8787)
      .option('--host <address>', 'the address to listen on', '127.0.0.1')
      .option('--data <folder>', 'where the data is kept (default: in memory, gone at the end)')
      .option('--seed <folder>', 'documentation to begin with; repeatable', collect)
      .addOption(
        new Option('--interface <kind>', 'full, or strict: the 114 operations alone')
          .choices(['full', 'strict'])
          .default('full'),
      )
      .option('--rate <n>', 'requests a minute for a token', countingNumber)
      .option(
        '--import-allow <host:port>',
        'a loopback address that imports may read; repeatable',
        collectOwnAddresses,
      )
      .option('--lag <time>', 'show readers for so long what was there before a write, such as 3s', duration)
      .option('--allow-host <name>', 'another host name that it answers to; repeatable', collectHosts)
      .option('--public-url <url>', 'the address that answers name, where a proxy is in front', baseAddress)
      .option('--app-url <url>', 'the address of the web app, under a host name of its own', baseAddress)
      .option('--daemon-url <url>', 'a daemon whose mirror the pages of the app tell of', baseAddress)
      .option(
        '--restore <file>',
        'begin with the data of a backup; --data must be empty, or have the key tidemark.key alone',
      ),
    async () => (await import('./commands/serve.ts')).serve,
    flags,
  );
  addTokens(serve, add);
  add(
    serve
      .command('backup')
      .description('write all data to one file, also while the service runs')
      .argument('<file>')
      .requiredOption('--data <folder>', 'where the service keeps its data'),
    async () => (await import('./commands/serve-backup.ts')).backup,
    ([file], { data }) => ({ file: String(file), data: String(data) }),
  );
  addKeys(serve, add);
}

function addTokens(serve: Command, add: Add): void {
  const tokens = serve
    .command('token')
    .description('API tokens of a service that keeps its data')
    .addOption(new Option('--data <folder>', 'where the service keeps its data').hideHelp());
  handDown(tokens);
  add(
    tokens
      .command('create')
      .description('make a token; it is shown this once')
      .requiredOption('--data <folder>', 'where the service keeps its data')
      .option('--user <id or email>', 'whose token (default: the first administrator)')
      .addOption(
        new Option('--role <role>', 'a token of its own user, who has this role in the organization')
          .choices(['read', 'comment', 'edit', 'review', 'create', 'admin'])
          .conflicts('user'),
      )
      .option('--name <text>', 'what it is for', '')
      .option('--expires <days>', 'days until it ends', wholeNumber),
    async () => (await import('./commands/serve-token.ts')).createToken,
    flags,
  );
  add(
    tokens
      .command('list')
      .description('the tokens with role, dates and last use, without their secrets')
      .requiredOption('--data <folder>', 'where the service keeps its data'),
    async () => (await import('./commands/serve-token.ts')).listTokens,
    flags,
  );
  add(
    tokens
      .command('revoke')
      .description('end a token; the next request with it is refused')
      .argument('<token id>')
      .requiredOption('--data <folder>', 'where the service keeps its data'),
    async () => (await import('./commands/serve-token.ts')).revokeToken,
    ([id], { data }) => ({ id: String(id), data: String(data) }),
  );
}

function addKeys(serve: Command, add: Add): void {
  const keys = serve
    .command('key')
    .description("the key of a service's secrets")
    .addOption(new Option('--data <folder>', 'where the service keeps its data').hideHelp());
  handDown(keys);
  add(
    keys
      .command('rotate')
      .description('seal all secrets with a new key, also while the service runs')
      .requiredOption('--data <folder>', 'where the service keeps its data'),
    async () => (await import('./commands/serve-key.ts')).rotateKey,
    flags,
  );
  add(
    keys
      .command('reset')
      .description('start again without the secrets when their key is lost; says what is lost, and asks')
      .requiredOption('--data <folder>', 'where the service keeps its data')
      .option(
        '--restore <file>',
        'begin with the data of a backup whose key is lost; --data must hold no data',
      )
      .option('--yes', 'do not ask'),
    async () => (await import('./commands/serve-key.ts')).resetKey,
    flags,
  );
}

function addChangeRequests(program: Command, add: Add): void {
  const cr = program.command('cr').description('change requests');
  addReading(cr, add);
  addDeciding(cr, add);
  add(
    cr
      .command('paste')
      .description('print what to paste of a page into the service’s own editor, and where')
      .argument('<page>', 'the file of the page'),
    async () => (await import('./commands/paste.ts')).paste,
    ([path]) => ({ path: String(path) }),
  );
}

function withSpace(command: Command): Command {
  return command.option('--space <id or folder>', 'the space, where several are mirrored');
}

function withNumber([number]: readonly unknown[], options: Record<string, unknown>): never {
  return { ...options, number } as never;
}

/** The reading commands of change requests, in the order of the help: list, request a review, compare. */
function addReading(cr: Command, add: Add): void {
  add(
    withSpace(cr.command('list').description('the change requests of the mirrored spaces')).addOption(
      new Option('--status <status>', 'which')
        .choices(['draft', 'open', 'merged', 'archived', 'all'])
        .default('all'),
    ),
    async () => (await import('./commands/cr.ts')).list,
    withNumber,
  );
  add(
    withSpace(cr.command('show').description('one change request')).argument('<number>'),
    async () => (await import('./commands/cr.ts')).show,
    withNumber,
  );
  add(
    withSpace(
      cr
        .command('open')
        .description('ask for review: draft becomes open; without a number, the draft of this branch'),
    )
      .argument('[number]')
      .option('--subject <text>', 'a new subject; without a number, an empty change request is made'),
    async () => (await import('./commands/cr.ts')).open,
    withNumber,
  );
  add(
    withSpace(cr.command('diff').description('what a change request changes'))
      .argument('<number>')
      .option('--exit-code', 'exit with 1 when it changes something'),
    async () => (await import('./commands/cr.ts')).diff,
    withNumber,
  );
}

/** The commands that change or end a change request, and the command for editing one locally. */
function addDeciding(cr: Command, add: Add): void {
  add(
    withSpace(cr.command('update').description('bring the primary content into a change request')).argument(
      '<number>',
    ),
    async () => (await import('./commands/cr.ts')).update,
    withNumber,
  );
  add(
    withSpace(cr.command('merge').description('merge a change request; asks on a terminal'))
      .argument('<number>')
      .option('--yes', 'do not ask; needed where there is no terminal')
      .option('--draft', 'merge it although it is a draft'),
    async () => (await import('./commands/cr.ts')).merge,
    withNumber,
  );
  add(
    withSpace(cr.command('archive').description('archive a change request')).argument('<number>'),
    async () => (await import('./commands/cr.ts')).archive,
    withNumber,
  );
  add(
    withSpace(
      cr.command('checkout').description('a local branch cr/<space>/<number> that edits the change request'),
    ).argument('<number>'),
    async () => (await import('./commands/cr.ts')).checkout,
    withNumber,
  );
}

function addLinks(program: Command, add: Add): void {
  const links = program
    .command('links')
    .description('link health: what is broken, where, since when, and how to fix it')
    .argument('[paths...]', 'folders of documentation, or single pages, instead of the configured mirror')
    .addOption(
      new Option('--format <format[=file]>', 'the form of the report, and perhaps its file; repeatable')
        .choices(reportFormats)
        // The choices are offered, but a value may also name a file.
        .argParser(collect),
    )
    .addOption(
      new Option('--fail-on <what>', 'what makes the exit code 1').choices(['new', 'broken', 'never']),
    )
    .addOption(
      new Option(
        '--show <which>',
        'what the reports list: all findings, or those that the base does not have',
      ).choices(['all', 'new']),
    )
    .option(
      '--max-broken <n>',
      'fail only when more links are broken than this, old ones included; with --fail-on new, --base or --baseline, new ones fail as well',
      wholeNumber,
    )
    .option('--change-request <n>', 'the links of one change request, as it is mirrored')
    .option('--space <id or folder>', 'only this space; repeatable', collect)
    .option('--base <ref>', 'what counts as old: a git ref')
    .option('--baseline <file>', 'what counts as old: a file of accepted findings')
    .option('--update-baseline', 'write the baseline file from what is broken now')
    .option('--history <file>', 'remember this check there; the HTML report shows the trend')
    .option('--level <rule=level>', 'how grave a rule is: error, warning, note or off; repeatable', collect)
    .option(
      '--ignore <pattern>',
      'leave out a target, path:PATTERN or rule:NAME, as links.ignore does; repeatable',
      collect,
    )
    .option('--no-service', 'do not ask the service; the files alone decide')
    .option('--offline', 'send no requests at all; the files alone decide')
    .option('--explain', 'show where the service and the scan differ')
    .option('--fix', 'correct what is certain')
    .option('--external', 'check links to other hosts too')
    .option('--fail-on-external', 'broken links to other hosts count as broken');
  add(
    addExternalOptions(links),
    async () => (await import('./commands/links.ts')).links,
    ([paths], options) => ({ ...options, paths }) as never,
  );
}
