import type { Element, ElementContent } from 'hast';
import type {
  AlignType,
  Code,
  Definition,
  ImageReference,
  Link,
  LinkReference,
  List,
  Nodes,
  Parents,
  Table,
  TableRow,
} from 'mdast';
import type { DirtyNode } from './html-nodes.ts';
import { slotElement } from './html-nodes.ts';
import type { BlockNode, FlowNode, FormulaNode, MarkdownDocument } from './document.ts';
import { isUnknownTag, withUnknownTagsShown } from '../html-elements.ts';
import { restoreMarks } from './prepare.ts';

/** What a slot of the dirty tree holds; we render it after cleaning. */
export type Slot =
  | { readonly kind: 'block'; readonly block: BlockNode }
  | { readonly kind: 'formula'; readonly formula: FormulaNode }
  | { readonly kind: 'code'; readonly code: string; readonly language: string; readonly meta: string }
  | { readonly kind: 'footnote'; readonly identifier: string };

export interface DirtyTree {
  readonly nodes: DirtyNode[];
  readonly slots: readonly Slot[];
}

/**
 * Turns markdown's tree into HTML's as remark does, except that blocks, code and footnote references become slots, and
 * that marks in code become the original text. Nothing in the result has been checked: {@link cleanFragment} comes next.
 */
export function toHtmlTree(nodes: readonly FlowNode[], document: MarkdownDocument): DirtyTree {
  const converter = new Converter(document);
  return { nodes: converter.flow(nodes), slots: converter.slots };
}

type MarkdownNode = Nodes | BlockNode | FormulaNode;

/** Turns a node of one kind into HTML nodes. */
type Rule<Node extends MarkdownNode> = (converter: Converter, node: Node) => DirtyNode | DirtyNode[];

type Rules = {
  readonly [Kind in MarkdownNode['type']]?: Rule<Extract<MarkdownNode, { readonly type: Kind }>>;
};

