import { join, relative } from 'node:path';
import { escapeForTerminal } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import type { Baseline, CheckLinksOptions, LinkReport, LinkSpace, LinkTree } from '../../links/index.ts';
import type { LoadedConfig } from '../config/load.ts';
import { mirroredFolders } from '../export/mirrored-folders.ts';
import { count } from '../output/cycle.ts';
import { styleFor } from '../output/style.ts';
import type { World } from '../world.ts';
import { baseCommit } from './base.ts';
import { commitTree, folderTree } from './trees.ts';

export interface CheckMirrorOptions {
  /** Asked for its own verdicts; the scan decides alone without it. */
  readonly client?: Client;
  readonly base?: string;
  readonly baseline?: Baseline | null;
  readonly changeRequest?: string;
  /** Ids or folders. */
  readonly spaces?: readonly string[];
  readonly external?: NonNullable<CheckLinksOptions['external']>;
}

/** A check, with the tree that it looked at. */
export interface CheckedMirror {
  readonly report: LinkReport;
  readonly root: string;
  readonly tree: LinkTree;
}

/** Checks the links of the configured mirror's working tree. */
export async function checkMirror(
  world: World,
  loaded: LoadedConfig,
  options: CheckMirrorOptions = {},
): Promise<CheckedMirror> {
  const { config, pathOf } = loaded;
  const root = pathOf(config.repository.path);
  const room = await import('../../links/index.ts');
  const folders = await mirroredFolders(world, loaded);
  const spaces: LinkSpace[] = folders
    .map(({ id, title, folder }) => ({ id, title, path: relative(root, folder).split('\\').join('/') }))
    .filter(
      ({ id, path }) =>
        options.spaces === undefined || options.spaces.includes(id) || options.spaces.includes(path),
    );
  const tree = folderTree(root);
  const repository = await world.ports.repository(root);
  try {
    const commit =
      (options.baseline ?? null) === null ? await baseCommit(world, repository.git, options.base) : null;
    const service =
      options.client === undefined
        ? null
        : await room.gatherVerdicts(
            room.clientLinkReports(options.client),
            spaces,
            options.changeRequest ?? null,
          );
    const report = await room.checkLinks({
      tree,
      spaces: spaces.length > 0 ? spaces : room.findSpaces(tree.paths),
      base: commit === null ? null : await commitTree(repository.git, commit),
      baseline: options.baseline ?? null,
      ignore: config.links.ignore,
      service,
      external: options.external ?? null,
    });
    return { report, root, tree };
  } finally {
    await repository.close();
  }
}

/** Checks the links of a folder that no service and no git knows of. */
export async function checkFolder(
  root: string,
  {
    baseline = null,
    ignore = [],
    external,
  }: Pick<CheckMirrorOptions, 'baseline' | 'external'> & { ignore?: readonly string[] } = {},
): Promise<CheckedMirror> {
  const room = await import('../../links/index.ts');
  const tree = folderTree(root);
  const report = await room.checkLinks({
    tree,
    spaces: room.findSpaces(tree.paths),
    baseline,
    ignore,
    external: external ?? null,
  });
  return { report, root, tree };
}

/** A check in a few lines, for commands whose subject it is not. */
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
    dim(`${count(report.counts.links, 'link')} on ${count(report.counts.pages, 'page')} were checked`),
  );
  return { findings: serious.length, lines };
}

/** Where a file of the checked tree lies. */
export function fileIn({ root }: CheckedMirror, path: string): string {
  return join(root, path);
}
