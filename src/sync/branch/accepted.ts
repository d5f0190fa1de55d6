import { decodeText, withoutPageId } from '../../content/index.ts';
import type { Oid } from '../../git/port.ts';
import { identityIn } from '../versions/identity.ts';
import { mirrorRef } from '../mirror/tip.ts';
import { pageIdsIn, pageHere } from '../versions/places.ts';
import type { SentPages } from '../versions/places.ts';
import type { LocalPlaces } from './moved-away.ts';
import { carry } from './follow-moves.ts';
import type { CarryNoted } from './follow-moves.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { newerThanCommitted } from './when-sent.ts';

/** A page that one of our change requests brought into the service. */
export interface AcceptedPage {
  /** The page's identity in the service; null for the table of contents. */
  readonly id: string | null;
  /** The page's local path in the repository. */
  readonly path: string;
  /** The page's path in the mirror. */
  readonly target: string;
  /** The text as we sent it: the base of what both sides made of it since. */
  readonly text: string;
  /** The title that the service was told beside the text. */
  readonly title?: string | undefined;
  /** The branch's newest commit when the page was sent; null: the branch had no commit. */
  readonly sentAt: Oid | null;
  /** The service could not be told the page's path here, so the path stays a local edit. */
  readonly keepsPlace?: boolean;
  /** The service could not be told the page's place in the table of contents, nor its title there. */
  readonly isUnplaced?: boolean;
  /** Entries of the table of contents that the service could not be told about, as `findUntoldEntries` names them. */
  readonly untold?: readonly string[];
}

/** An asset, such as a picture, that one of our change requests brought into the service. */
export interface AcceptedFile {
  /** The asset's path in the repository. */
  readonly path: string;
  /** The content as we sent it. */
  readonly oid: Oid;
  /** The branch's newest commit when the asset was sent. */
  readonly sentAt: Oid | null;
}

/** A page whose deletion one of our change requests brought into the service. */
export interface AcceptedRemoval {
  /** The path that the page had in the repository. */
  readonly path: string;
  /** The branch's newest commit when the deletion was sent. */
  readonly sentAt: Oid;
  /** Somebody has put a file back at the path since. */
  readonly isBack?: boolean;
  /** Only the change request had the page: what the service has shown at this path is another one. */
  readonly isUnpublished?: boolean;
}

/** What our change requests brought into the service, as one branch has it. */
export interface Accepted {
  readonly pages: readonly AcceptedPage[];
  readonly files: readonly AcceptedFile[];
  readonly removed: readonly AcceptedRemoval[];
}

export function acceptedAt(accepted: readonly AcceptedPage[], target: string): AcceptedPage | undefined {
  return accepted.find((page) => page.target === target);
}

/** The content of an asset as we sent it last, if git still has it. If nobody has committed that version, it is newer than the branch's. */
export async function sentFileAt(
  git: Pick<BranchPorts['git'], 'has'>,
  { files }: Pick<Accepted, 'files'>,
  path: string,
): Promise<Oid | null> {
  const oid = files.find((file) => file.path === path)?.oid;
  return oid !== undefined && (await git.has(oid)) ? oid : null;
}

/** Whether the service was told all of what we sent. */
export function isTold({ untold = [] }: AcceptedPage): boolean {
  return untold.length === 0;
}

/** Whether the content of a local file is the text that we sent, and the service was told all of it. */
export function isAsSent(page: AcceptedPage, bytes: Uint8Array | null): boolean {
  const text = bytes && decodeText(bytes);
  return isTold(page) && text !== null && withoutPageId(text) === page.text;
}

/** The pages as they were sent, by their identities. */
export function sentPages(
  git: Pick<BranchPorts['git'], 'resolveRef'>,
  accepted: readonly AcceptedPage[],
): SentPages {
  const sent = accepted.flatMap(({ id, path, text }) => (id === null ? [] : [{ id, path, text }]));
  return { sent, mirror: async () => git.resolveRef(mirrorRef) };
}

/**
 * Moves local pages to the paths that the service gave them, so that each page stays one file; the function that it returns takes
 * the moves back. A page keeps its local path when the service could not be told of that path.
 */
export async function followPlaces(
  ports: BranchPorts,
  { accepted, here }: LocalPlaces,
  { from, to }: { from: Oid | null; to: Oid },
  carryNoted: CarryNoted,
): Promise<() => Promise<void>> {
  const done: AcceptedPage[] = [];
  for (const page of accepted)
    if (
      page.path !== page.target &&
      page.keepsPlace !== true &&
      here.at(page.path) === page.id &&
      (await staysFree(ports, page, { from, to })) &&
      (await carryNoted({ from: page.path, to: page.target, ...(await startOf(ports, page, from)) }))
    )
      done.push(page);
  return async () => {
    for (const { path, target } of done.reverse()) await carry(ports, target, path);
  };
}

/** What the file of a page that was sent started from: what was sent, unless somebody has committed the file since. */
async function startOf(
  { git }: Pick<BranchPorts, 'git'>,
  page: AcceptedPage,
  from: Oid | null,
): Promise<{ readonly base: Oid | null; readonly sent?: string }> {
  const entry = from === null ? null : await git.entryAt(from, page.path);
  if (entry === null) return { base: null, sent: page.text };
  const sent = await newerThanCommitted(git, page, { committed: await git.readBlob(entry.oid), at: from });
  return sent === undefined ? { base: entry.oid } : { base: null, sent: sent.text };
}

/** Whether the page's old path can hold nothing but the page as we sent it, or an edit of it, and the new path holds nothing else. */
async function staysFree(
  ports: BranchPorts,
  page: AcceptedPage,
  { from, to }: { from: Oid | null; to: Oid },
): Promise<boolean> {
  const { git, files } = ports;
  const taken = (await git.entryAt(to, page.path)) !== null;
  if (!taken && (from === null || (await git.entryAt(from, page.path)) === null)) return true;
  const comes = (await git.entryAt(to, page.target)) !== null;
  if (!comes || (from !== null && (await git.entryAt(from, page.target)) !== null)) return false;
  const local = await files.read(page.path);
  if (local.outcome !== 'file') return false;
  if (!taken) return true;
  // The new commit has another page at the old path. A person has reused that path only if their file has no identity and the
  // other page is elsewhere here.
  const other = await pageIdsIn(git, to)(page.path);
  const isUnnamed = identityIn(local.bytes) === null && other !== null;
  return isUnnamed && (await pageHere(ports, other, { but: page.path })) !== null;
}
