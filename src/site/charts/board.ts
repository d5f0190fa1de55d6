import { nodeWords, type Line } from './lines.ts';
import { lineHeight, rowColor, Sheet, wrapWords, type Chart } from './sheet.ts';

const width = 190;
const gap = 14;

/** `kanban`: columns of cards. */
export function drawKanban([first, ...lines]: readonly Line[]): Chart {
  const outer = Math.min(...lines.map(({ indent }) => indent));
  const columns: { readonly name: string; readonly cards: string[] }[] = [];
  for (const { indent, text } of lines) {
    if (indent === outer) columns.push({ name: nodeWords(text), cards: [] });
    else columns.at(-1)?.cards.push(cardWords(text));
  }
  if (columns.length === 0) return { unread: first?.text ?? '' };
  const sheet = new Sheet();
  for (const [at, { name, cards }] of columns.entries()) {
    const x = at * (width + gap);
    sheet.shape('rect', { x, y: 0, width, height: 4, rx: 2, fill: rowColor(at) });
    let y = sheet.lines(wrapWords(name, width - 16), x + 8, 22, { bold: true }) - 6;
    for (const card of cards) {
      const words = wrapWords(card, width - 20);
      const height = words.length * lineHeight + 12;
      sheet.box(x, y, { width, height });
      sheet.lines(words, x + 10, y + 16);
      y += height + 8;
    }
    sheet.cover(x + width, y);
  }
  return sheet.print();
}

/** A card's words, with its ticket, its owner and its priority. */
function cardWords(text: string): string {
  const facts = /@\{(.*)\}\s*$/.exec(text)?.[1] ?? '';
  const values = [...facts.matchAll(/\w+\s*:\s*(?:"([^"]*)"|'([^']*)'|([^,'"]+))/g)];
  const told = values.map(([, one, two, three]) => (one ?? two ?? three ?? '').trim());
  return [nodeWords(text), ...told].join('\\n');
}
