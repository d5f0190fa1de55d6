import { textAfterKeyword, unquoted, withoutComment, type Line } from './lines.ts';
import { drawArrow, drawCentered, type Box, type Point } from './shapes.ts';
import { lineHeight, pathPoint, Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

interface Thing extends Point {
  readonly name: string;
  readonly kind: 'anchor' | 'component' | 'part';
  readonly marks: readonly string[];
}

interface Link {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isDashed: boolean;
  readonly heads: readonly [boolean, boolean];
}

interface Note extends Point {
  readonly kind: 'note' | 'annotation' | 'accelerator' | 'deaccelerator';
  readonly words: string;
  readonly number: string;
}

interface Stage {
  readonly name: string;
  /** Where the stage ends, from 0 to 1. */
  readonly end: number;
}

class Plan {
  title = '';
  stages: readonly Stage[] = ['Genesis', 'Custom built', 'Product', 'Commodity'].map((name, at) => ({
    name,
    end: (at + 1) / 4,
  }));
  readonly things = new Map<string, Thing>();
  readonly links: Link[] = [];
  readonly notes: Note[] = [];
  readonly moves: { readonly name: string; readonly to: number }[] = [];
  readonly pipelines = new Map<string, string[]>();
}

const size = { width: 680, height: 440 };
const red = '#dc2626';
const pair = String.raw`\[\s*(\d+(?:\.\d+)?)\s*,\s*(\d+(?:\.\d+)?)\s*\]`;
const thingForm = new RegExp(`^(anchor|component)\\s+(.+?)\\s*${pair}(.*)$`);
const partForm = /^component\s+(.+?)\s*\[\s*(\d+(?:\.\d+)?)\s*\](?:\s*label\s*\[[^\]]*\])?$/;
const noteForm = new RegExp(`^(note|accelerator|deaccelerator)\\s+(.+?)\\s*${pair}$`);
const annotationForm = new RegExp(`^annotation\\s+(\\d+)\\s*,\\s*${pair}\\s*(.+)$`);
const linkForm =
  /^("[^"]*"|.+?)\s*(\+'[^']*'<?>?|\+<>|\+>|\+<|-\.->|-->|->)\s*("[^"]*"|[^;]+?)\s*(?:;\s*(.+))?$/;

/** `wardley`: what people need and what that depends on, by how visible and how mature each thing is. */
export function drawWardleyMap([first, ...lines]: readonly Line[]): Chart {
  const plan = new Plan();
  let pipeline: string | undefined;
  for (const line of lines) {
    const text = withoutComment(line.text).replace(/\s+#\s.*$/, '');
    const opened = /^pipeline\s+(.+?)\s*\{$/.exec(text)?.[1];
    if (text === '}' && pipeline !== undefined) pipeline = undefined;
    else if (opened !== undefined) {
      pipeline = unquoted(opened);
      if (!plan.things.has(pipeline)) return { unread: line.text };
      plan.pipelines.set(pipeline, []);
    } else if (!(pipeline === undefined ? take(plan, { ...line, text }) : takePart(plan, pipeline, text)))
      return { unread: line.text };
  }
  const lost = plan.links.find(({ from, to }) => !plan.things.has(from) || !plan.things.has(to));
  if (lost) return { unread: `${lost.from} -> ${lost.to}` };
  return plan.things.size === 0 ? { unread: first?.text ?? '' } : drawn(plan);
}

/** A place by how visible something is (up) and how mature (right), from 0 to 1 or from 0 to 100. */
function pointAt(visibility: string, evolution: string): Point {
  const part = (value: string): number =>
    Math.min(1, Number(value) > 1 ? Number(value) / 100 : Number(value));
  return { x: part(evolution) * size.width, y: (1 - part(visibility)) * size.height };
}

/** Adds what a line says; false for a line that is not understood. */
function take(plan: Plan, line: Line): boolean {
  const { text } = line;
  const thing = thingForm.exec(text);
  const named = textAfterKeyword('title', line);
  const stages = textAfterKeyword('evolution', line);
  if (thing) return addThing(plan, thing);
  if (named !== undefined) plan.title = named;
  else if (stages !== undefined) plan.stages = stagesOf(stages);
  else return addNote(plan, text) || addMove(plan, text) || addLink(plan, text) || passedOver.test(text);
  return true;
}

/** The size of the drawing, and the place of its list, which the page decides. */
const passedOver = /^(?:size|annotations)\s*\[[^\]]*\]$/;

function addNote({ notes }: Plan, text: string): boolean {
  const [, kind, words = '', up = '', across = ''] = noteForm.exec(text) ?? [];
  const [, number, top = '', right = '', note = ''] = annotationForm.exec(text) ?? [];
  if (kind !== undefined)
    notes.push({ kind: kind as Note['kind'], words: unquoted(words), number: '', ...pointAt(up, across) });
  else if (number !== undefined)
    notes.push({ kind: 'annotation', words: unquoted(note), number, ...pointAt(top, right) });
  return kind !== undefined || number !== undefined;
}

function addMove({ moves, things }: Plan, text: string): boolean {
  const [, written = '', to = ''] = /^evolve\s+(.+?)\s+(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const name = unquoted(written);
  if (things.has(name)) moves.push({ name, to: pointAt('0', to).x });
  return things.has(name);
}

function addLink({ links }: Plan, text: string): boolean {
  const [, from, arrow = '', to = '', label = ''] = linkForm.exec(text) ?? [];
  if (from === undefined) return false;
  links.push({
    from: unquoted(from),
    to: unquoted(to),
    label: /'([^']*)'/.exec(arrow)?.[1] ?? label,
    isDashed: arrow === '-.->',
    heads: [arrow.includes('<'), arrow.startsWith('+') && arrow.includes('>')],
  });
  return true;
}

