import { joinEmoji, rewriteLinks } from '../../content/index.ts';
import type { Context } from '../context.ts';
import { linkTarget, placesOf, type LinkTarget } from '../content/links.ts';
import type { Root } from '../content/roots.ts';
import type { Placed } from '../tree/tree.ts';
import { documentModule } from './module.ts';
import { partsOfText } from '../content/page-text.ts';
import { pageDocument, textOfPage, type DocumentQuery } from './read.ts';
import { referencesOf } from './references.ts';

export interface MarkdownQuery extends DocumentQuery {
  readonly 'format.markdown.refs'?: 'relative' | 'stable';
}

/**
 * A page's text. It is exactly what was written, byte for byte, unless the query asks for replacements: then the part below the title is
 * written anew from the document.
 */
export function pageMarkdown(
  ctx: Context,
  root: Root,
  placed: Placed,
  query: MarkdownQuery,
): { markdown: string; hasTitle: boolean } {
  const text = textOfPage(ctx, placed.page);
  const { head, body, hasTitle } = partsOfText(text, joinEmoji(placed.page));
  const { evaluated = 'false', dereferenced = 'false', 'format.markdown.refs': refs = 'relative' } = query;
  const isDerived = evaluated !== 'false' || dereferenced !== 'false';
  if (!isDerived && refs === 'relative') return { markdown: head + body, hasTitle };
  const path = placesOf(ctx, root).pathOfPage.get(placed.page.id) ?? 'README.md';
  const references = referencesOf(ctx, root, { path, from: { kind: 'page', page: placed } });
  const written = isDerived
    ? `${head}\n${documentModule().markdownOfDocument(pageDocument(ctx, root, placed, query), { references })}`
    : text;
  return { markdown: refs === 'stable' ? withStableTargets(ctx, root, path, written) : written, hasTitle };
}

/** Writes links within the space with ids, so that they stay right wherever the text goes. */
function withStableTargets(ctx: Context, root: Root, path: string, text: string): string {
  return rewriteLinks(text, ({ target, kind }) => {
    const found = linkTarget(ctx, root, { target, path, isInclude: kind === 'include' });
    return found === undefined ? null : stableTarget(found, root.space);
  });
}

function stableTarget(target: LinkTarget, space: string): string | null {
  switch (target.kind) {
    case 'page': {
      const inSpace = target.space === space ? '' : `/spaces/${target.space}`;
      return `${inSpace}/pages/${target.page.page.id}${target.anchor === undefined ? '' : `#${target.anchor}`}`;
    }
    case 'file':
      return `/files/${target.file.id}`;
    case 'reusable-content':
      return `/reusable-contents/${target.content.id}`;
    case 'space':
    case 'url':
      return null;
  }
}
