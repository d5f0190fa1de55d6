import type { Element, ElementContent } from 'hast';
import { slotElement } from '../tree/html-nodes.ts';
import { restoreMarks, markPattern } from '../tree/prepare.ts';
import type { Slot } from '../tree/to-html-tree.ts';
import { attributeOf, classesOf, isElement, droppedElements, wordsOf } from './html-tree.ts';
import { aMark, aText, isCode, normalInlines, withMark, type InlinePiece } from './inlines.ts';
import { colors, type InlineKind, type MarkKind } from './kinds.ts';
import { readReference } from './references.ts';
import type { Block, Inline, InlineNode, Mark, NodeData } from './values.ts';
import type { ReadingPart } from './reading-part.ts';

/** The marks that elements mean. */
const markElements: Readonly<Record<string, MarkKind>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  strike: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
  kbd: 'keyboard',
  code: 'code',
};

/** Reads what a paragraph, a heading or a title holds. */
export function readInlines(
  nodes: readonly ElementContent[],
  part: ReadingPart,
  marks: readonly Mark[] = [],
): InlineNode[] {
  const out: InlinePiece[] = [];
  walkAll(nodes, marks, { part, out });
  return normalInlines(out);
}

interface Walk {
  readonly part: ReadingPart;
  readonly out: InlinePiece[];
}

function walkAll(nodes: readonly ElementContent[], marks: readonly Mark[], walk: Walk): void {
  for (const node of nodes) {
    if (node.type === 'text') pushText(node.value, marks, walk);
    else if (node.type === 'element') walkElement(node, marks, walk);
  }
}

function walkElement(node: Element, marks: readonly Mark[], walk: Walk): void {
  if (droppedElements.has(node.tagName)) return;
  if (node.tagName === slotElement) return walkSlot(node, marks, walk);
  const inline = inlineElement(node, marks, walk.part);
  if (inline !== undefined) {
    if (inline.type === 'link') return pushLink(inline, node, walk);
    walk.out.push({ inline });
    return;
  }
  if (node.tagName === 'br') walk.out.push({ leaf: { text: '\n', marks } });
  else if (node.tagName === 'mark') walkAll(node.children, markedWith(node, marks), walk);
  else {
    const mark = Object.hasOwn(markElements, node.tagName) ? markElements[node.tagName] : undefined;
    walkAll(node.children, mark === undefined ? marks : withMark(marks, aMark(mark)), walk);
  }
}

/** Adds a text. Line breaks become blanks, and the marks that replaced formulas become formulas again. */
function pushText(value: string, marks: readonly Mark[], { part, out }: Walk): void {
  const { prepared } = part.document;
  const push = (text: string): void => {
    if (text !== '')
      out.push({ leaf: { text: isCode(marks) ? text : text.replace(/[\r\n]+/gu, ' '), marks } });
  };
  if (!value.includes(prepared.nonce)) return push(value);
  if (isCode(marks)) return push(restoreMarks(value, prepared));
  let from = 0;
  for (const match of value.matchAll(markPattern(prepared.nonce))) {
    const mark = prepared.marks[Number(match[1] ?? match[2])];
    push(value.slice(from, match.index));
    from = match.index + match[0].length;
    if (mark?.kind === 'tag') push(mark.tag.raw);
    else if (mark !== undefined) out.push({ inline: aVoid('inline-math', { formula: mark.formula.trim() }) });
  }
  push(value.slice(from));
}

function aVoid(type: InlineKind, data: NodeData): Inline {
  return { object: 'inline', type, isVoid: true, data };
}

function walkSlot(node: Element, marks: readonly Mark[], walk: Walk): void {
  const slot = walk.part.slotOf(node);
  if (slot === undefined) return;
  switch (slot.kind) {
    case 'footnote':
      return pushAnnotation(slot, walk);
    case 'formula':
      walk.out.push({ inline: aVoid('inline-math', { formula: slot.formula.formula.trim() }) });
      return;
    case 'code':
      return pushText(slot.code, withMark(marks, aMark('code')), walk);
    case 'block':
      return pushText(slot.block.tag.raw, marks, walk);
  }
}

/** Attaches a footnote to the word before it. */
function pushAnnotation({ identifier }: Extract<Slot, { kind: 'footnote' }>, { part, out }: Walk): void {
  const body = part.footnote(identifier);
  if (body === undefined) {
    out.push({ leaf: { text: `[^${identifier}]`, marks: [] } });
    return;
  }
  out.push({ inline: annotation(cutWord(out), body) });
}

export function annotation(nodes: readonly InlineNode[], body: readonly Block[]): Inline {
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    nodes,
    fragments: [{ object: 'fragment', type: 'annotation-body', nodes: body }],
  };
}

/** Takes the last word off the pieces. */
function cutWord(out: InlinePiece[]): InlineNode[] {
  const last = out.at(-1);
  if (last === undefined || !('leaf' in last)) return [aText('')];
  const { text, marks } = last.leaf;
  const word = isCode(marks) ? text : (/[^ \t\r\n\f]+$/u.exec(text)?.[0] ?? '');
  if (word === '') return [aText('')];
  out.pop();
  const before = text.slice(0, text.length - word.length);
  if (before !== '') out.push({ leaf: { text: before, marks } });
  return [aText(word, marks)];
}

/** Adds a link, and moves the blanks at its edges outside. */
function pushLink(link: Inline, node: Element, { out }: Walk): void {
  const words = wordsOf(node.children);
  if (/^[ \t\r\n\f]/u.test(words)) out.push({ leaf: { text: ' ', marks: [] } });
  out.push({ inline: link });
  if (/[ \t\r\n\f]$/u.test(words)) out.push({ leaf: { text: ' ', marks: [] } });
}

