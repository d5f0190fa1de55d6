import { textAfterKeyword, withoutComment, type Line } from './lines.ts';
import { tinted, type Point } from './shapes.ts';
import { pathPoint, rowColor, Sheet, wrapWords, type Chart } from './sheet.ts';

interface Named {
  readonly id: string;
  readonly label: string;
}

interface Curve extends Named {
  /** The text between the braces: the values, or `axis: value` pairs. */
  readonly written: string;
}

interface Radar {
  title: string;
  readonly axes: Named[];
  readonly curves: Curve[];
  readonly options: Map<string, string>;
}

const radius = 150;
const middle = { x: 0, y: 0 };

/** `radar`: values on axes that begin at one point, a curve for each thing compared. */
export function drawRadar([first, ...lines]: readonly Line[]): Chart {
  const radar = radarOf(statementsOf(lines));
  if ('unread' in radar) return radar;
  const curves: { readonly label: string; readonly values: readonly number[] }[] = [];
  for (const curve of radar.curves) {
    const values = valuesOf(curve, radar.axes);
    if (!values) return { unread: `${curve.id}{${curve.written}}` };
    curves.push({ label: curve.label, values });
  }
  if (radar.axes.length < 3 || curves.length === 0) return { unread: first?.text ?? '' };
  const option = (name: string, otherwise: number): number => Number(radar.options.get(name) ?? otherwise);
  const low = option('min', 0);
  const high = Math.max(option('max', low), ...curves.flatMap(({ values }) => values));
  if (high <= low) return { unread: first?.text ?? '' };
  const sheet = new Sheet();
  drawGrid(sheet, radar, { low, high, ticks: Math.min(20, Math.max(1, option('ticks', 5))) });
  for (const [at, { values }] of curves.entries()) {
    const corners = values.map((value, axis) => onAxis(axis, values.length, (value - low) / (high - low)));
    sheet.shape('polygon', { points: printed(corners), ...tinted(rowColor(at)), 'stroke-width': 2 });
    for (const { x, y } of corners) sheet.shape('circle', { cx: x, cy: y, r: 3.5, fill: rowColor(at) });
  }
  if (radar.options.get('showLegend') !== 'false')
    drawLegend(
      sheet,
      curves.map(({ label }) => label),
    );
  return sheet.print(radar.title);
}

/** One statement to a line: the values of a curve may have several lines. */
function statementsOf(lines: readonly Line[]): Line[] {
  const statements: Line[] = [];
  for (const { indent, text } of lines) {
    const open = statements.at(-1);
    const plain = withoutComment(text);
    if (open && /\{[^}]*$/.test(open.text))
      statements[statements.length - 1] = { indent, text: `${open.text} ${plain}` };
    else statements.push({ indent, text: plain });
  }
  return statements;
}

