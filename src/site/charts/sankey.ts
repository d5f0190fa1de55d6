import type { Line } from './lines.ts';
import { pathPoint, rowColor, Sheet, widthOf, wrapWords, type Chart } from './sheet.ts';

interface Flow {
  readonly from: Station;
  readonly to: Station;
  readonly value: number;
}

/** What flows begin, end and meet in. */
interface Station {
  readonly name: string;
  readonly color: string;
  readonly incoming: Flow[];
  readonly outgoing: Flow[];
  column: number;
  /** The name and the amount, in lines beside the station. */
  words: readonly string[];
  y: number;
  height: number;
}

const barWidth = 12;
const lineStep = 14;
const size = 12;

/** `sankey`: flows from station to station, each as broad as its number. */
export function drawSankey([first, ...lines]: readonly Line[]): Chart {
  const stations = new Map<string, Station>();
  const station = (name: string): Station => {
    const known = stations.get(name);
    if (known) return known;
    const color = rowColor(stations.size);
    const made: Station = { name, color, incoming: [], outgoing: [], column: 0, words: [], y: 0, height: 0 };
    stations.set(name, made);
    return made;
  };
  for (const { text } of lines) {
    const [from = '', to = '', number = '', ...more] = cellsOf(text);
    const value = Number(number);
    if (from === '' || to === '' || number === '' || more.length > 0 || !(value >= 0))
      return { unread: text };
    const flow = { from: station(from), to: station(to), value };
    flow.from.outgoing.push(flow);
    flow.to.incoming.push(flow);
  }
  const all = [...stations.values()];
  if (!all.some(({ outgoing }) => outgoing.some(({ value }) => value > 0)))
    return { unread: first?.text ?? '' };
  const columns = columnsOf(all);
  // A flow that comes back to where it began has no column to go to.
  if (!columns) return { unread: first?.text ?? '' };
  return drawn(columns);
}

/** The cells of a line of CSV. */
function cellsOf(text: string): string[] {
  return [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*?))\s*(?:,|$)/gy)]
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"').trim() ?? plain ?? '')
    .slice(0, text.endsWith(',') ? undefined : -1);
}

/** Puts each station behind those that flow into it, and the last ones to the right; undefined for a circle. */
function columnsOf(stations: readonly Station[]): Station[][] | undefined {
  let last = 0;
  for (let round = 0, isSettled = false; !isSettled; round += 1) {
    if (round > stations.length) return undefined;
    isSettled = true;
    for (const { column, outgoing } of stations)
      for (const { to } of outgoing)
        if (to.column <= column) {
          to.column = column + 1;
          isSettled = false;
        }
  }
  for (const { column } of stations) last = Math.max(last, column);
  for (const each of stations) if (each.outgoing.length === 0) each.column = last;
  return Array.from({ length: last + 1 }, (_, at) => stations.filter(({ column }) => column === at));
}

function drawn(columns: readonly Station[][]): Chart {
  const step = Math.max(130, 520 / Math.max(1, columns.length - 1));
  for (const column of columns) for (const station of column) station.words = wordsBeside(station, step - 30);
  // Each station has its lines beside it, even where its bar is low.
  const gaps = columns.map((column) => Math.max(...column.map(({ words }) => words.length)) * lineStep + 6);
  const height = Math.max(260, ...columns.map((column, at) => column.length * ((gaps[at] ?? 0) + 10)));
  const scale = Math.min(
    ...columns.map((column, at) => {
      const amount = column.reduce((sum, station) => sum + amountOf(station), 0);
      return (height - (column.length - 1) * (gaps[at] ?? 0)) / Math.max(1e-9, amount);
    }),
  );
  for (const station of columns.flat()) station.height = amountOf(station) * scale;
  const move = (at: number, pull: number, side?: 'incoming' | 'outgoing'): void => {
    const column = columns[at] ?? [];
    if (side) settle(column, pull, side);
    stack(column, gaps[at] ?? 0, height);
  };
  for (const at of columns.keys()) move(at, 1);
  for (let round = 0; round < 24; round += 1) {
    const pull = 0.99 ** round;
    for (let at = 1; at < columns.length; at += 1) move(at, pull, 'incoming');
    for (let at = columns.length - 2; at >= 0; at -= 1) move(at, pull, 'outgoing');
  }
  for (let at = 1; at < columns.length; at += 1) move(at, 1, 'incoming');
  return printed(columns, scale, step);
}

