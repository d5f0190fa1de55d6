import { textAfterKeyword, type Line } from './lines.ts';
import { pathPoint, rowColor, Sheet, type Chart } from './sheet.ts';

interface Slice {
  readonly label: string;
  readonly value: number;
}

const radius = 120;
const rowHeight = 26;

/** `pie`: shares of a whole, with a legend. */
export function drawPie([first, ...lines]: readonly Line[]): Chart {
  const head = /^pie(\s+showData)?(?:\s+title\s+(.+))?$/.exec(first?.text ?? '');
  if (!head) return { unread: first?.text ?? '' };
  let title = head[2] ?? '';
  let showsData = head[1] !== undefined;
  const slices: Slice[] = [];
  for (const line of lines) {
    const slice = /^(?:"([^"]*)"|'([^']*)')\s*:\s*(\d+(?:\.\d+)?)\s*;?$/.exec(line.text);
    const named = textAfterKeyword('title', line);
    if (slice) slices.push({ label: slice[1] ?? slice[2] ?? '', value: Number(slice[3]) });
    else if (named !== undefined) title = named;
    else if (line.text === 'showData') showsData = true;
    else return { unread: line.text };
  }
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  return total > 0 ? drawn(slices, { total, title, showsData }) : { unread: first?.text ?? '' };
}

function drawn(
  slices: readonly Slice[],
  { total, title, showsData }: { total: number; title: string; showsData: boolean },
): Chart {
  const sheet = new Sheet();
  const middle = Math.max(radius, (slices.length * rowHeight) / 2) + 4;
  let from = 0;
  for (const [at, { label, value }] of slices.entries()) {
    const to = from + value / total;
    drawSlice(sheet, middle, { from, to, fill: rowColor(at) });
    from = to;
    const y = middle + (at - (slices.length - 1) / 2) * rowHeight;
    sheet.shape('rect', { x: 2 * radius + 40, y: y - 7, width: 14, height: 14, rx: 3, fill: rowColor(at) });
    const share = `${Number(((100 * value) / total).toFixed(1))} %`;
    sheet.text(showsData ? `${label}: ${value} (${share})` : `${label}: ${share}`, 2 * radius + 64, y);
  }
  sheet.cover(0, 2 * middle);
  return sheet.print(title);
}

/** A slice of the circle; `from` and `to` are fractions of a full turn. */
function drawSlice(
  sheet: Sheet,
  middle: number,
  { from, to, fill }: { from: number; to: number; fill: string },
): void {
  const center = radius + 4;
  if (to - from > 0.9999) {
    sheet.shape('circle', { cx: center, cy: middle, r: radius, fill });
    return;
  }
  const edge = (turn: number): string => {
    const angle = 2 * Math.PI * turn;
    return pathPoint(center + radius * Math.sin(angle), middle - radius * Math.cos(angle));
  };
  const arc = `A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${edge(to)}`;
  sheet.shape('path', {
    d: `M${pathPoint(center, middle)}L${edge(from)}${arc}Z`,
    fill,
    stroke: 'var(--bg)',
    'stroke-width': 2,
  });
}
