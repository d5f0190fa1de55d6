import type { GitRepository, Oid } from '../../git/port.ts';
import { linesWithText, containsLines } from '../compare-texts.ts';
import { trailersOf } from '../mirror/commit-text.ts';
import { belowFolder, inFolder, outOfFolder } from '../mirror/tip.ts';
import { identityIn, isSimilarPage, mostSimilar, plainText } from '../versions/identity.ts';
import type { FileText, KnownPage } from '../versions/identity.ts';
import { pagesOnlyIn } from '../versions/page-changes.ts';
import { readProposals } from '../state/proposals.ts';
import type { MadePage } from '../state/proposals.ts';
import type { StateStore } from '../state/store.ts';

/** How many commits of a branch, and of the mirror, we look at. */
const mostCommits = 50;

type Git = Pick<GitRepository, 'diffTrees' | 'entryAt' | 'has' | 'log' | 'readBlob' | 'resolveRef'>;

/** A branch of a clone, and the commits that it is compared with. */
interface Side {
  readonly branch: string;
  /** The folder of a space; `.` for the whole repository, with paths from its top. */
  readonly folder: string;
  /** The newest commit that the branch and the mirror have in common. */
  readonly base: Oid;
  readonly mirror: Oid | null;
}

/** A page as another branch of this clone sent it, with its path from the top of the repository. */
export interface SentElsewhere extends KnownPage {
  /** That branch's newest commit at that time. */
  readonly sentAt: Oid | null;
}

/**
 * Finds the pages that came into the mirror after a branch began, and that the branch had before they had an identity: a commit
 * that two branches share made them, and the change request of the other branch was merged (SYNC-62). Returns each page by the
 * path that this branch had it at, with the version of its text that is nearest to the mirror's.
 *
 * @param sent Pages as the other branches of this clone sent them.
 */
export async function pagesMadeHere(
  git: Git,
  side: Side,
  sent: readonly SentElsewhere[] = [],
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
      if (path !== there && (await git.entryAt(mirror, path)) !== null) continue;
      const before = await versionsBefore(git, { id, path, text }, { head, base });
      const start =
        startIn(before, text) ?? (isOnlyAt(fresh, { id, path }) ? titleAlone(before, text) : null);
      if (start !== null) born.set(inner, { id, text: start });
    }
  for (const { id, path, text } of await movedPages(git, { head, base }, notIn(sent, { born, fresh }))) {
    const inner = outOfFolder(folder, path);
    const isFree = path === fresh.get(id)!.there || (await git.entryAt(mirror, path)) === null;
    if (inner !== null && isFree && !born.has(inner)) born.set(inner, { id, text });
  }
  return born;
}

/** The text that a branch and the mirror have in common of a page, given what the branch had at the page's path; null: none. */
function startIn(before: readonly FileText[], text: string): string | null {
  const found = mostSimilar(text, before);
  return found !== undefined && isSimilarPage(found.text, text) ? found.text : null;
}

/**
 * The text of a page that has only its title so far, if the branch had a file at its path: the page may become that file, because it loses
 * nothing. null: the page has more, or there was no file.
 */
function titleAlone(before: readonly FileText[], text: string): string | null {
  const isAlone = linesWithText(text).every((line, at) => at === 0 && line.startsWith('# '));
  return isAlone && before.length > 0 ? text : null;
}

/** Whether no other new page of the mirror was ever at a page's path. */
function isOnlyAt(
  fresh: ReadonlyMap<string, NewPage>,
  { id, path }: { readonly id: string; readonly path: string },
): boolean {
  return [...fresh].every(
    ([other, { versions }]) => other === id || versions.every((version) => version.path !== path),
  );
}

/** A page that one branch sent, or that came with a change request, and that another branch may have at another path. */
interface Candidate {
  readonly id: string;
  readonly text: string;
  /** The page as the other branch sent it, if its proposal is still known. */
  readonly sent: SentElsewhere | undefined;
}

/** The new pages of the mirror that people proposed, and that have no known path on this branch. */
function notIn(
  sent: readonly SentElsewhere[],
  { born, fresh }: { born: ReadonlyMap<string, MadePage>; fresh: ReadonlyMap<string, NewPage> },
): readonly Candidate[] {
  const found = new Set([...born.values()].map(({ id }) => id));
  return [...fresh].flatMap(([id, { proposed }]) => {
    const known = sent.find((page) => page.id === id);
    const text = known?.text ?? proposed;
    return found.has(id) || text === null ? [] : [{ id, text, sent: known }];
  });
}

/**
 * Finds, among pages that people proposed, those that this branch has at another path, because somebody moved them before they were
 * committed there, or before they were sent. Returns each page with the path that this branch had it at. A file is such a page if one of the
 * two has all lines of the other, the title included.
 */
