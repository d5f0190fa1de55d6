import type { Element } from 'hast';
import { readDocument, type FlowNode, type MarkdownDocument } from '../tree/document.ts';
import { parseWithSatteri, type MarkdownParser } from '../tree/parse.ts';
import { restoreMarks, type PreparedText } from '../tree/prepare.ts';
import { toHtmlTree, type Slot } from '../tree/to-html-tree.ts';
import { withAnchors } from './anchors.ts';
import { aVoidBlock, codeOfText } from './blocks.ts';
import { attributeOf, joinHtml } from './html-tree.ts';
import { readBlocks } from './read-blocks.ts';
import { readTagBlock } from './read-tags.ts';
import { noReferences, type References } from './references.ts';
import type { Block, JsonDocument } from './values.ts';
import { aParagraph } from './inlines.ts';

export interface ReadOptions {
  readonly references?: References;
  readonly parse?: MarkdownParser;
}

/**
 * Reads a page's text, without its front matter and its title, into a document. Throws `TOO_LARGE` for a text that cannot be
 * read in bounded time.
 */
export function documentOfMarkdown(
  markdown: string,
  { references = noReferences, parse = parseWithSatteri }: ReadOptions = {},
): JsonDocument {
  // The lines of a code block are blocks of their own, so that a text's line endings would stay in them.
  const text = markdown.replaceAll('\r\n', '\n');
  const nodes = new DocumentReader(readDocument(text, { parse }), references).document();
  return { object: 'document', data: { schemaVersion }, nodes: withAnchors(nodes) };
}

/** The version of the tree that we read and write. */
const schemaVersion = 8;

class DocumentReader {
  readonly #document: MarkdownDocument;
  readonly #references: References;
  readonly #footnotes = new Map<string, readonly Block[]>();
  #inFootnote = false;

  constructor(document: MarkdownDocument, references: References) {
    this.#document = document;
    this.#references = references;
  }

  document(): Block[] {
    const nodes = this.#blocks(this.#document.children, true);
    const { prepared } = this.#document;
    if (nodes.length === 0) return [aParagraph([])];
    return prepared.marks.length === 0 ? nodes : (withoutMarks(nodes, prepared) as Block[]);
  }

  #blocks(nodes: readonly FlowNode[], images: boolean): Block[] {
    const { nodes: dirty, slots } = toHtmlTree(nodes, this.#document);
    const slotOf = (node: Element): Slot | undefined =>
      slots[Number((attributeOf(node, 'dataSlot') ?? '').split('-').at(-1))];
    return readBlocks(joinHtml(dirty), {
      images,
      part: {
        document: this.#document,
        references: this.#references,
        slotOf,
        footnote: (identifier) => this.#footnote(identifier),
      },
      block: (node) => this.#slot(slotOf(node)),
    });
  }

  #slot(slot: Slot | undefined): Block[] {
    switch (slot?.kind) {
      case 'formula':
        return [aVoidBlock('math', { formula: slot.formula.formula })];
      case 'code':
        return [codeOfText(slot.code, { ...syntaxOf(slot.language), ...titleOf(slot.meta) })];
      case 'block':
        return readTagBlock(slot.block, {
          references: this.#references,
          blocks: (nodes, images) => this.#blocks(nodes, images),
        });
      default:
        return [];
    }
  }

  #footnote(identifier: string): readonly Block[] | undefined {
    const definition = this.#document.footnotes.get(identifier);
    if (definition === undefined || this.#inFootnote) return undefined;
    const known = this.#footnotes.get(identifier);
    if (known !== undefined) return known;
    this.#inFootnote = true;
    const nodes = this.#blocks(definition.children, false);
    this.#inFootnote = false;
    const filled = nodes.length === 0 ? [aParagraph([])] : nodes;
    this.#footnotes.set(identifier, filled);
    return filled;
  }
}

/** Turns the marks that are left in data, where nothing but a text can be, back into what they replaced: in a picture's description, say. */
function withoutMarks(value: unknown, prepared: PreparedText): unknown {
  if (typeof value === 'string') return restoreMarks(value, prepared);
  if (Array.isArray(value)) return value.map((each) => withoutMarks(each, prepared));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutMarks(each, prepared)] as const),
  );
}

function syntaxOf(language: string): { syntax?: string } {
  return language === '' ? {} : { syntax: language };
}

/** The title in a fence's info line, after the language. */
function titleOf(meta: string): { title?: string } {
  const title = /(?:title|filename)=(?:"([^"]*)"|'([^']*)'|(\S+))/u.exec(meta);
  const value = title?.[1] ?? title?.[2] ?? title?.[3];
  return value === undefined ? {} : { title: value };
}
