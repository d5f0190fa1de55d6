import { isMarkdownPath } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { ContentKind, ContentRecord } from '../state/records.ts';
import { identityIn } from '../versions/identity.ts';
import type { CycleContext } from './context.ts';
import type { RecordLookup } from './plan-content.ts';
import { belowFolder, isMetadataPath, outOfFolder } from './tip.ts';

export const contentKinds = ['page', 'file', 'include'] as const satisfies readonly ContentKind[];

export interface KnownContents {
  readonly lookup: RecordLookup;
  readonly paths: ReadonlyMap<ContentKind, ReadonlyMap<string, string>>;
}

/**
 * What the state remembers of a space. When the state remembers nothing although the mirror has the folder (`adopt`), the
 * identities in the pages tell their paths, so that the paths stay.
 */
export async function knownContents(
  context: CycleContext,
  space: string,
  adopt: string | null,
): Promise<KnownContents> {
  const table = context.state.table(space);
  const all = new Map<ContentKind, Map<string, ContentRecord>>();
  for (const kind of contentKinds) all.set(kind, await table.all(kind));
  const lookup: RecordLookup = (kind, id) => all.get(kind)!.get(id);
  if (adopt !== null && context.tip.tree !== null)
    return { lookup, paths: await pathsInTree(context.git, context.tip.tree, adopt) };
  const paths = new Map<ContentKind, Map<string, string>>();
  for (const [kind, records] of all)
    paths.set(kind, new Map([...records].map(([id, { path }]) => [id, path])));
  return { lookup, paths };
}

async function pathsInTree(
  git: GitRepository,
  tree: Oid,
  folder: string,
): Promise<Map<ContentKind, Map<string, string>>> {
  const pages = new Map<string, string>();
  for (const { path, oid } of await git.listTree(tree, belowFolder(folder))) {
    if (!isMarkdownPath(path) || isMetadataPath(path)) continue;
    const id = identityIn(await git.readBlob(oid));
    if (id !== null && !pages.has(id)) pages.set(id, outOfFolder(folder, path) ?? path);
  }
  return new Map([['page', pages]]);
}
