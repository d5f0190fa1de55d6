import { relative } from 'node:path';
import { AppError, escapeForTerminal } from '../../base/index.ts';
import { isMarkdownPath } from '../../content/index.ts';
import { checkSpaceNames, isNamed } from '../../sync/port.ts';
import type { Client } from '../../client/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { Baseline, CheckLinksOptions, LinkReport, LinkSpace, LinkTree } from '../../links/index.ts';
import type { RecordedSpace } from '../../sync/index.ts';
import type { LoadedConfig } from '../config/load.ts';
import { countText } from '../output/count-text.ts';
import { styleFor } from '../output/style.ts';
import type { World } from '../world.ts';
import { baseCommit, mirrorRef } from './base.ts';
import { repositoryAround, type LinkScope } from './scope.ts';
import { recordedBelow } from './spaces.ts';
import { documentsAround } from './documents.ts';
import { commitTree, folderTree, requirePages } from './trees.ts';

/** The options of both kinds of check. */
export interface CheckOptions {
  readonly base?: string;
  readonly baseline?: Baseline | null;
  /** The ignore entries of the configuration and of the command line. */
  readonly ignore?: readonly string[];
  readonly levels?: NonNullable<CheckLinksOptions['levels']>;
  readonly external?: NonNullable<CheckLinksOptions['external']>;
  readonly mayBeAsked?: NonNullable<CheckLinksOptions['mayBeAsked']>;
  /** The OpenAPI documents of the configuration by their names, for folders that are not mirrored. */
  readonly documents?: Readonly<Record<string, string>>;
}

export interface CheckMirrorOptions extends CheckOptions {
  /** The client that asks for the service's verdicts. Without a client, only the scan decides. */
  readonly client?: Client;
  /** The number of the change request to check instead of the working tree. */
  readonly changeRequest?: string;
  /** Ids or folders. */
  readonly spaces?: readonly string[];
}

/** A check, with its tree. */
export interface CheckedMirror {
  readonly report: LinkReport;
  readonly root: string;
  readonly tree: LinkTree;
  /** The folders that were checked as documentation, relative to the root. */
  readonly spaces: readonly string[];
  /** The markdown files of what was checked that are left out, because they are symbolic links. */
  readonly linkedPages: readonly string[];
}

/** Checks the links of the configured mirror: of its working tree, or of a mirrored change request. */
export async function checkMirror(
  world: World,
  { config, pathOf }: LoadedConfig,
  options: CheckMirrorOptions = {},
): Promise<CheckedMirror> {
  const root = pathOf(config.repository.path);
  const room = await import('../../links/index.ts');
  const { recordedSpaces } = await import('../../sync/index.ts');
  const repository = await world.ports.repository(root);
  const { git } = repository;
  try {
    const recorded = await recordedSpaces(git);
    const { spaces: names } = options;
    checkSpaceNames(names ?? [], recorded);
    const wanted = recorded.filter(
      (space) => names === undefined || names.some((name) => isNamed(space, name)),
    );
    const spaces: LinkSpace[] = wanted.map(({ id, title, path }) => ({
      id,
      title,
      path: path === '.' ? '' : path,
    }));
    const asked = options.changeRequest === undefined ? null : changeRequestOf(wanted, options.changeRequest);
    const tree = asked === null ? folderTree(root) : await commitTree(git, asked.commit);
    const baseline = options.baseline ?? null;
    const commit = baseline === null ? await baseCommit(world, git, options.base, asked?.commit) : null;
    const service =
      options.client === undefined
        ? null
        : await room.gatherVerdicts(
            room.clientLinkReports(options.client),
            asked === null ? spaces : spaces.filter(({ id }) => id === asked.space),
            asked?.id ?? null,
          );
    const report = await room.checkLinks({
      tree,
      spaces: spaces.length > 0 ? spaces : room.findSpaces(tree.paths),
      base: commit === null ? null : await commitTree(git, commit),
      baseline,
      ignore: options.ignore ?? config.links.ignore,
      levels: { ...config.links.levels, ...options.levels },
      service,
      unsentPaths: service === null || asked !== null ? new Set() : await unsentPaths(git, tree),
      pendingPaths: await pendingPaths(git, recorded, tree),
      hasDocument: documentsAround(root, config.export.openapi),
      external: options.external ?? null,
      ...(options.mayBeAsked === undefined ? {} : { mayBeAsked: options.mayBeAsked }),
    });
    const folders = spaces.map(({ path }) => path);
    const inSpaces = (path: string): boolean =>
      folders.length === 0 || folders.some((folder) => folder === '' || path.startsWith(`${folder}/`));
    return { report, root, tree, spaces: folders, linkedPages: linkedPagesIn(tree, inSpaces) };
  } finally {
    await repository.close();
  }
}

function linkedPagesIn({ around }: LinkTree, isWanted: (path: string) => boolean): string[] {
  return (around?.linkedPages ?? []).filter(isWanted).sort();
}

