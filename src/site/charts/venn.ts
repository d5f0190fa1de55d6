import { textAfterKeyword, unquoted, withoutComment, type Line } from './lines.ts';
import { tinted, type Point } from './shapes.ts';
import { rowColor, Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

/** A set, or what some sets have in common, with the words that stand in it. */
interface Area {
  readonly sets: readonly string[];
  readonly label: string;
  readonly size: number;
  readonly notes: string[];
}

interface Circle extends Point {
  readonly set: string;
  readonly radius: number;
}

const largest = 150;
const apart = 16;
/** More circles than these nobody can tell apart. */
const mostSets = 12;

/** `venn`: sets as circles that overlap where the sets have something in common. */
export function drawVenn([first, ...lines]: readonly Line[]): Chart {
  let title = '';
  const areas: Area[] = [];
  for (const line of lines) {
    const text = withoutComment(line.text);
    const named = textAfterKeyword('title', line);
    const area = areaOf(text, areas);
    const note = /^text\s+(?:(.+?)\s+)??("[^"]*"|[\w.-]+)\s*(?:\[\s*(.+?)\s*\])?$/.exec(text);
    if (named !== undefined) title = unquoted(named);
    else if (area) areas.push(area);
    else if (note) {
      const place = note[1] === undefined ? areas.at(-1) : find(areas, setsIn(note[1]));
      if (!place) return { unread: line.text };
      place.notes.push(unquoted(note[3] ?? note[2] ?? ''));
    } else if (textAfterKeyword('style', line) === undefined) return { unread: line.text };
  }
  const sets = areas.filter((area) => area.sets.length === 1);
  if (sets.length === 0 || sets.length > mostSets) return { unread: first?.text ?? '' };
  const circles = settled(circlesOf(sets), areas);
  const sheet = new Sheet();
  for (const [at, { x, y, radius }] of circles.entries())
    sheet.shape('circle', { cx: x, cy: y, r: radius, ...tinted(rowColor(at), 0.2), 'stroke-width': 1.5 });
  for (const area of areas) drawWords(sheet, area, circles);
  return sheet.print(title);
}

function areaOf(text: string, known: readonly Area[]): Area | undefined {
  const [, word, names = '', label, size] =
    /^(set|union)\s+([^[\]:]+?)\s*(?:\[\s*(.+?)\s*\])?\s*(?::\s*(\d+(?:\.\d+)?|\.\d+))?$/i.exec(text) ?? [];
  const sets = setsIn(names);
  const isWhole = sets.every((set) => find(known, [set]) !== undefined);
  if (word === undefined || sets.includes('') || find(known, sets)) return undefined;
  if (word.toLowerCase() === 'set' ? sets.length !== 1 : sets.length < 2 || !isWhole) return undefined;
  const written = label === undefined ? (sets.length === 1 ? (sets[0] ?? '') : '') : unquoted(label);
  return { sets, label: written, size: Number(size ?? 10 / sets.length ** 2), notes: [] };
}

function setsIn(names: string): string[] {
  return names.split(',').map(unquoted).sort();
}

function find(areas: readonly Area[], sets: readonly string[]): Area | undefined {
  return areas.find((area) => area.sets.join('\n') === sets.join('\n'));
}

/** The circles of the sets on a ring, from which they move to where they belong. */
function circlesOf(sets: readonly Area[]): Circle[] {
  const most = Math.max(...sets.map(({ size }) => size), 1e-9);
  return sets.map(({ sets: [set = ''], size }, at) => {
    // The first two stand beside each other, a third below.
    const angle = (2 * Math.PI * at) / sets.length + (sets.length === 2 ? Math.PI : (7 * Math.PI) / 6);
    const radius = Math.max(40, largest * Math.sqrt(size / most));
    return { set, radius, x: Math.cos(angle) * largest, y: Math.sin(angle) * largest };
  });
}

/** Moves circles until those of sets with something in common overlap as far as it is large, and no others do. */
function settled(circles: readonly Circle[], areas: readonly Area[]): Circle[] {
  const pairs = circles.flatMap((one, at) =>
    circles.slice(at + 1).map((other, more) => ({ at, to: at + 1 + more, ...distance(one, other, areas) })),
  );
  const points = circles.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < 400; round += 1)
    for (const { at, to, wanted, isLeast } of pairs) {
      const [one, other] = [points[at] as Point, points[to] as Point];
      const length = Math.hypot(other.x - one.x, other.y - one.y) || 1;
      if (isLeast && length >= wanted) continue;
      const part = ((length - wanted) / length) * 0.25;
      const [x, y] = [(other.x - one.x) * part, (other.y - one.y) * part];
      points[at] = { x: one.x + x, y: one.y + y };
      points[to] = { x: other.x - x, y: other.y - y };
    }
  return circles.map((circle, at) => ({ ...circle, ...(points[at] as Point) }));
}

function distance(
  one: Circle,
  other: Circle,
  areas: readonly Area[],
): { readonly wanted: number; readonly isLeast: boolean } {
  const common = areas.filter(({ sets }) => sets.includes(one.set) && sets.includes(other.set));
  if (common.length === 0) return { wanted: one.radius + other.radius + apart, isLeast: true };
  const scale = (set: string): number => find(areas, [set])?.size ?? 10;
  const share = Math.max(...common.map(({ size }) => size)) / Math.min(scale(one.set), scale(other.set));
  const small = Math.min(one.radius, other.radius);
  // Words have to fit into what is common, and into what is not.
  const overlap = Math.min(0.8, Math.max(0.35, Math.sqrt(share) * 0.9)) * 2 * small;
  return { wanted: one.radius + other.radius - overlap, isLeast: false };
}

/** Draws an area's words where the area is widest. */
function drawWords(sheet: Sheet, { sets, label, notes }: Area, circles: readonly Circle[]): void {
  const { x, y, room } = widestPlace(sets, circles);
  const width = Math.max(60, room * 1.7);
  const heads = label === '' ? [] : wrapWords(label, width);
  const rest = notes.flatMap((note) => wrapWords(note, width, 12));
  let line = y - ((heads.length + rest.length - 1) * 18) / 2;
  for (const words of heads) {
    sheet.text(words, x, line, { anchor: 'middle', bold: true, size: sets.length === 1 ? 14 : 13 });
    line += 18;
  }
  for (const words of rest) {
    sheet.text(words, x, line, { anchor: 'middle', size: widthOf(words, 12) > width ? 11 : 12 });
    line += 18;
  }
}

/** The point inside the circles of some sets, and outside all others, that is furthest from every line. */
function widestPlace(
  sets: readonly string[],
  circles: readonly Circle[],
): { readonly x: number; readonly y: number; readonly room: number } {
  let best = { x: 0, y: 0, room: -Infinity };
  const own = circles.filter(({ set }) => sets.includes(set));
  const { x: cx, y: cy, radius } = own[0] ?? { x: 0, y: 0, radius: 0 };
  for (let x = cx - radius; x <= cx + radius; x += 4)
    for (let y = cy - radius; y <= cy + radius; y += 4) {
      const rooms = circles.map((circle) => {
        const inside = circle.radius - Math.hypot(x - circle.x, y - circle.y);
        return sets.includes(circle.set) ? inside : -inside;
      });
      const room = Math.min(...rooms);
      if (room > best.room + 0.01) best = { x, y, room };
    }
  return best;
}
