import { escapeHtml, escapeText } from '../html/print.ts';

/** Colours of rows and slices that are visible on a light and on a dark background. */
const rowColors = ['#3b82f6', '#d97706', '#059669', '#db2777', '#7c3aed', '#0891b2'] as const;

/** The colour of a row or slice by its number. When there are many, colours repeat. */
export function rowColor(number: number): string {
  return rowColors[number % rowColors.length] ?? rowColors[0];
}

/** A chart, with its words for search; or the line of its source that we did not understand. */
export type Chart = { readonly svg: string; readonly words: string } | { readonly unread: string };

interface TextLook {
  readonly size?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly soft?: boolean;
  /** Whether the color of the page surrounds the letters, so that lines behind them do not disturb. */
  readonly hasHalo?: boolean;
  /** The rotation of the text in degrees. */
  readonly turned?: number;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

export const textSize = 14;
/** The distance from one line of words to the next. */
export const lineHeight = 20;

const halo = { stroke: 'var(--bg)', 'stroke-width': 4, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };

/** How much wider bold words are. */
const boldFactor = 1.12;

/** Draws a chart's shapes and words as SVG, in the colours of the page, without classes, styles and scripts. */
export class Sheet {
  #svg = '';
  #left = 0;
  #top = 0;
  #width = 0;
  #height = 0;
  readonly #words: string[] = [];

  shape(name: 'circle' | 'line' | 'path' | 'polygon' | 'rect', attributes: Attributes): void {
    this.#svg += `<${name}${printed(attributes)}></${name}>`;
    const value = (attribute: string): number => Number(attributes[attribute] ?? 0);
    if (name === 'rect') {
      this.cover(value('x'), value('y'));
      this.cover(value('x') + value('width'), value('y') + value('height'));
    } else if (name === 'circle') {
      this.cover(value('cx') - value('r'), value('cy') - value('r'));
      this.cover(value('cx') + value('r'), value('cy') + value('r'));
    }
  }

  /** A box with the look of a node. */
  box(
    x: number,
    y: number,
    size: { readonly width: number; readonly height: number },
    more: Attributes = {},
  ): void {
    const look = { rx: 6, fill: 'var(--_node-fill)', stroke: 'var(--_node-stroke)' };
    this.shape('rect', { x, y, width: size.width, height: size.height, ...look, ...more });
  }

  /** Words whose vertical middle is at `y`. */
  text(words: string, x: number, y: number, look: TextLook = {}): void {
    const { size = textSize, anchor = 'start', bold = false, soft = false, hasHalo = false, turned } = look;
    this.#words.push(words);
    const attributes = {
      x,
      y: y + size * 0.35,
      'font-size': size,
      'font-weight': bold ? 600 : undefined,
      'text-anchor': anchor === 'start' ? undefined : anchor,
      fill: soft ? 'var(--_text-muted)' : 'var(--_text)',
      ...(hasHalo ? halo : {}),
      transform: turned === undefined ? undefined : `rotate(${turned} ${pathPoint(x, y)})`,
    };
    this.#svg += `<text${printed(attributes)}>${escapeText(words)}</text>`;
    if (turned !== undefined) return;
    const width = widthOf(words, size) * (bold ? boldFactor : 1);
    const start = x - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
    this.cover(start, y - size);
    this.cover(start + width, y + size);
  }

  /** Draws lines of words below each other; returns the y coordinate of the next line. */
  lines(lines: readonly string[], x: number, y: number, look: TextLook = {}): number {
    for (const [at, line] of lines.entries()) this.text(line, x, y + at * lineHeight, look);
    return y + lines.length * lineHeight;
  }

  /** Extends the drawing to a point. Rectangles, circles and words do so by themselves. */
  cover(x: number, y: number): void {
    this.#left = Math.min(this.#left, Math.floor(x));
    this.#top = Math.min(this.#top, Math.floor(y));
    this.#width = Math.max(this.#width, Math.ceil(x));
    this.#height = Math.max(this.#height, Math.ceil(y));
  }

  /** The lowest y coordinate of the drawing so far. */
  get bottom(): number {
    return this.#height;
  }

  /** Prints the drawing, with a title above it. */
  print(title = ''): Chart {
    const lines =
      title === '' ? [] : wrapWords(title, Math.max(this.#width - this.#left, 280) / boldFactor, 16);
    const above = lines.length === 0 ? 0 : 18 + lines.length * 22;
    const head = new Sheet();
    for (const [at, line] of lines.entries()) {
      const y = this.#top - above + 18 + at * 22;
      head.text(line, (this.#left + this.#width) / 2, y, { anchor: 'middle', bold: true, size: 16 });
    }
    const [left, top] = [Math.min(this.#left, head.#left) - 1, this.#top - above - 1];
    const [width, height] = [Math.max(this.#width, head.#width) + 2 - left, this.#height + 2 - top];
    return {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" aria-hidden="true" focusable="false">${head.#svg}${this.#svg}</svg>`,
      words: [...head.#words, ...this.#words].join(' '),
    };
  }
}

function printed(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        ` ${name}="${escapeHtml(typeof value === 'number' ? shortened(value) : (value ?? ''))}"`,
    )
    .join('');
}

/** A point in the syntax of an SVG path. */
export function pathPoint(x: number, y: number): string {
  return `${shortened(x)} ${shortened(y)}`;
}

/** A number with at most two decimals, and never `-0`. */
function shortened(value: number): string {
  return String(Number(value.toFixed(2)) + 0);
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{1faff}]/u;
const narrow = /[iljtfr.,:;|!()[\]'’ ]/;
const broad = /[A-ZmwÄÖÜ@%&]/;

/** The width of words, estimated rather too large: there is no browser to measure them, and readers have other fonts. */
export function widthOf(words: string, size = textSize): number {
  let width = 0;
  for (const letter of words)
    width += wide.test(letter) ? 1.05 : narrow.test(letter) ? 0.4 : broad.test(letter) ? 0.84 : 0.64;
  return width * size;
}

/** Wraps words into lines of at most a width. A single word that is wider gets a separate line. */
export function wrapWords(words: string, most: number, size = textSize): string[] {
  const lines: string[] = [];
  for (const part of words.split(/<br\s*\/?>|\\n/)) {
    let line = '';
    for (const word of part.trim().split(/\s+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && widthOf(longer, size) > most) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines;
}
