import type { BlockKind, InlineKind, MarkKind } from '../../../src/content/document/index.ts';
import type {
  Block,
  Fragment,
  Inline,
  InlineNode,
  Mark,
  NodeData,
  Reference,
  TableColumn,
  TextNode,
} from '../../../src/content/document/values.ts';

export function text(words: string, ...marks: readonly MarkKind[]): TextNode {
  return leaf(
    words,
    marks.map((type) => ({ object: 'mark', type })),
  );
}

export function colored(words: string, data: NonNullable<Mark['data']>): TextNode {
  return leaf(words, [{ object: 'mark', type: 'color', data }]);
}

function leaf(words: string, marks: readonly Mark[]): TextNode {
  return { object: 'text', leaves: [{ object: 'leaf', text: words, marks }] };
}

export function inline(type: InlineKind, data: NodeData, ...nodes: readonly InlineNode[]): Inline {
  return { object: 'inline', type, data, nodes };
}

/** Words with a note. */
export function note(words: string, ...body: readonly Block[]): Inline {
  const fragments = [{ object: 'fragment', type: 'annotation-body', nodes: body } as const];
  return { object: 'inline', type: 'annotation', nodes: [text(words)], fragments };
}

export function block(type: BlockKind, parts: Omit<Block, 'object' | 'type'> = {}): Block {
  return { object: 'block', type, ...parts };
}

export function para(...nodes: readonly InlineNode[]): Block {
  return block('paragraph', { nodes });
}

export function list(type: BlockKind, data: NodeData, ...nodes: readonly Block[]): Block {
  return block(type, { data, nodes });
}

export function item(data: NodeData, ...nodes: readonly Block[]): Block {
  return block('list-item', { data, nodes });
}

export function code(data: NodeData, ...lines: readonly (readonly InlineNode[])[]): Block {
  return block('code', { data, nodes: lines.map((nodes) => block('code-line', { nodes })) });
}

export function part(type: string, ...nodes: readonly Block[]): Fragment {
  return { object: 'fragment', type, nodes };
}

export function caption(...nodes: readonly Block[]): Fragment {
  return { object: 'fragment', fragment: 'caption', nodes };
}

export function url(target: string): Reference {
  return { kind: 'url', url: target };
}

export interface TableParts {
  readonly view?: NodeData;
  readonly data?: NodeData;
  /** The shown columns in their order; by default all. */
  readonly columns?: readonly string[];
  /** The index of each row. */
  readonly order?: readonly string[];
}

/** A table of columns and rows. Each row has its values by column, and for a text the blocks of the cell. */
export function table(
  { view, data, columns, order }: TableParts,
  definition: readonly TableColumn[],
  rows: readonly NodeData[],
): Block {
  const fragments: Fragment[] = [];
  const records = rows.map((row, index) => {
    const id = `r${index + 1}`;
    const values = Object.entries(row).map(([column, value]) => {
      const isCell = definition.some((each) => each.id === column && each.type === 'text');
      if (!isCell) return [column, value] as const;
      const fragment = `${id}-${column}`;
      fragments.push({ object: 'fragment', type: 'table-cell', fragment, nodes: value as readonly Block[] });
      return [column, fragment] as const;
    });
    return [
      id,
      { orderIndex: order?.[index] ?? `00000${index}`, values: Object.fromEntries(values) },
    ] as const;
  });
  const all = {
    view: { type: 'grid', columns: columns ?? definition.map(({ id }) => id), ...view },
    records: Object.fromEntries(records),
    definition: Object.fromEntries(definition.map((column) => [column.id, column])),
    ...data,
  };
  return block('table', { data: all, fragments });
}
