import { folderOf, mergeFile, nameOf } from '../../content/index.ts';
import { contentId } from '../../files/index.ts';
import type { Oid } from '../../git/port.ts';
import type { ConflictReport } from '../report.ts';
import { ContentsPaths, readHere } from '../versions/contents.ts';
import type { BranchPorts } from '../versions/ports.ts';
import type { Journal } from '../state/journal.ts';
import { containsAllLines } from '../compare-texts.ts';
import { identityIn } from '../versions/identity.ts';
import { identityAt, pageHere } from '../versions/places.ts';

/**
 * Joins saves into replaced files: an editor wrote into a file that it had opened before we replaced that file, and nobody would see
 * the text there. What cannot be joined is put beside the page, under a hidden name that is never sent, and reported.
 */
export async function joinHeldSaves(ports: BranchPorts): Promise<ConflictReport[]> {
  const { git, files } = ports;
  const put: ConflictReport[] = [];
  for (const { id, path, bytes, base: baseId } of await files.lateSaves()) {
    const base = (await git.has(baseId)) ? await git.readBlob(baseId) : null;
    put.push(...(await joinText(ports, { path, bytes, base })));
    await files.acknowledge(id);
  }
  return put;
}

/**
 * Joins the texts of other people that we overwrote, and that cannot be restored in the change request, into the local pages as
 * edits; a second run finds nothing left to join. Returns the texts that had to be put beside their pages.
 */
export async function joinWrittenOver(ports: BranchPorts, journal: Journal): Promise<ConflictReport[]> {
  const put: ConflictReport[] = [];
  for (const { path, base, text } of journal.writtenOver) {
    const [before, bytes] = [base, text].map((each) => new TextEncoder().encode(each));
    put.push(...(await joinText(ports, { path, bytes: bytes!, base: before! })));
  }
  journal.forgetWrittenOver();
  return put;
}

/** A text of a page that is not in its file. */
interface LooseText {
  /** The path that the page had. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The text that this one started from; null: unknown. */
  readonly base: Uint8Array | null;
}

/** Joins a text into its page; a text that cannot be joined is put beside the page and reported. */
async function joinText(ports: BranchPorts, loose: LooseText): Promise<readonly ConflictReport[]> {
  const { bytes } = loose;
  const path = await presentPath(ports, loose);
  if (await joinInto(ports, path, loose)) return [];
  const beside = besidePage(path, contentId(bytes));
  await ports.files.create(beside, bytes);
  return [{ path: beside, kind: 'text' }];
}

async function joinInto(
  { files }: BranchPorts,
  path: string,
  { bytes, base }: Pick<LooseText, 'bytes' | 'base'>,
): Promise<boolean> {
  const now = await files.read(path);
  if (now.outcome === 'refused') return false;
  if (now.outcome === 'missing') return (await files.create(path, bytes)).outcome === 'created';
  if (containsAllLines(now.bytes, bytes)) return true;
  const isContents = await new ContentsPaths(readHere(files)).has(path);
  const merged = mergeFile(path, { base, ours: bytes, theirs: now.bytes }, { isContents });
  if (merged.outcome === 'conflict' || merged.bytes === null) return false;
  return (await files.replace(path, now.id, merged.bytes)).outcome === 'replaced';
}

function besidePage(path: string, id: Oid): string {
  const name = `.${nameOf(path)}.saved-${id.slice(0, 8)}`;
  return folderOf(path) === '' ? name : `${folderOf(path)}/${name}`;
}

/** The path of the page that a text belongs to: its old path, or the path that the page was moved to since. */
async function presentPath(
  ports: BranchPorts,
  { path, bytes }: Pick<LooseText, 'path' | 'bytes'>,
): Promise<string> {
  const id = identityIn(bytes);
  if (id === null || (await identityAt(ports.files, path)) === id) return path;
  return (await pageHere(ports, id))?.path ?? path;
}
