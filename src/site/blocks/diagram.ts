import { drawChart, isChart } from '../charts/draw-chart.ts';
import { rowColor } from '../charts/sheet.ts';
import { element, trusted, type BodyElement } from '../html/nodes.ts';
import { messageOf } from '../../base/index.ts';
import { escapeHtml } from '../html/print.ts';
import { diagramSource } from './diagram-source.ts';
import { withPlainEdges } from './edge-lines.ts';
import { plainFlowchart } from './flowchart.ts';
import { withLoops, withoutLoops } from './loops.ts';
import { withNotesInPlace, withoutHiddenMessages } from './sequence-notes.ts';
import { sequenceOf } from './zenuml.ts';

/** The longest diagram that we draw, because layout takes more time than the length suggests. */
const longestSource = 20_000;
const mostLines = 300;

/**
 * Draws a mermaid diagram as SVG when the page is made: no script and no request, and the colours of the page. The folded
 * source comes below. For a diagram of a kind that cannot be drawn, the page shows the reason.
 */
export async function drawDiagram(
  source: string,
  { number, label }: { number: number; label: string },
): Promise<{ readonly content: BodyElement['children'] } | { readonly problem: string }> {
  if (source.length > longestSource || source.split('\n').length > mostLines)
    return { problem: `a diagram of ${source.length} characters is shown as its source` };
  const { kind, text, title: heading, description } = diagramSource(source);
  const drawing: Drawing | { readonly unread: string } | { readonly problem: string } = isChart(kind)
    ? drawChart(kind, text)
    : await libraryDrawing(kind, text, `diagram-${number}-`);
  if ('unread' in drawing)
    return {
      problem: `a diagram is shown as its source: "${drawing.unread.slice(0, 80)}" is not understood`,
    };
  if ('problem' in drawing) return drawing;
  const title = heading || (drawing.title ?? '');
  const { svg: readable, sizing } = withLeastWidth(drawing.svg);
  const svg = description === '' ? readable : withDescription(readable, description);
  return {
    content: [
      ...(title === '' ? [] : [element('figcaption', {}, title)]),
      element(
        'div',
        {
          class: ['diagram-view', ...sizing],
          tabindex: '0',
          role: 'group',
          'aria-label': title || label,
        },
        [trusted(svg, drawing.words)],
      ),
      element('details', { class: 'diagram-source', 'data-search': 'off' }, element('summary', {}, label), [
        element('pre', { tabindex: '0' }, element('code', {}, source)),
      ]),
    ],
  };
}

/**
 * Keeps the words of a drawing at two thirds of their size or more. A class has the least width of a drawing that the text's column can
 * hold; a wider drawing has that width itself and scrolls; a narrow one needs nothing.
 */
function withLeastWidth(svg: string): { readonly svg: string; readonly sizing: readonly string[] } {
  const width = / width="([\d.]+)"/;
  const least = Math.round(Number(width.exec(svg)?.[1]) * 0.65);
  const rem = least / 16;
  if (rem > widestInColumn) return { svg: svg.replace(width, ` width="${least}"`), sizing: ['scrolls'] };
  return { svg, sizing: rem <= 20 ? [] : [`at-least-${Math.ceil(rem / 5) * 5}`] };
}

/** The width of the column of a page's text, in rem. */
const widestInColumn = 40;

/** Readers who do not see the drawing hear its description; without one they have the source. */
function withDescription(svg: string, description: string): string {
  return svg.replace('aria-hidden="true"', () => `role="img" aria-label="${escapeHtml(description)}"`);
}

type Drawing = { readonly svg: string; readonly words: string; readonly title?: string };

/** Draws a diagram by the library; `prefix` begins the names in the drawing. */
async function libraryDrawing(
  kind: string,
  source: string,
  prefix: string,
): Promise<Drawing | { readonly unread: string } | { readonly problem: string }> {
  const plainText = Object.hasOwn(plainTexts, kind) ? plainTexts[kind] : undefined;
  if (!plainText)
    return {
      problem: `a diagram is shown as its source: "${kind}" is not the name of a kind of mermaid diagrams that is drawn`,
    };
  const plain = plainText(source);
  if ('unread' in plain) return plain;
  let svg: string;
  try {
    const { parseMermaid, renderMermaidSVG } = await import('beautiful-mermaid');
    const text = hasLoops.has(kind) ? withoutLoops(plain.text, parseMermaid(plain.text)) : plain.text;
    svg = withPlainEdges(withLoops(withoutHiddenMessages(renderMermaidSVG(text))));
  } catch (error) {
    return { problem: `a diagram is shown as its source: ${messageOf(error).split('\n')[0] ?? ''}` };
  }
  const words: string[] = [];
  const drawn = safeDrawing(svg, prefix, words);
  return drawn === undefined
    ? { problem: 'a diagram is shown as its source: its drawing is not understood' }
    : { svg: drawn, words: words.join(' '), title: plain.title ?? '' };
}

/** The kinds whose edges may lead back. */
const hasLoops = new Set(['graph', 'flowchart', 'stateDiagram']);

type Plain = { readonly text: string; readonly title?: string } | { readonly unread: string };

