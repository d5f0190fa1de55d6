import { decodeText, withoutPageId } from '../../content/index.ts';
import type { BranchPorts } from './follow.ts';

/** A page that a change request of ours brought into the service. */
export interface AcceptedPage {
  /** Where it lies here, in the repository. */
  readonly path: string;
  /** Where the mirror has it. */
  readonly target: string;
  /** As it was sent: the base of what became of it on both sides. */
  readonly text: string;
}

export function acceptedAt(accepted: readonly AcceptedPage[], target: string): AcceptedPage | undefined {
  return accepted.find((page) => page.target === target);
}

/** Whether a local file is what was sent. */
export function isAsSent({ text }: AcceptedPage, bytes: Uint8Array | null): boolean {
  return bytes !== null && withoutPageId(decodeText(bytes) ?? '') === text;
}

/** Brings new pages here to the places that the service gave them, so that each stays one file. */
export async function followPlaces(
  { files }: BranchPorts,
  accepted: readonly AcceptedPage[],
  isTracked: (path: string) => Promise<boolean>,
): Promise<void> {
  for (const { path, target } of accepted) {
    if (path === target || (await isTracked(path))) continue;
    const local = await files.read(path);
    if (local.outcome !== 'file' || (await files.stat(target)) !== null) continue;
    const created = await files.create(target, local.bytes, { executable: local.stamp.executable });
    if (created.outcome === 'created') await files.remove(path, local.id);
  }
}