function addThing(
  { things }: Plan,
  [, kind = '', written = '', up = '', across = '', more = '']: RegExpExecArray,
): boolean {
  const rest = more.replace(/\s*label\s*\[[^\]]*\]/, '').trim();
  if (!/^(?:\(?(?:inertia|build|buy|outsource|market)\)?\s*)*$/.test(rest)) return false;
  const name = unquoted(written);
  things.set(name, {
    name,
    kind: kind as Thing['kind'],
    marks: rest.match(/\w+/g) ?? [],
    ...pointAt(up, across),
  });
  return true;
}

function takePart({ things, pipelines }: Plan, pipeline: string, text: string): boolean {
  const [, written, across = ''] = partForm.exec(text) ?? [];
  const parent = things.get(pipeline);
  if (written === undefined || !parent) return false;
  const name = unquoted(written);
  things.set(name, { name, kind: 'part', marks: [], x: pointAt('0', across).x, y: parent.y + 22 });
  pipelines.get(pipeline)?.push(name);
  return true;
}

function stagesOf(text: string): Stage[] {
  const parts = text.split('->').map((part) => part.trim());
  return parts.map((part, at) => {
    const end = /@\s*(\d+(?:\.\d+)?)/.exec(part)?.[1];
    const name = part
      .replace(/\s*@\s*\d+(?:\.\d+)?/, '')
      .split('/')
      .map(unquoted)
      .join(' / ');
    return { name, end: end === undefined ? (at + 1) / parts.length : Math.min(1, Number(end)) };
  });
}

function drawn(plan: Plan): Chart {
  const sheet = new Sheet();
  const taken: Box[] = [];
  drawAxes(sheet, plan.stages);
  for (const note of plan.notes)
    if (note.kind !== 'note') taken.push(around(note, note.number === '' ? 16 : 11));
  for (const [parent, parts] of plan.pipelines) drawPipeline(sheet, plan, parent, parts);
  for (const link of plan.links) {
    const [from, to] = [plan.things.get(link.from), plan.things.get(link.to)];
    if (from && to) drawLink(sheet, link, { from, to, taken });
  }
  for (const { name, to } of plan.moves) {
    const thing = plan.things.get(name);
    if (!thing) continue;
    const target = { x: to, y: thing.y };
    const [start, end] = to > thing.x ? [thing.x + 7, to - 7] : [thing.x - 7, to + 7];
    drawArrow(
      sheet,
      [
        { x: start, y: thing.y },
        { x: end, y: thing.y },
      ],
      { color: red, isDashed: true, width: 1.5 },
    );
    sheet.shape('circle', { cx: target.x, cy: target.y, r: 6, fill: 'var(--bg)', stroke: red });
    taken.push(around(target, 7));
  }
  for (const thing of plan.things.values()) taken.push(around(thing, 8));
  for (const thing of plan.things.values()) drawThing(sheet, thing);
  for (const thing of plan.things.values()) drawName(sheet, thing, taken);
  drawNotes(sheet, plan.notes, taken);
  return sheet.print(plan.title);
}

