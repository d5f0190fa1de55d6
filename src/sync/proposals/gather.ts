import { AppError, isEditorsFile } from '../../base/index.ts';
import { nameOf } from '../../content/index.ts';
import type { FileKind, RefusedReason } from '../../files/port.ts';
import type { GitRepository, Oid, WorkingChange } from '../../git/port.ts';
import type { BranchPorts } from '../versions/ports.ts';
import type { StaleEdit, StaleEdits } from '../state/journal.ts';
import { baseOfSave, startingVersion } from '../versions/base-of.ts';
import { identityIn } from '../versions/identity.ts';
import { isPointerTo } from '../versions/lfs-pointer.ts';
import type { CycleContext } from '../mirror/context.ts';
import { belowFolder, inFolder, outOfFolder, pathInSpace } from '../mirror/tip.ts';
import type { FolderComparison, FolderSide } from './folder-edits.ts';
import { gatherTexts } from './gather-texts.ts';
import { gatherTrees } from './gather-trees.ts';
import { holdBack } from './hold-back.ts';
import type { HeldFiles } from './hold-back.ts';
import type { SharedPage } from './shared-pages.ts';
import { notAFile, readableHint } from './unsendable.ts';
import type { SendingRules, Unsendable } from './unsendable.ts';

/** What a branch has of one space, compared with its base. */
export interface GatheredFolder {
  readonly comparison: FolderComparison;
  /** The contents of the local files that differ. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** False when nothing differs: then the caller need not look at the rest. */
  readonly differs: boolean;
  /** Every local file that differs, with its content, even when that cannot be sent. */
  readonly working: ReadonlyMap<string, LocalFile>;
  /** What cannot be sent, and what is left unchanged because of that. */
  readonly held: HeldFiles;
}

export interface GatherInput {
  readonly ports: BranchPorts;
  readonly context: Pick<CycleContext, 'git' | 'state'>;
  readonly space: string;
  readonly folder: string;
  /** The folders of other spaces, which may be inside this space's folder when that is the root. */
  readonly others: readonly string[];
  readonly base: Oid;
  /** The commit to compare; null: compare the files of the working tree. */
  readonly commit: Oid | null;
  readonly stale: StaleEdits;
  /** Pages that an open proposal carries. */
  readonly made: FolderComparison['made'];
  readonly rules: SendingRules;
  /** New pages that the change request of another branch makes. */
  readonly shared: readonly SharedPage[];
}

/** Reads what differs between a branch and its base in a space's folder; the cost grows with the difference. */
export async function gatherFolder(input: GatherInput): Promise<GatheredFolder> {
  const { ports, context, folder, base } = input;
  const { git } = ports;
  const { changed, refused } = await localChanges(input);
  const ours = [...changed].flatMap(([path, now]) => {
    const inner = pathInSpace(input, path);
    return inner === null ? [] : [[inner, now] as const];
  });
  const { wanted, made, held, replaced } = await holdBack({
    ...input,
    git,
    changed: new Map(ours),
    refused: refused.filter(({ path }) => pathInSpace(input, inFolder(folder, path)) !== null),
    unjoined: await unjoinedAmong(input, ours),
    mirrored: async (id) => (await context.state.table(input.space).get('page', id))?.path ?? null,
  });
  const here = { working: filesAmong(ours), held };
  if (wanted.size === 0) return { ...here, comparison: emptyComparison, bytes: new Map(), differs: false };
  const table = context.state.table(input.space);
  const comparison =
    (await gatherTexts({ git, table, folder, base, changed: wanted, made })) ??
    (await gatherTrees(input, { changed: wanted, made }));
  const bytes = new Map([...filesAmong(wanted)].map(([path, now]) => [path, now.bytes]));
  return { ...here, comparison: { ...comparison, replaced }, bytes, differs: true };
}

/** Of the files that differ, those that still exist. */
function filesAmong(changed: Iterable<readonly [string, LocalFile | null]>): Map<string, LocalFile> {
  return new Map([...changed].flatMap(([path, now]) => (now === null ? [] : [[path, now] as const])));
}

const emptySide: FolderSide = { files: new Map(), text: () => null };

const emptyComparison: FolderComparison = {
  base: emptySide,
  local: emptySide,
  ids: new Map(),
  made: new Map(),
};

/** A local file. */
export type LocalFile = { readonly oid: Oid; readonly bytes: Uint8Array };

/** What differs from the base, before anybody checks whether it can be sent. */
interface LocalChanges {
  /** The differing files, by repository path; null for a deleted one. */
  readonly changed: Map<string, LocalFile | null>;
  /** Things other than files at paths where a file could be. */
  readonly refused: Unsendable[];
}

async function localChanges(input: GatherInput): Promise<LocalChanges> {
  return input.commit === null ? changesOnDisk(input) : changesIn(input, input.commit);
}

/** What a commit changed. */
async function changesIn({ ports: { git }, folder, base }: GatherInput, commit: Oid): Promise<LocalChanges> {
  const changed = new Map<string, LocalFile | null>();
  const refused: Unsendable[] = [];
  const under = belowFolder(folder);
  for (const { path, before, after } of await git.diffTrees(base, commit, under)) {
    if (before === null && isEditorsFile(nameOf(path))) continue;
    if (after?.mode === '120000' || after?.mode === '160000')
      refused.push(...refusedAt(folder, path, 'link'));
    else if (!before || !after || !(await isSameInLfs(git, before.oid, after.oid)))
      changed.set(path, after && { oid: after.oid, bytes: await git.readBlob(after.oid) });
  }
  return { changed, refused };
}

