import {
  decodeText,
  joinEmoji,
  pageIdOf,
  readSpaceConfig,
  readSpaceFolder,
  spaceConfigPath,
  withoutPageId,
  isMarkdownPath,
} from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { CycleContext } from '../mirror/context.ts';
import { belowFolder, pathInSpace } from '../mirror/tip.ts';
import type { ContentTable } from '../state/table.ts';
import { identityIn, isSimilarPage } from '../versions/identity.ts';
import type { FolderComparison, FolderSide } from './folder-edits.ts';
import type { GatherInput, LocalFile } from './gather.ts';

/** One side of a folder while it is read: all its files, and the texts that were needed so far. */
interface ReadSide {
  readonly files: Map<string, Oid>;
  readonly texts: Map<string, string | null>;
}

/** Both sides of a folder while they are read. */
interface ReadSides {
  readonly git: Pick<GitRepository, 'readBlob'>;
  readonly base: ReadSide;
  readonly local: ReadSide;
  /** The differing files, by path in the folder; null: deleted. */
  readonly changed: ReadonlyMap<string, LocalFile | null>;
}

/** Compares a folder by the names of all its files, and by those texts that the comparison needs. */
export async function gatherTrees(
  input: GatherInput,
  { changed, made }: Pick<ReadSides, 'changed'> & Pick<FolderComparison, 'made'>,
): Promise<FolderComparison> {
  const { ports, context, space } = input;
  const { git } = ports;
  const sides = { git, changed, base: emptySide(), local: emptySide() };
  await listFiles(input, sides);
  await readDiffering(sides);
  await readContents(sides);
  const ids = await idsOf(context, space, sides.base.files);
  const listed = titlesListed(asRead(sides.local));
  await readNewlyListed(sides, { listed: listed.keys(), ids });
  await readRetitled(sides, listed);
  await readPagesOfCopies(sides, ids);
  const [base, local] = [asRead(sides.base), asRead(sides.local)];
  const table = context.state.table(space);
  return { base, local, ids, made, renewed: await renewedAmong(table, made, local.text) };
}

function emptySide(): ReadSide {
  return { files: new Map(), texts: new Map() };
}

function asRead({ files, texts }: ReadSide): FolderSide {
  return { files, text: (path) => texts.get(path) ?? null };
}

/** Lists the files of the base; those that do not differ are local files as well. */
async function listFiles(input: GatherInput, { base, local, changed }: ReadSides): Promise<void> {
  const { ports, folder } = input;
  for (const { path, oid, mode } of await ports.git.listTree(input.base, belowFolder(folder))) {
    const inner = pathInSpace(input, path);
    if (inner === null || mode === '120000' || mode === '160000') continue;
    base.files.set(inner, oid);
    if (!changed.has(inner)) local.files.set(inner, oid);
  }
}

/** Reads every file that differs, on both sides. */
async function readDiffering({ git, base, local, changed }: ReadSides): Promise<void> {
  for (const [path, now] of changed) {
    if (now) {
      local.files.set(path, now.oid);
      local.texts.set(path, decodeText(now.bytes));
    }
    const before = base.files.get(path);
    if (before !== undefined) base.texts.set(path, decodeText(await git.readBlob(before)));
  }
}

/** Reads the space's configuration and the tables of contents that it names, on both sides. */
async function readContents({ git, base, local, changed }: ReadSides): Promise<void> {
  const read = async (path: string): Promise<void> => {
    const oid = base.files.get(path);
    if (oid === undefined || base.texts.has(path)) return;
    const text = decodeText(await git.readBlob(oid));
    base.texts.set(path, text);
    if (!changed.has(path)) local.texts.set(path, text);
  };
  await read(spaceConfigPath);
  const configs = [base, local].map(({ texts }) => texts.get(spaceConfigPath) ?? null);
  for (const config of configs) await read(readSpaceConfig(config).summary);
}

/** Reads the files that the local table of contents lists and that are no pages of the base: each becomes a page. */
async function readNewlyListed(
  { git, local }: ReadSides,
  { listed, ids }: { readonly listed: Iterable<string>; readonly ids: ReadonlyMap<string, string> },
): Promise<void> {
  for (const path of listed) {
    const oid = local.files.get(path);
    if (oid !== undefined && !ids.has(path) && !local.texts.has(path))
      local.texts.set(path, decodeText(await git.readBlob(oid)));
  }
}

/**
 * Reads the pages whose titles differ between the two tables of contents. Their files may be the same on both sides, while an open
 * change request has another text of them.
 */
async function readRetitled(
  { git, base, local }: ReadSides,
  listed: ReadonlyMap<string, string>,
): Promise<void> {
  const before = titlesListed(asRead(base));
  for (const [path, title] of listed) {
    const oid = base.files.get(path);
    if (oid === undefined || base.texts.has(path) || before.get(path) === title) continue;
    const text = decodeText(await git.readBlob(oid));
    base.texts.set(path, text);
    if (local.files.get(path) === oid) local.texts.set(path, text);
  }
}

/** The titles that a table of contents gives pages, by their files; none without a table of contents. */
function titlesListed({ files, text }: FolderSide): ReadonlyMap<string, string> {
  const { summary } = readSpaceConfig(text(spaceConfigPath));
  if (text(summary) === null) return new Map();
  const { documents } = readSpaceFolder({ paths: files.keys(), text });
  return new Map([...documents].map(([path, page]) => [path, joinEmoji(page)]));
}

/** Reads the pages whose identities new files carry: only such a page shows whether the new file is a copy. */
async function readPagesOfCopies(
  { git, base, local, changed }: ReadSides,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const pathOf = new Map([...ids].map(([path, id]) => [id, path]));
  for (const path of changed.keys()) {
    const text = base.files.has(path) ? null : local.texts.get(path);
    const page = text && pathOf.get(pageIdOf(text) ?? '');
    const oid = page && local.files.get(page);
    if (page && oid && !local.texts.has(page)) local.texts.set(page, decodeText(await git.readBlob(oid)));
  }
}

/** Of the made pages, those whose files say what was sent, and carry the identity of a page that the mirror no longer has. */
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
    if (isSimilarPage(page.text, withoutPageId(text))) renewed.add(path);
  }
  return renewed;
}

/** The page ids of the base's files: from the records where these describe that very file, else from the page itself. */
async function idsOf(
  { git, state }: Pick<CycleContext, 'git' | 'state'>,
  space: string,
  files: ReadonlyMap<string, Oid>,
): Promise<Map<string, string>> {
  const byPath = new Map<string, { id: string; oid: Oid }>();
  for (const [id, { path, oid }] of await state.table(space).all('page')) byPath.set(path, { id, oid });
  const ids = new Map<string, string>();
  for (const [path, oid] of files) {
    if (!isMarkdownPath(path)) continue;
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
