import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';
import { messageOf } from '../../base/index.ts';
import { drawingAttributes, drawingElements, lookAttributes, textAttributes, textElements } from './names.ts';
import { safeCss } from './safe-css.ts';

export type SafeDrawing =
  | { readonly outcome: 'kept'; readonly text: string; readonly removed: readonly string[] }
  | { readonly outcome: 'refused'; readonly reason: string };

const drawing = 'http://www.w3.org/2000/svg';
const html = 'http://www.w3.org/1999/xhtml';
const xlink = 'http://www.w3.org/1999/xlink';
const xml = 'http://www.w3.org/XML/1998/namespace';

class Refused extends Error {}

/**
 * Reads a drawing (SVG) with an XML parser and prints the parts that only show something. Every byte of the result was parsed and
 * printed again, so the result means the same to every browser, whatever the original meant to them.
 */
export function safeDrawing(bytes: Uint8Array): SafeDrawing {
  try {
    return new DrawingPrinter().print(decoded(bytes));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { outcome: 'refused', reason: error.message };
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('is not UTF-8 text');
  }
}

interface Open {
  /** The printed name; undefined for an element that is left out with all its content. */
  readonly name: string | undefined;
  readonly space: string;
  /** The text of a style element, which is checked as a whole. */
  css: string | undefined;
}

class DrawingPrinter {
  readonly #parts: string[] = [];
  readonly #open: Open[] = [];
  readonly #removed = new Set<string>();
  /** The namespace of elements without a prefix. A drawing that declares none is still taken for SVG. */
  #unnamed = '';
  #usesXlink = false;