/** Whether a commit has a pointer of Git LFS where the base has the content that it stands for. */
async function isSameInLfs(
  git: Pick<GitRepository, 'readBlob'>,
  content: Oid,
  pointer: Oid,
): Promise<boolean> {
  return isPointerTo(await git.readBlob(pointer), await git.readBlob(content));
}

/** What the files of the working tree changed. */
async function changesOnDisk(input: GatherInput): Promise<LocalChanges> {
  const { ports, folder, base } = input;
  const changed = new Map<string, LocalFile | null>();
  const refused: Unsendable[] = [];
  await assertFolder(input);
  for (const change of await ports.tree.scan(base, { under: [belowFolder(folder).under] })) {
    const { path } = change;
    if (isNew(change) && isEditorsFile(nameOf(path))) continue;
    if (path === folder) throw notAFolder(path, 'unreadable');
    if (change.kind === 'refused') refused.push(...refusedAt(folder, path, change.reason));
    else if (change.kind === 'deleted') changed.set(path, null);
    else {
      const read = await ports.files.read(path);
      // A file that was deleted or replaced since the scan is left to the next cycle.
      if (read.outcome === 'file') changed.set(path, { oid: read.id, bytes: read.bytes });
    }
  }
  return { changed, refused };
}

/** Whether the base has nothing at the path of a change. */
function isNew(change: WorkingChange): boolean {
  return change.kind === 'added' || (change.kind === 'refused' && change.before === null);
}

function refusedAt(folder: string, path: string, reason: RefusedReason | 'link'): Unsendable[] {
  const inner = outOfFolder(folder, path);
  return inner === null ? [] : [notAFile(inner, reason)];
}

/**
 * Throws UNSAFE_PATH when a link or another thing has taken the place of the space's folder, or of a folder on the way to it: we
 * cannot see what is behind that, and the missing files must not look like deletions. A folder that is missing was deleted.
 */
async function assertFolder({
  ports: { files },
  folder,
  base,
  context: { git },
}: GatherInput): Promise<void> {
  if (folder === '.' || (await git.entryAt(base, folder)) === null) return;
  const parts = folder.split('/');
  for (const [at] of parts.entries()) {
    const path = parts.slice(0, at + 1).join('/');
    const found = await files.stat(path);
    if (found === null) return;
    if (found.kind !== 'folder') throw notAFolder(path, found.kind);
  }
  if ((await files.stat(`${folder}/.git`)) !== null) throw notAFolder(folder, 'repository');
}

function notAFolder(path: string, kind: Exclude<FileKind, 'folder'> | 'repository' | 'unreadable'): AppError {
  const back = `Put the folder back in its place (\`git checkout -- ${path}\`), or configure another folder for the space.`;
  const [what, hint] = {
    symlink: ['is a symbolic link now', back],
    file: ['is a file now', back],
    special: ['is not a folder now', back],
    repository: [
      'is a git repository of its own now',
      `Take ${path}/.git away, or configure another folder for the space.`,
    ],
    unreadable: ['may not be read by this user', readableHint],
  }[kind] as [string, string];
  return new AppError('UNSAFE_PATH', `The folder ${path} ${what}: nothing of its space is sent`, {
    hint,
    data: { path },
  });
}

/** Of these files, those whose edits wait to be joined, with the pages that the edits were made of. */
async function unjoinedAmong(
  input: GatherInput,
  changed: readonly (readonly [string, LocalFile | null])[],
): Promise<Map<string, ReadonlySet<string>>> {
  const { git } = input.context;
  const unjoined = new Map<string, ReadonlySet<string>>();
  for (const [path, now] of changed) {
    const edit = input.stale.get(inFolder(input.folder, path));
    if (!edit || (input.commit !== null && !(await isCommittedUnjoined(input, { path, edit, now }))))
      continue;
    const pages = new Set<string>();
    for (const oid of [edit.base, edit.remote]) {
      const id = oid && (await git.has(oid)) ? identityIn(await git.readBlob(oid)) : null;
      if (id) pages.add(id);
    }
    unjoined.set(path, pages);
  }
  return unjoined;
}

/**
 * Whether a commit has a file as somebody saved it from an older version, although the branch has the newer version from the
 * mirror: sending the file would take away what the service has. A commit that has both is an edit of the newer version.
 */
async function isCommittedUnjoined(
  { context: { git }, base, folder }: GatherInput,
  { path, edit, now }: { path: string; edit: StaleEdit; now: LocalFile | null },
): Promise<boolean> {
  if (now === null || edit.remote === null || edit.at !== undefined) return false;
  if ((await git.entryAt(base, inFolder(folder, path)))?.oid !== edit.remote) return false;
  const older = await startingVersion(git, { noted: edit, committed: null });
  return baseOfSave(now.bytes, { older, newer: await git.readBlob(edit.remote) }) === older;
}
