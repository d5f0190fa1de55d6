import type { Element, ElementContent } from 'hast';
import { aVoidBlock } from './blocks.ts';
import { textIn } from './fields.ts';
import { attributeOf, isElement, wordsOf } from './html-tree.ts';
import { aParagraph } from './inlines.ts';
import type { ReadingPart } from './reading-part.ts';
import { readReference } from './references.ts';
import { restoreMarks } from '../tree/prepare.ts';
import type { Block, Fragment, NodeData, TableColumn, TableMerge, TableRecord } from './values.ts';

/** Reads the blocks of one cell. */
type ReadCell = (nodes: readonly ElementContent[]) => Block[];

/** Reads a table: its columns with their types, its rows as records, and the texts of its cells as fragments. */
export function readTable(node: Element, part: ReadingPart, readCell: ReadCell): Block {
  const head = rowsOf(node, 'thead')[0];
  const headCells = head === undefined ? [] : cellsOf(head);
  const rows = rowsOf(node, 'tbody', 'tfoot').map(cellsOf);
  const placed = placeCells(rows);
  const width = Math.max(headCells.length, ...placed.map((row) => row.length), 1);
  const columns = Array.from({ length: width }, (_, index) => columnOf(headCells[index], index));
  const fragments: Fragment[] = [];
  const records: Record<string, TableRecord> = {};
  const merges: TableMerge[] = [];
  for (const [rowIndex, row] of placed.entries()) {
    const id = `record-${rowIndex + 1}`;
    const values: Record<string, unknown> = {};
    for (const [index, column] of columns.entries()) {
      const cell = row[index];
      if (cell === undefined) continue;
      if (cell.rowSpan > 1 || cell.colSpan > 1)
        merges.push({
          anchor: { record: id, column: column.definition.id },
          rowSpan: cell.rowSpan,
          colSpan: cell.colSpan,
        });
      const value = readValue(cell.element, column.definition, { part, readCell });
      if (value.fragment === undefined) values[column.definition.id] = value.value;
      else {
        const name = `${id}-${column.definition.id}`;
        values[column.definition.id] = name;
        fragments.push({ object: 'fragment', type: 'table-cell', fragment: name, nodes: value.fragment });
      }
    }
    records[id] = { orderIndex: String(rowIndex + 1).padStart(6, '0'), values };
  }
  return aVoidBlock(
    'table',
    tableData(node, { columns, records, merges, hasHead: head !== undefined }),
    fragments,
  );
}

interface Column {
  readonly definition: TableColumn;
  readonly hidden: boolean;
  readonly width: string | undefined;
  readonly roles: ReadonlySet<string>;
}

/** The role of a column of cards, by the attribute that gives it. */
const cardRoles = {
  dataCardTarget: 'targetDefinition',
  dataCardCover: 'coverDefinition',
  dataCardCoverDark: 'coverDefinitionDark',
} as const;

const plainTypes = ['number', 'checkbox', 'files', 'content-ref', 'image'];

function columnOf(cell: Element | undefined, index: number): Column {
  const attribute = (name: string): string | undefined =>
    cell === undefined ? undefined : attributeOf(cell, name);
  const flag = (name: string): boolean => attribute(name) === 'true';
  const base = {
    id: `column-${index + 1}`,
    title: cell === undefined ? '' : wordsOf(cell.children).replace(/\s+/gu, ' ').trim(),
  };
  const type = attribute('dataType') ?? 'text';
  const settings = (): NodeData => {
    if (plainTypes.includes(type)) return { type };
    if (type === 'users') return { type, multiple: flag('dataMultiple') };
    if (type === 'rating') return { type, max: Number(attribute('dataMax') ?? '5') || 5 };
    if (type === 'select')
      return { type, multiple: flag('dataMultiple'), options: optionsOf(attribute('dataOptions')) };
    const align = attribute('align') ?? '';
    const vertical = attribute('vAlign') ?? '';
    return {
      type: 'text',
      textAlignment: align === 'center' || align === 'right' ? align : 'left',
      ...(['top', 'middle', 'bottom'].includes(vertical) ? { verticalAlignment: vertical } : {}),
    };
  };
  return {
    definition: { ...base, ...settings() } as TableColumn,
    hidden: attribute('dataHidden') !== undefined,
    width: attribute('width'),
    roles: new Set(
      Object.entries(cardRoles).flatMap(([name, role]) => (attribute(name) === undefined ? [] : [role])),
    ),
  };
}

