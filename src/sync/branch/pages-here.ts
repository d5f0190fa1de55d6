import type { Oid, PathChange } from '../../git/port.ts';
import type { Journal } from '../state/journal.ts';
import { baseOf } from '../versions/base-of.ts';
import { ContentsPaths, readIn } from '../versions/contents.ts';
import { pageIdsIn } from '../versions/places.ts';
import type { PageIdAt, PagesHere } from '../versions/places.ts';
import type { BranchPorts } from '../versions/ports.ts';
import type { PagesOfVersions } from './summary-pages.ts';

/** A move of the branch from one commit to another one, and what is known of the files in the working tree. */
interface FilesInMove {
  readonly from: Oid | null;
  readonly to: Oid;
  readonly here: PagesHere;
  readonly journal: Pick<Journal, 'carries'>;
}

/**
 * Tells which page is at which path: in the working tree, in the commit that the branch is on, and in the commit that it goes to. The
 * branch's own commits may have moved a page, while the table of contents still lists its old path: that path stays the page's in the
 * commit that the branch is on, unless a file is there.
 */
export function pagesHere(
  { git, files }: BranchPorts,
  { from, to, here, journal }: FilesInMove,
): PagesOfVersions {
  const [base, theirs] = [pageIdsIn(git, from), pageIdsIn(git, to)];
  const contents = new ContentsPaths(readIn(git, to));
  let changed: Promise<ReadonlyMap<string, PathChange>> | undefined;
  const readChanges = async (): Promise<ReadonlyMap<string, PathChange>> =>
    new Map((await git.diffTrees(from, to)).map((change) => [change.path, change]));
  const changes = (): Promise<ReadonlyMap<string, PathChange>> => (changed ??= readChanges());
  const carriedTo = (path: string): string | undefined =>
    journal.carries.find((carried) => carried.from === path)?.to;
  const before = pagesBefore(git, { from, to });
  const hasFile = async (path: string): Promise<boolean> =>
    from !== null && (await git.entryAt(from, path)) !== null;
  return {
    base: async (path) => (await base(path)) ?? ((await hasFile(path)) ? null : before(path)),
    theirs,
    differs: async (path) => here.differs(path) || (await changes()).has(path),
    ours: async (path) => {
      const local = await files.read(path);
      if (local.outcome === 'file') return here.pageOf(path, local.bytes) ?? base(path);
      // The table of contents still lists a page where it was before it was carried to its path in the new commit.
      const to = carriedTo(path);
      return to === undefined ? null : (here.at(to) ?? base(to));
    },
    isDeleted: async (path) => {
      const at = carriedTo(path) ?? path;
      return (at !== path || !here.differs(path)) && (await changes()).get(at)?.after === null;
    },
    isContents: (path) => contents.has(path),
  };
}

/** The pages, by their paths, of the commit that the branch and the mirror have in common, where the branch goes to a merge of the two. */
function pagesBefore(git: BranchPorts['git'], { from, to }: Pick<FilesInMove, 'from' | 'to'>): PageIdAt {
  const find = async (): Promise<PageIdAt> => {
    const { parents } = await git.readCommit(to);
    const mirror = parents.find((parent) => parent !== from) ?? null;
    return pageIdsIn(git, await baseOf(git, from, mirror));
  };
  let found: Promise<PageIdAt> | undefined;
  return async (path) => (await (found ??= find()))(path);
}
