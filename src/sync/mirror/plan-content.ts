import type { SpaceConfig } from '../../content/index.ts';
import type { Revision } from '../../contract/index.ts';
import type { PathChange } from '../report.ts';
import type { ContentKind, ContentRecord } from '../state/records.ts';
import { layoutRevision } from './layout.ts';
import type { KnownPaths, RevisionLayout } from './layout.ts';
import { fileMark, includeMark, outlineOf, pageMark } from './marks.ts';
import { documentsIn } from '../remote/tree.ts';
import type { DocumentPage } from '../remote/tree.ts';

/** One file of a space as the mirror should have it. */
export interface PlannedFile {
  readonly kind: ContentKind;
  readonly id: string;
  /** The path in the space's folder. */
  readonly path: string;
  readonly mark: string | null;
  /** The bytes that we have already; null: they have to be read. */
  readonly oid: string | null;
  readonly outline?: string;
  /** For a page, its place in the app, below the address of the content that was read. */
  readonly app?: string;
}

/** What one revision of a space becomes in the repository. */
export interface ContentPlan {
  readonly revision: Revision;
  /** The folder of the space's pages, and its table of contents. */
  readonly config: SpaceConfig;
  readonly files: readonly PlannedFile[];
  /** The table of contents that the service keeps as a file; null when it keeps none. */
  readonly summary: PlannedFile | null;
  /** The paths of pages and files, by id. */
  readonly layout: RevisionLayout;
  readonly pages: number;
  /** The differences from the records, by path in the space's folder. */
  readonly changes: readonly PathChange[];
  /** The ids of pages that the records have, and the revision has not. */
  readonly deletedPages: readonly string[];
  readonly notes: readonly string[];
}

/** Looks up the record of a content; where several tables have one, the record whose `mark` is the given one. */
export type RecordLookup = (kind: ContentKind, id: string, mark?: string) => ContentRecord | undefined;

/** The id under which the table of contents is recorded. Its bytes are ours: what the service or the last mirror had, with our edits. */
export const summaryRecordId = ':summary';

/**
 * Plans the files of a revision against the records: which bytes we have, which have to be read, and which differences come out.
 * The function is pure: a dry run prints the same plan that a cycle carries out.
 */
export function planContent(
  revision: Revision,
  recorded: KnownPaths & { lookup: RecordLookup },
): ContentPlan {
  const { config } = recorded;
  const layout = layoutRevision(revision, recorded);
  const files: PlannedFile[] = [];
  let summary: PlannedFile | null = null;
  const add = (found: Omit<PlannedFile, 'oid'>): void => {
    const { kind, id, path, mark } = found;
    const record = recorded.lookup(kind, id, mark ?? undefined);
    const oid = record && mark !== null && record.mark === mark ? record.oid : null;
    const planned: PlannedFile = { ...found, oid };
    if (path === config.summary) summary = planned;
    else files.push(planned);
  };

  const documents = documentsIn(revision.pages);
  for (const page of documents) {
    const path = layout.pages.get(page.id);
    if (path !== undefined)
      add({
        ...{ kind: 'page', id: page.id, path, mark: pageMark(page) },
        ...{ outline: outlineOf(page), ...appOf(page, revision) },
      });
  }
  const taken = new Set(files.map(({ path }) => path));
  for (const file of revision.files) {
    const path = layout.files.get(file.id);
    if (path === undefined || taken.has(path)) continue;
    taken.add(path);
    add({ kind: 'file', id: file.id, path, mark: fileMark(file) });
  }
  // A service may give the same include as a file as well: then the file has the bytes.
  for (const include of revision.reusableContents) {
    const path = layout.includes.get(include.id);
    if (path === undefined || taken.has(path)) continue;
    taken.add(path);
    add({ kind: 'include', id: include.id, path, mark: includeMark(include) });
  }

  const changes = [...changesAgainst(recorded, files)].sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0,
  );
  const kept = new Set(documents.map(({ id }) => id));
  const deletedPages = [...(recorded.paths.get('page')?.keys() ?? [])].filter((id) => !kept.has(id));
  return {
    revision,
    config,
    files,
    summary,
    layout,
    pages: documents.length,
    changes,
    deletedPages,
    notes: layout.notes,
  };
}

/** A page's address in the app without the address of its space; content that is read through a change request has that one's address. */
function appOf(page: DocumentPage, { urls }: Revision): Pick<PlannedFile, 'app'> {
  const { app } = page.urls;
  return urls.app !== '' && app.startsWith(`${urls.app}/`) ? { app: app.slice(urls.app.length) } : {};
}

function* changesAgainst(
  recorded: { lookup: RecordLookup; paths: ReadonlyMap<ContentKind, ReadonlyMap<string, string>> },
  files: readonly PlannedFile[],
): Generator<PathChange> {
  const now = new Set<string>();
  for (const { kind, id, path, oid } of files) {
    now.add(`${kind}/${id}`);
    const record = recorded.lookup(kind, id);
    if (!record) yield { kind: 'added', path };
    else if (record.path !== path) yield { kind: 'moved', path, from: record.path };
    else if (oid === null) yield { kind: 'changed', path };
  }
  for (const [kind, paths] of recorded.paths)
    for (const [id, path] of paths)
      if (!now.has(`${kind}/${id}`) && id !== summaryRecordId) yield { kind: 'deleted', path };
}
