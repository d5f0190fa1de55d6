import { AppError } from '../../base/index.ts';
import {
  decodeText,
  pageIdOf,
  readSpaceConfig,
  readSpaceFolder,
  spaceConfigPath,
  withoutPageId,
} from '../../content/index.ts';
import type { FileKind } from '../../files/port.ts';
import type { Oid } from '../../git/port.ts';
import type { BranchPorts } from '../versions/ports.ts';
import type { ContentTable } from '../state/table.ts';
import type { StaleEdit, StaleEdits } from '../state/journal.ts';
import { baseOfSave, startOf } from '../versions/base-of.ts';
import { identityIn, isMostly } from '../versions/identity.ts';
import type { CycleContext } from '../mirror/context.ts';
import { inFolder, isMetadataPath, outOfFolder } from '../mirror/tip.ts';
import type { FolderComparison, FolderSide } from './folder-edits.ts';
import { gatherTexts } from './gather-texts.ts';
import { holdBack } from './hold-back.ts';
import type { Held } from './hold-back.ts';
import type { SharedPage } from './shared-pages.ts';
import { notAFile } from './unsendable.ts';
import type { SendingRules, Unsendable } from './unsendable.ts';

/** What a branch holds of one space, and what it started from. */
export interface GatheredFolder {
  readonly comparison: FolderComparison;
  /** The bytes of a local file that differs. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** False when nothing differs: then the rest need not be looked at. */
  readonly differs: boolean;
  /** Every file that differs, with its content here, also when that cannot be sent. */
  readonly working: ReadonlyMap<string, LocalFile>;
  /** What cannot be sent, and what is left alone for it. */
  readonly held: Held;
}

export interface GatherInput {
  readonly ports: BranchPorts;
  readonly context: Pick<CycleContext, 'git' | 'state'>;
  readonly space: string;
  readonly folder: string;
  /** Folders of other spaces, which may lie in this one's when that is the root. */
  readonly others: readonly string[];
  readonly base: Oid;
  /** The commit to compare; null: the files of the working tree as they are now. */
  readonly commit: Oid | null;
  readonly stale: StaleEdits;
  /** Pages that an open proposal carries. */
  readonly made: FolderComparison['made'];
  readonly rules: SendingRules;
  /** New pages that the change request of another branch makes. */
  readonly shared: readonly SharedPage[];
}