/** The inline that a whole element becomes; undefined for an element that only marks its content. */
function inlineElement(node: Element, marks: readonly Mark[], part: ReadingPart): Inline | undefined {
  switch (node.tagName) {
    case 'a':
      return linkElement(node, marks, part);
    case 'button':
      return aVoid('button', { ...buttonData(node), action: actionOf(node) });
    case 'img':
      return aVoid('inline-image', imageData(node, undefined, part));
    case 'picture':
      return pictureElement(node, part);
    case 'i':
      return iconElement(node);
    case 'code':
      return classesOf(node).includes('expression')
        ? aVoid('expression', { expression: wordsOf(node.children) })
        : undefined;
    case 'span':
      return attributeOf(node, 'dataTag') === 'emoji'
        ? aVoid('emoji', { code: attributeOf(node, 'dataCode') ?? codeOf(wordsOf(node.children)) })
        : undefined;
    default:
      return undefined;
  }
}

function codeOf(characters: string): string {
  return [...characters].map((character) => character.codePointAt(0)?.toString(16) ?? '').join('-');
}

function linkElement(node: Element, marks: readonly Mark[], part: ReadingPart): Inline | undefined {
  const href = attributeOf(node, 'href');
  if (href === undefined) return undefined;
  const note = /^#user-content-fn-(.+)$/u.exec(href)?.[1];
  if (note !== undefined && node.properties['dataFootnoteRef'] !== undefined) {
    const body = part.footnote(note.toLowerCase());
    if (body !== undefined) return annotation(filled(readInlines(node.children, part, marks)), body);
  }
  const target = restoreMarks(href, part.document.prepared);
  const ref = readReference(part.references, target, 'link');
  if (classesOf(node).includes('button')) return aVoid('button', { ...buttonData(node), ref });
  if (attributeOf(node, 'title') === 'mention') return aVoid('mention', { ref });
  return {
    object: 'inline',
    type: 'link',
    data: { ref },
    nodes: filled(readInlines(node.children, part, marks)),
  };
}

function filled(nodes: readonly InlineNode[]): readonly InlineNode[] {
  return nodes.length === 0 ? [aText('')] : nodes;
}

function buttonData(node: Element): NodeData {
  const classes = classesOf(node);
  const size = attributeOf(node, 'dataSize') ?? '';
  const icon = attributeOf(node, 'dataIcon') ?? '';
  return {
    label: wordsOf(node.children).replace(/\s+/gu, ' ').trim(),
    kind: classes.includes('secondary') ? 'secondary' : 'primary',
    ...(['small', 'medium', 'large'].includes(size) ? { size } : {}),
    ...(icon === '' ? {} : { icon }),
  };
}

function actionOf(node: Element): NodeData {
  const action = attributeOf(node, 'dataAction') ?? 'search';
  const slug = attributeOf(node, 'dataSlug');
  if (action === 'select' && slug !== undefined) return { action, slug };
  const query = attributeOf(node, 'dataQuery') ?? '';
  return { action: action === 'ask' ? 'ask' : 'search', ...(query === '' ? {} : { query }) };
}

function imageData(node: Element, dark: string | undefined, part: ReadingPart): NodeData {
  const read = (target: string): unknown =>
    readReference(part.references, restoreMarks(target, part.document.prepared), 'image');
  const size = attributeOf(node, 'dataSize') ?? '';
  const caption = attributeOf(node, 'title') ?? '';
  const alt = attributeOf(node, 'alt') ?? '';
  return {
    ref: read(attributeOf(node, 'src') ?? ''),
    ...(dark === undefined ? {} : { refDark: read(dark) }),
    ...(caption === '' ? {} : { caption }),
    ...(alt === '' ? {} : { alt }),
    ...(size === 'original' || size === 'line' ? { size } : {}),
  };
}

function pictureElement(node: Element, part: ReadingPart): Inline | undefined {
  const image = node.children.find((child) => isElement(child, 'img'));
  return isElement(image) ? aVoid('inline-image', imageData(image, darkSourceOf(node), part)) : undefined;
}

/** The picture that readers of the dark theme see. */
export function darkSourceOf(node: Element): string | undefined {
  const source = node.children.find(
    (child) =>
      isElement(child, 'source') && /prefers-color-scheme:\s*dark/u.test(attributeOf(child, 'media') ?? ''),
  );
  const target = isElement(source) ? (attributeOf(source, 'srcSet') ?? '').trim() : '';
  return target === '' ? undefined : target;
}

function iconElement(node: Element): Inline | undefined {
  const name = classesOf(node).find((each) => each.startsWith('fa-') && each.length > 3);
  if (name === undefined) return undefined;
  const color = /(?:^|;)\s*color:\s*([^;\s]+)/u.exec(attributeOf(node, 'style') ?? '')?.[1];
  return aVoid('icon', {
    icon: name.slice(3),
    ...(color !== undefined && colors.has(color) ? { color } : {}),
  });
}

/** Highlighted text without colours gets a yellow background. */
function markedWith(node: Element, marks: readonly Mark[]): readonly Mark[] {
  const style = attributeOf(node, 'style');
  if (style === undefined) return withMark(marks, aMark('color', { text: 'default', background: 'yellow' }));
  const named = (pattern: RegExp): string => {
    const color = pattern.exec(style)?.[1] ?? '';
    return colors.has(color) ? color : 'default';
  };
  const text = named(/(?:^|;)\s*color:\s*([^;\s]+)/u);
  const background = named(/(?:^|;)\s*background-color:\s*([^;\s]+)/u);
  return text === 'default' && background === 'default'
    ? marks
    : withMark(marks, aMark('color', { text, background }));
}
