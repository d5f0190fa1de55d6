import { decodeText, mergeFile, mergePage, withoutPageId } from '../../content/index.ts';
import { contentId } from '../../files/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import { inFolder } from '../mirror/tip.ts';
import type { CycleContext } from '../mirror/context.ts';
import type { ProposalRecord, SentPage } from '../state/proposals.ts';
import type { SpaceRecord } from '../state/records.ts';
import type { ContentTable } from '../state/table.ts';
import { baseOf } from '../versions/base-of.ts';
import { ContentsPaths, readIn } from '../versions/contents.ts';
import { nameOfNewPage } from './requested-changes.ts';

interface Sides {
  readonly git: GitRepository;
  readonly table: ContentTable;
  readonly folder: string;
  /** The mirror's commit from which the edits were sent. */
  readonly base: Oid;
  readonly tip: Oid;
}

/**
 * Of the edits that a proposal has sent, the names of those that the mirror has by now, whoever brought them there. Where nobody can tell
 * (the order of pages, or a file whose content is gone here), an edit is not among them.
 */
export async function editsInMirror(
  { git, state, tip }: Pick<CycleContext, 'git' | 'state' | 'tip'>,
  space: SpaceRecord,
  record: ProposalRecord,
): Promise<ReadonlySet<string>> {
  const base = await sentFrom(git, tip.commit, record);
  if (base === null || tip.commit === null) return new Set();
  const sides = { git, table: state.table(space.id), folder: space.path, base, tip: tip.commit };
  const pages = Object.entries(record.pages);
  const there = new Set<string>();
  for (const name of Object.keys(record.wishes ?? {})) {
    const [kind, of] = partsOf(name);
    const isThere =
      kind === 'delete'
        ? (await sides.table.get('page', of)) === undefined
        : kind === 'file'
          ? await hasFile(sides, of, record.files[of])
          : kind === 'page'
            ? await hasEdit(sides, record, of)
            : await hasNewPage(
                sides,
                pages.find(([key, { path }]) => isNew(key) && nameOfNewPage(path) === name)?.[1],
              );
    if (isThere) there.add(name);
  }
  return there;
}

const isNew = (key: string): boolean => key.startsWith('new:');

/** The kind of an edit, and what it is about. */
function partsOf(name: string): readonly [kind: string, of: string] {
  const at = name.indexOf(' ');
  return [name.slice(0, at), name.slice(at + 1)];
}

/** The newest commit of the mirror that the branch had when the edits were sent. */
async function sentFrom(
  git: GitRepository,
  tip: Oid | null,
  { pages, filesSentAt }: ProposalRecord,
): Promise<Oid | null> {
  for (const at of [...Object.values(pages).map(({ sentAt }) => sentAt), filesSentAt])
    if (at && (await git.has(at))) return baseOf(git, at, tip);
  return null;
}

async function hasNewPage({ git, folder, tip }: Sides, sent: SentPage | undefined): Promise<boolean> {
  return sent !== undefined && (await textAt(git, tip, inFolder(folder, sent.path))) === sent.text;
}

async function hasEdit(
  { git, table, folder, base }: Sides,
  { pages, moved = {} }: ProposalRecord,
  key: string,
): Promise<boolean> {
  const [sent, record] = [pages[key], await table.get('page', key)];
  if (sent === undefined || record === undefined) return false;
  if (moved[key] !== undefined && moved[key] !== record.path) return false;
  const theirs = withoutPageId(decodeText(await git.readBlob(record.oid)) ?? '');
  const before = await textAt(git, base, inFolder(folder, sent.path));
  if (before === null) return theirs === sent.text;
  const merged = mergePage({ base: before, ours: sent.text, theirs });
  return merged.outcome === 'merged' && merged.text === theirs;
}

async function hasFile(
  { git, folder, base, tip }: Sides,
  path: string,
  oid: string | undefined,
): Promise<boolean> {
  const at = inFolder(folder, path);
  const there = await git.entryAt(tip, at);
  if (oid === undefined || there === null || there.oid === oid) return there?.oid === oid;
  const isContents = await new ContentsPaths(readIn(git, tip)).has(at);
  if (!isContents || !(await git.has(oid))) return false;
  const before = await git.entryAt(base, at);
  const versions = {
    base: before && (await git.readBlob(before.oid)),
    ours: await git.readBlob(oid),
    theirs: await git.readBlob(there.oid),
  };
  const merged = mergeFile(path, versions, { isContents });
  return merged.outcome === 'merged' && merged.bytes !== null && contentId(merged.bytes) === there.oid;
}

async function textAt(git: GitRepository, commit: Oid, path: string): Promise<string | null> {
  const entry = await git.entryAt(commit, path);
  return entry && withoutPageId(decodeText(await git.readBlob(entry.oid)) ?? '');
}
