import type { NodeData, TableData } from '../../../src/content/document/values.ts';

/** What all nodes of a document have in common, as far as an outline shows it. */
interface Node {
  readonly object: string;
  readonly type?: string;
  readonly fragment?: string;
  readonly data?: NodeData;
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Node[];
  readonly leaves?: readonly {
    readonly text: string;
    readonly marks: readonly { readonly type: string; readonly data?: unknown }[];
  }[];
}

const shown = (data: unknown): string => {
  const text = JSON.stringify(data) ?? '';
  return text === '{}' ? '' : ` ${text}`;
};

function inline({ leaves, type, data, nodes = [], fragments = [] }: Node): string {
  if (leaves !== undefined)
    return leaves
      .map(({ text, marks }) => {
        const words = text.replaceAll('\n', '⏎');
        const names = marks.map((mark) => mark.type + (mark.data === undefined ? '' : shown(mark.data)));
        return marks.length === 0 ? words : `<${names.join(' ')}|${words}>`;
      })
      .join('');
  const words = nodes.map(inline).join('');
  const notes = fragments.map((note) => ` (${(note.nodes ?? []).map((each) => block(each)).join(' / ')})`);
  return `[${type ?? ''}${shown(data ?? {})}${words === '' ? '' : ` ${words}`}${notes.join('')}]`;
}

/** The lines of a table's data: its settings, and each of its columns and rows. */
function tableLines(data: TableData): string[] {
  const { view, definition, records, cellMerges = [] } = data;
  return [
    `view${shown(view)}`,
    ...Object.values(definition).map((column) => `column${shown(column)}`),
    ...Object.entries(records).map(
      ([id, { orderIndex, values }]) => `${id} at ${orderIndex}${shown(values)}`,
    ),
    ...cellMerges.map((merge) => `merge${shown(merge)}`),
  ];
}

function block(node: Node, pad = ''): string {
  const { object, type, fragment, data = {}, nodes = [], fragments = [] } = node;
  const name = object === 'fragment' ? `(${fragment ?? type ?? ''})` : (type ?? '');
  const isTable = type === 'table';
  const { view: _view, definition: _columns, records: _records, cellMerges: _merges, ...others } = data;
  const words = nodes
    .filter((each) => each.object !== 'block')
    .map(inline)
    .join('');
  return [
    `${pad}${name}${shown(isTable ? others : data)}${words === '' ? '' : ` ${words}`}`,
    ...(isTable ? tableLines(data as unknown as TableData).map((line) => `${pad}  ${line}`) : []),
    ...[...nodes.filter((each) => each.object === 'block'), ...fragments].map((each) =>
      block(each, `${pad}  `),
    ),
  ].join('\n');
}

/**
 * A document as lines that people can read: each block with its data and its words, the blocks inside indented. `<bold|a>` is text with a
 * mark, `[link {…} a]` an inline, `(caption)` a fragment, and `⏎` a line break.
 */
export function outlineOf({ nodes }: { readonly nodes: readonly Node[] }): string {
  return nodes.map((each) => block(each)).join('\n');
}
