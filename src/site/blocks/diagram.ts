import { element, trusted, type BodyElement } from '../html/nodes.ts';
import { messageOf } from '../../base/index.ts';

/** Largest diagram that is drawn; laying one out takes more than its size suggests. */
const longestSource = 20_000;
const mostLines = 300;

/**
 * Draws a mermaid diagram as SVG when the page is made: no script and no request, and its colours are those of the page. Its
 * source stands below, folded. A diagram of a kind that cannot be drawn gives the reason.
 */
export async function drawDiagram(
  source: string,
  { number, label }: { number: number; label: string },
): Promise<{ readonly content: BodyElement['children'] } | { readonly problem: string }> {
  if (source.length > longestSource || source.split('\n').length > mostLines)
    return { problem: `a diagram of ${source.length} characters is shown as its source` };
  let svg: string;
  try {
    const { renderMermaidSVG } = await import('beautiful-mermaid');
    svg = renderMermaidSVG(withoutSettings(source));
  } catch (error) {
    return { problem: `a diagram is shown as its source: ${messageOf(error).split('\n')[0] ?? ''}` };
  }
  const words: string[] = [];
  const drawn = safeDrawing(svg, `diagram-${number}-`, words);
  if (drawn === undefined)
    return { problem: 'a diagram is shown as its source: its drawing is not understood' };
  return {
    content: [
      element('div', { class: 'diagram-view', tabindex: '0', role: 'group', 'aria-label': label }, [
        trusted(drawn, words.join(' ')),
      ]),
      element('details', { class: 'diagram-source', 'data-search': 'off' }, element('summary', {}, label), [
        element('pre', { tabindex: '0' }, element('code', {}, source)),
      ]),
    ],
  };
}

/** Settings before the diagram (`---`, `%%{init}%%`) change its looks, which are the page's. */
function withoutSettings(source: string): string {
  return source.replace(/^\s*---\n[\s\S]*?\n---\n/, '').replace(/%%\{[\s\S]*?\}%%/g, '');
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
 * The drawing with nothing in it but shapes and words: its style sheet, classes and data go, names get a prefix of their own.
 * Undefined when it is not the plain XML that it should be.
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
      // A diagram that has its own style sheet's classes for colours would lose them.
      if (!elements.has(name)) return undefined;
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
    if (!attributes.has(name)) continue;
    const reference = /^url\(#([\w-]+)\)$/.exec(value)?.[1];
    if (name === 'id') html += ` id="${prefix}${value.replace(/[^\w-]/g, '')}"`;
    else if (reference !== undefined) html += ` ${name}="url(#${prefix}${reference})"`;
    else if (/^(?:[\w\s.,#%+()-]*|var\(--[\w-]+\))$/.test(value) && !/url/i.test(value))
      html += ` ${name}="${value}"`;
  }
  return html;
}
