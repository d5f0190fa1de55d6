import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { AppError, escapeForTerminal, isAppError, makeFolders, nearestWord } from '../../base/index.ts';
import type {
  Baseline,
  CheckLinksOptions,
  FailOn,
  Finding,
  HistoryRun,
  ReportFormat,
  RuleId,
  RuleLevel,
} from '../../links/index.ts';
import { whyNotFollowed } from '../../content/index.ts';
import type * as linksRoom from '../../links/index.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { connect, type Connection } from '../connect.ts';
import { openExternalCheck, type OpenedExternalCheck } from '../links/external.ts';
import { checksExternal, type ExternalCommandOptions } from '../links/external-flags.ts';
import { externalSettings } from '../links/external-options.ts';
import { requireNoSource, type OutputFile } from '../links/output-files.ts';
import { targetsOfCi } from '../links/base.ts';
import { checkFolder, checkMirror, type CheckedMirror } from '../links/check-mirror.ts';
import { repositoryAround, scopeOf } from '../links/scope.ts';
import { countText } from '../output/count-text.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import { throwIfStopped } from '../until-stopped.ts';
import type { World } from '../world.ts';

export interface LinksOptions extends ExternalCommandOptions {
  /** Folders of documentation and single pages to check. */
  paths?: readonly string[];
  format?: readonly string[];
  failOn?: FailOn;
  show?: 'all' | 'new';
  maxBroken?: number;
  changeRequest?: string;
  space?: readonly string[];
  base?: string;
  level?: readonly string[];
  ignore?: readonly string[];
  baseline?: string;
  history?: string;
  updateBaseline?: boolean;
  /** False with `--no-service`. */
  service?: boolean;
  offline?: boolean;
  explain?: boolean;
  fix?: boolean;
  external?: boolean;
  failOnExternal?: boolean;
}

export async function links(context: CommandContext, given: LinksOptions): Promise<number> {
  const options = { ...given, ...(await pathsOf(context, given)) };
  const { world } = context;
  const room = await import('../../links/index.ts');
  const outputs = outputsOf(formatsOf(context, options), room.reportFormats);
  refuseContradictions(options);
  await requireNoSourceWritten(context, options, outputs);
  const baseline = baselineOf(world, options, room.parseBaseline);
  const levels = levelsOf(options.level ?? [], room.ruleIds);
  const before = historyOf(world, options, room.parseHistory);
  const asked = { ...options, baselineValue: baseline, levels };
  // Addresses outside are asked once: the results of the first check are kept for the second one.
  const fixed = options.fix === true ? mend(context, await check(context, asked), room) : undefined;
  const checked = await check(context, asked);
  const { report } = checked;
  if (report.problems.length > 0) throwIfStopped(world);
  if ((given.paths ?? []).length === 0 && options.paths.length > 0) world.stderr.write(whatWasTaken(checked));

  if (options.updateBaseline === true) acceptFindings(context, options, report, room);

  const history = [...before, room.runOf(report, world.clock.now())];
  writeReports(context, { outputs, checked, fixed, history, options, room });
  if (options.history !== undefined)
    writeMaking(resolve(world.cwd, options.history), room.printHistory(history));
  writeSummary(context, outputs, () => room.githubSummary(listedOf(report, options, room)));
  if (options.explain === true) explain(world, report);
  tellLinkedPages(world, checked);
  for (const problem of report.problems) world.stderr.write(`not checked: ${escapeForTerminal(problem)}\n`);
  for (const entry of report.staleIgnores)
    world.stderr.write(`links.ignore: ${escapeForTerminal(entry)} matches nothing any more\n`);

  // Findings that were just written to the baseline are accepted, so only an incomplete check fails.
  const accepted = options.updateBaseline === true ? 'never' : undefined;
  const failOn = accepted ?? given.failOn ?? (await defaultFailOn(context, options, given));
  return room.exitFor(report, {
    failOn,
    ...(options.maxBroken === undefined ? {} : { maxBroken: options.maxBroken }),
    failOnExternal: options.failOnExternal ?? false,
  });
}