function optionsOf(written: string | undefined): { value: string; label: string; color: string }[] {
  try {
    const options: unknown = JSON.parse(written ?? '[]');
    if (!Array.isArray(options)) return [];
    return options.map((option: Record<string, unknown>) => ({
      value: String(option['value']),
      label: String(option['label'] ?? option['value']),
      color: textIn(option['color']),
    }));
  } catch {
    return [];
  }
}

interface TableParts {
  readonly columns: readonly Column[];
  readonly records: Readonly<Record<string, TableRecord>>;
  readonly merges: readonly TableMerge[];
  readonly hasHead: boolean;
}

function tableData(node: Element, { columns, records, merges, hasHead }: TableParts): NodeData {
  const fullWidth = attributeOf(node, 'dataFullWidth');
  const search = attributeOf(node, 'dataSearch');
  const shown = columns.filter(({ hidden }) => !hidden).map(({ definition }) => definition.id);
  return {
    view:
      attributeOf(node, 'dataView') === 'cards'
        ? cardsView(node, columns, shown)
        : gridView(node, { columns, shown, hasHead }),
    records,
    definition: Object.fromEntries(columns.map(({ definition }) => [definition.id, definition])),
    ...(merges.length === 0 ? {} : { cellMerges: merges }),
    ...(fullWidth === undefined ? {} : { fullWidth: fullWidth === 'true' }),
    ...(search === undefined ? {} : { search: search !== 'false' }),
  };
}

function cardsView(node: Element, columns: readonly Column[], shown: readonly string[]): NodeData {
  const size = attributeOf(node, 'dataCardSize');
  const wrap = attributeOf(node, 'dataCardWrap');
  const titles = attributeOf(node, 'dataColumnTitleHidden');
  return {
    type: 'cards',
    cardSize: size === 'large' ? 'large' : 'medium',
    columns: shown,
    ...Object.fromEntries(
      Object.values(cardRoles).flatMap((role) => {
        const column = columns.find(({ roles }) => roles.has(role));
        return column === undefined ? [] : [[role, column.definition.id]];
      }),
    ),
    ...(titles === undefined ? {} : { hideColumnTitle: titles !== 'false' }),
    ...(wrap === undefined ? {} : { wrap: wrap !== 'false' }),
  };
}

function gridView(
  node: Element,
  { columns, shown, hasHead }: { columns: readonly Column[]; shown: readonly string[]; hasHead: boolean },
): NodeData {
  const widths = columns.flatMap(({ definition, width }) => {
    const value = Number.parseFloat(width ?? '');
    return Number.isFinite(value) ? [[definition.id, value] as const] : [];
  });
  const percent = columns.some(({ width }) => width?.includes('%') === true);
  const flag = (name: string, field: string): NodeData =>
    attributeOf(node, name) === undefined ? {} : { [field]: attributeOf(node, name) !== 'false' };
  return {
    type: 'grid',
    columns: shown,
    ...(widths.length === 0 ? {} : { columnWidths: Object.fromEntries(widths), useNewSizing: !percent }),
    hideHeader: !hasHead || attributeOf(node, 'dataHeaderHidden') !== undefined,
    ...flag('dataStickyHeader', 'stickyHeader'),
    ...flag('dataStickyFirstColumn', 'stickyFirstColumn'),
  };
}