function around({ x, y }: Point, reach: number): Box {
  return { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach };
}

function drawAxes(sheet: Sheet, stages: readonly Stage[]): void {
  const { width, height } = size;
  sheet.box(0, 0, size, { rx: 0, fill: 'var(--_group-fill)', stroke: 'none' });
  let start = 0;
  for (const { name, end } of stages) {
    const x = end * width;
    if (end < 1)
      sheet.shape('line', {
        x1: x,
        y1: 0,
        x2: x,
        y2: height,
        stroke: 'var(--_inner-stroke)',
        'stroke-dasharray': '4 4',
      });
    const words = wrapWords(name, x - start * width - 8, 12);
    for (const [at, line] of words.entries())
      sheet.text(line, (start * width + x) / 2, height + 16 + at * 16, {
        anchor: 'middle',
        size: 12,
        soft: true,
      });
    start = end;
  }
  drawArrow(sheet, [
    { x: 0, y: height },
    { x: width, y: height },
  ]);
  drawArrow(sheet, [
    { x: 0, y: height },
    { x: 0, y: 0 },
  ]);
  const look = { size: 12, soft: true, turned: -90 } as const;
  sheet.text('Visible', -12, 30, { ...look, anchor: 'middle' });
  sheet.text('Invisible', -12, height - 34, { ...look, anchor: 'middle' });
  sheet.cover(-22, 0);
}

function drawPipeline(sheet: Sheet, { things }: Plan, parent: string, parts: readonly string[]): void {
  const [top, xs] = [things.get(parent)?.y ?? 0, parts.map((name) => things.get(name)?.x ?? 0)];
  if (xs.length === 0) return;
  const x = Math.min(...xs) - 14;
  sheet.box(
    x,
    top + 8,
    { width: Math.max(...xs) + 14 - x, height: 28 },
    { fill: 'var(--bg)', stroke: 'var(--_line)' },
  );
}

function drawLink(
  sheet: Sheet,
  { label, isDashed, heads }: Link,
  { from, to, taken }: { from: Thing; to: Thing; taken: Box[] },
): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [((to.x - from.x) / length) * 7, ((to.y - from.y) / length) * 7];
  const [start, end] = [
    { x: from.x + x, y: from.y + y },
    { x: to.x - x, y: to.y - y },
  ];
  const isFlow = heads[0] || heads[1];
  drawArrow(sheet, [start, end], { isDashed, heads, ...(isFlow ? { color: '#3b82f6', width: 1.6 } : {}) });
  if (label !== '')
    placeWords(sheet, label, { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, taken, size: 11 });
}

function drawThing(sheet: Sheet, { x, y, kind, marks }: Thing): void {
  const look = { fill: 'var(--bg)', stroke: 'var(--_text)', 'stroke-width': 1.5 };
  const corner = (dx: number, dy: number): string => pathPoint(x + dx, y + dy);
  const shapes: Readonly<Record<string, readonly string[]>> = {
    build: [corner(0, -13), corner(13, 10), corner(-13, 10)],
    buy: [corner(0, -14), corner(14, 0), corner(0, 14), corner(-14, 0)],
    outsource: [corner(-11, -11), corner(11, -11), corner(11, 11), corner(-11, 11)],
  };
  for (const mark of marks) {
    if (mark === 'market')
      sheet.shape('circle', { cx: x, cy: y, r: 12, fill: 'none', stroke: 'var(--_line)' });
    else if (mark === 'inertia')
      sheet.shape('rect', { x: x + 12, y: y - 12, width: 5, height: 24, fill: 'var(--_text)' });
    else
      sheet.shape('polygon', {
        points: (shapes[mark] ?? []).join(' '),
        fill: 'none',
        stroke: 'var(--_line)',
      });
  }
  if (kind === 'anchor') sheet.shape('circle', { cx: x, cy: y, r: 6, ...look, fill: 'var(--_text)' });
  else if (kind === 'part') sheet.shape('rect', { x: x - 5, y: y - 5, width: 10, height: 10, ...look });
  else sheet.shape('circle', { cx: x, cy: y, r: 6, ...look });
}

