import type { Html, Link, PhrasingContent, Text } from 'mdast';
import { normalInlines, piecesOf, type InlinePiece } from './inlines.ts';
import { nestMarks, type InlineSink } from './nest-marks.ts';
import { escapeInline, wrap } from './html-text.ts';
import {
  imageHtml,
  nameOfTarget,
  tagsOfMark,
  voidInlineHtml,
  type InlinePrinting,
} from './print-html-inlines.ts';
import { printReference } from './references.ts';
import type { Inline, InlineNode, Mark, NodeData, Reference } from './values.ts';

/** Where inlines are written. */
export interface InlineContext {
  /** A line break would end the surrounding block here, so it is written as HTML. */
  readonly oneLine?: boolean;
  /** A picture alone here would be read as a block, so it is written in a form that stays part of the text. */
  readonly images?: boolean;
}

/** Inlines as nodes of a markdown tree; remark escapes what has to be escaped. */
export function printInlines(
  nodes: readonly InlineNode[],
  printing: InlinePrinting,
  room: InlineContext = {},
): PhrasingContent[] {
  const pieces = piecesOf(normalInlines(piecesOf(nodes)));
  const alone = room.images === true && pieces.every(isPictureOrBlank);
  return new InlinePrinter(printing, { ...room, images: alone }).print(pieces, []);
}

function isPictureOrBlank(piece: InlinePiece): boolean {
  return 'leaf' in piece ? piece.leaf.text.trim() === '' : piece.inline.type === 'inline-image';
}

class InlinePrinter {
  readonly #printing: InlinePrinting;
  readonly #room: InlineContext;
  /** Markdown readers differ on whether a mark can begin or end beside a symbol, so near symbols marks are written as HTML. */
  #hasSymbols = false;

  constructor(printing: InlinePrinting, room: InlineContext) {
    this.#printing = printing;
    this.#room = room;
  }

  print(pieces: readonly InlinePiece[], outer: readonly Mark[]): PhrasingContent[] {
    this.#hasSymbols ||= pieces.some(hasSymbol);
    const sink: InlineSink<PhrasingContent> = {
      text: (text) => this.#text(text),
      // A comment that is not closed would hide every tag after it.
      code: (text) => [text.includes('<!--') ? codeHtml(text) : { type: 'inlineCode', value: text }],
      inline: (inline, around) => this.#inline(inline, around),
      mark: (mark, inner, content) => this.#mark(mark, inner, content),
    };
    return apartCode(nestMarks(pieces, sink, outer));
  }

  #text(text: string): PhrasingContent[] {
    return text
      .split('\n')
      .flatMap((line, index): PhrasingContent[] => [
        ...(index === 0 ? [] : [this.#break()]),
        ...(line === '' ? [] : [{ type: 'text', value: line } satisfies Text]),
      ]);
  }

  #break(): PhrasingContent {
    return this.#room.oneLine === true ? htmlNode('<br>') : { type: 'break' };
  }

  #mark(mark: Mark, inner: readonly InlinePiece[], content: readonly PhrasingContent[]): PhrasingContent[] {
    const children = [...content];
    const letters = hasLettersAtEdges(inner);
    const plain = letters || !this.#hasSymbols;
    if (mark.type === 'bold' && plain) return [{ type: 'strong', children }];
    if (mark.type === 'italic' && plain) return [{ type: 'emphasis', children }];
    if (mark.type === 'strikethrough' && letters) return [{ type: 'delete', children }];
    const [open, close] = tagsOfMark(mark);
    return open === '' ? children : [htmlNode(open), ...children, htmlNode(close)];
  }

  #inline(inline: Inline, outer: readonly Mark[]): PhrasingContent[] {
    const { data = {} } = inline;
    const target = (): string => printReference(this.#printing.references, data['ref'] as Reference);
    switch (inline.type) {
      case 'link':
        return [this.#link(target(), inline, outer)];
      case 'mention':
        return [
          {
            type: 'link',
            url: target(),
            title: 'mention',
            children: [{ type: 'text', value: nameOfTarget(target()) }],
          },
        ];
      case 'inline-math':
        return [{ type: 'inlineMath', value: voidInlineHtml(inline, this.#printing) }];
      case 'inline-image':
        return [this.#image(data)];
      case 'annotation': {
        const label = this.#printing.note(inline.fragments?.[0]?.nodes ?? []);
        const words = this.print(piecesOf(normalInlines(piecesOf(inline.nodes ?? []))), outer);
        return [...words, { type: 'footnoteReference', identifier: label, label }];
      }
      default:
        return [htmlNode(voidInlineHtml(inline, this.#printing))];
    }
  }

  #link(url: string, inline: Inline, outer: readonly Mark[]): Link {
    const pieces = piecesOf(normalInlines(piecesOf(inline.nodes ?? [])));
    return { type: 'link', url, children: this.print(pieces, outer) };
  }

  #image(data: NodeData): PhrasingContent {
    const { references } = this.#printing;
    const plain = data['size'] === undefined && data['refDark'] === undefined;
    const caption = data['caption'];
    if (plain && this.#room.images !== true)
      return {
        type: 'image',
        url: printReference(references, data['ref'] as Reference),
        alt: typeof data['alt'] === 'string' ? data['alt'] : '',
        title: typeof caption === 'string' && caption !== '' ? caption : null,
      };
    return htmlNode(imageHtml(plain ? { ...data, size: 'original' } : data, references));
  }
}

function hasSymbol(piece: InlinePiece): boolean {
  return 'leaf' in piece
    ? /(?![\p{L}\p{N}\p{M}])[^\0-\x7f]/u.test(piece.leaf.text)
    : piecesOf(piece.inline.nodes ?? []).some(hasSymbol);
}

export function htmlNode(value: string): Html {
  return { type: 'html', value };
}

/** `~~` is read as a mark only with a letter or a digit at both of its inner edges. */
function hasLettersAtEdges(pieces: readonly InlinePiece[]): boolean {
  const edge = (piece: InlinePiece | undefined, pattern: RegExp): boolean =>
    piece !== undefined &&
    'leaf' in piece &&
    !piece.leaf.marks.some(({ type }) => type === 'code') &&
    piece.leaf.marks.length === 1 &&
    pattern.test(piece.leaf.text);
  return edge(pieces[0], /^[\p{L}\p{N}]/u) && edge(pieces.at(-1), /[\p{L}\p{N}]$/u);
}

/** Writes the second of two adjacent code spans as HTML, because two such spans would run together. */
function apartCode(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node, index) =>
    node.type === 'inlineCode' && nodes[index - 1]?.type === 'inlineCode' ? codeHtml(node.value) : node,
  );
}

function codeHtml(value: string): Html {
  return htmlNode(wrap('code', escapeInline(value)));
}
