import type { SpaceConfig } from '../../content/index.ts';
import type { Revision } from '../../contract/index.ts';
import type { PathChange } from '../report.ts';
import type { ContentKind, ContentRecord } from '../state/records.ts';
import { layoutRevision } from './layout.ts';
import type { KnownPaths, RevisionLayout } from './layout.ts';
import { fileMark, includeMark, outlineOf, pageMark } from './marks.ts';
import { documentsIn } from '../remote/tree.ts';
import type { DocumentPage } from '../remote/tree.ts';

/** One file of a space as the mirror is to hold it. */
export interface PlannedFile {
  readonly kind: ContentKind;
  readonly id: string;
  /** In the space's folder. */
  readonly path: string;
  readonly mark: string | null;
  /** The bytes that we have already; null: they have to be read. */
  readonly oid: string | null;
  readonly outline?: string;
  /** Of a page: where it is in the app, below the address of what was read. */
  readonly app?: string;
}

/** What one revision of a space becomes in the repository. */
export interface ContentPlan {
  readonly revision: Revision;
  /** Where its pages and its table of contents lie. */
  readonly config: SpaceConfig;
  readonly files: readonly PlannedFile[];
  /** The table of contents that the service keeps as a file; null when it keeps none. */
  readonly summary: PlannedFile | null;
  /** Where pages and files lie, by id. */
  readonly layout: RevisionLayout;
  readonly pages: number;
  /** What differs from the records, by path in the space's folder. */
  readonly changes: readonly PathChange[];
  readonly deletedPages: number;
  readonly notes: readonly string[];
}

/** What was recorded of a content; where several tables tell of it, the one that has the bytes of `mark`. */
export type RecordLookup = (kind: ContentKind, id: string, mark?: string) => ContentRecord | undefined;

/** The record of the table of contents, whose bytes are ours: a splice of what the service or the last mirror had. */
export const summaryRecordId = ':summary';

/**
 * Plans the files of a revision against what was recorded: which bytes are there already, which have to be read, what the
 * difference will look like. Pure: the same plan is printed by a dry run and carried out by a cycle.
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
  // The same include may come as a file as well: the file has its bytes.
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
  const deletedPages = [...(recorded.paths.get('page') ?? [])].filter(([id]) => !kept.has(id)).length;
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

/** A page's address in the app, without that of its space: what is read through a change request has that one's. */
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