interface CellReading {
  readonly part: ReadingPart;
  readonly readCell: ReadCell;
}

/** A cell's value, or the blocks of a text. */
function readValue(
  cell: Element,
  column: TableColumn,
  { part, readCell }: CellReading,
): { value?: unknown; fragment?: Block[] } {
  const words = wordsOf(cell.children).trim();
  const targets = targetsIn(cell).map((target) => restoreMarks(target, part.document.prepared));
  switch (column.type) {
    case 'checkbox':
      return { value: words === 'true' };
    case 'number':
    case 'rating':
      return { value: words === '' || !Number.isFinite(Number(words)) ? null : Number(words) };
    case 'files':
      return { value: targets.map((target) => fileId(readReference(part.references, target, 'file'))) };
    case 'users':
    case 'select':
      return { value: words === '' ? [] : words.split(',').map((word) => word.trim()) };
    case 'content-ref': {
      const [target] = targets;
      return { value: target === undefined ? null : readReference(part.references, target, 'link') };
    }
    case 'image': {
      const [target] = targets;
      if (target === undefined) return { value: null };
      const ref = readReference(part.references, target, 'image');
      const image = cell.children.find((child) => isElement(child, 'img'));
      const alt = isElement(image) ? attributeOf(image, 'alt') : undefined;
      const objectFit = attributeOf(cell, 'dataObjectFit');
      const more = {
        ...(objectFit === undefined ? {} : { objectFit }),
        ...(alt === undefined || alt === '' ? {} : { alt }),
      };
      return { value: Object.keys(more).length === 0 ? ref : { ref, ...more } };
    }
    default: {
      const nodes = readCell(cell.children);
      return { fragment: nodes.length === 0 ? [aParagraph([])] : nodes };
    }
  }
}

function fileId(reference: Readonly<Record<string, unknown>>): string {
  return textIn(reference['file'] ?? reference['url']);
}

/** The targets of a cell's links and pictures. */
function targetsIn(node: Element): string[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    const own = attributeOf(child, child.tagName === 'img' ? 'src' : 'href');
    return [
      ...(own === undefined || own === '' ? [] : [own]),
      ...(own === undefined ? targetsIn(child) : []),
    ];
  });
}

interface PlacedCell {
  readonly element: Element;
  readonly rowSpan: number;
  readonly colSpan: number;
}

/** Rows of cells by their columns: a cell that spans others leaves their places empty. */
function placeCells(rows: readonly (readonly Element[])[]): (PlacedCell | undefined)[][] {
  const taken = new Map<string, true>();
  return rows.map((row, rowIndex) => {
    const placed: (PlacedCell | undefined)[] = [];
    let column = 0;
    for (const element of row) {
      while (taken.has(`${rowIndex}:${column}`)) column += 1;
      const rowSpan = Math.min(spanOf(element, 'rowSpan'), rows.length - rowIndex);
      const colSpan = spanOf(element, 'colSpan');
      for (let down = 0; down < rowSpan; down += 1)
        for (let across = 0; across < colSpan; across += 1)
          taken.set(`${rowIndex + down}:${column + across}`, true);
      placed[column] = { element, rowSpan, colSpan };
      for (let across = 1; across < colSpan; across += 1) placed[column + across] = undefined;
      column += colSpan;
    }
    return placed;
  });
}

function spanOf(cell: Element, name: 'rowSpan' | 'colSpan'): number {
  const span = Number(attributeOf(cell, name) ?? '1');
  return Number.isInteger(span) && span >= 1 && span <= 50 ? span : 1;
}

function rowsOf(table: Element, ...sections: readonly string[]): Element[] {
  return table.children.flatMap((child) => {
    if (isElement(child, ...sections)) return child.children.filter((row) => isElement(row, 'tr'));
    return isElement(child, 'tr') && sections.includes('tbody') ? [child] : [];
  });
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((cell) => isElement(cell, 'td', 'th'));
}
