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

/** The paths that are known before a revision is laid out. */
export interface KnownPaths {
  readonly paths: ReadonlyMap<ContentKind, ReadonlyMap<string, string>>;
  /** The paths that people gave to pages since, by page id. */
  readonly given?: ReadonlyMap<string, string>;
  /** Paths in the space's folder that have names that tools obey, and at which a person has files. */
  readonly had?: ReadonlySet<string> | undefined;
  /** The root and the table of contents that the space's own `.gitbook.yaml` names. */
  readonly config: SpaceConfig;
}

/** The path of everything in a revision, in the space's folder: the service's, else the one that a person gave, else the recorded one. */
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

/** The table of contents of a revision: the previous text with as few edits as possible. */
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
 * The interface's pages and those of the content room have the same shape; pages of a kind that neither knows are left out,
 * because they have no file.
 */
function nodesOf(pages: readonly Page[]): readonly PageNode[] {
  const known = pages.filter(({ type }) => ['document', 'group', 'link', 'computed'].includes(type));
  return known.map((page) => ('pages' in page ? { ...page, pages: nodesOf(page.pages) } : page));
}
