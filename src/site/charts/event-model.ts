import { textAfterKeyword, unquoted, withoutComment, type Line } from './lines.ts';
import { drawArrow, tinted, type Box } from './shapes.ts';
import { Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

interface Frame {
  readonly id: string;
  readonly kind: string;
  readonly lane: string;
  readonly name: string;
  /** The frames that this one follows; undefined for the frame before it. */
  readonly sources: readonly string[] | undefined;
  readonly data: readonly string[];
}

interface Placed extends Frame {
  readonly box: Box;
}

const kinds: Readonly<
  Record<string, { readonly name: string; readonly lane: string; readonly color: string }>
> = {
  ui: { name: 'ui', lane: '1 UI / Automation', color: '#6b7280' },
  pcr: { name: 'processor', lane: '1 UI / Automation', color: '#db2777' },
  cmd: { name: 'command', lane: '2 Commands / Read models', color: '#3b82f6' },
  rmo: { name: 'readmodel', lane: '2 Commands / Read models', color: '#059669' },
  evt: { name: 'event', lane: '3 Events', color: '#d97706' },
};

const frameForm =
  /^(tf|timeframe|rf|resetframe)\s+(\d{1,3})\s+([a-z]+)\s+([\w.]+)((?:\s*->>\s*\d{1,3})*)\s*(?:\[\[\s*(\w+)\s*\]\])?\s*(?:(?:`\w+`)?\s*(\{.*\}|"[^"]*"|'[^']*'))?$/;

/** `eventmodeling`: what happens in a system, from left to right, in lanes for what people see, ask for and get. */
export function drawEventModel([first, ...lines]: readonly Line[]): Chart {
  let title = '';
  const frames: Frame[] = [];
  const statements = statementsOf(lines);
  const blocks = new Map(
    statements.flatMap(({ text }) => {
      const [, name, content = ''] = /^data\s+(\w+)\s*(?:`\w+`)?\s*\{([\s\S]*)\}$/.exec(text) ?? [];
      return name === undefined ? [] : [[name, content.split('\n').map((line) => line.trim())] as const];
    }),
  );
  for (const line of statements) {
    const named = textAfterKeyword('title', line);
    const frame = frameOf(line.text, blocks);
    if (named !== undefined) title = named;
    else if (frame) frames.push(frame);
    else if (!/^(?:data\s+\w+\s*(?:`\w+`)?\s*\{[\s\S]*\}|entity\s+[\w.]+)$/.test(line.text))
      return { unread: line.text.split('\n')[0] ?? '' };
  }
  const lost = frames.find(({ sources }) => sources?.some((id) => !frames.some((frame) => frame.id === id)));
  if (lost || frames.length === 0)
    return { unread: lost ? `${lost.id} ->> ${lost.sources?.join(' ->> ')}` : (first?.text ?? '') };
  return drawn(frames, title);
}

/** One statement to a line: a block of data has several lines. */
function statementsOf(lines: readonly Line[]): Line[] {
  const statements: Line[] = [];
  for (const { indent, text } of lines) {
    const open = statements.at(-1);
    if (open && /^data\s[^{}]*\{[^}]*$/.test(open.text))
      statements[statements.length - 1] = { ...open, text: `${open.text}\n${text}` };
    else statements.push({ indent, text: withoutComment(text) });
  }
  return statements;
}

function frameOf(text: string, blocks: ReadonlyMap<string, readonly string[]>): Frame | undefined {
  const [, word, id = '', written = '', entity = '', follows = '', block, inline] =
    frameForm.exec(text) ?? [];
  const [short, kind] =
    Object.entries(kinds).find(([key, { name }]) => key === written || name === written) ?? [];
  if (word === undefined || short === undefined || !kind || (block !== undefined && !blocks.has(block)))
    return undefined;
  const [space, ...rest] = entity.split('.');
  const sources = follows.match(/\d+/g) ?? (word.startsWith('r') ? [] : undefined);
  const data =
    block === undefined
      ? inline === undefined
        ? []
        : [
            unquoted(inline)
              .replace(/^\{(.*)\}$/, '$1')
              .trim(),
          ]
      : (blocks.get(block) ?? []);
  return {
    id,
    kind: short,
    lane: rest.length === 0 ? kind.lane : `${kind.lane}: ${space}`,
    name: rest.length === 0 ? entity : rest.join('.'),
    sources: sources ?? undefined,
    data: data.filter((line) => line !== ''),
  };
}

const widest = 150;
const step = 84;
const headHeight = 20;
const laneNameWidth = 96;

function drawn(frames: readonly Frame[], title: string): Chart {
  const sheet = new Sheet();
  const words = frames.map(({ name, data }) => ({
    name: wrapWords(name.replace(/(?<=[a-z])(?=[A-Z])/g, '\u200b '), widest, 13).map((line) =>
      line.replaceAll('\u200b ', ''),
    ),
    data: data.flatMap((line) => wrapWords(line, widest, 11)),
  }));
  const lanes = [...new Set(frames.map(({ lane }) => lane))].sort(
    (one, other) => Number(one[0]) - Number(other[0]),
  );
  const heightOf = (at: number): number =>
    (words[at]?.name.length ?? 0) * 18 + (words[at]?.data.length ?? 0) * 16 + 20;
  const tops = new Map<string, number>();
  let y = 0;
  for (const lane of lanes) {
    tops.set(lane, y);
    y += headHeight + 26 + Math.max(...frames.map((frame, at) => (frame.lane === lane ? heightOf(at) : 0)));
  }
  const ends = new Map<string, number>();
  const placed: Placed[] = [];
  for (const [at, frame] of frames.entries()) {
    const { name = [], data = [] } = words[at] ?? {};
    const width =
      Math.max(...name.map((line) => widthOf(line, 13) * 1.1), ...data.map((line) => widthOf(line, 11)), 70) +
      20;
    const before = placed.at(-1)?.box.x ?? laneNameWidth + 24 - step;
    const x = Math.max(before + step, (ends.get(frame.lane) ?? 0) + 14);
    ends.set(frame.lane, x + width);
    placed.push({
      ...frame,
      box: { x, y: (tops.get(frame.lane) ?? 0) + headHeight, width, height: heightOf(at) },
    });
  }
  const right = Math.max(...ends.values()) + 10;
  for (const [at, lane] of lanes.entries()) {
    const top = tops.get(lane) ?? 0;
    const height = (tops.get(lanes[at + 1] ?? '') ?? y) - top - 6;
    sheet.box(
      0,
      top,
      { width: right, height },
      { fill: 'var(--_group-fill)', stroke: 'var(--_inner-stroke)' },
    );
    const name = wrapWords(lane.slice(2), laneNameWidth, 12);
    sheet.lines(name, 10, top + height / 2 - ((name.length - 1) * 20) / 2, { size: 12, soft: true });
  }
  for (const [at, frame] of placed.entries()) drawArrows(sheet, frame, placed.slice(0, at), placed);
  for (const [at, frame] of placed.entries()) drawFrame(sheet, frame, words[at] ?? { name: [], data: [] });
  return sheet.print(title);
}

function drawFrame(
  sheet: Sheet,
  { kind, box }: Placed,
  { name, data }: { readonly name: readonly string[]; readonly data: readonly string[] },
): void {
  sheet.shape('rect', { ...box, rx: 6, fill: 'var(--bg)' });
  sheet.shape('rect', { ...box, rx: 6, ...tinted(kinds[kind]?.color ?? '', 0.2) });
  for (const [at, line] of name.entries())
    sheet.text(line, box.x + box.width / 2, box.y + 18 + at * 18, { anchor: 'middle', bold: true, size: 13 });
  for (const [at, line] of data.entries())
    sheet.text(line, box.x + 10, box.y + 22 + name.length * 18 + at * 16, { size: 11, soft: true });
}

/** Draws arrows from the frames that a frame follows: those that it names, or else the nearest one before it in another lane. */
function drawArrows(
  sheet: Sheet,
  { lane, box, sources }: Placed,
  before: readonly Placed[],
  all: readonly Placed[],
): void {
  const nearest = [...before].reverse().find((frame) => frame.lane !== lane);
  const from = sources ? all.filter(({ id }) => sources.includes(id)) : nearest ? [nearest] : [];
  for (const { box: source } of from) {
    const isDown = source.y < box.y;
    const start = { x: source.x + source.width * 0.65, y: isDown ? source.y + source.height : source.y };
    const end = { x: box.x + box.width * 0.35, y: isDown ? box.y : box.y + box.height };
    const turn = isDown ? end.y - 16 : end.y + 16;
    drawArrow(sheet, [start, { x: start.x, y: turn }, { x: end.x, y: turn }, end]);
  }
}
