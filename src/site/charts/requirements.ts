import { unquoted, withoutComment, type Line } from './lines.ts';
import { layered } from './layers.ts';
import { noPlace, routesBetween } from './routes.ts';
import { drawArrow, drawLabel, type Box, type Point } from './shapes.ts';
import { Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

/** A requirement, or an element that has to do with some. */
interface Thing {
  readonly name: string;
  readonly kind: string;
  readonly facts: (readonly [name: string, value: string])[];
}

type Direction = 'TB' | 'BT' | 'LR' | 'RL';

interface Link {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
}

const kinds: Readonly<Record<string, string>> = {
  requirement: 'Requirement',
  functionalrequirement: 'Functional requirement',
  interfacerequirement: 'Interface requirement',
  performancerequirement: 'Performance requirement',
  physicalrequirement: 'Physical requirement',
  designconstraint: 'Design constraint',
  element: 'Element',
};

const facts: Readonly<Record<string, string>> = {
  id: 'ID',
  text: 'Text',
  risk: 'Risk',
  verifymethod: 'Verification',
  type: 'Type',
  docref: 'Document',
};

const name = String.raw`("[^"]*"|[^"{}<>:=-](?:[^"{}<>:=-]|-(?![ >]))*?)`;
const linkKinds = '(contains|copies|derives|satisfies|verifies|refines|traces)';
const forward = new RegExp(`^${name}\\s*-\\s*${linkKinds}\\s*->\\s*${name}$`, 'i');
const backward = new RegExp(`^${name}\\s*<-\\s*${linkKinds}\\s*-\\s*${name}$`, 'i');
const opened = new RegExp(`^(\\w+)\\s+${name}\\s*(?::::\\s*[\\w,\\s-]+?)?\\s*\\{\\s*(\\})?$`);
const styled = new RegExp(`^(?:(?:style|classDef|class)\\s|${name}\\s*:::\\s*[\\w,\\s-]+$)`);

interface Plan {
  readonly things: Map<string, Thing>;
  readonly links: Link[];
  direction: Direction;
  /** The thing between whose braces we are. */
  open: Thing | undefined;
}

/** `requirement`: requirements, what meets them, and how they follow from each other. */
export function drawRequirements([first, ...lines]: readonly Line[]): Chart {
  const plan: Plan = { things: new Map(), links: [], direction: 'TB', open: undefined };
  for (const line of lines) {
    const text = withoutComment(line.text).replace(/;$/, '');
    if (!(plan.open ? takeFact(plan, plan.open, text) : take(plan, text))) return { unread: line.text };
  }
  const { things, links, direction, open } = plan;
  const lost = links.find(({ from, to }) => !things.has(from) || !things.has(to));
  if (lost) return { unread: `${lost.from} - ${lost.kind} -> ${lost.to}` };
  return open || things.size === 0
    ? { unread: first?.text ?? '' }
    : drawn([...things.values()], links, direction);
}

/** Adds what a line says; false for a line that is not understood. */
function take(plan: Plan, text: string): boolean {
  const turned = /^direction\s+(TB|BT|LR|RL)\b/i.exec(text)?.[1];
  const thing = thingOf(text);
  const link = linkOf(text);
  if (turned !== undefined) plan.direction = turned.toUpperCase() as Direction;
  else if (thing) {
    plan.things.set(thing.name, thing);
    if (!text.endsWith('}')) plan.open = thing;
  } else if (link) plan.links.push(link);
  else return text.startsWith('#') || styled.test(text);
  return true;
}

function takeFact(plan: Plan, thing: Thing, text: string): boolean {
  const [, word = '', value = ''] = /^(\w+)\s*:\s*(.*)$/.exec(text) ?? [];
  const label = facts[word.toLowerCase()];
  if (text === '}') plan.open = undefined;
  else if (label !== undefined) thing.facts.push([label, unquoted(value)]);
  else return false;
  return true;
}

function thingOf(text: string): Thing | undefined {
  const [, word = '', written = ''] = opened.exec(text) ?? [];
  const kind = kinds[word.toLowerCase()];
  return kind === undefined ? undefined : { name: plainName(written), kind, facts: [] };
}

function linkOf(text: string): Link | undefined {
  const [, from, kind = '', to = ''] = forward.exec(text) ?? [];
  if (from !== undefined) return { from: plainName(from), to: plainName(to), kind: kind.toLowerCase() };
  const [, target, other = '', source = ''] = backward.exec(text) ?? [];
  return target === undefined
    ? undefined
    : { from: plainName(source), to: plainName(target), kind: other.toLowerCase() };
}

function plainName(written: string): string {
  return unquoted(written.trim());
}

const widest = 210;
const step = 18;
const headHeight = 52;
const widestAcross = 1000;

interface Words {
  readonly name: readonly string[];
  readonly rows: readonly string[];
}

function wordsOf({ name: written, facts: told }: Thing): Words {
  const plain = (words: string): string => words.replace(/(\*\*|__|\*)(.+?)\1/g, '$2');
  return {
    name: wrapWords(plain(written), widest),
    rows: told.flatMap(([label, value]) => wrapWords(`${label}: ${plain(value)}`, widest, 12)),
  };
}

function drawn(things: readonly Thing[], links: readonly Link[], direction: Direction): Chart {
  const places = placesOf(things, links, direction);
  const boxes = things.flatMap(({ name: id }) => places.get(id) ?? []);
  const routes = routesBetween(
    { boxes, frames: [], words: [] },
    links.map(({ from, to, kind }) => ({
      from: places.get(from) ?? noPlace,
      to: places.get(to) ?? noPlace,
      width: widthOf(`«${kind}»`, 12),
      height: 16,
    })),
  );
  const sheet = new Sheet();
  for (const [at, { points }] of routes.entries()) {
    const isWhole = links[at]?.kind === 'contains';
    drawArrow(sheet, points, { isDashed: !isWhole, heads: [false, !isWhole] });
  }
  for (const [at, { label }] of routes.entries()) drawLabel(sheet, [`«${links[at]?.kind ?? ''}»`], label);
  for (const thing of things) {
    const box = places.get(thing.name);
    if (box) drawThing(sheet, thing, box, wordsOf(thing));
  }
  for (const [at, { points }] of routes.entries())
    if (links[at]?.kind === 'contains') drawContainer(sheet, points);
  return sheet.print();
}

function placesOf(things: readonly Thing[], links: readonly Link[], direction: Direction): Map<string, Box> {
  const isAcross = direction === 'LR' || direction === 'RL';
  const isTurned = direction === 'BT' || direction === 'RL';
  const items = things.map((thing) => {
    const { width, height } = sizeOf(thing);
    const size = isAcross ? { width: height, height: width + 40 } : { width, height };
    return { id: thing.name, group: undefined, isGroup: false, ...size };
  });
  const places = layered(
    items,
    links.map(({ from, to }) => (isTurned ? { above: to, below: from } : { above: from, below: to })),
  );
  if (!isAcross) return places;
  // What would be much wider than the page goes down instead of across.
  if (Math.max(...[...places.values()].map(({ y, height }) => y + height)) > widestAcross)
    return placesOf(things, links, isTurned ? 'BT' : 'TB');
  return new Map(
    [...places].map(([id, { x, y, width, height }]) => [
      id,
      { x: y, y: x, width: height - 40, height: width },
    ]),
  );
}

function sizeOf(thing: Thing): Pick<Box, 'width' | 'height'> {
  const { name: title, rows } = wordsOf(thing);
  const widths = [
    widthOf(`«${thing.kind}»`, 12),
    ...title.map((line) => widthOf(line) * 1.12),
    ...rows.map((row) => widthOf(row, 12)),
  ];
  const body = rows.length === 0 ? 0 : rows.length * step + 14;
  return { width: Math.max(...widths) + 24, height: headHeight + (title.length - 1) * step + body };
}

/** The end of a link at what contains the other: a circle with a cross, beside the box. */
function drawContainer(sheet: Sheet, [start, next]: readonly Point[]): void {
  if (!start || !next) return;
  const x = start.x + 6 * Math.sign(next.x - start.x);
  const y = start.y + 6 * Math.sign(next.y - start.y);
  const look = { stroke: 'var(--_line)', 'stroke-width': 1.2 };
  sheet.shape('circle', { cx: x, cy: y, r: 6, fill: 'var(--bg)', ...look });
  sheet.shape('line', { x1: x - 6, y1: y, x2: x + 6, y2: y, ...look });
  sheet.shape('line', { x1: x, y1: y - 6, x2: x, y2: y + 6, ...look });
}

function drawThing(sheet: Sheet, { kind }: Thing, box: Box, { name: title, rows }: Words): void {
  const middle = box.x + box.width / 2;
  sheet.box(
    box.x,
    box.y,
    box,
    kind === 'Element' ? { fill: 'var(--_group-fill)', stroke: 'var(--_line)' } : {},
  );
  sheet.text(`«${kind}»`, middle, box.y + 16, { anchor: 'middle', size: 12, soft: true });
  for (const [at, line] of title.entries())
    sheet.text(line, middle, box.y + 35 + at * step, { anchor: 'middle', bold: true });
  if (rows.length === 0) return;
  const top = box.y + headHeight + (title.length - 1) * step;
  sheet.shape('line', { x1: box.x, y1: top, x2: box.x + box.width, y2: top, stroke: 'var(--_node-stroke)' });
  for (const [at, row] of rows.entries()) sheet.text(row, box.x + 12, top + 16 + at * step, { size: 12 });
}
