import { headingIds, idsOfWords, RepeatedIds } from '../heading-ids.ts';
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

/** The id of a block before repeated ones get a number: its own, or the one that its words make; `''` for a block without an address. */
function idOf(block: Block): string {
  const wordsOf = wordsOfKind[block.type];
  if (wordsOf === undefined) return '';
  const own = block.data?.['id'];
  if (typeof own === 'string' && own !== '') return own;
  const written = wordsOf(block).trim();
  if (written === '') return '';
  return (block.type.startsWith('heading-') ? headingIds(written) : idsOfWords(written)).id;
}

/** The blocks with the ids that addresses lead to; no id occurs twice in a document. */
export function withAnchors(blocks: readonly Block[]): Block[] {
  const repeated = new RepeatedIds();
  const visit = (block: Block): Block => {
    const base = idOf(block);
    const id = base === '' ? '' : repeated.next(base);
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
