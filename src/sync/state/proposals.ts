import { titleOf } from '../../content/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import type { StateStore } from './store.ts';
import { stateName } from './names.ts';

/**
 * What we sent, or are about to send, as one change request. The record is written before the request that it is about: when a
 * reply never comes, we look for its effect instead of making it twice.
 */
export interface ProposalRecord {
  readonly branch: string;
  readonly space: string;
  /** Part of the subject: we find the change request by it when the answer to its creation was lost. */
  readonly marker: string;
  readonly subject: string;
  /** It was found again after its record was lost: somebody may have named it since, and nobody can tell. */
  readonly foundAgain?: true;
  /** When we last asked for its creation, while there is no answer; absent once that request certainly failed. */
  readonly askedAt?: number;
  readonly changeRequest: { readonly id: string; readonly number: number; readonly url: string } | null;
  /** What became of the change request, as far as we have seen. */
  readonly state: 'open' | 'merged' | 'archived' | 'deleted';
  /** False for a change request that somebody else made and that a local branch edits. */
  readonly ours: boolean;
  /** The fingerprint of the edits that were last sent: an equal one means that nothing has changed since. Empty: a part is left to send. */
  readonly fingerprint: string;
  /** The same edits one by one: once one of them is turned down, it is not sent again as it is. */
  readonly wishes?: Readonly<Record<string, string>>;
  /** The change request's revision when we last read it back. */
  readonly revision: string;
  /** The newest revision that contains only what we wrote; absent when somebody else wrote into the change request, or may have. */
  readonly own?: string;
  /** It contains uncommitted files of the working tree of its branch. Only a sync in that working tree can see them. */
  readonly saved?: true;
  /** We are archiving the change request, to begin a new one or because nothing is left to propose. */
  readonly leaving?: true;
  /**
   * By page id, or by `new:` and the path for a page that the service did not have (by `new:` and its id, where another new page
   * has that path).
   */
  readonly pages: Readonly<Record<string, SentPage>>;
  /** Pages of an earlier, merged change request that the branch has not followed yet, by their local paths. */
  readonly adopted?: Readonly<Record<string, MadePage>>;
  readonly placed: readonly string[];
  /** The local paths of pages that were moved here, by page id: kept for a service that is not told about files. */
  readonly moved?: Readonly<Record<string, string>>;
  readonly deleted: readonly string[];
  /** The pages whose deletion it carries, by their former local paths. */
  readonly removed?: Readonly<Record<string, RemovedPage>>;
  /** The files that it carries: blob ids by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The branch's newest commit when files were last sent: whatever the branch has of them there is older than what was sent. */
  readonly filesSentAt?: string | null;
  /** Entries of the table of contents that the service could not be told about when it was sent: groups, links, missing files. */
  readonly untold?: readonly string[];
  /** The files of earlier, merged change requests, newest first, until the branch has followed. */
  readonly adoptedFiles?: readonly SentFiles[];
  /** The local paths of its new pages that are edits of pages that the service deleted. */
  readonly renewed?: readonly string[];
  /** What could not be said when it was last sent, and is still local. */
  readonly unsaid?: readonly string[];
  /** The local paths of pages that somebody else changed in the change request in the same lines: a person has to join the two texts. */
  readonly conflicts?: readonly string[];
  /** What its writer took back, and no change could take out of the change request. */
  readonly notWithdrawn?: readonly LeftInRequest[];
  /** Pages whose creation was sent and not yet answered: those that the unanswered batch makes. */
  readonly pending: readonly PendingPage[];
  /** The rest of the batch that was sent and not yet answered: it may or may not have been carried out. */
  readonly unanswered?: UnansweredBatch;
}

/** The files of a change request, with the deletions that also change the table of contents. */
export type SentFiles = Pick<ProposalRecord, 'files' | 'filesSentAt' | 'untold' | 'deleted'>;

/** What a proposal carries before anything was sent. */
export const nothingSent = {
  fingerprint: '',
  revision: '',
  pages: {},
  placed: [],
  deleted: [],
  files: {},
  pending: [],
} as const satisfies Partial<ProposalRecord>;

export interface UnansweredBatch {
  /** When the batch was sent. */
  readonly at?: number;
  /** The change request's revision before the batch. */
  readonly before: string;
  readonly updates: readonly UnansweredUpdate[];
  /** The files of the batch: blob ids by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The proposal's own `filesSentAt` and `untold`, once the batch is carried out. */
  readonly filesSentAt?: string | null;
  readonly untold?: readonly string[];
  readonly placed: readonly string[];
  /** The pages that the batch puts below another entry than before, with the key of that entry; null: at the top. */
  readonly moved?: Readonly<Record<string, string | null>>;
  readonly deleted: readonly string[];
  /** Where pages were when they were sent before, if they are elsewhere by now: the paths, by the pages' ids. */
  readonly paths?: Readonly<Record<string, string>>;
  /** When we restored for others what the batch had replaced, and the change request's revision before that. */
  readonly gaveBack?: { readonly at: number; readonly before: string };
}

