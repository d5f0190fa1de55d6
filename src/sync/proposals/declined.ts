import type { GitRepository, Oid } from '../../git/port.ts';
import { inFolder } from '../mirror/tip.ts';
import { stateName } from '../state/names.ts';
import type { StateStore } from '../state/store.ts';
import type { FolderEdits, PlaceEdit } from './folder-edits.ts';
import { readOthersProposals } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import {
  fingerprintOf,
  isSameRequestedChange,
  keyOfTextEdit,
  requestedChangesOf,
} from './requested-changes.ts';
import type { RequestedChanges } from './requested-changes.ts';

/** The edits that were not turned down, and the paths of those that were. */
interface OpenEdits {
  readonly edits: FolderEdits;
  readonly declined: readonly string[];
}

/** Leaves out of a branch's edits those that people have turned down, as long as they are unchanged. */
function withoutDeclined(edits: FolderEdits, declined: readonly RequestedChanges[]): OpenEdits {
  if (declined.every((each) => Object.keys(each).length === 0)) return { edits, declined: [] };
  const now = requestedChangesOf(edits);
  const isDeclined = (name: string): boolean =>
    declined.some((each) => isSameRequestedChange(now[name], each[name]));
  const left = new Set(edits.texts.filter((edit) => isDeclined(keyOfTextEdit(edit))).map(({ key }) => key));
  const fresh = new Set(edits.texts.filter(({ from }) => from === null).map(({ key }) => key));
  const isOpenPlace = ({ key }: PlaceEdit): boolean =>
    !(fresh.has(key) && left.has(key)) && !isDeclined(`place ${key}`);
  const kept: FolderEdits = {
    ...edits,
    texts: edits.texts.filter(({ key }) => !left.has(key)),
    places: edits.places.filter(isOpenPlace),
    deletes: edits.deletes.filter(({ key }) => !isDeclined(`delete ${key}`)),
    files: edits.files.filter(({ path }) => !isDeclined(`file ${path}`)),
    byContents: edits.byContents.filter((key) => !left.has(key)),
  };
  const paths = (of: FolderEdits): string[] =>
    [...of.texts, ...of.places, ...of.deletes, ...of.files].map(({ path }) => path);
  const open = new Set(paths(kept));
  const gone = paths(edits).filter((path) => !open.has(path));
  // A text is named also where the place of its page is still to be sent.
  const texts = edits.texts.filter(({ key }) => left.has(key)).map(({ path }) => path);
  return { edits: kept, declined: [...new Set([...gone, ...texts])].sort() };
}

type Where = Pick<ProposalRecord, 'branch' | 'space'>;

/** The edits of a branch that were turned down in change requests that the state has since forgotten. */
async function declinedIn(state: StateStore, { branch, space }: Where): Promise<RequestedChanges> {
  return ((await state.ownDocument(declinedPath(branch, space))) ?? {}) as RequestedChanges;
}

/** Remembers edits that were turned down; writes nothing when the state has them already. */
async function rememberDeclined(state: StateStore, where: Where, declined: RequestedChanges): Promise<void> {
  const known = await declinedIn(state, where);
  const names = Object.keys(declined);
  if (names.length === Object.keys(known).length && names.every((name) => known[name] === declined[name]))
    return;
  state.setOwnDocument(declinedPath(where.branch, where.space), names.length === 0 ? null : declined);
}

function declinedPath(branch: string, space: string): string {
  return `declined/${stateName(space)}/${stateName(branch)}.json`;
}

/** Of the edits that were turned down, those that the branch still has, as it has them now: a place may have other pages beside it. */
function stillSaid(declined: readonly RequestedChanges[], edits: FolderEdits): RequestedChanges {
  const now = Object.entries(requestedChangesOf(edits));
  return Object.fromEntries(
    now.filter(([name, change]) => declined.some((each) => isSameRequestedChange(change, each[name]))),
  );
}

/** Every edit of a branch that people have turned down: with an earlier change request, and with the last one. */
async function declinedOf(
  state: StateStore,
  where: Where,
  { before, edits }: { before: ProposalRecord | null; edits: FolderEdits },
): Promise<readonly RequestedChanges[]> {
  const earlier = await declinedIn(state, where);
  if (!before || (before.state !== 'archived' && before.state !== 'deleted')) return [earlier];
  // A record of an older version has one fingerprint for all of its edits.
  const requested =
    before.wishes ?? (before.fingerprint === fingerprintOf(edits) ? requestedChangesOf(edits) : {});
  return [earlier, requested];
}