/** Reads what differs between a branch and its base in a space's folder; the cost follows the difference. */
export async function gatherFolder(input: GatherInput): Promise<GatheredFolder> {
  const { ports, context, folder, base } = input;
  const { git } = ports;
  const isOurs = (path: string): string | null => {
    const inner = outOfFolder(folder, path);
    if (inner === null || (folder === '.' && isMetadataPath(path))) return null;
    return input.others.some((other) => other !== folder && path.startsWith(`${other}/`)) ? null : inner;
  };
  const refused: Unsendable[] = [];
  const changed = await localChanges(input, refused);
  const baseFiles = new Map<string, Oid>();
  const localFiles = new Map<string, Oid>();
  const bytes = new Map<string, Uint8Array>();
  const texts = { base: new Map<string, string | null>(), local: new Map<string, string | null>() };
  const ours = [...changed].flatMap(([path, now]) => {
    const inner = isOurs(path);
    return inner === null ? [] : [[inner, now] as const];
  });
  const working = new Map(ours.flatMap(([path, now]) => (now === null ? [] : [[path, now] as const])));
  const { wanted, made, held } = await holdBack({
    ...input,
    git,
    changed: new Map(ours),
    refused: refused.filter(({ path }) => isOurs(inFolder(folder, path)) !== null),
    unjoined: await unjoinedAmong(input, ours),
    mirrored: async (id) => (await context.state.table(input.space).get('page', id))?.path ?? null,
  });
  const differing = new Set(wanted.keys());
  if (differing.size === 0) return { comparison: emptyComparison, bytes, differs: false, working, held };
  const table = context.state.table(input.space);
  const alone = await gatherTexts({ git, table, folder, base, changed: wanted, made });
  if (alone) {
    for (const [path, now] of wanted) bytes.set(path, now!.bytes);
    return { comparison: alone, bytes, differs: true, working, held };
  }

  for (const { path, oid, mode } of await git.listTree(base, folder === '.' ? {} : { under: folder })) {
    const inner = isOurs(path);
    if (inner === null || mode === '120000' || mode === '160000') continue;
    baseFiles.set(inner, oid);
    if (!differing.has(inner)) localFiles.set(inner, oid);
  }
  for (const path of differing) {
    const now = wanted.get(path);
    if (now) {
      localFiles.set(path, now.oid);
      bytes.set(path, now.bytes);
      texts.local.set(path, decodeText(now.bytes));
    }
    const before = baseFiles.get(path);
    if (before !== undefined) texts.base.set(path, decodeText(await git.readBlob(before)));
  }
  const readBase = async (path: string): Promise<void> => {
    const oid = baseFiles.get(path);
    if (oid === undefined || texts.base.has(path)) return;
    const text = decodeText(await git.readBlob(oid));
    texts.base.set(path, text);
    if (!differing.has(path)) texts.local.set(path, text);
  };
  await readBase(spaceConfigPath);
  for (const text of [texts.base, texts.local].map((each) => each.get(spaceConfigPath) ?? null))
    await readBase(readSpaceConfig(text).summary);
  const ids = await idsOf(context, input.space, baseFiles);
  for (const path of newlyListed(localFiles, (at) => texts.local.get(at) ?? null)) {
    const oid = localFiles.get(path);
    if (oid !== undefined && !ids.has(path) && !texts.local.has(path))
      texts.local.set(path, decodeText(await git.readBlob(oid)));
  }
  const pathOf = new Map([...ids].map(([path, id]) => [id, path]));
  for (const path of differing) {
    // A new file with a page's identity: it takes that page to know what it is.
    const text = baseFiles.has(path) ? null : texts.local.get(path);
    const page = text && pathOf.get(pageIdOf(text) ?? '');
    const oid = page && localFiles.get(page);
    if (page && oid && !texts.local.has(page)) texts.local.set(page, decodeText(await git.readBlob(oid)));
  }
  const comparison = {
    base: side(baseFiles, texts.base),
    local: side(localFiles, texts.local),
    ids,
    made,
    renewed: await renewedAmong(table, made, (path) => texts.local.get(path) ?? null),
  };
  return { comparison, bytes, differs: true, working, held };
}

/** Pages of the table of contents: one that was a file only has to be read to become a page. */
function newlyListed(
  files: ReadonlyMap<string, Oid>,
  text: (path: string) => string | null,
): Iterable<string> {
  const { summary } = readSpaceConfig(text(spaceConfigPath));
  return text(summary) === null ? [] : readSpaceFolder({ paths: files.keys(), text }).documents.keys();
}

function side(files: ReadonlyMap<string, Oid>, texts: ReadonlyMap<string, string | null>): FolderSide {
  return { files, text: (path) => texts.get(path) ?? null };
}

const emptyComparison: FolderComparison = {
  base: side(new Map(), new Map()),
  local: side(new Map(), new Map()),
  ids: new Map(),
  made: new Map(),
};

/** A file as it is here. */
export type LocalFile = { readonly oid: Oid; readonly bytes: Uint8Array };

