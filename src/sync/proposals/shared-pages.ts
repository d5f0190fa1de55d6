import type { GitRepository, Oid } from '../../git/port.ts';
import { containsLines } from '../compare-texts.ts';
import { belowFolder, outOfFolder } from '../mirror/tip.ts';
import type { StateStore } from '../state/store.ts';
import { hasEdits } from '../versions/base-of.ts';
import { mostSimilar } from '../versions/identity.ts';
import type { FileText } from '../versions/identity.ts';
import { pagesOnlyIn } from '../versions/page-changes.ts';
import { readProposals, isKeptAfterFollowing, nothingSent } from '../state/proposals.ts';
import type { MadePage, ProposalRecord } from '../state/proposals.ts';
import { deletedPagesOf } from './deleted-after-merge.ts';

/**
 * A page that is new on this branch and on the one that it comes from. The open change request of that branch makes the page, or
 * still has it after the service deleted it (SYNC-57).
 */
export interface SharedPage {
  /** The page's id in the change request of the other branch; null while it is not known whether the service has made the page. */
  readonly id: string | null;
  /** The page's path when both branches had it, or else its path on the other branch, in the folder of the space. */
  readonly path: string;
  /** The page's path on the other branch when the change request made it. */
  readonly madeAt: string;
  /** The page's text when both branches had it; null where no commit of both has it, for example after a commit was amended. */
  readonly base: string | null;
  /** The page's text in the other branch's change request. */
  readonly text: string;
  readonly branch: string;
  readonly number: number;
}

/** A shared page with its text on this branch. */
export interface FoundShared extends SharedPage {
  readonly here: string;
}

type Git = Pick<GitRepository, 'diffTrees' | 'head' | 'log' | 'mergeBase' | 'readBlob' | 'resolveRef'>;

/** How many commits of each branch we look at. */
const mostCommits = 200;

/**
 * The new pages that a branch may share with another branch whose open change request makes them. A second change request with
 * them would make each of them twice. A branch without edits of its own shares nothing: its change request follows the edits to
 * their new branch.
 *
 * @param base The newest commit that the branch and the mirror have in common.
 */
export async function sharedPages(
  { git, state }: { readonly git: Git; readonly state: StateStore },
  {
    branch,
    space,
    folder,
    base,
    mirror,
  }: {
    readonly branch: string;
    readonly space: string;
    readonly folder: string;
    readonly base: Oid;
    readonly mirror: Oid | null;
  },
): Promise<readonly SharedPage[]> {
  const records = (await readProposals(state)).filter(
    (each) => each.space === space && each.state === 'open',
  );
  const own = records.find((each) => each.branch === branch)?.pages ?? {};
  const shared: SharedPage[] = [];
  for (const { branch: other, changeRequest, pages, pending } of records) {
    if (other === branch || changeRequest === null) continue;
    const made = [
      ...Object.entries(pages).filter(([key]) => key.startsWith('new:')),
      ...pending.map(({ key, text }) => [key, { id: null, path: pathOf(key), text }] as const),
      // What was made anew after that comes before the page that was deleted.
      ...(await deletedPagesOf(state, { space, pages })).filter(([key]) => !key.startsWith('new:')),
    ].filter(([key]) => !(key in own));
    if (made.length === 0 || !(await hasEdits(git, other, mirror))) continue;
    const common = await newInBoth(git, { branch, other, base, mirror, folder });
    const { number } = changeRequest;
    for (const [key, { id, path, text }] of made) {
      const madeAt = key.startsWith('new:') ? pathOf(key) : path;
      const found = common.find((file) => [path, madeAt].includes(file.path)) ?? mostSimilar(text, common);
      const at = { path: found?.path ?? path, madeAt };
      shared.push({ ...at, id, base: found?.text ?? null, text, branch: other, number });
    }
  }
  return shared;
}

function pathOf(key: string): string {
  return key.slice('new:'.length);
}

interface NewInBoth {
  readonly branch: string;
  readonly other: string;
  readonly base: Oid;
  readonly mirror: Oid | null;
  readonly folder: string;
}

