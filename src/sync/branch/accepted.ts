import { decodeText, withoutPageId } from '../../content/index.ts';
import type { Oid } from '../../git/port.ts';
import { identityIn } from '../versions/identity.ts';
import { mirrorRef } from '../mirror/tip.ts';
import { idsIn, pageHere } from '../versions/places.ts';
import type { SentPages } from '../versions/places.ts';
import type { KnownHere } from './moved-away.ts';
import { carry } from './follow-moves.ts';
import type { CarryNoted } from './follow-moves.ts';
import type { BranchPorts } from '../versions/ports.ts';

/** A page that a change request of ours brought into the service. */
export interface AcceptedPage {
  /** Its identity in the service; null for the table of contents. */
  readonly id: string | null;
  /** The page's local path in the repository. */
  readonly path: string;
  /** Where the mirror has it. */
  readonly target: string;
  /** As it was sent: the base of what became of it on both sides. */
  readonly text: string;
  /** The branch's newest commit when it was sent; null: none. */
  readonly sentAt: Oid | null;
  /** The service could not be told of its place here: that stays a local edit. */
  readonly keepsPlace?: boolean;
  /** The service could not be told where the table of contents has it, nor its title there. */
  readonly isUnplaced?: boolean;
}

/** A page whose deletion a change request of ours brought into the service. */
export interface AcceptedRemoval {
  /** The path that the page had in the repository. */
  readonly path: string;
  /** The branch's newest commit when it was sent. */
  readonly sentAt: Oid;
}

export function acceptedAt(accepted: readonly AcceptedPage[], target: string): AcceptedPage | undefined {
  return accepted.find((page) => page.target === target);
}

/** Whether a local file is what was sent. */
export function isAsSent({ text }: AcceptedPage, bytes: Uint8Array | null): boolean {
  return bytes !== null && withoutPageId(decodeText(bytes) ?? '') === text;
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
 * Brings pages here to the places that the service gave them, so that each stays one file; the answer takes them back. A page stays
 * where it is here when the service could not be told of that.
 */
export async function followPlaces(
  ports: BranchPorts,
  { accepted, here }: KnownHere,
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
      (await carryNoted({ from: page.path, to: page.target, base: null, sent: page.text }))
    )
      done.push(page);
  return async () => {
    for (const { path, target } of done.reverse()) await carry(ports, target, path);
  };
}

/** Whether nothing but the page as it was sent, or an edit of it, can lie at its old path, and nothing else at its new one. */
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
  // A page was put where another page was, and that page is elsewhere here: the path may be reused only when the other page leaves it.
  const other = await idsIn(git, to)(page.path);
  const isStranger = identityIn(local.bytes) === null && other !== null;
  return isStranger && (await pageHere(ports, other, { but: page.path })) !== null;
}