/** Differing files by repository path; null for one that is gone. */
async function localChanges(
  input: GatherInput,
  refused: Unsendable[],
): Promise<Map<string, LocalFile | null>> {
  const { ports, folder, base, commit } = input;
  const { git, tree, files } = ports;
  const changed = new Map<string, LocalFile | null>();
  const refuse = (path: string, why: string): void => {
    const inner = outOfFolder(folder, path);
    if (inner !== null) refused.push(notAFile(inner, why));
  };
  if (commit !== null) {
    for (const { path, after } of await git.diffTrees(
      base,
      commit,
      folder === '.' ? {} : { under: folder },
    )) {
      if (after?.mode === '120000' || after?.mode === '160000') refuse(path, 'it is a link');
      else changed.set(path, after && { oid: after.oid, bytes: await git.readBlob(after.oid) });
    }
    return changed;
  }
  await assertFolder(input);
  for (const change of await tree.scan(base, { under: folder === '.' ? [''] : [folder] })) {
    const { path } = change;
    if (change.kind === 'refused') refuse(path, `it is not an ordinary file (${change.reason})`);
    else if (change.kind === 'deleted') changed.set(path, null);
    else {
      const read = await files.read(path);
      // Gone or replaced since it was seen: the next cycle sees it as it is then.
      if (read.outcome === 'file') changed.set(path, { oid: read.id, bytes: read.bytes });
    }
  }
  return changed;
}

/**
 * Throws UNSAFE_PATH when something else stands where the space's folder, or a folder on the way to it, was: what lies behind that
 * cannot be seen, which must not look like deletions. A folder that is not there at all was deleted.
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

function notAFolder(path: string, kind: Exclude<FileKind, 'folder'> | 'repository'): AppError {
  const what = {
    symlink: 'is a symbolic link now',
    file: 'is a file now',
    special: 'is not a folder now',
    repository: 'is a git repository of its own now',
  };
  return new AppError('UNSAFE_PATH', `The folder ${path} ${what[kind]}: nothing of its space is sent`, {
    hint:
      kind === 'repository'
        ? `Take ${path}/.git away, or configure another folder for the space.`
        : `Put the folder back in its place (\`git checkout -- ${path}\`), or configure another folder for the space.`,
    data: { path },
  });
}

/** Of the made pages, those whose files say what was made, and carry the identity of a page that the mirror does not have any more. */
async function renewedAmong(
  table: Pick<ContentTable, 'get'>,
  made: FolderComparison['made'],
  textAt: (path: string) => string | null,
): Promise<ReadonlySet<string>> {
  const renewed = new Set<string>();
  for (const [path, page] of made) {
    const text = textAt(path) ?? '';
    const own = pageIdOf(text);
    if (own === null || own === page.id || (await table.get('page', own))) continue;
    if (isMostly(page.text, withoutPageId(text))) renewed.add(path);
  }
  return renewed;
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
 * Whether a commit has a file as it was saved on an older version, although the branch has the newer one from the mirror: to send it
 * would take away what the service has. A commit that holds both is an edit of the newer version.
 */
async function isCommittedUnjoined(
  { context: { git }, base, folder }: GatherInput,
  { path, edit, now }: { path: string; edit: StaleEdit; now: LocalFile | null },
): Promise<boolean> {
  if (now === null || edit.remote === null || edit.at !== undefined) return false;
  if ((await git.entryAt(base, inFolder(folder, path)))?.oid !== edit.remote) return false;
  const older = await startOf(git, { noted: edit, committed: null });
  return baseOfSave(now.bytes, { older, newer: await git.readBlob(edit.remote) }) === older;
}

/** Page ids of the base's files: from the records while they are of that very file, else from the page itself. */
async function idsOf(
  { git, state }: Pick<CycleContext, 'git' | 'state'>,
  space: string,
  files: ReadonlyMap<string, Oid>,
): Promise<Map<string, string>> {
  const byPath = new Map<string, { id: string; oid: Oid }>();
  for (const [id, { path, oid }] of await state.table(space).all('page')) byPath.set(path, { id, oid });
  const ids = new Map<string, string>();
  for (const [path, oid] of files) {
    if (!path.endsWith('.md')) continue;
    const record = byPath.get(path);
    if (record?.oid === oid) ids.set(path, record.id);
    else {
      const own = identityIn(await git.readBlob(oid));
      const id = own ?? record?.id;
      if (id !== undefined) ids.set(path, id);
    }
  }
  return ids;
}
