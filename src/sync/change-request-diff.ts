import { decodeText, mergeFile } from '../content/index.ts';
import { contentId } from '../files/index.ts';
import type { GitRepository, Oid, PathChange } from '../git/port.ts';
import { summaryPages } from './branch/summary-pages.ts';
import type { PagesOfVersions } from './branch/summary-pages.ts';
import { ContentsPaths, readIn } from './versions/contents.ts';
import { pageIdsIn } from './versions/places.ts';

/** A file that a change request changes. */
export interface ChangedFile {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'deleted';
  readonly before: string | null;
  readonly after: string | null;
  /** True where one of the two sides is not text: then neither is given. */
  readonly binary?: boolean;
}

/** The commits that tell what a change request changes. */
export interface DiffCommits {
  /** The mirrored content of the change request. */
  readonly request: Oid;
  /** The primary content that the change request starts from. */
  readonly base: Oid | null;
  /** The primary content as it is now. */
  readonly primary: Oid | null;
}

/**
 * What a change request changes: of each file, what its merge would change of the primary content. So a line that came into both
 * in the meantime is no change. Where the two cannot be merged, or where only one of them has the file, the content that the change
 * request starts from tells.
 */
export async function changedFiles(git: GitRepository, commits: DiffCommits): Promise<ChangedFile[]> {
  const { base, request, primary } = commits;
  const ours = await git.diffTrees(base, request);
  const theirs = new Map((await git.diffTrees(base, primary)).map((change) => [change.path, change]));
  const differing = new Set([...ours.map(({ path }) => path), ...theirs.keys()]);
  const contents = new ContentsPaths(readIn(git, primary));
  const pages = {
    base: pageIdsIn(git, base),
    ours: pageIdsIn(git, request),
    theirs: pageIdsIn(git, primary),
    differs: (path: string) => differing.has(path),
    isContents: (path: string) => contents.has(path),
  };
  const files: ChangedFile[] = [];
  for (const change of ours) {
    const { before, after } = await sidesOf(git, change, { theirs: theirs.get(change.path), pages });
    if (before === null || after === null || contentId(before) !== contentId(after))
      files.push({ path: change.path, kind: kindOf(before, after), ...textsOf(before, after) });
  }
  return files;
}

interface Sides {
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

async function sidesOf(
  git: GitRepository,
  { path, before, after }: PathChange,
  { theirs, pages }: { readonly theirs: PathChange | undefined; readonly pages: PagesOfVersions },
): Promise<Sides> {
  const read = async (oid: Oid | undefined): Promise<Uint8Array | null> =>
    oid === undefined ? null : git.readBlob(oid);
  const sides = { before: await read(before?.oid), after: await read(after?.oid) };
  const now = await read(theirs?.after?.oid);
  if (now === null || sides.after === null) return sides;
  const versions = { base: sides.before, ours: sides.after, theirs: now };
  const merged = mergeFile(path, versions, await summaryPages(path, versions, pages));
  return merged.outcome === 'merged' ? { before: now, after: merged.bytes } : sides;
}

function kindOf(before: unknown, after: unknown): ChangedFile['kind'] {
  return before === null ? 'added' : after === null ? 'deleted' : 'changed';
}

/** Both sides as text, or the note that one of them is binary: not UTF-8, or, as for git, with a NUL in it. */
function textsOf(
  before: Uint8Array | null,
  after: Uint8Array | null,
): Pick<ChangedFile, 'before' | 'after' | 'binary'> {
  const text = (bytes: Uint8Array | null): string | null =>
    bytes === null || bytes.includes(0) ? null : decodeText(bytes);
  const texts = { before: text(before), after: text(after) };
  const isText = (before === null || texts.before !== null) && (after === null || texts.after !== null);
  return isText ? texts : { before: null, after: null, binary: true };
}
