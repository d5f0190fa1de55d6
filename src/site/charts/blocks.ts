import { blockPlan, type Block } from './block-plan.ts';
import { drawBlockShape, sizeAround } from './block-shapes.ts';
import type { Line } from './lines.ts';
import { drawArrow, drawLabel, centerOf, type Box, type Point } from './shapes.ts';
import { lineHeight, Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

const gap = 22;
const padding = 14;
const headHeight = 26;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The rows and columns of the blocks in one block. */
interface Grid {
  readonly cells: readonly {
    readonly block: Block;
    readonly column: number;
    readonly row: number;
    readonly span: number;
  }[];
  readonly columns: number;
  /** The least size of a column, and of each row. */
  readonly width: number;
  readonly heights: readonly number[];
}

/** `block`: blocks in rows and columns that the writer chose, with arrows between them. */
export function drawBlocks(lines: readonly Line[]): Chart {
  const plan = blockPlan(lines.map(({ text }) => text).join('\n'));
  if ('unread' in plan) return plan;
  const sheet = new Sheet();
  const places = new Map<string, Box>();
  const { width, height } = innerSize(plan.root);
  place(plan.root, { x: 0, y: 0, width, height }, places);
  drawInner(sheet, plan.root, places);
  for (const { from, to, label, ...look } of plan.links) {
    const [one, other] = [places.get(from), places.get(to)];
    if (!one || !other) continue;
    const [start, end] = [edgeOf(one, centerOf(other)), edgeOf(other, centerOf(one))];
    if (look.isShown) drawArrow(sheet, [start, end], { ...look, width: look.isThick ? 2.5 : 1.4 });
    if (label !== '')
      drawLabel(sheet, wrapWords(label, 140, 12), { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
  }
  return sheet.print();
}

function gridOf(block: Block): Grid {
  const total = block.blocks.reduce((sum, { span }) => sum + span, 0);
  const columns = Math.max(1, block.columns ?? total);
  let [column, row] = [0, 0];
  const cells = block.blocks.map((inner) => {
    const span = Math.min(inner.span, columns);
    if (column + span > columns) [column, row] = [0, row + 1];
    const cell = { block: inner, column, row, span };
    column += span;
    return cell;
  });
  const sizes = cells.map(({ block: inner }) => sizeOf(inner));
  const width = Math.max(
    0,
    ...cells.map(({ span }, at) => ((sizes[at]?.width ?? 0) - (span - 1) * gap) / span),
  );
  const heights = Array.from({ length: row + 1 }, (_, line) =>
    Math.max(0, ...cells.map((cell, at) => (cell.row === line ? (sizes[at]?.height ?? 0) : 0))),
  );
  return { cells, columns, width, heights };
}

function innerSize(block: Block): Size {
  const { columns, width, heights } = gridOf(block);
  const height = heights.reduce((sum, each) => sum + each + gap, -gap);
  return { width: columns * width + (columns - 1) * gap, height: Math.max(0, height) };
}

/** The least size of a block. */
function sizeOf(block: Block): Size {
  if (block.shape === 'space') return { width: 40, height: 30 };
  if (block.shape === 'group') {
    const { width, height } = innerSize(block);
    const head = block.label === '' ? 0 : widthOf(block.label, 13) * 1.1;
    const above = block.label === '' ? padding : headHeight + padding;
    return { width: Math.max(width, head) + 2 * padding, height: height + above + padding };
  }
  const lines = wrapWords(block.label, 160);
  const width = Math.max(...lines.map((line) => widthOf(line)));
  return sizeAround(block.shape, { width, height: lines.length * lineHeight });
}

/** Gives a block its place, and the blocks in it theirs: they share the room. */
function place(block: Block, box: Box, places: Map<string, Box>): void {
  const side = Math.min(box.width, box.height);
  const isRound = block.shape === '(())' || block.shape === '((()))';
  const square = {
    x: box.x + (box.width - side) / 2,
    y: box.y + (box.height - side) / 2,
    width: side,
    height: side,
  };
  places.set(block.id, isRound ? square : box);
  if (block.shape !== 'group') return;
  const { cells, columns, heights } = gridOf(block);
  const isRoot = block.id === '';
  const margin = isRoot ? 0 : padding;
  const above = isRoot ? 0 : block.label === '' ? padding : headHeight + padding;
  const width = (box.width - 2 * margin - (columns - 1) * gap) / columns;
  const least = heights.reduce((sum, each) => sum + each + gap, -gap);
  const more = Math.max(0, box.height - above - margin - least) / Math.max(1, heights.length);
  for (const { block: inner, column, row, span } of cells) {
    const y = heights.slice(0, row).reduce((sum, each) => sum + each + gap + more, box.y + above);
    const size = { width: span * width + (span - 1) * gap, height: (heights[row] ?? 0) + more };
    place(inner, { x: box.x + margin + column * (width + gap), y, ...size }, places);
  }
}

function drawInner(sheet: Sheet, { blocks }: Block, places: ReadonlyMap<string, Box>): void {
  for (const block of blocks) {
    const box = places.get(block.id);
    if (!box) continue;
    if (block.shape === 'group') {
      sheet.box(box.x, box.y, box, { fill: 'var(--_group-fill)', stroke: 'var(--_line)', ...block.look });
      const x = box.x + box.width / 2;
      if (block.label !== '')
        sheet.text(block.label, x, box.y + 18, { anchor: 'middle', bold: true, size: 13 });
      drawInner(sheet, block, places);
    } else drawBlockShape(sheet, block, box, wrapWords(block.label, Math.max(160, box.width - 30)));
  }
}

/** The point of a box's edge on the way from its middle to a point. */
function edgeOf(box: Box, { x, y }: Point): Point {
  const middle = centerOf(box);
  const [dx, dy] = [x - middle.x, y - middle.y];
  const part = Math.min(
    dx === 0 ? Infinity : (box.width / 2 + 2) / Math.abs(dx),
    dy === 0 ? Infinity : (box.height / 2 + 2) / Math.abs(dy),
  );
  return part === Infinity ? middle : { x: middle.x + dx * part, y: middle.y + dy * part };
}
