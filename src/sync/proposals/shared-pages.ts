import type { GitRepository, Oid } from '../../git/port.ts';
import { containsLines } from '../compare-texts.ts';
import { belowFolder, outOfFolder } from '../mirror/tip.ts';
import { isOpen } from '../remote/change-request.ts';
import { markOfClone } from '../state/clone.ts';
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
 * still has it after the service deleted it (SYNC-57). Or the open change request of another clone makes it (SYNC-75).
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
  /** null: a branch of another clone, which may not be known here. */
  readonly branch: string | null;
  readonly number: number;
}

/** A shared page with its text on this branch. */
export interface FoundShared extends SharedPage {
  readonly here: string;
}

type Git = Pick<
  GitRepository,
  'diffTrees' | 'has' | 'head' | 'log' | 'mergeBase' | 'readBlob' | 'resolveRef'
>;

/** Whose change request makes a shared page, in a report. */
export function makerOf({ branch, number }: Pick<SharedPage, 'branch' | 'number'>): string {
  return `#${number} of ${branch ?? 'another clone'}`;
}

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
  const all = (await readProposals(state)).filter((each) => each.space === space);
  const records = all.filter((each) => each.state === 'open');
  const record = records.find((each) => each.branch === branch);
  const own = record?.pages ?? {};
  const { adopted = {} } = all.find((each) => each.branch === branch) ?? {};
  const shared = await pagesOfOtherClones({ git, state }, { space, folder, mirror, adopted, record });
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

/**
 * The new pages in open change requests of other clones. People pass commits on through a plain git host, or copy them, and each clone
 * would make a page of its own of the same file.
 *
 * @param adopted The pages that the branch has adopted so far: each of them stays the same page, whatever it says by now.
 * @param record The branch's own open proposal: of two change requests with the same page, the earlier one keeps the page.
 */
async function pagesOfOtherClones(
  { git, state }: { readonly git: Git; readonly state: StateStore },
  {
    space,
    folder,
    mirror,
    adopted,
    record,
  }: {
    readonly space: string;
    readonly folder: string;
    readonly mirror: Oid | null;
    readonly adopted: Readonly<Record<string, MadePage>>;
    readonly record: ProposalRecord | undefined;
  },
): Promise<SharedPage[]> {
  const table = state.table(space);
  const known = new Map(Object.entries(adopted).map(([path, { id, text }]) => [id, { path, text }]));
  const found: SharedPage[] = [];
  for (const { status, mark, commit, number } of state.spaces().get(space)?.changeRequests ?? []) {
    const [, clone] = mark?.split('-') ?? [];
    const isOfOther = clone !== undefined && state.clone !== '' && clone !== markOfClone(state.clone);
    if (!isOfOther || !isOpen(status) || !(await git.has(commit))) continue;
    for await (const { path, text, id } of pagesOnlyIn(git, commit, mirror, belowFolder(folder))) {
      const inner = outOfFolder(folder, path);
      if (id === null || inner === null || (await table.get('page', id))) continue;
      if (makesEarlier(record, inner, number)) continue;
      const before = known.get(id);
      const at = { path: before?.path ?? inner, madeAt: inner, base: before?.text ?? null };
      found.push({ ...at, id, text, branch: null, number });
    }
  }
  return found;
}

/** Whether a proposal makes a page of a path, in a change request that is earlier than another one. */
function makesEarlier(record: ProposalRecord | undefined, path: string, number: number): boolean {
  const own = record?.changeRequest?.number ?? Infinity;
  const made = Object.entries(record?.pages ?? {}).filter(([key]) => key.startsWith('new:'));
  return own < number && made.some(([, page]) => page.path === path);
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

/** What a person is told of shared pages: about those of other clones, and those that say more here than in the other change request. */
export function sharedPageMessages(found: ReadonlyMap<string, FoundShared>): string[] {
  return [...found].flatMap(([path, page]) => {
    const { text, here, branch, number } = page;
    const made = `${path} is new in ${makerOf(page)}`;
    if (!containsLines(text, here))
      return [`${made}: what this branch adds to the page is sent when #${number} is merged`];
    return branch === null ? [`${made}: it is not sent again`] : [];
  });
}