/** Refuses options that contradict each other. */
function refuseContradictions(options: LinksOptions): void {
  if (options.failOn === 'never' && options.maxBroken !== undefined)
    throw new AppError('USAGE', '--fail-on never and --max-broken contradict each other', {
      hint: 'Leave out --fail-on never: with --max-broken alone, only more broken links than its number fail.',
    });
  if (options.fix === true && options.changeRequest !== undefined)
    throw new AppError('USAGE', '--fix changes files of the working tree, not of a change request', {
      hint: 'Check it out first: tidemark cr checkout N, git switch, then tidemark links --fix.',
    });
  if (options.offline === true && checksExternal(options))
    throw new AppError('USAGE', '--offline sends no requests, and --external asks other hosts', {
      hint: 'To ask other hosts and not the service, write --no-service in place of --offline.',
    });
}

type Room = typeof linksRoom;
type Report = CheckedMirror['report'];

/** Writes what is certain, and tells and returns each correction. The report that follows is about the corrected files. */
function mend({ world }: CommandContext, checked: CheckedMirror, { fixFile }: Room): readonly Finding[] {
  const fixed = fixAll(checked, fixFile);
  for (const { path, span, target, suggestion } of fixed)
    world.stderr.write(
      `${escapeForTerminal(`corrected ${path}:${span?.line ?? 1}: ${target} → ${suggestion?.target ?? ''}`)}\n`,
    );
  world.stderr.write(
    fixed.length === 0
      ? 'Nothing could be corrected safely.\n'
      : `Corrected ${countText(fixed.length, 'link')}. What follows is left.\n`,
  );
  return fixed;
}

/** Writes the present faults to the baseline. */
function acceptFindings(
  { world }: CommandContext,
  { baseline }: LinksOptions,
  { findings }: Report,
  { printBaseline }: Room,
): void {
  if (baseline === undefined) {
    throw new AppError('USAGE', '--update-baseline needs --baseline <file>', {
      hint: 'For example --baseline .tidemark-links.json.',
    });
  }
  writeFileSync(resolve(world.cwd, baseline), printBaseline(findings));
  world.stderr.write(`Wrote ${baseline}: ${countText(findings.length, 'accepted finding')}.\n`);
}

/** The findings that the reports list. */
function listedOf(report: Report, { show }: LinksOptions, { onlyNewFindings }: Room): Report {
  return show === 'new' ? onlyNewFindings(report) : report;
}

/** Writes each wanted report to its file or to stdout. */
function writeReports(
  { world, version }: CommandContext,
  {
    outputs,
    checked: { report, tree, root },
    fixed,
    history,
    options,
    room,
  }: {
    readonly outputs: readonly OutputTarget[];
    readonly checked: CheckedMirror;
    readonly fixed: readonly Finding[] | undefined;
    readonly history: readonly HistoryRun[];
    readonly options: LinksOptions;
    readonly room: Room;
  },
): void {
  const listed = listedOf(report, options, room);
  // Readers of these formats show a finding at its file in the repository, wherever the command ran.
  const prefix = relative(repositoryAround(root) ?? world.cwd, root)
    .split('\\')
    .join('/');
  for (const { format, file } of outputs) {
    const toTerminal = file === undefined && format === 'text';
    const text = room.reporters[format](listed, {
      version,
      now: world.clock.now(),
      ...(options.history === undefined ? {} : { history }),
      ...(fixed === undefined ? {} : { fixed }),
      textOf: (path: string) => tree.text(path),
      ...(prefix === '' || prefix.startsWith('..') ? {} : { pathPrefix: prefix }),
      colour: toTerminal && styleFor(world.stdout, world.env).isColorSupported,
      ...(toTerminal ? { columns: world.stdout.columns } : {}),
    });
    const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    if (file === undefined) world.stdout.write(whole);
    else writeMaking(resolve(world.cwd, file), whole);
  }
}

/** Appends to the summary page of a GitHub workflow, if one runs and its annotations are wanted. */
function writeSummary(
  { world }: CommandContext,
  outputs: readonly OutputTarget[],
  summary: () => string,
): void {
  const summaryFile = world.env['GITHUB_STEP_SUMMARY'];
  if (summaryFile && outputs.some(({ format }) => format === 'github'))
    appendFileSync(summaryFile, `${summary()}\n`);
}

