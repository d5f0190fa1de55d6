import { layoutSpace, updateSummary } from '../../content/index.ts';
import type { PageNode, SpaceConfig } from '../../content/index.ts';
import type { Page, Revision } from '../../contract/index.ts';
import type { ContentKind } from '../state/records.ts';

export interface RevisionLayout {
  readonly pages: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
  readonly includes: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** What is known of paths before a revision is laid out. */
export interface KnownPaths {
  readonly paths: ReadonlyMap<ContentKind, ReadonlyMap<string, string>>;
  /** Where people put pages since then, by page id. */
  readonly given?: ReadonlyMap<string, string>;
  /** Paths in the space's folder with names that tools obey, where a person has files. */
  readonly had?: ReadonlySet<string> | undefined;
  /** What the space's own `.gitbook.yaml` says of its root and its table of contents. */
  readonly config: SpaceConfig;
}

/** Where everything of a revision lies in the space's folder: where the service says, else where it was put, else where it lay. */
export function layoutRevision(
  revision: Revision,
  { paths: recorded, given = new Map(), had = new Set(), config }: KnownPaths,
): RevisionLayout {
  const layout = layoutSpace({
    pages: nodesOf(revision.pages),
    files: revision.files,
    reusableContents: revision.reusableContents,
    recorded: {
      pages: recorded.get('page') ?? new Map<string, string>(),
      files: recorded.get('file') ?? new Map<string, string>(),
    },
    given,
    had,
    root: config.root,
    summary: config.summary,
  });
  return { ...layout, notes: layout.notes.map(({ path, message }) => `${path}: ${message}`) };
}

/** The table of contents of a revision, as the previous text with the fewest edits. */
export function summaryOf(
  previous: string | null,
  { revision, layout, config }: { revision: Revision; layout: RevisionLayout; config: SpaceConfig },
): string {
  return updateSummary(previous, {
    summaryPath: config.summary,
    pages: nodesOf(revision.pages),
    paths: layout.pages,
    files: layout.files,
  });
}

/**
 * The interface's pages and the content room's are one and the same shape; kinds of pages that neither knows are left out,
 * because they have no place on disk.
 */
function nodesOf(pages: readonly Page[]): readonly PageNode[] {
  const known = pages.filter(({ type }) => ['document', 'group', 'link', 'computed'].includes(type));
  return known.map((page) => ('pages' in page ? { ...page, pages: nodesOf(page.pages) } : page));
}
