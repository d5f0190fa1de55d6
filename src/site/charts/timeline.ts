import { textAfterKeyword, type Line } from './lines.ts';
import { lineHeight, rowColor, Sheet, textSize, widthOf, wrapWords, type Chart } from './sheet.ts';

interface Period {
  readonly name: string;
  readonly events: string[];
}

interface Section {
  readonly name: string;
  readonly periods: Period[];
}

const periodWidth = 150;
const eventsAt = 190;
const eventWidth = 480;

/** `timeline`: periods from top to bottom, with what happened in each. */
export function drawTimeline([first, ...lines]: readonly Line[]): Chart {
  let title = '';
  const sections: Section[] = [];
  for (const line of lines) {
    const named = textAfterKeyword('title', line);
    const section = textAfterKeyword('section', line);
    const [name = '', ...events] = line.text.split(/\s*:\s+|\s*:$/).map((part) => part.trim());
    if (named !== undefined) title = named;
    else if (section !== undefined) sections.push({ name: section, periods: [] });
    else {
      if (sections.length === 0) sections.push({ name: '', periods: [] });
      const { periods } = sections.at(-1) as Section;
      const last = periods.at(-1);
      if (name !== '') periods.push({ name, events: events.filter((event) => event !== '') });
      else if (last) last.events.push(...events.filter((event) => event !== ''));
      else return { unread: line.text };
    }
  }
  if (sections.every(({ periods }) => periods.length === 0)) return { unread: first?.text ?? '' };
  const sheet = new Sheet();
  let y = 0;
  for (const [at, { name, periods }] of sections.entries()) {
    if (name !== '') {
      sheet.text(name, 0, y + 12, { bold: true });
      y += 30;
    }
    for (const period of periods) y = drawPeriod(sheet, period, { y, color: rowColor(at) });
    y += 8;
  }
  return sheet.print(title);
}

function drawPeriod(
  sheet: Sheet,
  { name, events }: Period,
  { y, color }: { y: number; color: string },
): number {
  const words = wrapWords(name, periodWidth);
  sheet.lines(words, periodWidth, y + 18, { anchor: 'end', bold: true });
  let below = y;
  for (const event of events) {
    const lines = wrapWords(event, eventWidth);
    const width = Math.max(...lines.map((line) => widthOf(line))) + 20;
    const height = lines.length * lineHeight + 12;
    sheet.box(eventsAt, below + 2, { width, height });
    sheet.lines(lines, eventsAt + 10, below + 18);
    below += height + 8;
  }
  const end = Math.max(below, y + words.length * lineHeight + 16);
  const x = (periodWidth + eventsAt) / 2;
  sheet.shape('line', { x1: x, y1: y, x2: x, y2: end, stroke: color, 'stroke-width': 2 });
  sheet.shape('circle', { cx: x, cy: y + 18, r: textSize / 2 - 1, fill: color });
  sheet.cover(x, end);
  return end;
}
