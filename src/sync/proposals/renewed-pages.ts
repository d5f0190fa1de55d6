import type { GitRepository, Oid } from '../../git/port.ts';
import { belowFolder, outOfFolder } from '../mirror/tip.ts';
import { isNewPage } from '../plan/new-page.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import type { SpaceRecord } from '../state/records.ts';
import type { StateStore } from '../state/store.ts';
import { identityIn, isSimilarPage } from '../versions/identity.ts';
import { newestSteps, pagesOnlyIn } from '../versions/page-changes.ts';
import type { PageFile } from '../versions/page-changes.ts';
import type { FolderEdits, TextEdit } from './folder-edits.ts';

interface Edited {
  readonly space: Pick<SpaceRecord, 'id' | 'path'>;
  readonly mirror: Oid | null;
  readonly edits: FolderEdits;
  /** The local files that differ, by path. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** The present proposal, which knows this of the pages that it carries. */
  readonly before: Pick<ProposalRecord, 'pages' | 'renewed' | 'state'> | null;
}

/**
 * Of the new pages, those that the service had and deleted while somebody edited them here (SYNC-68): their paths in the space's
 * folder. The search reads the newest commits of the mirror, and is made once for each new page.
 */
export async function renewedPages(
  { git, state }: { readonly git: GitRepository; readonly state: StateStore },
  { space, mirror, edits, bytes, before }: Edited,
): Promise<ReadonlySet<string>> {
  const table = state.table(space.id);
  const has = async (id: string): Promise<boolean> => (await table.get('page', id)) !== undefined;
  const sent = new Map(Object.values(before?.pages ?? {}).map((page) => [page.path, page]));
  const renewed = new Set<string>();
  const open: PageFile[] = [];
  for (const edit of edits.texts.filter(isNewPage)) {
    const { key, path, text } = edit;
    const id = identityIn(bytes.get(path) ?? new Uint8Array());
    if (before?.renewed?.includes(path) === true || (await wasEdited(edit, before, has))) renewed.add(path);
    else if (key.startsWith('new:') && !sent.has(path) && (id === null || !(await has(id))))
      open.push({ path, text, id });
  }
  const gone = open.length === 0 ? [] : await goneAmong(git, { folder: space.path, mirror, open, has });
  return new Set([...renewed, ...gone]);
}

/** Whether the service has deleted a page that a change request of ours edits, or that a merged one made. */
async function wasEdited(
  { key }: TextEdit,
  before: Edited['before'],
  has: (id: string) => Promise<boolean>,
): Promise<boolean> {
  const isMade = before?.state === 'merged' && Object.values(before.pages).some(({ id }) => id === key);
  return (isMade || before?.pages[key] !== undefined) && !key.startsWith('new:') && !(await has(key));
}

/** Of these files, those that were pages of the mirror. */
async function goneAmong(
  git: GitRepository,
  of: {
    readonly folder: string;
    readonly mirror: Oid | null;
    /** The files that become new pages. */
    readonly open: readonly PageFile[];
    has(id: string): Promise<boolean>;
  },
): Promise<readonly string[]> {
  const { folder, mirror, open } = of;
  const gone = new Set<string>();
  if (mirror === null) return [];
  for await (const { commit, parent } of newestSteps(git, mirror)) {
    if (gone.size === open.length) break;
    for await (const deleted of pagesOnlyIn(git, parent, commit, belowFolder(folder))) {
      // A page that moved is not gone.
      if (deleted.id !== null && (await of.has(deleted.id))) continue;
      const page = { ...deleted, path: outOfFolder(folder, deleted.path) ?? deleted.path };
      for (const file of open) if (isEditOf(file, page)) gone.add(file.path);
    }
  }
  return [...gone];
}

/**
 * Whether a file is an edit of a page that is gone. A file with the page's own text is no edit: somebody took the deletion back, for example
 * with `git revert`.
 */
function isEditOf(file: PageFile, page: PageFile): boolean {
  if (file.text === page.text) return false;
  if (file.id !== null) return file.id === page.id;
  return file.path === page.path && isSimilarPage(page.text, file.text);
}