/** Prints the differences between the service and the scan. */
function explain({ stderr, env }: World, { differences, service }: Report): void {
  const { dim } = styleFor(stderr, env);
  for (const { path, message } of differences) stderr.write(`${escapeForTerminal(`${path}: ${message}`)}\n`);
  for (const reason of service?.withoutReport ?? [])
    stderr.write(`${escapeForTerminal(`${reason}: the files alone decide`)}\n`);
  if (service === null) stderr.write(dim('The service was not asked.\n'));
  else if (differences.length === 0) stderr.write(dim('The service and the scan agree.\n'));
}

/**
 * What to check without a path: the configured mirror, or without a configuration the current folder. A pull request of GitHub
 * or a merge request of GitLab is compared with its target branch.
 */
async function pathsOf(
  { world, configFile }: CommandContext,
  { paths = [], base, baseline, changeRequest, space }: LinksOptions,
): Promise<Pick<LinksOptions, 'base'> & { readonly paths: readonly string[] }> {
  if (paths.length > 0) {
    const wrong =
      changeRequest === undefined ? (space === undefined ? undefined : '--space') : '--change-request';
    if (wrong !== undefined)
      throw new AppError('USAGE', `${wrong} is about the configured mirror, and ${paths.join(' ')} is not`, {
        hint: `Leave out either ${wrong} or the paths.`,
      });
  }
  const configured = await loadConfig(world, { file: configFile, required: false });
  const isMirror = paths.length === 0 && (configured.file !== undefined || configFile !== undefined);
  if (isMirror) return { paths: [] };
  const target = base === undefined && baseline === undefined ? targetsOfCi(world)[0] : undefined;
  if (target !== undefined)
    world.stderr.write(
      `Findings that ${target} has as well count as known, because this change goes there (--base).\n`,
    );
  return {
    paths: paths.length === 0 ? ['.'] : paths,
    ...(target === undefined ? {} : { base: target }),
  };
}

/** Tells what was checked, because without a configuration and a path, nobody chose that. */
function whatWasTaken({ spaces }: CheckedMirror): string {
  const folders = spaces.filter((path) => path !== '');
  const what =
    folders.length === 0
      ? 'checked the folder that you are in'
      : `checked the documentation in ${folders.slice(0, 5).join(', ')}${folders.length > 5 ? ' …' : ''}, where a SUMMARY.md is`;
  return `There is no sync.config.yaml, so this ${what}.\n`;
}

/** Tells which markdown files were not checked because they are symbolic links, once, with the first few names. */
function tellLinkedPages({ stderr }: World, { linkedPages }: CheckedMirror): void {
  const [only, ...others] = linkedPages;
  if (only === undefined) return;
  const told = linkedPages.slice(0, 5).join(', ');
  const rest = linkedPages.length > 5 ? ` and ${linkedPages.length - 5} more` : '';
  const text =
    others.length === 0
      ? whyNotFollowed(only)
      : `${linkedPages.length} markdown files are symbolic links, which neither a link check nor an export follows: ${told}${rest}`;
  stderr.write(`not a page: ${escapeForTerminal(text)}\n`);
}

/** Refuses to write over a source of what is checked. */
async function requireNoSourceWritten(
  { world, configFile }: CommandContext,
  { paths = [], baseline, updateBaseline, history, externalCache }: LinksOptions,
  outputs: readonly OutputTarget[],
): Promise<void> {
  const written: OutputFile[] = [
    ...outputs.flatMap(({ format, file }) =>
      file === undefined ? [] : [{ option: `--format ${format}`, file }],
    ),
    ...(baseline === undefined || updateBaseline !== true
      ? []
      : [{ option: '--update-baseline', file: baseline }]),
    ...(history === undefined ? [] : [{ option: '--history', file: history }]),
    ...(externalCache === undefined ? [] : [{ option: '--external-cache', file: externalCache }]),
  ];
  if (written.length === 0) return;
  if (paths.length === 0) {
    const { config, pathOf } = await loadConfig(world, { file: configFile });
    return requireNoSource(world.cwd, written, [pathOf(config.repository.path)]);
  }
  const { root, parts } = scopeOf(world.cwd, paths);
  requireNoSource(
    world.cwd,
    written,
    parts.map((part) => join(root, part)),
  );
}