/** Remembers the edits of a branch's change request that was turned down, before the change request is forgotten. */
export async function rememberDeclinedEdits(
  state: StateStore,
  of: { before: ProposalRecord; edits: FolderEdits },
): Promise<void> {
  await rememberDeclined(state, of.before, stillSaid(await declinedOf(state, of.before, of), of.edits));
}

/** Remembers single edits of a change request as turned down, beside those that are remembered already. */
export async function rememberAsDeclined(
  state: StateStore,
  where: Where,
  requested: RequestedChanges,
): Promise<void> {
  await rememberDeclined(state, where, { ...(await declinedIn(state, where)), ...requested });
}

/** The edits that other clones have sent of the same branch, and that were not merged: the shared branch brings them here as well. */
async function declinedByOthers(state: StateStore, { branch, space }: Where): Promise<RequestedChanges> {
  const declined: Record<string, string> = {};
  for (const record of await readOthersProposals(state))
    if (record.branch === branch && record.space === space && record.state !== 'merged')
      Object.assign(declined, record.wishes);
  const own = declinedPath(branch, space);
  for (const path of state.listOthers(own)) Object.assign(declined, await state.document(path));
  return declined;
}

/** The edited files of this clone, for a comparison with those that another clone had when it sent them. */
export interface FilesHere {
  readonly git: Pick<GitRepository, 'entryAt' | 'has' | 'readBlob'>;
  /** The folder of the space. */
  readonly folder: string;
  /** The content of the edited files, by their paths in the folder. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/**
 * Finds the edits that are another clone's commits. Its writer committed, went on saving and sent the newer text, and the shared branch brought
 * the commit here: the file is as it was in the commit that the other clone sent from. Edits that this clone has sent itself are not among them.
 */
async function sentOverByOthers(
  state: StateStore,
  { branch, space }: Where,
  {
    before,
    edits,
    files: { git, folder, bytes },
  }: { before: ProposalRecord | null; edits: FolderEdits; files: FilesHere },
): Promise<RequestedChanges> {
  const isAsIn = async (path: string, commit: Oid | null | undefined): Promise<boolean> => {
    const here = bytes.get(path);
    if (here === undefined || !commit || !(await git.has(commit))) return false;
    const entry = await git.entryAt(commit, inFolder(folder, path));
    return entry !== null && Buffer.compare(await git.readBlob(entry.oid), here) === 0;
  };
  const names = new Set<string>();
  for (const record of await readOthersProposals(state)) {
    if (record.branch !== branch || record.space !== space || record.state !== 'open') continue;
    const { pages, files, filesSentAt, placed } = record;
    for (const edit of edits.texts)
      if (await isAsIn(edit.path, pages[edit.key]?.sentAt)) names.add(keyOfTextEdit(edit));
    for (const { path } of edits.files)
      if (files[path] !== undefined && (await isAsIn(path, filesSentAt))) names.add(`file ${path}`);
    if (await isAsIn(edits.contents, filesSentAt))
      for (const { key } of edits.places) if (placed.includes(key)) names.add(`place ${key}`);
  }
  const own = before?.state === 'open' ? (before.wishes ?? {}) : {};
  const now = Object.entries(requestedChangesOf(edits));
  return Object.fromEntries(now.filter(([name]) => names.has(name) && own[name] === undefined));
}

/** The edits without those that were turned down. The report names each of the latter until it is changed or taken back. */
export async function withoutDeclinedEdits(
  state: StateStore,
  {
    where,
    before,
    edits: all,
    isWhole,
    files,
  }: {
    where: Where;
    before: ProposalRecord | null;
    edits: FolderEdits;
    /** Nothing of the folder is held back, so that whatever is not among the edits was taken back. */
    isWhole: boolean;
    files: FilesHere;
  },
): Promise<FolderEdits> {
  const others = await declinedByOthers(state, where);
  const mine = await declinedOf(state, where, { before, edits: all });
  const sentOver = await sentOverByOthers(state, where, { before, edits: all, files });
  const { edits: wanted, declined: elsewhere } = withoutDeclined(all, [others, sentOver]);
  const { edits, declined } = withoutDeclined(wanted, mine);
  if (isWhole) await rememberDeclined(state, where, stillSaid(mine, all));
  if (declined.length + elsewhere.length === 0) return edits;
  const told = [
    ...elsewhere.map(
      (path) => `${path} is in a change request of another clone, and is not sent again from here`,
    ),
    ...declined.map(
      (path) => `${path} was turned down with its change request: it is not sent again until it changes`,
    ),
  ];
  return { ...edits, unsaid: [...edits.unsaid, ...told] };
}