class Converter {
  /** Kinds without a rule show nothing in their place: definitions, the bodies of notes. */
  static readonly #rules: Rules = {
    block: (converter, block) => converter.#slot({ kind: 'block', block }),
    formula: (converter, formula) => converter.#slot({ kind: 'formula', formula }),
    text: (_, { value }) => ({ type: 'text', value }),
    paragraph: (converter, node) => make('p', {}, converter.#children(node)),
    heading: (converter, node) => make(`h${node.depth}`, {}, converter.#children(node)),
    emphasis: (converter, node) => make('em', {}, converter.#children(node)),
    strong: (converter, node) => make('strong', {}, converter.#children(node)),
    delete: (converter, node) => make('del', {}, converter.#children(node)),
    inlineCode: (converter, { value }) =>
      make('code', {}, [{ type: 'text', value: converter.#restore(value) }]),
    break: () => make('br', {}, []),
    thematicBreak: () => make('hr', {}, []),
    blockquote: (converter, node) => make('blockquote', {}, converter.#children(node)),
    link: (converter, node) =>
      converter.#isLinked && isBareAddress(node)
        ? converter.#children(node)
        : make('a', converter.#restoreAll({ href: node.url, title: node.title }), converter.#children(node)),
    image: (converter, { url, alt, title }) =>
      make('img', converter.#restoreAll({ src: url, alt: alt ?? '', title }), []),
    linkReference: (converter, node) => converter.#linkReference(node),
    imageReference: (converter, node) => converter.#imageReference(node),
    list: (converter, node) => converter.#list(node),
    table: (converter, node) => converter.#table(node),
    code: (converter, node) => converter.#code(node),
    html: (converter, { value }) => htmlOf(converter.#restoreInTags(value)),
    footnoteReference: (converter, { identifier }) =>
      converter.#slot({ kind: 'footnote', identifier: identifier.toLowerCase() }),
  };

  readonly slots: Slot[] = [];
  readonly #document: MarkdownDocument;
  /** Whether the current nodes are inside a link in the writer's HTML. */
  #isLinked = false;

  constructor(document: MarkdownDocument) {
    this.#document = document;
  }

  flow(nodes: readonly FlowNode[]): DirtyNode[] {
    const out: DirtyNode[] = [];
    const outside = this.#isLinked;
    let linkEnd = 0;
    for (const [index, node] of nodes.entries()) {
      this.#isLinked = outside || index < linkEnd;
      if (node.type === 'html' && isTypeArgument(node.value, nodes[index - 1]))
        out.push({ type: 'text', value: node.value });
      else this.#addTo(out, node);
      // If one search found no end, a later search would find none, either.
      if (linkEnd >= 0 && index >= linkEnd && opensLink(node))
        linkEnd = nodes.findIndex((other, at) => at > index && closesLink(other));
    }
    this.#isLinked = outside;
    return out;
  }

  #slot(slot: Slot): Element {
    this.slots.push(slot);
    const number = this.slots.length - 1;
    return make(slotElement, { dataSlot: `${this.#document.prepared.nonce}-${number}` }, []);
  }

  #children(node: Parents): DirtyNode[] {
    return this.flow(node.children as FlowNode[]);
  }

  #addTo(out: DirtyNode[], node: MarkdownNode): void {
    const rule = Converter.#rules[node.type] as Rule<MarkdownNode> | undefined;
    const made = rule?.(this, node);
    if (Array.isArray(made)) out.push(...made);
    else if (made !== undefined) out.push(made);
  }

  #linkReference(node: LinkReference): DirtyNode | DirtyNode[] {
    const definition = this.#definition(node.identifier);
    if (!definition) return reverted(this.#children(node));
    return make(
      'a',
      this.#restoreAll({ href: definition.url, title: definition.title }),
      this.#children(node),
    );
  }

  #imageReference({ identifier, alt }: ImageReference): DirtyNode {
    const definition = this.#definition(identifier);
    if (!definition) return { type: 'text', value: `![${alt ?? ''}]` };
    return make(
      'img',
      this.#restoreAll({ src: definition.url, alt: alt ?? '', title: definition.title }),
      [],
    );
  }

  #code({ value, lang, meta }: Code): Element {
    return this.#slot({ kind: 'code', code: this.#restore(value), language: lang ?? '', meta: meta ?? '' });
  }

  #list(list: List): Element {
    if (!list.ordered) return make('ul', {}, this.#listItems(list));
    return make('ol', { start: list.start === 1 ? undefined : list.start }, this.#listItems(list));
  }

  #listItems(list: List): DirtyNode[] {
    const loose = list.spread === true || list.children.some((item) => item.spread === true);
    return list.children.map((item) => {
      const children: DirtyNode[] = [];
      if (item.checked !== null && item.checked !== undefined)
        children.push(make('input', { type: 'checkbox', checked: item.checked, disabled: true }, []));
      for (const child of item.children as FlowNode[]) {
        if (child.type === 'paragraph' && !loose) children.push(...this.#children(child));
        else this.#addTo(children, child);
      }
      return make('li', {}, children);
    });
  }

  #table(table: Table): Element {
    const [head, ...rows] = table.children;
    const align = table.align ?? [];
    const sections: DirtyNode[] = [];
    if (head) sections.push(make('thead', {}, [this.#row(head, 'th', align)]));
    if (rows.length > 0)
      sections.push(
        make(
          'tbody',
          {},
          rows.map((row) => this.#row(row, 'td', align)),
        ),
      );
    return make('table', {}, sections);
  }

  #row(row: TableRow, cell: 'th' | 'td', align: readonly AlignType[]): Element {
    return make(
      'tr',
      {},
      row.children.map((child, index) => make(cell, { align: align[index] }, this.#children(child))),
    );
  }

  #definition(identifier: string): Definition | undefined {
    return this.#document.definitions.get(identifier.toLowerCase());
  }

  #restore(value: string): string {
    return restoreMarks(value, this.#document.prepared);
  }

  /** As {@link Converter.#restoreAll}, in the tags of a writer's HTML. */
  #restoreInTags(html: string): string {
    return html.replace(/<[a-z][^<>]*>/giu, (tag) => this.#restore(tag));
  }

  /** Restores the marks in attributes, which can hold no formula. */
  #restoreAll(attributes: Attributes): Attributes {
    return Object.fromEntries(
      Object.entries(attributes).map(
        ([name, value]) => [name, typeof value === 'string' ? this.#restore(value) : value] as const,
      ),
    );
  }
}

/** A writer's HTML. Tags that no browser knows are words in angle brackets, and are shown. */
function htmlOf(value: string): DirtyNode {
  return isUnknownTag(value) ? { type: 'text', value } : { type: 'raw', value: withUnknownTagsShown(value) };
}

/** Whether a tag is the rest of a word of a program, as in `List<Object>`. */
function isTypeArgument(tag: string, before: FlowNode | undefined): boolean {
  return /^<[A-Z][a-z]+>$/.test(tag) && before?.type === 'text' && /[\p{L}\p{N}_]$/u.test(before.value);
}

/** Whether HTML ends with the words of a link, or with the tag that begins it. */
function opensLink(node: FlowNode): boolean {
  const tag = node.type === 'html' ? /<a\s([^<>]*)>[^<]*$/i.exec(node.value) : null;
  return tag !== null && /\bhref\b/i.test(tag[1] ?? '');
}

function closesLink(node: FlowNode): boolean {
  return node.type === 'html' && /<\/a\s*>/i.test(node.value);
}

/** Whether GFM made the link from an address in the text. Inside another link, such an address is plain text. */
function isBareAddress({ url, children }: Link): boolean {
  const [words, more] = children;
  if (words?.type !== 'text' || more) return false;
  return ['', 'http://', 'mailto:'].some((scheme) => scheme + words.value === url);
}

/** A reference without a definition is shown as written. */
function reverted(children: DirtyNode[]): DirtyNode[] {
  return [{ type: 'text', value: '[' }, ...children, { type: 'text', value: ']' }];
}

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

function make(tagName: string, properties: Attributes, children: readonly DirtyNode[]): Element {
  const kept: Element['properties'] = {};
  for (const [name, value] of Object.entries(properties))
    if (value !== null && value !== undefined) kept[name] = value;
  return { type: 'element', tagName, properties: kept, children: children as ElementContent[] };
}