/** The kinds that the library draws, by the first word of a diagram, and how each becomes what the library reads. */
const plainTexts: Readonly<Record<string, (source: string) => Plain>> = {
  graph: plainFlowchart,
  flowchart: plainFlowchart,
  stateDiagram: withoutLineEnds,
  sequenceDiagram: plainSequence,
  classDiagram: withoutLineEnds,
  erDiagram: withoutLineEnds,
  xychart: withoutLineEnds,
  zenuml: (source) => {
    const plain = sequenceOf(source);
    return 'unread' in plain ? plain : { ...plain, text: withNotesInPlace(plain.text) };
  },
};

/** Takes out the title, which the library leaves out in silence. */
function plainSequence(source: string): Plain {
  const title = /^[ \t]*title[ \t]*(?::[ \t]*|[ \t])([^\n;]*);?[ \t]*\n/m.exec(source);
  const { text } = withoutLineEnds(title ? source.replace(title[0], '') : source);
  return { text: withNotesInPlace(text), title: title?.[1]?.trim() ?? '' };
}

/**
 * Removes semicolons at the ends of lines. They mean nothing outside flowcharts, and the library takes them for letters.
 */
function withoutLineEnds(source: string): { readonly text: string } {
  const text = source.replace(/(?<!#\w+)[ \t]*;[ \t]*$/gm, '');
  return { text };
}

const elements = new Set([
  'circle',
  'defs',
  'ellipse',
  'g',
  'line',
  'marker',
  'path',
  'polygon',
  'polyline',
  'rect',
  'svg',
  'text',
  'tspan',
]);

const attributes = new Set([
  'cx',
  'cy',
  'd',
  'dx',
  'dy',
  'fill',
  'font-size',
  'font-style',
  'font-weight',
  'height',
  'id',
  'marker-end',
  'marker-start',
  'markerHeight',
  'markerWidth',
  'opacity',
  'orient',
  'points',
  'r',
  'refX',
  'refY',
  'rx',
  'ry',
  'stroke',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-width',
  'text-anchor',
  'transform',
  'viewBox',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
]);

const token =
  /<!--[\s\S]*?-->|<style>[\s\S]*?<\/style>|<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>|([^<>]+)/gy;

/**
 * Reduces a drawing to shapes and words: removes its style sheet, classes and data, and gives names a unique prefix.
 * Undefined for a drawing that is not plain XML.
 */
function safeDrawing(svg: string, prefix: string, words: string[]): string | undefined {
  let html = '';
  const open: string[] = [];
  token.lastIndex = 0;
  const text = svg.trim();
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) return undefined;
    const [, closes, name, written = '', alone, content] = match;
    if (content !== undefined) {
      const line = content.trim();
      if (line === '') continue;
      if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i.test(line)) return undefined;
      words.push(line.replace(/&[^;]+;/g, ' '));
      html += line;
    } else if (name !== undefined) {
      if (!elements.has(name)) return undefined;
      if (alone === '/' && / class="xychart-grid"/.test(written)) continue;
      if (closes === '/') {
        if (open.pop() !== name) return undefined;
        html += `</${name}>`;
        continue;
      }
      html += `<${name}${printAttributes(written, prefix)}${name === 'svg' ? ' aria-hidden="true" focusable="false"' : ''}>`;
      if (alone === '/') html += `</${name}>`;
      else open.push(name);
    }
  }
  return open.length === 0 ? html : undefined;
}

function printAttributes(written: string, prefix: string): string {
  let html = '';
  for (const [, name = '', value = ''] of written.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    if (name === 'class') html += looksOf(value);
    if (!attributes.has(name)) continue;
    const reference = /^url\(#([\w-]+)\)$/.exec(value)?.[1];
    if (name === 'id') html += ` id="${prefix}${value.replace(/[^\w-]/g, '')}"`;
    else if (reference !== undefined) html += ` ${name}="url(#${prefix}${reference})"`;
    else if (/^(?:[\w\s.,#%+()-]*|var\(--[\w-]+\))$/.test(value) && !/url/i.test(value))
      html += ` ${name}="${value}"`;
  }
  return html;
}

/** The look of charts by class, which replaces their removed style sheet. */
const looks: Readonly<Record<string, string>> = {
  'xychart-line': ' fill="none" stroke-width="2.5" stroke-linejoin="round"',
  'xychart-line-shadow': ' fill="none" stroke-width="5" opacity="0.12"',
  'xychart-label': ' fill="var(--_text-muted)"',
  'xychart-axis-title': ' fill="var(--_text-sec)"',
  'xychart-title': ' fill="var(--_text)"',
};

function looksOf(classes: string): string {
  const names = classes.split(' ');
  const own = names.map((name) => (Object.hasOwn(looks, name) ? looks[name] : '')).join('');
  const row = /\bxychart-color-(\d+)/.exec(classes)?.[1];
  if (row === undefined) return own;
  const color = rowColor(Number(row));
  const isFilled = names.includes('xychart-bar') || names.includes('xychart-dot');
  return `${own} ${isFilled ? 'fill' : 'stroke'}="${color}"`;
}
