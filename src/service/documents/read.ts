import type { Block, Derivation, JsonDocument } from '../../content/document/index.ts';
import type { JsonDocument as PublishedDocument } from '../../contract/index.ts';
import { joinEmoji, splitFrontMatter } from '../../content/index.ts';
import { notFound } from '../access/index.ts';
import type { Context } from '../context.ts';
import { placesOf, type LinkSource } from '../content/links.ts';
import { readFiles, readReusable } from '../content/lists.ts';
import { partsOfText } from '../content/page-text.ts';
import type { StoredReusable } from '../content/lists.ts';
import { getDocument, hashOf } from '../tree/objects.ts';
import type { Root } from '../content/roots.ts';
import type { Placed } from '../tree/tree.ts';
import { variablesOf } from '../content/variables.ts';
import { documentModule } from './module.ts';
import { referencesOf } from './references.ts';

/** The parts of a document that may be replaced before the answer. */
export interface DocumentQuery {
  readonly evaluated?: 'true' | 'false' | 'deterministic-only';
  readonly dereferenced?: 'true' | 'false' | 'reusable-contents';
}

/** How deep reusable contents may nest in each other. */
const deepestReuse = 8;

/** A page's text as a document. A page without a text gives an empty document. */
export function pageDocument(
  ctx: Context,
  root: Root,
  placed: Placed,
  query: DocumentQuery = {},
): JsonDocument {
  const { page } = placed;
  const path = placesOf(ctx, root).pathOfPage.get(page.id) ?? 'README.md';
  const text = textOfPage(ctx, page);
  const document = readText(ctx, root, {
    hash: page.document ?? (page.generated === undefined ? '' : hashOf(page.generated)),
    body: partsOfText(text, joinEmoji(page)).body,
    path,
    from: { kind: 'page', page: placed },
  });
  const names = { title: page.title, vars: page.variables ?? {} };
  return derived(ctx, root, { document, names, query });
}

/** The text of a page, as it is stored or was computed. */
export function textOfPage({ store }: Pick<Context, 'store'>, page: Placed['page']): string {
  if (page.document === undefined) return page.generated ?? '';
  return getDocument(store, page.document).text;
}

/** A reusable content's text as a document. */
export function reusableDocument(
  ctx: Context,
  root: Root,
  content: StoredReusable,
  query: DocumentQuery = {},
): JsonDocument {
  return derived(ctx, root, { document: readReusableText(ctx, root, content), names: { vars: {} }, query });
}

/** The document as answers have it. The contract's document and that of `content/` are the same kind of value. */
export function shownDocument(document: JsonDocument): PublishedDocument {
  return documentModule().withKeys(document) as unknown as PublishedDocument;
}

/** The reusable content with this id in a revision. */
export function reusableOf(ctx: Context, { revision }: Root, id: string): StoredReusable {
  const found = readReusable(ctx, revision.reusable).find((content) => content.id === id);
  if (found === undefined) throw notFound('reusable content', id);
  return found;
}

function readReusableText(ctx: Context, root: Root, content: StoredReusable): JsonDocument {
  const { text } = getDocument(ctx.store, content.document);
  return readText(ctx, root, {
    hash: content.document,
    body: text.slice(splitFrontMatter(text).bodyStart),
    path: content.path ?? '.gitbook/includes/content.md',
    from: { kind: 'reusable-content', content },
  });
}

interface TextToRead {
  readonly hash: string;
  readonly body: string;
  readonly path: string;
  readonly from: LinkSource;
}

/** The document of a text at one place of a revision; it never changes, and is cached for the next reader. */
function readText(ctx: Context, root: Root, { hash, body, path, from }: TextToRead): JsonDocument {
  const { revision, space } = root;
  const key = ['document', hash, body.length, path, space, revision.root, revision.files].join('\n');
  const known = ctx.cache.derived.get(key) as JsonDocument | undefined;
  if (known !== undefined) return known;
  const references = referencesOf(ctx, root, { path, from });
  const document = documentModule().documentOfMarkdown(body, { references });
  ctx.cache.derived.set(key, document, 1000 + body.length * 10);
  return document;
}

/** The document with the replacements that the query asks for. */
function derived(
  ctx: Context,
  root: Root,
  { document, names, query }: { document: JsonDocument; names: object; query: DocumentQuery },
): JsonDocument {
  const { evaluated = 'false', dereferenced = 'false' } = query;
  if (evaluated === 'false' && dereferenced === 'false') return document;
  const variables = variablesOf(ctx, readFiles(ctx, root.revision.files)) ?? {};
  const settings: Derivation =
    evaluated === 'false'
      ? {}
      : {
          names: { visitor: { claims: { unsigned: {} } }, space: { vars: variables }, page: names },
          // Whoever shows the page evaluates what depends on the reader.
          evaluates: (expression) => evaluated === 'true' || !/\bvisitor\b/u.test(expression),
        };
  const resolve = (block: Block, depth: number): readonly Block[] | undefined => {
    const ref = block.data?.['ref'] as { reusableContent?: unknown } | undefined;
    const content = readReusable(ctx, root.revision.reusable).find(({ id }) => id === ref?.reusableContent);
    if (content === undefined || depth > deepestReuse) return undefined;
    return documentModule().deriveDocument(readReusableText(ctx, root, content), {
      ...settings,
      reusable: (inner) => resolve(inner, depth + 1),
    }).nodes;
  };
  return documentModule().deriveDocument(document, {
    ...settings,
    ...(dereferenced === 'false' ? {} : { reusable: (block: Block) => resolve(block, 1) }),
  });
}
