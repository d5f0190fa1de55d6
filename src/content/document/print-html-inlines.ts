import { textIn } from './fields.ts';
import { escapeHtml, escapeInline, openTag, wrap } from './html-text.ts';
import { aText, normalInlines, piecesOf, textOfInlines } from './inlines.ts';
import { nestMarks, type InlineSink } from './nest-marks.ts';
import type { MarkKind } from './kinds.ts';
import { printReference, type References } from './references.ts';
import type { Block, Inline, InlineNode, Mark, NodeData, Reference } from './values.ts';

/** The settings of a writer of inlines. */
export interface InlinePrinting {
  readonly references: References;
  /** Keeps a note's body for the end of the text, and returns the note's label. */
  readonly note: (body: readonly Block[]) => string;
}

/** The element of each mark in HTML. */
const markTags: Readonly<Record<Exclude<MarkKind, 'color'>, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
};

/** Inlines as HTML on one line: in tables' cells, captions and titles. */
export function printHtmlInlines(
  nodes: readonly InlineNode[],
  printing: InlinePrinting,
  outer: readonly Mark[] = [],
): string {
  const sink: InlineSink<string> = {
    text: (text) => [escapeHtml(text).replace(/\n/gu, '<br>')],
    code: (text) => [wrap('code', escapeHtml(text))],
    inline: (inline, around) => [printHtmlInline(inline, printing, around)],
    mark: (mark, _inner, content) => {
      const [open, close] = tagsOfMark(mark);
      return [open + content.join('') + close];
    },
  };
  return nestMarks(piecesOf(normalInlines(piecesOf(nodes))), sink, outer).join('');
}

/** The tags around a mark's text. */
export function tagsOfMark(mark: Mark): [string, string] {
  if (mark.type !== 'color') return [`<${markTags[mark.type]}>`, `</${markTags[mark.type]}>`];
  const { text = 'default', background = 'default' } = mark.data ?? {};
  const style =
    (text === 'default' ? '' : `color:${text};`) +
    (background === 'default' ? '' : `background-color:${background};`);
  return style === '' ? ['', ''] : [openTag('mark', { style }), '</mark>'];
}

function printHtmlInline(inline: Inline, printing: InlinePrinting, outer: readonly Mark[]): string {
  const { data = {} } = inline;
  const target = (): string => printReference(printing.references, data['ref'] as Reference);
  switch (inline.type) {
    case 'link':
      return wrap('a', printHtmlInlines(inline.nodes ?? [], printing, outer), { href: target() });
    case 'mention':
      return wrap('a', escapeHtml(nameOfTarget(target())), { href: target(), title: 'mention' });
    case 'annotation': {
      const label = printing.note(inline.fragments?.[0]?.nodes ?? []);
      return wrap('a', printHtmlInlines(inline.nodes ?? [aText('')], printing, outer), {
        'data-footnote-ref': true,
        href: `#user-content-fn-${label}`,
      });
    }
    default:
      return voidInlineHtml(inline, printing);
  }
}

/** The inlines that are written alike in markdown and in HTML. */
export function voidInlineHtml(inline: Inline, { references }: InlinePrinting): string {
  const { data = {} } = inline;
  switch (inline.type) {
    case 'emoji':
      return wrap('span', characterOf(textIn(data['code'])), {
        'data-gb-custom-inline': true,
        'data-tag': 'emoji',
        'data-code': textIn(data['code']),
      });
    case 'icon': {
      const color = data['color'];
      return wrap('i', `:${escapeInline(textIn(data['icon']))}:`, {
        class: `fa-${textIn(data['icon'])}`,
        style: typeof color === 'string' && color !== '' ? `color:${color};` : undefined,
      });
    }
    case 'expression':
      return wrap('code', escapeInline(textIn(data['expression'])), { class: 'expression' });
    case 'inline-math':
      return `$$${textIn(data['formula']).replace(/\s*\n\s*/gu, ' ')}$$`;
    case 'inline-image':
      return imageHtml(data, references);
    case 'button':
      return buttonHtml(data, references);
    default:
      return textOfInlines([inline]);
  }
}

function characterOf(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff))
    ? String.fromCodePoint(...points)
    : '';
}

function optional(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function imageHtml(data: NodeData, references: References): string {
  const image = openTag('img', {
    src: printReference(references, data['ref'] as Reference),
    alt: textIn(data['alt']),
    title: optional(data['caption']),
    'data-size': optional(data['size']),
  });
  if (data['refDark'] === undefined) return image;
  const dark = openTag('source', {
    srcset: printReference(references, data['refDark'] as Reference),
    media: '(prefers-color-scheme: dark)',
  });
  return wrap('picture', dark + image);
}

function buttonHtml(data: NodeData, references: References): string {
  const label = escapeInline(textIn(data['label']));
  const attributes = {
    class: `button ${data['kind'] === 'secondary' ? 'secondary' : 'primary'}`,
    'data-size': optional(data['size']),
  };
  const icon = { 'data-icon': optional(data['icon']) };
  if (data['ref'] !== undefined)
    return wrap('a', label, {
      href: printReference(references, data['ref'] as Reference),
      ...attributes,
      ...icon,
    });
  const action = (data['action'] ?? {}) as NodeData;
  return wrap('button', label, {
    type: 'button',
    ...attributes,
    'data-action': optional(action['action']) ?? 'search',
    'data-query': optional(action['query']),
    'data-slug': optional(action['slug']),
    ...icon,
  });
}

/** The text of a link to a target, when nobody gave the link a text. */
export function nameOfTarget(target: string): string {
  const [path = ''] = target.split(/[?#]/u);
  return (
    path
      .split('/')
      .filter((name) => name !== '' && name !== '..')
      .at(-1) ?? target
  );
}
