/** The pages of a revision as a site shows them: in the place of each computed entry, the pages that are computed from it. */
import { hash } from 'node:crypto';
import { slugOfTitle, uniqueSlug } from '../../content/index.ts';
import { generatedPages, readOpenApi } from '../../site/index.ts';
import type { Context } from '../context.ts';
import { pathBelow, readTree, treeOf, type Placed, type StoredNode, type Tree } from '../tree/tree.ts';

type Specs = Map<string, ReturnType<typeof readOpenApi>>;

/**
 * The pages for the caller. Only a caller who shows a site gets computed pages: everybody else gets the entries that people wrote, since a
 * mirror writes into its files what it reads. A computed entry without a readable specification has no pages.
 */
export function shownTree(ctx: Context, root: string, { computed = true } = {}): Tree {
  const tree = readTree(ctx, root);
  const { site } = ctx.caller;
  if (site === undefined || !computed) return tree;
  if (![...tree.byId.values()].some(({ page }) => page.type === 'computed')) return tree;
  const versions = ctx.store.all<{ slug: string; version: string }>(
    `SELECT slug, last_version AS version FROM openapi_specs
     WHERE organization = ? AND last_version IS NOT NULL ORDER BY slug`,
    site.organization,
  );
  const key = [root, ...versions.flatMap(({ slug, version }) => [slug, version])].join('\n');
  const known = ctx.cache.trees.get(key);
  if (known !== undefined) return known;
  const shown = treeOf(key, pagesOf(tree.pages, undefined, readSpecs(ctx, versions)));
  ctx.cache.trees.set(key, shown, shown.byId.size + 1);
  return shown;
}

function readSpecs({ store }: Context, versions: readonly { slug: string; version: string }[]): Specs {
  const specs: Specs = new Map();
  for (const { slug, version } of versions) {
    const row = store.get<{ text: string }>('SELECT text FROM openapi_versions WHERE id = ?', version);
    try {
      if (row !== undefined) specs.set(slug, readOpenApi(slug, row.text));
    } catch {
      // The specification was read when it came in; a site is stricter, and shows no pages of what it cannot read.
    }
  }
  return specs;
}

function pagesOf(pages: readonly Placed[], parent: Placed | undefined, specs: Specs): Placed[] {
  const taken = new Set(pages.flatMap(({ page }) => page.slug ?? []));
  return pages.flatMap((placed): Placed[] => {
    if (placed.page.type === 'computed') return computedPages(placed, parent, { specs, taken });
    const shown: Placed = { ...placed, parent, children: [] };
    shown.children.push(...pagesOf(placed.children, shown, specs));
    return [shown];
  });
}

function computedPages(
  entry: Placed,
  parent: Placed | undefined,
  { specs, taken }: { specs: Specs; taken: Set<string> },
): Placed[] {
  const { id, computed = {}, createdAt, updatedAt } = entry.page;
  return generatedPages(computed, specs).pages.map(({ title, description, text }) => {
    const slug = uniqueSlug(slugOfTitle(title), taken);
    taken.add(slug);
    const page: StoredNode = {
      // The same page has the same id in every revision.
      id: `c${hash('sha256', `${id}\n${slug}`, 'hex').slice(0, 19)}`,
      type: 'document',
      ...{ title, slug, createdAt, updatedAt },
      ...(description === undefined ? {} : { description }),
      generated: text,
      pages: [],
    };
    return { page, hash: entry.hash, parent, path: pathBelow(parent, page), children: [] };
  });
}
