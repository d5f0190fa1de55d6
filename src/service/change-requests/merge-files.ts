import type { ContentConflict } from '../../contract/index.ts';
import { mergeFile } from '../../content/index.ts';
import { putFiles, readFiles } from '../content/lists.ts';
import type { StoredFile } from '../content/lists.ts';
import { getBlob, putBlob } from '../tree/objects.ts';
import type { Context } from '../context.ts';

interface MergedFiles {
  readonly files: string;
  readonly conflicts: ContentConflict[];
  /** Files that have one side's bytes until a person decides. */
  readonly undecided: readonly { readonly file: string; readonly blob: string }[];
}

const maximumTextSize = 1024 * 1024;

/**
 * The three-way merge of two lists of files, file by file. Texts that both sides changed are merged by lines; where that fails, the merge
 * takes the change request's bytes (the primary content's stay in its history) and reports the file.
 */
export function mergeFileLists(
  ctx: Pick<Context, 'store' | 'cache'>,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): MergedFiles {
  if (ours === theirs || theirs === base) return { files: ours, conflicts: [], undecided: [] };
  if (ours === base) return { files: theirs, conflicts: [], undecided: [] };
  const conflicts: ContentConflict[] = [];
  const undecided: { file: string; blob: string }[] = [];
  const leave = (id: string, { name, blob }: StoredFile): void => {
    conflicts.push({ kind: 'file', id, title: name });
    undecided.push({ file: id, blob });
  };
  const was = byId(readFiles(ctx, base));
  const our = byId(readFiles(ctx, ours));
  const atPath = new Map(
    [...our.values()].flatMap((file) => (file.path === undefined ? [] : [[file.path, file] as const])),
  );
  const merged = new Map(our);
  const join = (before: StoredFile | undefined, mine: StoredFile, other: StoredFile): StoredFile => {
    if (isSame(mine, other) || (before !== undefined && isSame(other, before))) return mine;
    if (before !== undefined && isSame(mine, before)) return { ...other, id: mine.id };
    if (mine.blob === other.blob) return { ...other, id: mine.id };
    const text = mergeBytes(ctx, before, mine, other);
    if (text !== undefined) return { ...other, id: mine.id, ...text };
    leave(mine.id, other);
    return { ...other, id: mine.id };
  };
  const theirFiles = byId(readFiles(ctx, theirs));
  for (const [id, other] of theirFiles) {
    const before = was.get(id);
    const mine = our.get(id);
    if (mine !== undefined) {
      merged.set(id, join(before, mine, other));
    } else if (before === undefined) {
      // Both sides may have made a file at one path: then it is one file.
      const twin = other.path === undefined ? undefined : atPath.get(other.path);
      if (twin === undefined) merged.set(id, other);
      else merged.set(twin.id, join(undefined, twin, other));
    } else if (!isSame(other, before)) {
      merged.set(id, other);
      leave(id, other);
    }
  }
  for (const [id, before] of was) {
    const mine = our.get(id);
    if (mine === undefined || theirFiles.has(id)) continue;
    if (isSame(mine, before)) merged.delete(id);
    else leave(id, mine);
  }
  return { files: putFiles(ctx.store, [...merged.values()]), conflicts, undecided };
}

/** The merge of three versions of a file; undefined for bytes that are not text, or texts that cannot be joined. */
function mergeBytes(
  { store }: Pick<Context, 'store' | 'cache'>,
  base: StoredFile | undefined,
  ours: StoredFile,
  theirs: StoredFile,
): Pick<StoredFile, 'blob' | 'oid' | 'size'> | undefined {
  if ([base, ours, theirs].some((file) => (file?.size ?? 0) > maximumTextSize)) return undefined;
  const read = (file: StoredFile): Uint8Array => getBlob(store, file.blob) ?? new Uint8Array();
  const versions = { base: base === undefined ? null : read(base), ours: read(ours), theirs: read(theirs) };
  const merge = mergeFile(theirs.path ?? theirs.name, versions);
  if (merge.outcome === 'conflict' || merge.bytes === null) return undefined;
  const { hash, oid } = putBlob(store, Buffer.from(merge.bytes));
  return { blob: hash, oid, size: merge.bytes.byteLength };
}

function byId(files: readonly StoredFile[]): Map<string, StoredFile> {
  return new Map(files.map((file) => [file.id, file]));
}

function isSame(one: StoredFile, other: StoredFile): boolean {
  return (
    one.blob === other.blob &&
    one.name === other.name &&
    one.path === other.path &&
    one.contentType === other.contentType
  );
}