const namedForm = /^([\w-]+)\s*(?:\[\s*(?:"([^"]*)"|'([^']*)')\s*\])?$/;
const curveForm = /([\w-]+\s*(?:\[\s*(?:"[^"]*"|'[^']*')\s*\])?)\s*\{([^}]*)\}\s*(?:,|$)\s*/y;
const optionForm =
  /^(?:(showLegend)\s+(true|false)|(ticks|max|min)\s+(\d+(?:\.\d+)?)|(graticule)\s+(circle|polygon))$/;

function radarOf(lines: readonly Line[]): Radar | { readonly unread: string } {
  const radar: Radar = { title: '', axes: [], curves: [], options: new Map() };
  for (const line of lines) {
    const named = textAfterKeyword('title', line);
    const axes = textAfterKeyword('axis', line);
    const curves = textAfterKeyword('curve', line);
    if (named !== undefined) radar.title = named;
    else if (axes !== undefined) {
      const found = axes.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((axis) => nameOf(axis.trim()));
      if (found.includes(undefined)) return { unread: line.text };
      radar.axes.push(...(found as Named[]));
    } else if (curves !== undefined) {
      const found = curvesOf(curves);
      if (!found) return { unread: line.text };
      radar.curves.push(...found);
    } else
      for (const part of line.text.split(/\s*,\s*/)) {
        const option = optionForm.exec(part)?.filter((value) => value !== undefined);
        if (!option) return { unread: line.text };
        radar.options.set(option[1] ?? '', option[2] ?? '');
      }
  }
  return radar;
}

function nameOf(text: string): Named | undefined {
  const [, id = '', ...labels] = namedForm.exec(text) ?? [];
  return id === '' ? undefined : { id, label: labels.find((label) => label !== undefined) ?? id };
}

function curvesOf(text: string): Curve[] | undefined {
  const curves: Curve[] = [];
  curveForm.lastIndex = 0;
  for (let at = 0; at < text.length; at = curveForm.lastIndex) {
    const [, name = '', written = ''] = curveForm.exec(text) ?? [];
    const named = nameOf(name.trim());
    if (!named) return undefined;
    curves.push({ ...named, written });
  }
  return curves.length === 0 ? undefined : curves;
}

/** A curve's values in the order of the axes: numbers, or numbers with the names of their axes. */
function valuesOf({ written }: Curve, axes: readonly Named[]): number[] | undefined {
  const parts = written
    .split(',')
    .map((part) => /^\s*(?:([\w-]+)\s*[:\s]\s*)?(\d+(?:\.\d+)?)\s*$/.exec(part));
  const named = new Map(parts.map((part) => [part?.[1], Number(part?.[2])]));
  const values = axes.map(({ id }, at) =>
    parts[0]?.[1] === undefined ? Number(parts[at]?.[2]) : (named.get(id) ?? NaN),
  );
  return parts.length !== axes.length || parts.includes(null) || values.some(Number.isNaN)
    ? undefined
    : values;
}

/** The point at a part of an axis; the first axis goes up, the others follow to the right. */
function onAxis(axis: number, of: number, part: number): Point {
  const angle = (2 * Math.PI * axis) / of;
  return { x: middle.x + Math.sin(angle) * part * radius, y: middle.y - Math.cos(angle) * part * radius };
}

function printed(points: readonly Point[]): string {
  return points.map(({ x, y }) => pathPoint(x, y)).join(' ');
}

function drawGrid(
  sheet: Sheet,
  { axes, options }: Radar,
  { low, high, ticks }: { low: number; high: number; ticks: number },
): void {
  const look = { fill: 'none', stroke: 'var(--_inner-stroke)' };
  for (let tick = 1; tick <= ticks; tick += 1) {
    const part = tick / ticks;
    if (options.get('graticule') === 'polygon')
      sheet.shape('polygon', {
        points: printed(axes.map((_, at) => onAxis(at, axes.length, part))),
        ...look,
      });
    else sheet.shape('circle', { cx: middle.x, cy: middle.y, r: part * radius, ...look });
  }
  for (const [at, { label }] of axes.entries()) {
    const { x, y } = onAxis(at, axes.length, 1);
    sheet.shape('line', { x1: middle.x, y1: middle.y, x2: x, y2: y, stroke: 'var(--_inner-stroke)' });
    const words = wrapWords(label, 130, 13);
    const outside = onAxis(at, axes.length, 1 + 18 / radius);
    const across = Math.abs(outside.x) < 10 ? 'middle' : outside.x > 0 ? 'start' : 'end';
    const down =
      outside.y < -radius / 2
        ? -(words.length - 1) * 20
        : outside.y > radius / 2
          ? 4
          : -(words.length - 1) * 10;
    sheet.lines(words, outside.x, outside.y + down, { anchor: across, size: 13, bold: true });
  }
  for (let tick = 0; tick <= ticks; tick += 1) {
    const value = low + ((high - low) * tick) / ticks;
    sheet.text(String(Number(value.toPrecision(6))), middle.x - 5, middle.y - (radius * tick) / ticks, {
      anchor: 'end',
      size: 11,
      soft: true,
    });
  }
  sheet.cover(-radius, -radius);
  sheet.cover(radius, radius);
}

/** The names of the curves, below the drawing. */
function drawLegend(sheet: Sheet, labels: readonly string[]): void {
  const { bottom } = sheet;
  for (const [at, label] of labels.entries()) {
    const y = bottom + 24 + at * 24;
    sheet.shape('rect', { x: -radius, y: y - 7, width: 14, height: 14, rx: 3, fill: rowColor(at) });
    sheet.text(label, -radius + 22, y);
  }
}