/**
 * The newest commit that two branches have in common and the mirror does not have, also where each branch was joined with the
 * mirror since.
 */
async function newestOfBoth(
  git: Git,
  {
    one,
    other,
    mirror,
  }: { readonly one: Oid | null; readonly other: Oid | null; readonly mirror: Oid | null },
): Promise<Oid | null> {
  if (one === null || other === null) return null;
  const options = { limit: mostCommits, exclude: mirror === null ? [] : [mirror] };
  const seen = new Set<Oid>();
  for await (const { oid } of git.log(one, options)) seen.add(oid);
  for await (const { oid } of git.log(other, options)) if (seen.has(oid)) return oid;
  return null;
}

/** The markdown files that are new in the newest common commit of two branches. */
async function newInBoth(
  git: Git,
  { branch, other, base, mirror, folder }: NewInBoth,
): Promise<readonly FileText[]> {
  const headOf = (name: string): Promise<Oid | null> => git.resolveRef(`refs/heads/${name}`);
  const fork = await newestOfBoth(git, { one: await headOf(branch), other: await headOf(other), mirror });
  if (fork === null) return [];
  const found: FileText[] = [];
  for await (const { path, text } of pagesOnlyIn(git, fork, base, belowFolder(folder))) {
    const inner = outOfFolder(folder, path);
    if (inner !== null) found.push({ path: inner, text });
  }
  return found;
}

/**
 * The start of a branch's version of a shared page: the text that both branches had, else whichever of the two texts the other
 * one contains.
 */
function startOfShared({ base, text, here }: FoundShared): string {
  return base ?? (containsLines(here, text) ? text : containsLines(text, here) ? here : '');
}

/**
 * Updates a proposal's list of the pages that the branch has twice, and of the shared pages, with their paths on this branch, so
 * that these files are the same pages once the other change request is merged. Drops pages that the other change request did not
 * bring, or that the branch has followed by now.
 */
export async function withPagesOfOtherBranches(
  state: StateStore,
  { branch, space }: { readonly branch: string; readonly space: string },
  {
    before,
    found,
    twice,
    hasFollowed,
  }: {
    readonly before: ProposalRecord | null;
    readonly found: ReadonlyMap<string, FoundShared>;
    readonly twice: ReadonlyMap<string, MadePage>;
    readonly hasFollowed: boolean;
  },
): Promise<ProposalRecord | null> {
  const known = before?.adopted ?? {};
  const table = state.table(space);
  const adopted: Record<string, MadePage> = {};
  for (const [path, page] of Object.entries(known))
    if (page.twice === true) continue;
    else if (page.shared !== true || (!hasFollowed && (await table.get('page', page.id))))
      adopted[path] = page;
  for (const [path, { id, text }] of twice) adopted[path] = { id, text, twice: true };
  for (const [path, page] of found)
    if (page.id !== null) adopted[path] = { id: page.id, text: startOfShared(page), shared: true };
  if (JSON.stringify(adopted) === JSON.stringify(known)) return before;
  const nothing: ProposalRecord = {
    ...{ branch, space, marker: '', subject: '', ours: true, changeRequest: null, state: 'merged' },
    ...nothingSent,
  };
  const { adopted: _earlier, ...record } = before ?? nothing;
  return { ...record, ...(Object.keys(adopted).length > 0 ? { adopted } : {}) };
}

/** Whether a proposal knows pages that the change request of another branch makes, or that the branch has twice. */
export function hasPagesOfOtherBranches({ adopted = {} }: ProposalRecord): boolean {
  return Object.values(adopted).some(isKeptAfterFollowing);
}

/** What a person is told of shared pages: only about those that say more here than in the other change request. */
export function sharedPageMessages(found: ReadonlyMap<string, FoundShared>): string[] {
  return [...found]
    .filter(([, { text, here }]) => !containsLines(text, here))
    .map(
      ([path, { branch, number }]) =>
        `${path} is new in #${number} of ${branch}: what this branch adds to the page is sent when #${number} is merged`,
    );
}