  print(text: string): SafeDrawing {
    this.#usesXlink = text.includes(xlink);
    const parser = new SaxesParser({ xmlns: true, position: false });
    parser.on('error', (error) => {
      throw new Refused(`is not well-formed XML: ${messageOf(error)}`);
    });
    parser.on('xmldecl', ({ encoding }) => requireEncoding(encoding, text));
    parser.on('doctype', (doctype) => {
      if (doctype.includes('[')) throw new Refused('declares entities or attributes of its own');
    });
    parser.on('processinginstruction', ({ target }) => {
      if (/^xml/i.test(target)) throw new Refused(`has an instruction "${target}" to the browser`);
    });
    parser.on('opentag', (tag) => this.#start(tag));
    parser.on('closetag', () => this.#end());
    parser.on('text', (content) => this.#text(content));
    parser.on('cdata', (content) => this.#text(content));
    parser.write(text.replace(/^\uFEFF/, '')).close();
    return { outcome: 'kept', text: `${this.#parts.join('')}\n`, removed: [...this.#removed] };
  }

  #start(tag: SaxesTagNS): void {
    const parent = this.#open.at(-1);
    if (!parent && tag.uri === '' && tag.local === 'svg') this.#unnamed = drawing;
    const space = tag.uri === '' ? this.#unnamed : tag.uri;
    if (!parent && (space !== drawing || tag.local !== 'svg'))
      throw new Refused(`is not a drawing: it begins with <${tag.name}>`);
    if (parent && parent.name === undefined) {
      this.#open.push({ name: undefined, space, css: undefined });
      return;
    }
    const attributes = Object.values(tag.attributes);
    if (!this.#isShown(tag, space, parent?.space)) {
      if (isMissed(tag, space)) this.#removed.add(`<${tag.local}>`);
      this.#open.push({ name: undefined, space, css: undefined });
      return;
    }
    const isStyle = space === drawing && tag.local === 'style';
    this.#parts.push(`<${tag.local}`);
    if (space !== parent?.space) this.#parts.push(` xmlns="${space}"`);
    if (!parent && this.#usesXlink) this.#parts.push(` xmlns:xlink="${xlink}"`);
    for (const attribute of attributes) this.#attribute(tag.local, space, attribute);
    this.#parts.push('>');
    this.#open.push({ name: tag.local, space, css: isStyle ? '' : undefined });
  }

  #isShown({ local, attributes }: SaxesTagNS, space: string, around: string | undefined): boolean {
    // A drawing may have HTML text only where SVG allows it.
    if (space === html)
      return textElements.has(local) && (around === html || this.#open.at(-1)?.name === 'foreignObject');
    if (space !== drawing || !drawingElements.has(local)) return false;
    if (!/^(?:animate|animateMotion|animateTransform|set)$/.test(local)) return true;
    const changed = attributes['attributeName']?.value.trim();
    return changed === undefined ? local === 'animateMotion' : lookAttributes.has(changed);
  }

  #attribute(element: string, space: string, { local, prefix, uri, value }: SaxesAttributeNS): void {
    if (prefix === 'xmlns' || (prefix === '' && local === 'xmlns')) return;
    const name = uri === xlink ? `xlink:${local}` : uri === xml ? `xml:${local}` : local;
    const safe = safeValue({ element, space, uri, local, value });
    if (safe !== undefined) this.#parts.push(` ${name}="${escaped(safe)}"`);
    else if (/^on/i.test(local) || /^(?:href|src|style)$/i.test(local)) this.#removed.add(name);
  }

  #text(content: string): void {
    const around = this.#open.at(-1);
    if (around?.name === undefined) return;
    if (around.css !== undefined) around.css += content;
    else this.#parts.push(escaped(content));
  }

  #end(): void {
    const ended = this.#open.pop();
    if (ended?.name === undefined) return;
    if (ended.css !== undefined) {
      const css = safeCss(ended.css);
      if (css === undefined) this.#removed.add('a style');
      else this.#parts.push(escaped(css));
    }
    if (this.#parts.at(-1) === '>') this.#parts[this.#parts.length - 1] = '/>';
    else this.#parts.push(`</${ended.name}>`);
  }
}

/** Whether readers miss a removed element. The private data of drawing programs shows nothing, so nobody misses it. */
function isMissed({ local }: SaxesTagNS, space: string): boolean {
  return (space === drawing && local !== 'metadata') || space === html;
}

/** Only UTF-8 is read. A drawing may declare another encoding if its text has the same bytes in both. */
function requireEncoding(encoding: string | undefined, text: string): void {
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return;
  const isPlain = !/[^\t\n\r\u0020-\u007e]/.test(text);
  if (isPlain && /^(?:us-ascii|iso-8859-\d+|windows-125\d)$/i.test(encoding)) return;
  throw new Refused(`names the encoding "${encoding}", and only UTF-8 is read`);
}

interface Written {
  readonly element: string;
  readonly space: string;
  readonly uri: string;
  readonly local: string;
  readonly value: string;
}

/** The value of an attribute in a safe form; undefined for an attribute that is left out. */
function safeValue({ element, space, uri, local, value }: Written): string | undefined {
  if (uri === xml) return local === 'space' || local === 'lang' ? value : undefined;
  if (uri === xlink && local === 'title') return value;
  if (local === 'href' && (uri === xlink || uri === '') && space === drawing)
    return isSafeAddress(element, value) ? value : undefined;
  return uri === '' && isKnown(space, local) ? safeOwnValue(local, value) : undefined;
}

function isKnown(space: string, local: string): boolean {
  const names = space === drawing ? drawingAttributes : textAttributes;
  return names.has(local) || /^(?:data|aria)-[\w-]+$/.test(local);
}

/** The safe value of a known attribute without a namespace. */
function safeOwnValue(local: string, value: string): string | undefined {
  if (local === 'style') return safeCss(value);
  if (local === 'class' || local === 'id' || local === 'd' || local === 'points') return value;
  // Colours, filters and markers may name another part of the drawing, and animations may lead to such a name.
  return /url|image|src/i.test(value) && /\(/.test(value) ? safeCss(value) : value;
}

function isSafeAddress(element: string, value: string): boolean {
  // Browsers ignore blanks and control characters inside a scheme.
  const address = value.replace(/[\p{C}\s]/gu, '');
  if (address.startsWith('#')) return true;
  if (element === 'a') return !/^[^/?#]*:/.test(address) || /^(?:https?|mailto|tel):/i.test(address);
  // A picture inside a drawing is only shown, and browsers run nothing in it.
  return (
    (element === 'image' || element === 'feImage') &&
    /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(address)
  );
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => escapes[character] ?? character);
}
