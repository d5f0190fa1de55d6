import { existsSync, lstatSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { AppError, escapeForTerminal } from '../../base/index.ts';
import { placeAt } from '../../content/index.ts';
import type { LinkSpace, LinkTree } from '../../links/index.ts';
import type { Finding } from '../../links/finding.ts';
import type { FileEdit, MovePlan } from '../../links/move/index.ts';
import { loadConfig } from '../config/load.ts';
import { demandConfirmation } from '../confirm.ts';
import { moveFiles } from '../links/move-files.ts';
import { contentAround } from '../links/scope.ts';
import { spacesOf } from '../links/spaces.ts';
import { folderTree } from '../links/trees.ts';
import { namedPath, type NamedPath } from '../named-path.ts';
import { countText } from '../output/count-text.ts';
import { styleFor, type Style } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';

export interface MoveOptions {
  readonly from: string;
  readonly to: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  /** False for `--no-redirects`. */
  readonly redirects?: boolean;
}

/** Shows the plan for moving a page or folder, asks, and carries it out. */
export async function mv(context: CommandContext, options: MoveOptions): Promise<void> {
  const { world, json } = context;
  const root = contentAround((await fileToMove(context, options.from)).whole);
  const tree = folderTree(root);
  const { plan, faults } = await planned(
    world,
    { root, tree, spaces: await spacesOf(world, root, tree) },
    options,
  );
  const tell = (done: boolean): void =>
    void (json && world.stdout.write(`${JSON.stringify({ ...asData(plan), faults, done })}\n`));
  if (!json || (options.dryRun !== true && options.yes !== true)) {
    const output = json ? world.stderr : world.stdout;
    output.write(`${planLines(plan, faults, styleFor(output, world.env)).join('\n')}\n`);
  }
  if (options.dryRun === true) return tell(false);
  if (options.yes !== true)
    await demandConfirmation(world, {
      question: 'Move?',
      undone: 'nothing was moved',
      command: `tidemark mv ${options.from} ${options.to} --yes`,
    });
  await moveFiles(root, plan);
  world.stderr.write(
    `Moved ${countText(plan.files.length, 'file')} and edited ${countText(plan.edits.length, 'file')}.\n` +
      'Before a commit, run `git add --all`: git does not add files in new places by itself.\n',
  );
  tell(true);
}

/** What is moved. Somebody beside the configuration may have written the path as it is in the repository. */
async function fileToMove({ world, configFile }: CommandContext, from: string): Promise<NamedPath> {
  if (!existsSync(resolve(world.cwd, from))) {
    const { file, config, pathOf } = await loadConfig(world, { file: configFile, required: false });
    const inMirror = join(pathOf(config.repository.path), from);
    const meant = file === undefined || !existsSync(inMirror) ? null : relative(world.cwd, inMirror);
    if (meant !== null)
      throw new AppError('USAGE', `there is no file or folder ${from}; did you mean ${meant}?`, {
        hint: pathHint,
      });
  }
  return namedPath(world.cwd, from, pathHint);
}

const pathHint = 'Both paths begin in the folder that you are in.';

interface Content {
  readonly root: string;
  readonly tree: LinkTree;
  readonly spaces: readonly LinkSpace[];
}

async function planned(
  world: World,
  { root, tree, spaces }: Content,
  { from, to, redirects = true }: MoveOptions,
): Promise<{ plan: MovePlan; faults: Finding[] }> {
  const { checkMoves, indexAfterMove, moveOf, newFaults, planMove } =
    await import('../../links/move/index.ts');
  const { LinkIndex, ScanCache } = await import('../../links/tree.ts');
  const inner = (path: string): string => {
    const whole = relative(root, resolve(world.cwd, path)).split(sep).join('/');
    if (whole === '..' || whole.startsWith('../'))
      throw new AppError('UNSAFE_PATH', `${path} is outside of ${root}, the folder of this content`, {
        hint: 'A page moves within the folder or repository that its links belong to.',
      });
    return /[/\\]$/u.test(path) ? `${whole}/` : whole;
  };
  const isFolder = (path: string): boolean =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === true;
  const move = moveOf(inner(from), inner(to), isFolder);
  const cache = new ScanCache();
  const index = new LinkIndex(tree, spaces, cache);
  checkMoves(index, [move]);
  // The link check does not see some files, but a move must not overwrite those either.
  if (
    lstatSync(join(root, move.to), { throwIfNoEntry: false }) !== undefined &&
    move.from.toLowerCase() !== move.to.toLowerCase()
  )
    throw new AppError('CONFLICT', `${move.to} is there already, so ${move.from} cannot go there`, {
      hint: 'Choose another name, or move that one away first: this command never writes over a file.',
    });
  const plan = planMove(index, [move], { cache, redirects });
  return { plan, faults: newFaults(index, indexAfterMove(index, plan, cache), plan.moves) };
}

function asData({ moves, files, edits, placed, redirects, notes }: MovePlan): object {
  return {
    moves,
    files,
    edits: edits.map((edit) => ({ path: edit.path, to: edit.to, changes: changesOf(edit) })),
    placed,
    redirects,
    notes,
  };
}

interface Change {
  readonly line: number;
  readonly column: number;
  readonly from: string;
  readonly to: string;
}

function changesOf({ text, splices }: FileEdit): Change[] {
  const whole = text ?? '';
  const lineStarts = [0];
  for (let at = whole.indexOf('\n'); at >= 0; at = whole.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return [...splices]
    .sort((one, other) => one.start - other.start)
    .map(({ start, end, written }) => ({
      ...placeAt(lineStarts, start),
      from: whole.slice(start, end),
      to: written,
    }));
}

/** How many lines of each part of a plan are shown. */
const mostLines = 20;

function planLines(
  plan: MovePlan,
  faults: readonly Finding[],
  { bold, dim, green, red, yellow }: Style,
): string[] {
  const safe = escapeForTerminal;
  const short = (text: string): string => safe(text.length > 60 ? `${text.slice(0, 59)}…` : text).trim();
  const part = (title: string, lines: readonly string[]): string[] => [
    ...(lines.length === 0 ? [] : ['', bold(title)]),
    ...lines.slice(0, mostLines),
    ...(lines.length > mostLines
      ? [dim(`  … and ${lines.length - mostLines} more: --dry-run --json lists them`)]
      : []),
  ];
  const moves = plan.moves.map(({ from, to }) => `${safe(from)} → ${green(safe(to))}`);
  const links = plan.edits
    .filter(({ path }) => !plan.redirects.some((redirect) => redirect.path === path))
    .flatMap((edit) => {
      const placed = plan.placed.some(({ path }) => path === edit.path);
      return changesOf(edit)
        .filter(({ from, to }) => !placed || (!from.includes('\n') && !to.includes('\n')))
        .map(({ line, from, to }) => `  ${safe(edit.path)}:${line}  ${short(from)} → ${green(short(to))}`);
    });
  return [
    ...moves,
    dim(
      `${plan.files.length === 1 ? '1 file moves' : `${countText(plan.files.length, 'file')} move`}, ${plan.edits.length === 1 ? '1 file is' : `${countText(plan.edits.length, 'file')} are`} edited`,
    ),
    ...part('Links', links),
    ...part(
      'Table of contents',
      plan.placed.map(
        ({ path, title, under }) =>
          `  ${safe(path)}: “${safe(title)}” goes ${under === null ? 'to the top' : `under “${safe(under)}”`}`,
      ),
    ),
    ...part(
      'Redirects',
      plan.redirects.map(({ path, from, to }) => `  ${safe(path)}: ${safe(from)} → ${safe(to)}`),
    ),
    ...part(
      'Left to you',
      plan.notes.map((note) => `  ${yellow('!')} ${safe(note)}`),
    ),
    ...part(
      'This move would break',
      faults.map(
        ({ path, span, message }) =>
          `  ${red('✗')} ${safe(`${path}${span === null ? '' : `:${span.line}`}  ${message}`)}`,
      ),
    ),
  ];
}