/**
 * The wanted formats. By default, text for people, and annotations in a log of GitHub Actions. With `--json`, stdout gets JSON and
 * nothing else.
 */
function formatsOf({ world, json }: CommandContext, { format }: LinksOptions): readonly string[] {
  if (json) {
    const printed = (format ?? []).filter((each) => !/=(?!-$)/u.test(each));
    const other = printed.find((each) => !/^json(?:=-)?$/u.test(each));
    if (other !== undefined)
      throw new AppError('USAGE', `--json and --format ${other} contradict each other`, {
        hint: `Leave out one of them, or give the format a file: --format ${other}=FILE.`,
      });
    return [...(format ?? []), ...(printed.length === 0 ? ['json'] : [])];
  }
  if (format !== undefined) return format;
  return world.env['GITHUB_ACTIONS'] === 'true' ? ['text', 'github'] : ['text'];
}

/**
 * The default of `--fail-on`. A folder without anything to compare has no old faults. `--max-broken` replaces this default, except
 * that new faults stay a reason where the command line itself says what is old.
 */
async function defaultFailOn(
  { world, configFile }: CommandContext,
  options: LinksOptions,
  given: LinksOptions,
): Promise<FailOn> {
  if (options.maxBroken !== undefined)
    return given.base === undefined && given.baseline === undefined ? 'broken' : 'new';
  if ((options.paths ?? []).length === 0)
    return (await loadConfig(world, { file: configFile })).config.links.failOn;
  return options.base === undefined && options.baseline === undefined ? 'broken' : 'new';
}

const levelNames: readonly RuleLevel[] = ['error', 'warning', 'note', 'off'];