/** Finds a mirrored change request by its number (or id). */
function changeRequestOf(
  spaces: readonly RecordedSpace[],
  named: string,
): { space: string; id: string; commit: Oid } {
  const found = spaces.flatMap(({ id: space, path, changeRequests }) =>
    changeRequests
      .filter(({ id, number }) => id === named || String(number) === named)
      .map(({ id, commit }) => ({ space, path, id, commit })),
  );
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined)
    throw new AppError('NOT_FOUND', `no change request ${named} is mirrored here`, {
      hint: 'Run tidemark sync first; mirror.changeRequests says which ones are mirrored.',
    });
  throw new AppError('USAGE', `several spaces have a change request ${named}`, {
    hint: `Name one with --space: ${found.map(({ path }) => path).join(', ')}.`,
  });
}

/** Pages of the working tree whose text differs from the mirror: edits that are not sent or not merged yet. */
async function unsentPaths(git: GitRepository, tree: LinkTree): Promise<Set<string>> {
  const mirror = await git.resolveRef(mirrorRef);
  if (mirror === null) return new Set();
  const sent = await commitTree(git, mirror);
  return new Set(
    [...tree.paths].filter((path) => isMarkdownPath(path) && tree.text(path) !== sent.text(path)),
  );
}

/** Files that change requests add and the tree does not have yet. */
async function pendingPaths(
  git: GitRepository,
  spaces: readonly RecordedSpace[],
  tree: LinkTree,
): Promise<Set<string>> {
  const here = new Set(tree.paths);
  const pending = new Set<string>();
  for (const commit of new Set(
    spaces.flatMap(({ changeRequests }) => changeRequests.map((one) => one.commit)),
  ))
    for (const { path } of await git.listTree(commit)) if (!here.has(path)) pending.add(path);
  return pending;
}

/**
 * Checks the links of folders, without a configuration. A base is a commit of the git repository around them; where that is a mirror, its
 * record tells which folder is which space.
 */
export async function checkFolder(
  world: World,
  { root, parts, only }: LinkScope,
  {
    base,
    baseline = null,
    ignore = [],
    levels = {},
    external,
    mayBeAsked,
    documents = {},
  }: CheckOptions = {},
): Promise<CheckedMirror> {
  const room = await import('../../links/index.ts');
  const tree = folderTree(root, parts);
  if (only === undefined) for (const part of parts) requirePages(tree, root, part);
  const recorded = await recordedBelow(world, root);
  const spaces = parts
    .flatMap((part) => spacesIn(part, tree, room.findSpaces))
    .map((space) => recorded.find(({ path }) => path === space.path) ?? space);
  const report = await room.checkLinks({
    tree,
    spaces,
    base: base === undefined || baseline !== null ? null : await baseOfFolder(world, { root, parts }, base),
    baseline,
    ignore,
    levels,
    ...(only === undefined ? {} : { only }),
    hasDocument: documentsAround(root, documents),
    external: external ?? null,
    ...(mayBeAsked === undefined ? {} : { mayBeAsked }),
  });
  return {
    report,
    root,
    tree,
    spaces: spaces.map(({ path }) => path),
    linkedPages: linkedPagesIn(tree, only ?? (() => true)),
  };
}

/** The documentation in one folder of a tree: each folder below it that has a table of contents, else the folder itself. */
function spacesIn(
  part: string,
  { paths }: LinkTree,
  findSpaces: (paths: Iterable<string>) => LinkSpace[],
): LinkSpace[] {
  if (part === '') return findSpaces(paths);
  const inner = [...paths].flatMap((path) =>
    path.startsWith(`${part}/`) ? [path.slice(part.length + 1)] : [],
  );
  return findSpaces(inner).map(({ path }) => ({ path: path === '' ? part : `${part}/${path}` }));
}

async function baseOfFolder(
  world: World,
  { root: folder, parts }: Pick<LinkScope, 'root' | 'parts'>,
  named: string,
): Promise<LinkTree | null> {
  const top = repositoryAround(folder);
  if (top === null)
    throw new AppError('USAGE', `--base ${named}: ${folder} is not in a git repository`, {
      hint: 'Check a folder of a repository, or compare with a file: --baseline FILE.',
    });
  const repository = await world.ports.repository(top);
  try {
    const commit = await baseCommit(world, repository.git, named);
    const inside = relative(top, folder).split('\\').join('/');
    if (commit === null) return null;
    const tree = await commitTree(repository.git, commit, inside === '' ? '' : `${inside}/`);
    const isPart = (path: string): boolean =>
      parts.some((part) => part === '' || path.startsWith(`${part}/`));
    return { ...tree, paths: [...tree.paths].filter(isPart) };
  } finally {
    await repository.close();
  }
}

/** A check in a few lines, for commands with another main task. */
export function summaryOf(
  { report }: CheckedMirror,
  world: World,
  most = 5,
): { findings: number; lines: string[] } {
  const { red, yellow, dim } = styleFor(world.stdout, world.env);
  const serious = report.findings.filter(({ level }) => level === 'error' || level === 'warning');
  const lines = serious.slice(0, most).map(({ path, span, message, level }) => {
    const where = span === null ? path : `${path}:${span.line}:${span.column}`;
    return `${level === 'error' ? red('✗') : yellow('!')} ${escapeForTerminal(`${where}  ${message}`)}`;
  });
  if (serious.length > most) lines.push(dim(`… and ${serious.length - most} more: tidemark links`));
  lines.push(
    dim(
      `${countText(report.counts.links, 'link')} on ${countText(report.counts.pages, 'page')} were checked`,
    ),
  );
  return { findings: serious.length, lines };
}