async function movedPages(
  git: Git,
  { head, base }: { readonly head: Oid; readonly base: Oid },
  pages: readonly Candidate[],
): Promise<readonly KnownPage[]> {
  if (pages.length === 0) return [];
  const made = await namelessFiles(git, { head, base });
  const moved: KnownPage[] = [];
  const taken = new Set<string>();
  for (const { id, text, sent } of pages) {
    const file = made.find((each) => !taken.has(each.path) && hasAllOf(each.text, text));
    if (file === undefined) continue;
    taken.add(file.path);
    const isMoved = sent !== undefined && !(await hadPath(git, sent.sentAt, file.path));
    moved.push({
      id,
      path: isMoved ? sent.path : file.path,
      text: containsLines(file.text, text) ? text : file.text,
    });
  }
  return moved;
}

/** Whether one of two texts has all lines of the other; a title alone is not enough to tell. */
function hasAllOf(one: string, other: string): boolean {
  const [less, more] = linesWithText(one).length < linesWithText(other).length ? [one, other] : [other, one];
  return linesWithText(less).length > 1 && containsLines(more, less);
}

/** Whether a branch already had a file when it sent a page: then the page was moved away from the file's path, and not to it. */
async function hadPath(git: Git, sentAt: Oid | null, path: string): Promise<boolean> {
  return sentAt !== null && (await git.has(sentAt)) && (await git.entryAt(sentAt, path)) !== null;
}

/** The pages without an identity that a branch's commits brought, each with its path, the oldest first. */
async function namelessFiles(
  git: Git,
  { head, base }: { readonly head: Oid; readonly base: Oid },
): Promise<readonly FileText[]> {
  const files: FileText[] = [];
  for await (const { oid, parents } of git.log(head, { limit: mostCommits, exclude: [base] }))
    for await (const { id, path, text } of pagesOnlyIn(git, oid, parents[0] ?? null))
      if (id === null) files.unshift({ path, text });
  return files;
}

interface NewPage {
  /** The page's present path in the mirror. */
  readonly there: string;
  /** The page as the mirror has it now, and as it was when it came to each of its paths. */
  readonly versions: FileText[];
  /** The page's text as it came with a change request; null: it came without one. */
  proposed: string | null;
}

/** The pages of the mirror that the base did not have, by their identities. */
async function newInMirror(
  git: Git,
  { folder, base, mirror }: Side & { readonly mirror: Oid },
): Promise<ReadonlyMap<string, NewPage>> {
  const under = belowFolder(folder);
  const pages = new Map<string, NewPage>();
  for await (const { id, path, text } of pagesOnlyIn(git, mirror, base, under))
    if (id !== null) pages.set(id, { there: path, versions: [{ path, text }], proposed: null });
  if (pages.size === 0) return pages;
  // A page that moved is at a new path, and is not new: what the branch has at that path may say more than anybody has sent.
  for await (const { id } of pagesOnlyIn(git, base, mirror)) pages.delete(id ?? '');
  for await (const commit of git.log(mirror, { limit: mostCommits, exclude: [base] })) {
    const isProposed = trailersOf(commit)?.changeRequest !== undefined;
    for await (const { id, path, text } of pagesOnlyIn(git, commit.oid, commit.parents[0] ?? null, under)) {
      const page = pages.get(id ?? '');
      if (page === undefined) continue;
      if (page.versions.every((version) => version.path !== path)) page.versions.push({ path, text });
      // The newest commit comes first, and the one that brought the page last.
      if (isProposed) page.proposed = text;
    }
  }
  return pages;
}

/**
 * The texts that a branch's commits had at a path and that may be a page from before it had an identity, oldest first: of two that are equally
 * near to the page, the older one leaves what the branch wrote since as an edit. A file that somebody copied has the identity of its source,
 * and is the page if it says just the same.
 */
async function versionsBefore(
  git: Pick<GitRepository, 'entryAt' | 'log' | 'readBlob'>,
  page: KnownPage,
  { head, base }: { readonly head: Oid; readonly base: Oid },
): Promise<readonly FileText[]> {
  const versions = new Map<Oid, FileText>();
  for await (const { oid } of git.log(head, { limit: mostCommits, exclude: [base] })) {
    const entry = await git.entryAt(oid, page.path);
    if (entry === null || entry.mode === '040000' || versions.has(entry.oid)) continue;
    const bytes = await git.readBlob(entry.oid);
    const [id, text] = [identityIn(bytes), plainText(bytes)];
    const isCopy = id !== null && id !== page.id && text === page.text;
    if (id === null || isCopy) versions.set(entry.oid, { path: page.path, text });
  }
  return [...versions.values()].toReversed();
}

/** The pages that the proposals of other branches have sent, with their paths from the top of the repository. */
export async function pagesOfOtherProposals(
  state: StateStore,
  branch: string,
): Promise<readonly SentElsewhere[]> {
  const sent: SentElsewhere[] = [];
  for (const { branch: other, space, pages } of await readProposals(state)) {
    const folder = state.spaces().get(space)?.path;
    if (other === branch || folder === undefined) continue;
    for (const { id, path, text, sentAt = null } of Object.values(pages))
      sent.push({ id, path: inFolder(folder, path), text, sentAt });
  }
  return sent;
}
