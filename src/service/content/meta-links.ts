import type { MetaLinks } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { linkTarget, placesOf } from './links.ts';
import { placedOf, revisionRoot, type Root } from './roots.ts';

export const metaLinkHandlers = {
  listRevisionPageMetaLinks: (ctx, { params }): MetaLinks => {
    const root = revisionRoot(ctx, params);
    const { page } = placedOf(ctx, root.revision, params.pageId);
    const path = placesOf(ctx, root).pathOfPage.get(page.id) ?? 'README.md';
    const { canonical, alternates } = page.metaLinks ?? {};
    const shown = Array.isArray(alternates)
      ? alternates.flatMap((target) => metaLinkOf(ctx, root, path, target) ?? [])
      : [];
    const first = metaLinkOf(ctx, root, path, canonical);
    return {
      ...(first === undefined ? {} : { canonical: first }),
      ...(shown.length === 0 ? {} : { alternates: shown }),
    };
  },
} satisfies Partial<Handlers>;

/** A target of the front matter: a page by its id, or an address. */
function metaLinkOf(ctx: Context, root: Root, path: string, target: unknown): MetaLinks['canonical'] {
  if (typeof target !== 'string' || target === '') return undefined;
  const found = linkTarget(ctx, root, { target, path, isInclude: false });
  if (found?.kind !== 'page') return { kind: 'url', url: target };
  return {
    kind: 'page',
    page: found.page.page.id,
    ...(found.space === root.space ? {} : { space: found.space }),
  };
}
