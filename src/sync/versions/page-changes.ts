import { isMarkdownPath } from '../../content/index.ts';
import type { GitRepository, Oid, PathChange } from '../../git/port.ts';
import { identityIn, plainText } from './identity.ts';
import type { FileText } from './identity.ts';

/** Reads the pages among the files that differ between two versions, and the deletions in a history. */

type Git = Pick<GitRepository, 'diffTrees' | 'readBlob'>;

/** A markdown file, and the identity that it carries; null: it carries none. */
export interface PageFile extends FileText {
  readonly id: string | null;
}

/** A markdown file in two versions; null: missing in that version. */
export interface PageChange {
  readonly before: PageFile | null;
  readonly after: PageFile | null;
}

/** Reads the markdown files of a difference, in its order. */
export async function* pageChanges(
  git: Pick<Git, 'readBlob'>,
  changes: readonly PathChange[],
): AsyncGenerator<PageChange> {
  for (const { path, before, after } of changes) {
    if (!isMarkdownPath(path)) continue;
    const read = async (oid: Oid | undefined): Promise<PageFile | null> => {
      const bytes = oid === undefined ? null : await git.readBlob(oid);
      return bytes && { path, text: plainText(bytes), id: identityIn(bytes) };
    };
    yield { before: await read(before?.oid), after: await read(after?.oid) };
  }
}

/** Reads the markdown files of a commit at paths where another commit has no file. */
export async function* pagesOnlyIn(
  git: Git,
  commit: Oid,
  other: Oid | null,
  under: { readonly under?: string } = {},
): AsyncGenerator<PageFile> {
  const changes = (await git.diffTrees(other, commit, under)).filter(({ before }) => before === null);
  for await (const { after } of pageChanges(git, changes)) if (after !== null) yield after;
}

/** How many commits of the mirror we search for a deletion. */
const mostCommits = 200;

/** The newest commits of a mirror with the commit before each of them, the newest one first. */
export async function* newestSteps(
  git: Pick<GitRepository, 'log'>,
  mirror: Oid,
): AsyncGenerator<{ readonly commit: Oid; readonly parent: Oid }> {
  for await (const { oid, parents } of git.log(mirror, { limit: mostCommits, firstParent: true })) {
    const [parent] = parents;
    if (parent === undefined) return;
    yield { commit: oid, parent };
  }
}
