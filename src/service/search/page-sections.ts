import { splitFrontMatter } from '../../content/index.ts';
import { sectionsOfPage, type SearchSection } from '../../site/index.ts';
import { linkTarget, placesOf } from '../content/links.ts';
import { readFiles } from '../content/lists.ts';
import { primaryRoot, type Root } from '../content/roots.ts';
import { variablesOf } from '../content/variables.ts';
import type { Context } from '../context.ts';
import { spaceRow } from '../spaces/space.ts';
import { getDocument } from '../tree/objects.ts';
import { readTree } from '../tree/tree.ts';

/** The sections of a page, and the length of the text that they were read from. */
export interface PageSections {
  readonly sections: readonly SearchSection[];
  readonly length: number;
}

/** How many characters of a page are read for its sections. */
const maxRead = 256 * 1024;

/**
 * The sections of a page of the primary content, as the page shows them to somebody who has not signed in: searches show people what
 * they will find there, and the same anchors. The same pages are found by many searches, so the sections are cached.
 */
export function pageSections(
  ctx: Context,
  { space, page, document }: { space: string; page: string; document: string },
): PageSections {
  const { title: spaceTitle } = spaceRow(ctx, space);
  const root = primaryRoot(ctx, { spaceId: space });
  const { files, reusable } = root.revision;
  const { title = '', variables = {} } = readTree(ctx, root.revision.root).byId.get(page)?.page ?? {};
  const key = [space, document, spaceTitle, title, files, reusable].join('\n');
  const known = ctx.cache.sections.get(key);
  if (known !== undefined) return known;
  const text = getDocument(ctx.store, document).text.slice(0, maxRead);
  const sections = sectionsOfPage(text, {
    title,
    // Only what is included needs to know where the page is.
    file: text.includes('{%') ? (placesOf(ctx, root).pathOfPage.get(page) ?? '') : '',
    names: {
      space: { title: spaceTitle, vars: variablesOf(ctx, readFiles(ctx, files)) ?? {} },
      page: { title, vars: variables },
    },
    include: (written, from) => includedText(ctx, root, { target: written, path: from }),
  });
  const value = { sections, length: text.length };
  ctx.cache.sections.set(key, value, text.length + 100);
  return value;
}

/** The reusable content that a tag names, without its front matter. */
function includedText(
  ctx: Context,
  root: Root,
  { target, path }: { target: string; path: string },
): { text: string; file: string } | undefined {
  const found = linkTarget(ctx, root, { target, path, isInclude: true });
  if (found?.kind !== 'reusable-content') return undefined;
  const { text } = getDocument(ctx.store, found.content.document);
  return {
    text: text.slice(splitFrontMatter(text).bodyStart),
    file: placesOf(ctx, root).pathOfContent.get(found.content.id) ?? path,
  };
}
