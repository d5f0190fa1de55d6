import { anchorOfText } from '../anchor-text.ts';
import { textIn } from './fields.ts';
import { textOfInlines } from './inlines.ts';
import type { BlockKind } from './kinds.ts';
import type { Block, InlineNode } from './values.ts';

/** The words that a block's address is made of; undefined for a block that has no address. */
const wordsOfKind: Partial<Record<BlockKind, (block: Block) => string>> = {
  'heading-1': words,
  'heading-2': words,
  'heading-3': words,
  'tabs-item': ({ data }) => textIn(data?.['title']),
  expandable: ({ fragments = [] }) => {
    const title = fragments.find(({ type }) => type === 'expandable-title')?.nodes[0];
    return title === undefined ? '' : words(title);
  },
  swagger: operation,
  'openapi-operation': operation,
  'openapi-webhook': ({ data }) => `${textIn(data?.['method'])} ${textIn(data?.['name'])}`,
  'openapi-schemas': ({ data }) => {
    const schemas = data?.['schemas'];
    return Array.isArray(schemas) ? `the ${String(schemas[0] ?? '')} object` : '';
  },
};

function words({ nodes = [] }: Block): string {
  return textOfInlines(nodes.filter((node): node is InlineNode => node.object !== 'block'));
}

function operation({ data }: Block): string {
  return `${textIn(data?.['method'])} ${textIn(data?.['path'])}`;
}

/** The blocks with the ids that addresses lead to; no id occurs twice in a document. */
export function withAnchors(blocks: readonly Block[]): Block[] {
  const taken = new Map<string, number>();
  const claim = (base: string): string => {
    const count = taken.get(base) ?? 0;
    taken.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  };
  const visit = (block: Block): Block => {
    const own = typeof block.data?.['id'] === 'string' ? block.data['id'] : '';
    const base = own === '' ? anchorOfText(wordsOfKind[block.type]?.(block) ?? '') : own;
    const id = base === '' || wordsOfKind[block.type] === undefined ? '' : claim(base);
    return {
      ...block,
      ...(block.nodes === undefined
        ? {}
        : { nodes: block.nodes.map((node) => (node.object === 'block' ? visit(node) : node)) }),
      ...(block.fragments === undefined
        ? {}
        : { fragments: block.fragments.map((part) => ({ ...part, nodes: part.nodes.map(visit) })) }),
      ...(id === '' ? {} : { meta: { id } }),
    };
  };
  return blocks.map(visit);
}