export interface UnansweredUpdate {
  readonly key: string;
  readonly page: SentPage;
  /** The text that was to be written, and the text that the page had before. */
  readonly text: string;
  readonly previous: string;
}

export interface SentPage {
  readonly id: string;
  /** The page's local path. */
  readonly path: string;
  /** The text of the local file when it was sent, without the identity that the mirror adds. */
  readonly text: string;
  /** What the page should say, where that is not the local text: the local text joined with what the service had then. */
  readonly wish?: string;
  /** The branch's newest commit at that time: whatever it has of the page is older than what was sent. */
  readonly sentAt?: string | null;
  /** The mark of the page's text in the change request since then. */
  readonly mark: string;
  /** The service could not be told the page's local path. */
  readonly keepsPlace?: boolean;
  /** The service could not be told the page's place in the local table of contents, nor its title there. */
  readonly isUnplaced?: boolean;
  /** The file that the service was told, whatever the service made of it. */
  readonly file?: string;
  /** The title that the service was told, where the text does not say it. */
  readonly title?: string;
}

/** A page that a change request still changes, although its writer took that back. */
export interface LeftInRequest {
  /** The page's path in the space's folder. */
  readonly path: string;
  /** Its text, its creation, or its deletion. */
  readonly what: 'text' | 'page' | 'deletion';
}

/** A page that was deleted here, and whose deletion was sent. */
export interface RemovedPage {
  /** The branch's newest commit at that time. The page in this commit is no reason to keep the page. */
  readonly sentAt: string;
  /** The service accepted the deletion with an earlier change request, and the branch has not followed yet. */
  readonly taken?: true;
  /** Only the change request had the page. */
  readonly unpublished?: true;
}

/** A page that the service got from this repository. */
export interface MadePage extends Pick<
  SentPage,
  'id' | 'text' | 'title' | 'sentAt' | 'keepsPlace' | 'isUnplaced'
> {
  /** The change request of another branch makes the page, and this branch has it from there. */
  readonly shared?: true;
  /** The branch also has a second file of the page, as the mirror has it, until a person decides which file is the page (SYNC-64). */
  readonly twice?: true;
}

/** Whether the record of a page has to be kept for more than following the mirror. */
export function isKeptAfterFollowing({ shared, twice }: MadePage): boolean {
  return shared === true || twice === true;
}

export interface PendingPage {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly sentAt?: string | null;
  /** The pages that the change request had before: any other page may be ours. */
  readonly known: readonly string[];
  readonly isUnplaced?: boolean;
  /** The file that the service was told. */
  readonly file?: string;
}

export function proposalPath(branch: string, space: string): string {
  return `proposals/${stateName(space)}/${stateName(branch)}.json`;
}

export async function readProposal(
  state: StateStore,
  branch: string,
  space: string,
): Promise<ProposalRecord | null> {
  const value = (await state.ownDocument(proposalPath(branch, space))) as ProposalRecord | null;
  return value?.branch === branch && value.space === space ? value : null;
}

export async function readProposals(state: StateStore): Promise<ProposalRecord[]> {
  return proposalsAmong(state.listOwn('proposals/'), (path) => state.ownDocument(path));
}

/** Proposals of other clones that share the state: only those clones update and archive their change requests. */
export async function readOthersProposals(state: StateStore): Promise<ProposalRecord[]> {
  return proposalsAmong(state.listOthers('proposals/'), (path) => state.document(path));
}

async function proposalsAmong(
  paths: readonly string[],
  read: (path: string) => Promise<unknown>,
): Promise<ProposalRecord[]> {
  const records = await Promise.all(paths.map(async (path) => (await read(path)) as ProposalRecord | null));
  return records.filter(
    (each) => typeof each?.marker === 'string' && typeof each.pages === 'object',
  ) as ProposalRecord[];
}

export function saveProposal(state: Pick<StateStore, 'setOwnDocument'>, record: ProposalRecord): void {
  state.setOwnDocument(proposalPath(record.branch, record.space), record);
}

/** Whether the outcome of everything that was sent is known. */
export function isAnswered({ unanswered }: Pick<ProposalRecord, 'unanswered'>): boolean {
  return unanswered === undefined;
}

