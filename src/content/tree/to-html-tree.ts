import type { Element, ElementContent } from 'hast';
import type { AlignType, Definition, Nodes, Parents, Table, TableRow } from 'mdast';
import type { DirtyNode } from './html-nodes.ts';
import { slotElement } from './html-nodes.ts';
import type { BlockNode, FlowNode, FormulaNode, MarkdownDocument } from './document.ts';
import { restoreMarks } from './prepare.ts';

/** What a slot of the dirty tree stands for; rendered by us after cleaning. */
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
 * that marks caught in code are put back. Nothing in the result has been checked: {@link cleanFragment} comes next.
 */
export function toHtmlTree(nodes: readonly FlowNode[], document: MarkdownDocument): DirtyTree {
  const converter = new Converter(document);
  return { nodes: converter.flow(nodes), slots: converter.slots };
}

class Converter {
  readonly slots: Slot[] = [];
  readonly #document: MarkdownDocument;

  constructor(document: MarkdownDocument) {
    this.#document = document;
  }

  flow(nodes: readonly FlowNode[]): DirtyNode[] {
    const out: DirtyNode[] = [];
    for (const node of nodes) {
      const converted = this.#one(node);
      if (converted.length === 0) continue;
      out.push(...converted);
    }
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

  #one(node: Nodes | BlockNode | FormulaNode): DirtyNode[] {
    switch (node.type) {
      case 'block':
        return [this.#slot({ kind: 'block', block: node })];
      case 'formula':
        return [this.#slot({ kind: 'formula', formula: node })];
      case 'text':
        return [{ type: 'text', value: node.value }];
      case 'paragraph':
        return [make('p', {}, this.#children(node))];
      case 'heading':
        return [make(`h${node.depth}`, {}, this.#children(node))];
      case 'emphasis':
        return [make('em', {}, this.#children(node))];
      case 'strong':
        return [make('strong', {}, this.#children(node))];
      case 'delete':
        return [make('del', {}, this.#children(node))];
      case 'inlineCode':
        return [make('code', {}, [{ type: 'text', value: this.#restore(node.value) }])];
      case 'break':
        return [make('br', {}, [])];
      case 'thematicBreak':
        return [make('hr', {}, [])];
      case 'blockquote':
        return [make('blockquote', {}, this.#children(node))];
      case 'link':
        return [make('a', { href: this.#restore(node.url), title: node.title }, this.#children(node))];
      case 'image':
        return [make('img', { src: this.#restore(node.url), alt: node.alt ?? '', title: node.title }, [])];
      case 'linkReference': {
        const definition = this.#definition(node.identifier);
        if (!definition) return reverted(this.#children(node));
        return [make('a', { href: definition.url, title: definition.title }, this.#children(node))];
      }
      case 'imageReference': {
        const definition = this.#definition(node.identifier);
        if (!definition) return [{ type: 'text', value: `![${node.alt ?? ''}]` }];
        return [make('img', { src: definition.url, alt: node.alt ?? '', title: definition.title }, [])];
      }
      case 'list':
        return [
          make(
            node.ordered ? 'ol' : 'ul',
            node.ordered && node.start !== null && node.start !== undefined && node.start !== 1
              ? { start: node.start }
              : {},
            this.#listItems(node),
          ),
        ];
      case 'table':
        return [this.#table(node)];
      case 'code':
        return [
          this.#slot({
            kind: 'code',
            code: this.#restore(node.value),
            language: node.lang ?? '',
            meta: node.meta ?? '',
          }),
        ];
      case 'html':
        return [{ type: 'raw', value: node.value }];
      case 'footnoteReference':
        return [this.#slot({ kind: 'footnote', identifier: node.identifier.toLowerCase() })];
      default:
        return [];
    }
  }

  #listItems(list: Nodes & { type: 'list' }): DirtyNode[] {
    const loose = list.spread === true || list.children.some((item) => item.spread === true);
    return list.children.map((item) => {
      const children: DirtyNode[] = [];
      if (item.checked !== null && item.checked !== undefined)
        children.push(make('input', { type: 'checkbox', checked: item.checked, disabled: true }, []));
      for (const child of item.children as FlowNode[]) {
        if (child.type === 'paragraph' && !loose) children.push(...this.#children(child));
        else children.push(...this.#one(child));
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
}

/** A reference without a definition shows as what was written. */
function reverted(children: DirtyNode[]): DirtyNode[] {
  return [{ type: 'text', value: '[' }, ...children, { type: 'text', value: ']' }];
}

function make(
  tagName: string,
  properties: Readonly<Record<string, string | number | boolean | null | undefined>>,
  children: readonly DirtyNode[],
): Element {
  const kept: Element['properties'] = {};
  for (const [name, value] of Object.entries(properties))
    if (value !== null && value !== undefined) kept[name] = value;
  return { type: 'element', tagName, properties: kept, children: children as ElementContent[] };
}
