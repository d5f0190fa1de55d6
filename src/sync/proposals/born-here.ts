import type { GitRepository, Oid } from '../../git/port.ts';
import { linesWithText, containsLines } from '../compare-texts.ts';
import { belowFolder, inFolder, outOfFolder } from '../mirror/tip.ts';
import { identityIn, isSimilarPage, mostSimilar, plainText } from '../versions/identity.ts';
import type { FileText, KnownPage } from '../versions/identity.ts';
import { pagesOnlyIn } from '../versions/page-changes.ts';
import { readProposals } from '../state/proposals.ts';
import type { MadePage } from '../state/proposals.ts';
import type { StateStore } from '../state/store.ts';

/** How many commits of a branch, and of the mirror, we look at. */
const mostCommits = 50;

type Git = Pick<GitRepository, 'diffTrees' | 'entryAt' | 'log' | 'readBlob' | 'resolveRef'>;

/** A branch of a clone, and the commits that it is compared with. */
interface Side {
  readonly branch: string;
  /** The folder of a space; `.` for the whole repository, with paths from its top. */
  readonly folder: string;
  /** The newest commit that the branch and the mirror have in common. */
  readonly base: Oid;
  readonly mirror: Oid | null;
}

/**
 * Finds the pages that came into the mirror after a branch began, and that the branch had before they had an identity: a commit
 * that two branches share made them, and the change request of the other branch was merged (SYNC-62). Returns each page by the
 * path that this branch had it at, with the version of its text that is nearest to the mirror's.
 *
 * @param sent Pages as the other branches of this clone sent them, with the paths that they have there, from the top of the
 * repository.
 */
export async function pagesMadeHere(
  git: Git,
  side: Side,
  sent: readonly KnownPage[] = [],
): Promise<ReadonlyMap<string, MadePage>> {
  const born = new Map<string, MadePage>();
  const { branch, folder, base, mirror } = side;
  const head = await git.resolveRef(`refs/heads/${branch}`);
  if (mirror === null || head === null || base === mirror || head === base) return born;
  const fresh = await newInMirror(git, { ...side, mirror });
  for (const [id, { there, versions }] of fresh)
    for (const { path, text } of [...versions, ...sent.filter((page) => page.id === id)]) {
      const inner = outOfFolder(folder, path);
      if (inner === null || born.has(inner)) continue;
      // The page may be at its present path in the mirror, at an earlier one, or at the path that another branch moved it to.
      const found = mostSimilar(text, await namelessVersions(git, { head, base, path }));
      if (found === undefined || !isSimilarPage(found.text, text)) continue;
      if (path === there || (await git.entryAt(mirror, path)) === null)
        born.set(inner, { id, text: found.text });
    }
  for (const { id, path, text } of await movedBeforeCommit(
    git,
    { head, base },
    notIn(sent, { born, fresh }),
  )) {
    const inner = outOfFolder(folder, path);
    if (inner !== null && !born.has(inner)) born.set(inner, { id, text });
  }
  return born;
}

/** The pages that other branches sent, that are new in the mirror, and for which no path on this branch has been found. */
function notIn(
  sent: readonly KnownPage[],
  { born, fresh }: { born: ReadonlyMap<string, MadePage>; fresh: ReadonlyMap<string, NewPage> },
): readonly KnownPage[] {
  const found = new Set([...born.values()].map(({ id }) => id));
  return sent.filter(({ id }) => fresh.has(id) && !found.has(id));
}

/**
 * Finds, among pages that another branch sent, those that this branch has under another name because they were moved before
 * anybody committed them.
 */
async function movedBeforeCommit(
  git: Git,
  { head, base }: { readonly head: Oid; readonly base: Oid },
  sent: readonly KnownPage[],
): Promise<readonly KnownPage[]> {
  if (sent.length === 0) return [];
  const open: FileText[] = [];
  for await (const file of pagesOnlyIn(git, head, base)) if (file.id === null) open.push(file);
  const moved: KnownPage[] = [];
  for (const page of sent) {
    const file = open.find(
      ({ text }) => linesWithText(page.text).length > 1 && containsLines(text, page.text),
    );
    if (file === undefined || moved.some(({ id }) => id === page.id)) continue;
    open.splice(open.indexOf(file), 1);
    moved.push(page);
  }
  return moved;
}

interface NewPage {
  /** The page's present path in the mirror. */
  readonly there: string;
  /** The page as the mirror has it now, and as it was when it came to each of its paths. */
  readonly versions: FileText[];
}

/** The pages of the mirror that the base did not have, by their identities. */
async function newInMirror(
  git: Git,
  { folder, base, mirror }: Side & { readonly mirror: Oid },
): Promise<ReadonlyMap<string, NewPage>> {
  const under = belowFolder(folder);
  const pages = new Map<string, NewPage>();
  for await (const { id, path, text } of pagesOnlyIn(git, mirror, base, under))
    if (id !== null) pages.set(id, { there: path, versions: [{ path, text }] });
  if (pages.size === 0) return pages;
  for await (const { oid, parents } of git.log(mirror, { limit: mostCommits, exclude: [base] }))
    for await (const { id, path, text } of pagesOnlyIn(git, oid, parents[0] ?? null, under)) {
      const versions = pages.get(id ?? '')?.versions;
      if (versions?.every((version) => version.path !== path)) versions.push({ path, text });
    }
  return pages;
}

/** The texts without an identity that a branch's commits had at a path, newest first. */
async function namelessVersions(
  git: Pick<GitRepository, 'entryAt' | 'log' | 'readBlob'>,
  { head, base, path }: { readonly head: Oid; readonly base: Oid; readonly path: string },
): Promise<readonly FileText[]> {
  const versions = new Map<Oid, FileText>();
  for await (const { oid } of git.log(head, { limit: mostCommits, exclude: [base] })) {
    const entry = await git.entryAt(oid, path);
    if (entry === null || entry.mode === '040000' || versions.has(entry.oid)) continue;
    const bytes = await git.readBlob(entry.oid);
    if (identityIn(bytes) === null) versions.set(entry.oid, { path, text: plainText(bytes) });
  }
  return [...versions.values()];
}

/** The pages that the proposals of other branches have sent, with their paths from the top of the repository. */
export async function pagesOfOtherProposals(
  state: StateStore,
  branch: string,
): Promise<readonly KnownPage[]> {
  const sent: KnownPage[] = [];
  for (const { branch: other, space, pages } of await readProposals(state)) {
    const folder = state.spaces().get(space)?.path;
    if (other === branch || folder === undefined) continue;
    for (const { id, path, text } of Object.values(pages))
      sent.push({ id, path: inFolder(folder, path), text });
  }
  return sent;
}