/** Reads `--level rule=level`. */
function levelsOf(
  given: readonly string[],
  known: readonly RuleId[],
): NonNullable<CheckLinksOptions['levels']> {
  return Object.fromEntries(
    given.map((text) => {
      const [name = '', level = ''] = text.split(/=(.*)/s);
      const rule = known.find((each) => each === name);
      if (rule === undefined) {
        const meant = nearestWord(name, known);
        throw new AppError(
          'USAGE',
          `there is no rule ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
          {
            hint: `There are ${known.join(', ')}.`,
          },
        );
      }
      const wanted = levelNames.find((each) => each === level);
      if (wanted === undefined)
        throw new AppError('USAGE', `--level ${text} names no level`, {
          hint: `Write --level ${rule}=LEVEL, with ${levelNames.join(', ')}.`,
        });
      return [rule, wanted];
    }),
  );
}

async function check(
  { world, configFile }: CommandContext,
  options: LinksOptions & {
    baselineValue: Baseline | null;
    levels: NonNullable<CheckLinksOptions['levels']>;
  },
): Promise<CheckedMirror> {
  const { paths = [], offline = false, service = true, base, changeRequest, space, ignore = [] } = options;
  const loaded = await loadConfig(world, { file: configFile, required: paths.length === 0 });
  const levels = { ...loaded.config.links.levels, ...options.levels };
  const external = checksExternal(options) ? await openOutside(world, loaded, options, levels) : undefined;
  const shared = {
    baseline: options.baselineValue,
    levels,
    documents: loaded.config.export.openapi,
    ignore: [...loaded.config.links.ignore, ...ignore],
    ...(base === undefined ? {} : { base }),
    ...(external === undefined ? {} : { external: external.check, mayBeAsked: external.mayBeAsked }),
  };
  let connection: Connection | undefined;
  try {
    if (paths.length > 0) return await checkFolder(world, scopeOf(world.cwd, paths), shared);
    connection = offline || !service ? undefined : await connectIfThere(world, loaded.config);
    const checked = await checkMirror(world, loaded, {
      ...shared,
      ...(connection === undefined ? {} : { client: connection.client }),
      ...(changeRequest === undefined ? {} : { changeRequest }),
      ...(space === undefined ? {} : { spaces: space }),
    });
    if (checked.spaces.length === 0 && checked.report.counts.pages === 0)
      throw new AppError('USAGE', 'nothing is mirrored yet, so there is no page to check', {
        hint: 'Run `tidemark sync` first, and look whether the checkout is complete.',
      });
    return checked;
  } finally {
    await connection?.close();
    await external?.close();
  }
}

/** A file of results from the command line is relative to the current folder, like all paths there. */
async function openOutside(
  world: World,
  { config, pathOf }: LoadedConfig,
  options: LinksOptions,
  levels: NonNullable<CheckLinksOptions['levels']>,
): Promise<OpenedExternalCheck> {
  const settings = externalSettings(config, options, world.env);
  const { externalCache } = options;
  const cacheFile =
    externalCache !== undefined
      ? resolve(world.cwd, externalCache)
      : settings.cacheFile && pathOf(settings.cacheFile);
  return openExternalCheck(world, levels, { ...settings, cacheFile });
}

/**
 * Connects to the service if there is a token. Says so if there is none, because the scan could be taken for the service's verdict.
 */
async function connectIfThere(
  world: World,
  config: Parameters<typeof connect>[1],
): Promise<Connection | undefined> {
  try {
    return await connect(world, config);
  } catch (error) {
    if (!isAppError(error, 'UNAUTHENTICATED')) throw error;
    world.stderr.write('There is no API token: only the local scan decides (as with --no-service).\n');
    return undefined;
  }
}

interface OutputTarget {
  format: ReportFormat;
  file: string | undefined;
}

function outputsOf(wanted: readonly string[], known: readonly ReportFormat[]): OutputTarget[] {
  const outputs = wanted.map((text) => {
    const [format = '', file] = text.split(/=(.*)/s);
    const found = known.find((each) => each === format);
    if (found === undefined) {
      const meant = nearestWord(format, known);
      throw new AppError(
        'USAGE',
        `there is no report format ${format}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
        {
          hint: `There are ${known.join(', ')}; several at once, each to a file: --format sarif=links.sarif.`,
        },
      );
    }
    if (file === '')
      throw new AppError('USAGE', `--format ${text} names no file`, {
        hint: `Write --format ${format}=FILE, or --format ${format} for stdout.`,
      });
    return { format: found, file: file === '-' ? undefined : file };
  });
  const printed = outputs.filter(({ file }) => file === undefined).map(({ format }) => format);
  // GitHub's commands are lines of a log, like text, so both may go to stdout.
  if (printed.length > 1 && printed.join(' ') !== 'text github') {
    throw new AppError('USAGE', 'several reports would be mixed on stdout', {
      hint: 'Give all but one a file: --format junit=links.xml.',
    });
  }
  return outputs;
}

function baselineOf(
  world: World,
  { baseline, updateBaseline }: LinksOptions,
  parse: (text: string, path: string) => Baseline,
): Baseline | null {
  if (baseline === undefined || updateBaseline === true) return null;
  const path = resolve(world.cwd, baseline);
  if (!existsSync(path)) {
    throw new AppError('USAGE', `there is no baseline ${baseline}`, {
      hint: 'Write it with --update-baseline.',
    });
  }
  return parse(readFileSync(path, 'utf8'), baseline);
}

/** The checks in a history file; none if the file does not exist yet. */
function historyOf(
  world: World,
  { history }: LinksOptions,
  parse: (text: string, path: string) => HistoryRun[],
): HistoryRun[] {
  if (history === undefined) return [];
  const path = resolve(world.cwd, history);
  return existsSync(path) ? parse(readFileSync(path, 'utf8'), history) : [];
}

function writeMaking(path: string, text: string): void {
  makeFolders(dirname(path));
  writeFileSync(path, text);
}

function fixAll({ report, root }: CheckedMirror, fixFile: Room['fixFile']): Finding[] {
  const fixed: Finding[] = [];
  for (const path of new Set(report.findings.map((finding) => finding.path))) {
    const file = join(root, path);
    if (!existsSync(file)) continue;
    const before = readFileSync(file, 'utf8');
    const mended = fixFile(path, before, report.findings);
    if (mended === null) continue;
    // Written in place, so that an editor with the open file keeps the same file.
    if (readFileSync(file, 'utf8') === before) {
      writeFileSync(file, mended.text);
      fixed.push(...mended.fixed);
    }
  }
  return fixed;
}
