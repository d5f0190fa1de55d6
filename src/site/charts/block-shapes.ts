import type { Block } from './block-plan.ts';
import { drawCentered, drawCylinder, centerOf, type Box } from './shapes.ts';
import { pathPoint, type Sheet } from './sheet.ts';

type Size = Pick<Box, 'width' | 'height'>;

/** How far the slanted ends of a shape reach. */
const slant = 16;

/** The size of a shape around words of a size. */
export function sizeAround(shape: string, { width, height }: Size): Size {
  const room = { width: Math.max(60, width + 28), height: Math.max(44, height + 22) };
  switch (shape) {
    case '(())':
    case '((()))': {
      const side = Math.hypot(width, height) + (shape === '((()))' ? 28 : 18);
      return { width: Math.max(56, side), height: Math.max(56, side) };
    }
    case '{}':
      return { width: room.width * 1.5, height: room.height * 1.7 };
    case '[()]':
      return { width: room.width, height: room.height + 16 };
    case '{{}}':
    case '[/\\]':
    case '[\\/]':
    case '[//]':
    case '[\\\\]':
      return { width: room.width + 2 * slant, height: room.height };
    case '[[]]':
    case '>]':
      return { width: room.width + slant, height: room.height };
    case 'arrow':
      return { width: Math.max(70, width + 60), height: Math.max(56, height + 36) };
    default:
      return room;
  }
}

/** Draws a block's shape with its words. */
export function drawBlockShape(
  sheet: Sheet,
  { shape, directions, look }: Block,
  box: Box,
  words: readonly string[],
): void {
  if (shape === 'space') return;
  const { x, y, width, height } = box;
  const colors = { fill: 'var(--_node-fill)', stroke: 'var(--_node-stroke)', ...look };
  const corners = cornersOf(shape, box, directions);
  if (corners) {
    const points = corners.map(([px, py]) => pathPoint(px, py)).join(' ');
    sheet.shape('polygon', { points, 'stroke-linejoin': 'round', ...colors });
    sheet.cover(x, y);
    sheet.cover(x + width, y + height);
  } else if (shape === '[()]') drawCylinder(sheet, box, colors);
  else if (shape === '(())' || shape === '((()))') {
    const circle = { cx: x + width / 2, cy: y + height / 2, r: Math.min(width, height) / 2 };
    sheet.shape('circle', { ...circle, ...colors });
    if (shape === '((()))')
      sheet.shape('circle', { ...circle, r: circle.r - 5, fill: 'none', stroke: colors.stroke });
  } else {
    sheet.box(x, y, box, { rx: shape === '([])' ? height / 2 : shape === '()' ? 12 : 3, ...colors });
    if (shape === '[[]]')
      for (const at of [x + 8, x + width - 8])
        sheet.shape('line', { x1: at, y1: y, x2: at, y2: y + height, stroke: colors.stroke });
  }
  const lowered = shape === '[()]' ? { ...box, y: y + 6 } : box;
  if (words.some((line) => line !== '')) drawCentered(sheet, words, lowered);
}

type Corner = readonly [x: number, y: number];

/** The corners of shapes with straight edges: a part of the width, how often the slant is added to it, and a part of the height. */
const outlines: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  '{}': [
    [0.5, 0, 0],
    [1, 0, 0.5],
    [0.5, 0, 1],
    [0, 0, 0.5],
  ],
  '{{}}': [
    [0, 1, 0],
    [1, -1, 0],
    [1, 0, 0.5],
    [1, -1, 1],
    [0, 1, 1],
    [0, 0, 0.5],
  ],
  '>]': [
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 1],
    [0, 0, 1],
    [0, 1, 0.5],
  ],
  '[//]': [
    [0, 1, 0],
    [1, 0, 0],
    [1, -1, 1],
    [0, 0, 1],
  ],
  '[\\\\]': [
    [0, 0, 0],
    [1, -1, 0],
    [1, 0, 1],
    [0, 1, 1],
  ],
  '[/\\]': [
    [0, 1, 0],
    [1, -1, 0],
    [1, 0, 1],
    [0, 0, 1],
  ],
  '[\\/]': [
    [0, 0, 0],
    [1, 0, 0],
    [1, -1, 1],
    [0, 1, 1],
  ],
};

function cornersOf(shape: string, box: Box, directions: readonly string[]): readonly Corner[] | undefined {
  if (shape === 'arrow') return arrowCorners(box, directions);
  return outlines[shape]?.map(([part, slants, down]) => [
    box.x + part * box.width + slants * slant,
    box.y + down * box.height,
  ]);
}

/** The outline of an arrow that points in some directions, clockwise. */
function arrowCorners(box: Box, directions: readonly string[]): readonly Corner[] {
  const has = (name: string, axis: string): boolean => directions.includes(name) || directions.includes(axis);
  const sides = [
    { isOn: has('up', 'y'), x: 0, y: -1 },
    { isOn: has('right', 'x'), x: 1, y: 0 },
    { isOn: has('down', 'y'), x: 0, y: 1 },
    { isOn: has('left', 'x'), x: -1, y: 0 },
  ];
  const isAcross = sides.some(({ isOn, x }) => isOn && x !== 0);
  const isUpright = sides.some(({ isOn, x }) => isOn && x === 0);
  // An arrow that is much wider than high does not look like one that points up or down.
  const reach = {
    x: (isAcross ? box.width : Math.min(box.width, 2 * box.height + 40)) / 2,
    y: box.height / 2,
  };
  const head = Math.min(24, reach.x * 0.7, reach.y * 0.7);
  const [narrow, more] = [isAcross && isUpright ? 0.4 : 0.6, Math.min(14, head * 0.7)];
  const bar = { x: Math.min(reach.x - 16, reach.x * narrow), y: Math.min(reach.y - 12, reach.y * narrow) };
  const center = centerOf(box);
  const extents = sides.map(({ isOn, x }) => {
    const axis = x === 0 ? 'y' : 'x';
    const isCrossed = x === 0 ? isAcross : isUpright;
    return isCrossed ? bar[axis] : reach[axis] - (isOn ? head : 0);
  });
  return sides.flatMap(({ isOn, x, y }, at) => {
    const next = sides[(at + 1) % 4] ?? { x: 0, y: 0 };
    const [far, half] = x === 0 ? [reach.y, bar.x] : [reach.x, bar.y];
    const point = (out: number, along: number): Corner => [
      center.x + x * out - y * along,
      center.y + y * out + x * along,
    ];
    const [own, other] = [extents[at] ?? 0, extents[(at + 1) % 4] ?? 0];
    const corner: Corner = [center.x + x * own + next.x * other, center.y + y * own + next.y * other];
    const arm = far - head;
    return isOn
      ? [
          point(arm, -half),
          point(arm, -half - more),
          point(far, 0),
          point(arm, half + more),
          point(arm, half),
          corner,
        ]
      : [corner];
  });
}