function drawName(sheet: Sheet, { name, kind, marks, x, y }: Thing, taken: Box[]): void {
  const away = kind === 'part' || marks.includes('inertia') ? 18 : marks.length > 0 ? 15 : 9;
  placeWords(sheet, marks.length === 0 ? name : `${name} (${marks.join(', ')})`, {
    x,
    y,
    away,
    taken,
    size: 12,
    bold: kind === 'anchor',
    isBelow: kind === 'part',
  });
}

interface Spot extends Point {
  readonly taken: Box[];
  readonly size: number;
  readonly away?: number;
  readonly bold?: boolean;
  /** Whether the words stand below the point where there is room. */
  readonly isBelow?: boolean;
}

/** Draws words beside a point, at the first side where nothing else is. */
function placeWords(
  sheet: Sheet,
  words: string,
  { x, y, taken, size: letters, away = 4, bold = false, isBelow = false }: Spot,
): void {
  const lines = wrapWords(words, 130, letters);
  const width = Math.max(...lines.map((line) => widthOf(line, letters))) * (bold ? 1.12 : 1);
  const height = lines.length * 15;
  const right = { x: x + away, width, height };
  const left = { x: x - away - width, width, height };
  const middle = { x: x - width / 2, width, height };
  const below = { ...middle, y: y + away };
  const places = [
    ...(isBelow ? [below] : []),
    { ...right, y: y - height - 2 },
    { ...right, y: y + 2 },
    { ...left, y: y - height - 2 },
    { ...left, y: y + 2 },
    { ...middle, y: y - away - height },
    below,
    ...[16, 32, 48, 64, 80].flatMap((far) => [
      { ...right, y: y - height - far },
      { ...right, y: y + far },
      { ...left, y: y - height - far },
      { ...left, y: y + far },
    ]),
  ].filter((place) => place.x >= 0 && place.x + place.width <= size.width + 60);
  const place = places.find((box) => !taken.some((other) => overlaps(box, other))) ??
    places[0] ?? { ...right, y };
  taken.push(place);
  for (const [at, line] of lines.entries())
    sheet.text(line, place.x, place.y + 8 + at * 15, { size: letters, bold, hasHalo: true });
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function drawNotes(sheet: Sheet, notes: readonly Note[], taken: Box[]): void {
  for (const { kind, words, number, x, y } of notes) {
    if (kind === 'note') placeWords(sheet, words, { x, y, away: 0, taken, size: 12 });
    else if (kind === 'annotation') {
      sheet.shape('circle', { cx: x, cy: y, r: 10, fill: 'var(--bg)', stroke: red });
      sheet.text(number, x, y, { anchor: 'middle', size: 12, bold: true });
    } else {
      const ahead = kind === 'accelerator' ? 1 : -1;
      const [start, end] = [
        { x: x - 16 * ahead, y },
        { x: x + 16 * ahead, y },
      ];
      drawArrow(sheet, [start, end], { width: 6, color: ahead > 0 ? '#059669' : red });
      placeWords(sheet, words, { x, y: y + 14, away: 10, taken, size: 12, isBelow: true });
    }
  }
  const numbered = notes.filter(({ kind }) => kind === 'annotation');
  let y = sheet.bottom + 12;
  for (const { number, words } of numbered) {
    sheet.shape('circle', { cx: 10, cy: y + 8, r: 9, fill: 'none', stroke: red });
    drawCentered(sheet, [number], { x: 0, y: y - 2, width: 20, height: 20 }, { size: 11 });
    y = sheet.lines(wrapWords(words, size.width - 40, 13), 28, y + 8, { size: 13 }) + 24 - lineHeight - 8;
  }
}