function wordsBeside(station: Station, most: number): string[] {
  const lines = wrapWords(station.name, most, size);
  const amount = amountOf(station).toLocaleString('en-US');
  const last = `${lines.pop() ?? ''} · ${amount}`;
  return widthOf(last, size) <= most ? [...lines, last] : [...lines, ...last.split(' · ')];
}

/** What flows through a station. */
function amountOf({ incoming, outgoing }: Station): number {
  const sum = (flows: readonly Flow[]): number => flows.reduce((all, { value }) => all + value, 0);
  return Number(Math.max(sum(incoming), sum(outgoing)).toPrecision(9));
}

/** Stacks a column in its order, each station as near to its place as the others allow. */
function stack(column: readonly Station[], between: number, height: number): void {
  let y = 0;
  for (const station of column) {
    station.y = Math.max(station.y, y);
    y = station.y + station.height + between;
  }
  let bottom = height;
  for (const station of [...column].reverse()) {
    station.y = Math.min(station.y, bottom - station.height);
    bottom = station.y - between;
  }
}

/** Moves the stations of a column towards the other ends of their flows. */
function settle(column: Station[], pull: number, side: 'incoming' | 'outgoing'): void {
  for (const station of column) {
    let [sum, weight] = [0, 0];
    for (const { from, to, value } of station[side]) {
      const other = side === 'incoming' ? from : to;
      sum += (other.y + other.height / 2) * value;
      weight += value;
    }
    if (weight > 0) station.y += (sum / weight - station.height / 2 - station.y) * pull;
  }
  column.sort((one, other) => one.y + one.height / 2 - other.y - other.height / 2);
}

function printed(columns: readonly (readonly Station[])[], scale: number, step: number): Chart {
  const sheet = new Sheet();
  const xOf = ({ column }: Station): number => column * step;
  const stations = columns.flat();
  const starts = new Map<Flow, number>();
  const ends = new Map<Flow, number>();
  for (const { incoming, outgoing, y } of stations) {
    let [into, out] = [y, y];
    for (const flow of [...outgoing].sort((one, other) => one.to.y - other.to.y)) {
      starts.set(flow, out + (flow.value * scale) / 2);
      out += flow.value * scale;
    }
    for (const flow of [...incoming].sort((one, other) => one.from.y - other.from.y)) {
      ends.set(flow, into + (flow.value * scale) / 2);
      into += flow.value * scale;
    }
  }
  for (const [flow, y] of starts) {
    const [x1, x2, y2] = [xOf(flow.from) + barWidth, xOf(flow.to), ends.get(flow) ?? y];
    const turn = (x1 + x2) / 2;
    const d = `M${pathPoint(x1, y)}C${pathPoint(turn, y)} ${pathPoint(turn, y2)} ${pathPoint(x2, y2)}`;
    const look = { fill: 'none', stroke: flow.from.color, 'stroke-opacity': 0.35 };
    sheet.shape('path', { d, ...look, 'stroke-width': Math.max(1, flow.value * scale) });
  }
  for (const station of stations) drawStation(sheet, station, xOf(station));
  return sheet.print();
}

function drawStation(sheet: Sheet, { words, y, height, color }: Station, x: number): void {
  sheet.shape('rect', { x, y, width: barWidth, height: Math.max(1, height), rx: 2, fill: color });
  const place = x + barWidth + 6;
  const top = y + height / 2 - (words.length * lineStep) / 2;
  for (const [at, line] of words.entries())
    sheet.text(line, place, top + (at + 0.5) * lineStep, { size, hasHalo: true });
}