/** Whether the service accepted something from the proposal's branch that the branch has not followed yet. */
export function waitsForBranch(record: ProposalRecord): boolean {
  const { state, changeRequest, adopted = {} } = record;
  if (state === 'merged' && changeRequest !== null) return true;
  const own = Object.values(adopted).some((page) => !isKeptAfterFollowing(page));
  return own || Object.keys(acceptedRemovalsOf(record)).length + acceptedFilesOf(record).length > 0;
}

/** Forgets a proposal that the branch has followed. */
export function removeProposal(
  state: Pick<StateStore, 'setOwnDocument'>,
  { branch, space }: { branch: string; space: string },
): void {
  state.setOwnDocument(proposalPath(branch, space), null);
}

/** Gives a proposal up. What the service accepted earlier, and the branch has not followed yet, stays recorded as accepted. */
export function dropProposal(state: Pick<StateStore, 'setOwnDocument'>, record: ProposalRecord): void {
  const { branch, space, marker, subject, ours } = record;
  const accepted = acceptedBefore(record);
  if (Object.keys(accepted).length === 0) {
    removeProposal(state, record);
    return;
  }
  saveProposal(state, {
    ...{ branch, space, marker, subject, ours, ...accepted },
    ...nothingSent,
    changeRequest: null,
    state: 'merged',
  });
}

/** What the service accepted from here and the branch has not followed yet. The record of the next proposal takes it over. */
export function acceptedBefore(
  record: ProposalRecord | null,
): Pick<ProposalRecord, 'adopted' | 'removed' | 'adoptedFiles'> {
  const [adopted, removed] = [Object.fromEntries(acceptedTexts(record)), acceptedRemovalsOf(record)];
  const adoptedFiles = acceptedFilesOf(record);
  return {
    ...(Object.keys(adopted).length > 0 ? { adopted } : {}),
    ...(Object.keys(removed).length > 0 ? { removed } : {}),
    ...(adoptedFiles.length > 0 ? { adoptedFiles } : {}),
  };
}

/** The local paths of a proposal's new pages and of those that were moved, by page id. */
export function sentPaths({ pages, moved = {} }: ProposalRecord): Map<string, string> {
  const paths = new Map(Object.entries(moved));
  for (const [key, { id, path }] of Object.entries(pages)) if (key.startsWith('new:')) paths.set(id, path);
  return paths;
}

/** Every page that a proposal carries, by its local path: the service has the page, or had it when it was sent. */
export function carriedPages(record: ProposalRecord | null): Map<string, MadePage> {
  const carried = new Map<string, MadePage>();
  const made = new Map<string, MadePage>();
  for (const [key, { path, ...page }] of Object.entries(record?.pages ?? {})) {
    const { id, text, title, sentAt = null, keepsPlace = false, isUnplaced = false } = page;
    const titled = title === undefined || title === titleOf(text) ? {} : { title };
    carried.set(path, { id, text, ...titled, sentAt, keepsPlace, isUnplaced });
    if (key.startsWith('new:')) made.set(path, carried.get(path)!);
  }
  for (const [path, page] of Object.entries(record?.adopted ?? {})) {
    // What was sent later of the same page is newer.
    const isOlder = made.has(path) || carried.get(path)?.id === page.id;
    if (!isOlder || page.twice === true) made.set(path, page);
  }
  return new Map([...carried, ...made]);
}

/** Whether nobody else wrote into a change request of ours. Before anybody writes into it, it is at a primary revision. */
export function isOnlyOurs(
  record: ProposalRecord,
  now: Pick<ChangeRequest, 'revision' | 'revisionInitial' | 'revisionMergedAncestor'>,
): boolean {
  return [record.own, now.revisionInitial, now.revisionMergedAncestor].includes(now.revision);
}

/** The deletions that the service accepted from here. */
export function acceptedRemovalsOf(record: ProposalRecord | null): Record<string, RemovedPage> {
  return Object.fromEntries(
    Object.entries(record?.removed ?? {})
      .filter(([, { taken }]) => record?.state === 'merged' || taken === true)
      .map(([path, removed]) => [path, { ...removed, taken: true }]),
  );
}

/** The pages that the service accepted from here and that the branch has not followed yet, by their local paths. */
export function acceptedTexts(record: ProposalRecord | null): Map<string, MadePage> {
  return record?.state === 'merged' ? carriedPages(record) : new Map(Object.entries(record?.adopted ?? {}));
}

/** The files that were sent from here and that the service accepted, newest first. */
export function acceptedFilesOf(record: ProposalRecord | null): readonly SentFiles[] {
  if (record === null) return [];
  const { files, filesSentAt = null, untold = [], deleted, adoptedFiles = [], state } = record;
  const isAccepted = state === 'merged' && Object.keys(files).length > 0;
  return isAccepted ? [{ files, filesSentAt, untold, deleted }, ...adoptedFiles] : adoptedFiles;
}
