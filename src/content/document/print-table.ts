import type { PhrasingContent, RootContent, Table } from 'mdast';
import { isEmptyParagraph } from './blocks.ts';
import { escapeHtml, openTag, wrap } from './html-text.ts';
import { textOfData } from './fields.ts';
import { inlinesIn, printHtmlBlocks } from './print-html-blocks.ts';
import { nameOfTarget, type InlinePrinting } from './print-html-inlines.ts';
import { htmlNode, printInlines } from './print-inlines.ts';
import { printReference } from './references.ts';
import type { Block, NodeData, Reference, TableColumn, TableData, TableRecord } from './values.ts';

/** A table in markdown, or in HTML where markdown cannot express it. */
export function printTable(
  block: Block,
  printing: InlinePrinting,
  printBlocks: (blocks: readonly Block[]) => RootContent[],
): RootContent[] {
  const table = new TablePrinter(block, printing);
  const plain = table.asMarkdown();
  return plain === undefined ? table.asHtml(printBlocks) : [plain];
}

class TablePrinter {
  readonly #data: TableData;
  readonly #block: Block;
  readonly #printing: InlinePrinting;
  readonly #columns: readonly TableColumn[];
  readonly #records: readonly (readonly [string, TableRecord])[];

  constructor(block: Block, printing: InlinePrinting) {
    this.#block = block;
    this.#data = block.data as unknown as TableData;
    this.#printing = printing;
    this.#columns = columnsInOrder(this.#data);
    this.#records = Object.entries(this.#data.records).sort(([, one], [, other]) =>
      one.orderIndex < other.orderIndex ? -1 : one.orderIndex > other.orderIndex ? 1 : 0,
    );
  }

  #fragment(record: TableRecord, column: TableColumn): readonly Block[] {
    const name = record.values[column.id];
    const nodes = this.#block.fragments?.find(({ fragment }) => fragment === name)?.nodes ?? [];
    return nodes.filter((block) => !isEmptyParagraph(block));
  }

  /** Undefined for a table that markdown cannot express. */
  asMarkdown(): Table | undefined {
    const { view, cellMerges = [], fullWidth, search } = this.#data;
    const plainView =
      view.type === 'grid' &&
      Object.entries(view).every(
        ([name, value]) =>
          ['type', 'columns'].includes(name) ||
          value === undefined ||
          (name === 'hideHeader' && value === false),
      );
    const plainColumns = this.#columns.every(
      ({ id, type, verticalAlignment }) =>
        type === 'text' && verticalAlignment === undefined && view.columns.includes(id),
    );
    if (
      !plainView ||
      !plainColumns ||
      cellMerges.length > 0 ||
      fullWidth !== undefined ||
      search !== undefined
    )
      return undefined;
    const rows = this.#records.map(([, record]) =>
      this.#columns.map((column) => this.#fragment(record, column)),
    );
    if (!rows.flat().every(isLine)) return undefined;
    return {
      type: 'table',
      align: this.#columns.map(({ textAlignment }) =>
        textAlignment === 'center' || textAlignment === 'right' ? textAlignment : null,
      ),
      children: [
        rowOf(
          this.#columns.map(({ title }): PhrasingContent[] =>
            title === '' ? [] : [{ type: 'text', value: title }],
          ),
        ),
        ...rows.map((cells) =>
          rowOf(
            cells.map(([block]) =>
              block === undefined ? [] : printInlines(inlinesIn(block), this.#printing, { oneLine: true }),
            ),
          ),
        ),
      ],
    };
  }

  /** HTML on one line. A cell that cannot be written on one line gets separate lines. */
  asHtml(printBlocks: (blocks: readonly Block[]) => RootContent[]): RootContent[] {
    const out: RootContent[] = [];
    let line = `${this.#openTable()}${this.#head()}<tbody>`;
    const covered = this.#covered();
    for (const [index, [id, record]] of this.#records.entries()) {
      line += '<tr>';
      for (const column of this.#columns) {
        if (covered.has(`${index}:${column.id}`)) continue;
        line += openTag('td', this.#cellAttributes(id, record, column));
        const content = this.#cell(record, column);
        if (content === undefined) {
          out.push(htmlNode(line), ...printBlocks(this.#fragment(record, column)));
          line = '</td>';
        } else line += `${content}</td>`;
      }
      line += '</tr>';
    }
    return [...out, htmlNode(`${line}</tbody></table>`)];
  }

  #openTable(): string {
    const { view, fullWidth, search } = this.#data;
    const flag = (value: unknown): string | undefined =>
      typeof value === 'boolean' ? String(value) : undefined;
    const cards = view.type === 'cards';
    return openTag('table', {
      'data-view': cards ? 'cards' : undefined,
      'data-card-size': cards && view['cardSize'] === 'large' ? 'large' : undefined,
      'data-card-wrap': flag(view['wrap']),
      'data-column-title-hidden': flag(view['hideColumnTitle']),
      'data-full-width': flag(fullWidth),
      'data-header-hidden': !cards && view['hideHeader'] === true,
      'data-sticky-header': flag(view['stickyHeader']),
      'data-sticky-first-column': flag(view['stickyFirstColumn']),
      'data-search': flag(search),
    });
  }

  #head(): string {
    const { view } = this.#data;
    const widths = (view['columnWidths'] ?? {}) as Readonly<Record<string, unknown>>;
    const unit = view['useNewSizing'] === false ? '%' : '';
    const cells = this.#columns.map((column) => {
      const width = widths[column.id];
      const attributes = {
        width: typeof width === 'number' ? `${width}${unit}` : undefined,
        valign: textOfData(column['verticalAlignment']),
        align: column['textAlignment'] === 'left' ? undefined : textOfData(column['textAlignment']),
        'data-hidden': !view.columns.includes(column.id),
        'data-card-target': view['targetDefinition'] === column.id,
        'data-card-cover': view['coverDefinition'] === column.id,
        'data-card-cover-dark': view['coverDefinitionDark'] === column.id,
        'data-type': column.type === 'text' ? undefined : column.type,
        'data-multiple': column['multiple'] === true ? 'true' : undefined,
        'data-max': typeof column['max'] === 'number' ? String(column['max']) : undefined,
        'data-options': column.type === 'select' ? JSON.stringify(column['options'] ?? []) : undefined,
      };
      return wrap('th', escapeHtml(column.title), attributes);
    });
    return wrap('thead', wrap('tr', cells.join('')));
  }

  #cellAttributes(id: string, record: TableRecord, column: TableColumn): Record<string, string | undefined> {
    const merge = this.#data.cellMerges?.find(
      ({ anchor }) => anchor.record === id && anchor.column === column.id,
    );
    const span = (count: number | undefined): string | undefined =>
      count === undefined || count <= 1 ? undefined : String(count);
    const value = record.values[column.id] as NodeData | null | undefined;
    const objectFit = column.type === 'image' && typeof value === 'object' ? value?.['objectFit'] : undefined;
    return {
      colspan: span(merge?.colSpan),
      rowspan: span(merge?.rowSpan),
      'data-object-fit': textOfData(objectFit),
    };
  }

  /** The places that a cell from another row or column spans. */
  #covered(): ReadonlySet<string> {
    const covered = new Set<string>();
    for (const { anchor, rowSpan, colSpan } of this.#data.cellMerges ?? []) {
      const row = this.#records.findIndex(([id]) => id === anchor.record);
      const column = this.#columns.findIndex(({ id }) => id === anchor.column);
      for (let down = 0; down < rowSpan; down += 1)
        for (let across = 0; across < colSpan; across += 1)
          if (down > 0 || across > 0)
            covered.add(`${row + down}:${this.#columns[column + across]?.id ?? ''}`);
    }
    return covered;
  }

  #cell(record: TableRecord, column: TableColumn): string | undefined {
    const value = record.values[column.id];
    const link = (reference: Reference): string => {
      const target = printReference(this.#printing.references, reference);
      return wrap('a', escapeHtml(nameOfTarget(target)), { href: target });
    };
    switch (column.type) {
      case 'checkbox':
        return value === true ? 'true' : value === false ? 'false' : '';
      case 'number':
      case 'rating':
        return typeof value === 'number' ? String(value) : '';
      case 'users':
      case 'select':
        return Array.isArray(value) ? escapeHtml(value.join(',')) : '';
      case 'files':
        return Array.isArray(value)
          ? value.map((file) => link({ kind: 'file', file: String(file) })).join('')
          : '';
      case 'content-ref':
        return isReference(value) ? link(value) : '';
      case 'image':
        return this.#image(value, link);
      default:
        return printHtmlBlocks(this.#fragment(record, column), this.#printing);
    }
  }

  #image(value: unknown, link: (reference: Reference) => string): string {
    if (isReference(value)) return link(value);
    const { ref, alt } = (value ?? {}) as { ref?: unknown; alt?: unknown };
    if (!isReference(ref)) return '';
    if (typeof alt !== 'string') return link(ref);
    return openTag('img', { src: printReference(this.#printing.references, ref), alt });
  }
}

/** The shown columns in the order of the view. Hidden columns keep their places. */
function columnsInOrder({ view, definition }: TableData): TableColumn[] {
  const shown = view.columns.flatMap((id) => definition[id] ?? []);
  let next = 0;
  const ordered = Object.values(definition).flatMap((column) => {
    if (!view.columns.includes(column.id)) return [column];
    const own = shown[next];
    next += 1;
    return own === undefined ? [] : [own];
  });
  return ordered;
}

function isReference(value: unknown): value is Reference {
  return (
    typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string'
  );
}

/** Whether a cell is one line of text, in which a pipe can be told from the table's own pipes. */
function isLine(blocks: readonly Block[]): boolean {
  const [block] = blocks;
  if (block === undefined) return true;
  if (blocks.length > 1 || block.type !== 'paragraph' || block.data?.['align'] !== undefined) return false;
  return inlinesIn(block).every(
    (node) => node.object === 'text' || !['inline-math', 'expression', 'button'].includes(node.type),
  );
}

function rowOf(cells: readonly PhrasingContent[][]): Table['children'][number] {
  return { type: 'tableRow', children: cells.map((children) => ({ type: 'tableCell', children })) };
}
