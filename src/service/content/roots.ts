import { notFound } from '../access/index.ts';
import type { Context } from '../context.ts';
import { spaceRow } from '../spaces/space.ts';
import type { Placed } from '../tree/tree.ts';
import { readFiles } from './lists.ts';
import type { StoredFile } from './lists.ts';
import type { Scope } from './page-json.ts';
import { findRevision, readRevision } from './revisions.ts';
import type { RevisionRow } from './revisions.ts';
import { shownTree } from './shown-tree.ts';

/** One of the places of content, resolved to a revision. */
export interface Root {
  readonly space: string;
  readonly revision: RevisionRow;
  readonly scope: Scope;
}

/** The present primary content of a space. */
export function primaryRoot(ctx: Context, { spaceId }: { spaceId: string }): Root {
  return rootOf(spaceId, readRevision(ctx.store, spaceRow(ctx, spaceId).revision), '');
}

/** The content of one revision of a space. */
export function revisionRoot(
  ctx: Context,
  { spaceId, revisionId }: { spaceId: string; revisionId: string },
): Root {
  const revision = findRevision(ctx.store, spaceId, revisionId);
  if (revision === undefined) throw notFound('revision', revisionId);
  return rootOf(spaceId, revision, `/~/revisions/${revision.id}`);
}

/** The content of a revision, with the part that addresses have for its version. */
export function rootOf(space: string, revision: RevisionRow, version: string): Root {
  return { space, revision, scope: { space, version, files: revision.files } };
}

/** The page with this id in a revision. */
export function placedOf(ctx: Context, revision: RevisionRow, id: string): Placed {
  const placed = shownTree(ctx, revision.root).byId.get(id);
  if (placed === undefined) throw notFound('page', id);
  return placed;
}

/** The file with this id in a revision. */
export function fileOf(ctx: Context, revision: RevisionRow, id: string): StoredFile {
  const file = readFiles(ctx, revision.files).find((candidate) => candidate.id === id);
  if (file === undefined) throw notFound('file', id);
  return file;
}
