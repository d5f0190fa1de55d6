import type { Reference, References } from '../../content/document/index.ts';
import { folderOf, relativePath } from '../../content/index.ts';
import type { Context } from '../context.ts';
import { linkTarget, placesOf } from '../content/links.ts';
import type { LinkSource, LinkTarget } from '../content/links.ts';
import type { Root } from '../content/roots.ts';
import { readRevision } from '../content/revisions.ts';
import { readTree } from '../tree/tree.ts';

/** The place of a text: its relative targets start there. */
export interface TextPlace {
  /** The text's file in the space's folder. */
  readonly path: string;
  /** The source of the text's links; absent for a text that does not exist yet. */
  readonly from?: LinkSource;
}

/** How a repository writes a link into another space. */
const applicationSpace = 'https://app.gitbook.com/s/';

/** The references in a revision's texts: targets become ids of its pages, files and reusable contents. */
export function referencesOf(ctx: Context, root: Root, place: TextPlace): References {
  return {
    read: (target, use) => {
      const found = linkTarget(ctx, root, { path: place.path, target, isInclude: use === 'include' });
      if (found === undefined) return undefined;
      if (use === 'include')
        return found.kind === 'reusable-content' ? toReference(found, root, place) : undefined;
      if (use !== 'link') return found.kind === 'file' ? toReference(found, root, place) : undefined;
      return toReference(found, root, place);
    },
    print: (reference) => printTarget(ctx, root, place, reference),
  };
}

function toReference(target: LinkTarget, { space }: Root, { from }: TextPlace): Reference | undefined {
  switch (target.kind) {
    case 'url':
      return undefined;
    case 'space':
      return { kind: 'space', space: target.space };
    case 'file':
      return { kind: 'file', file: target.file.id };
    case 'reusable-content':
      return { kind: 'reusable-content', reusableContent: target.content.id };
    case 'page': {
      const { id } = target.page.page;
      const foreign = target.space === space ? {} : { space: target.space };
      if (target.anchor === undefined) return { kind: 'page', page: id, ...foreign };
      const here = from?.kind === 'page' && from.page.page.id === id && target.space === space;
      return { kind: 'anchor', anchor: target.anchor, ...(here ? {} : { page: id }), ...foreign };
    }
  }
}

/** The path from one file to another, as a repository writes links. */
function printTarget(ctx: Context, root: Root, place: TextPlace, reference: Reference): string | undefined {
  const { kind, page, space, anchor } = reference;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (kind === 'url' || (typeof space === 'string' && space !== root.space))
    return addressInOtherSpace(ctx, root, reference);
  const places = placesOf(ctx, root);
  const to = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : relativePath(folderOf(place.path), path);
  switch (kind) {
    case 'page':
      return to(places.pathOfPage.get(text(page)));
    case 'anchor': {
      if (page === undefined) return undefined;
      const path = to(places.pathOfPage.get(text(page)));
      return path === undefined ? undefined : `${path}#${text(anchor)}`;
    }
    case 'file':
      return to(pathOf(places.fileAt, text(reference['file']), (file) => file.id));
    case 'reusable-content':
      return to(pathOf(places.contentAt, text(reference['reusableContent']), (content) => content.id));
    default:
      return undefined;
  }
}

/** A place in another space of the same organization. */
function addressInOtherSpace(
  ctx: Context,
  root: Root,
  { kind, space, page, anchor }: Reference,
): string | undefined {
  if (kind === 'url' || typeof space !== 'string') return undefined;
  if (kind === 'space') return applicationSpace + space;
  const row = ctx.store.get<{ revision: string }>(
    'SELECT revision FROM spaces WHERE id = ? AND organization = (SELECT organization FROM spaces WHERE id = ?) AND deleted_at IS NULL',
    ...[space, root.space],
  );
  if (row === undefined || typeof page !== 'string') return undefined;
  const path = readTree(ctx, readRevision(ctx.store, row.revision).root).byId.get(page)?.path;
  if (path === undefined) return undefined;
  return `${applicationSpace}${space}/${path}${typeof anchor === 'string' ? `#${anchor}` : ''}`;
}

function pathOf<Value>(
  at: ReadonlyMap<string, Value>,
  id: string,
  idOf: (value: Value) => string,
): string | undefined {
  for (const [path, value] of at) if (idOf(value) === id) return path;
  return undefined;
}
