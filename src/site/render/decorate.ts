import { idsOfWords } from '../../content/index.ts';
import { codeBlock } from '../blocks/code.ts';
import { alignClass } from '../body/align.ts';
import { decorateQuote } from './alerts.ts';
import { decorateFrame, decorateObject, decorateVideo } from './media.ts';
import {
  classesOf,
  element,
  isElement,
  propertyOf,
  text,
  textOf,
  type BodyElement,
  type BodyNode,
} from '../html/nodes.ts';
import { icon } from '../icons/icons.ts';
import { printValue } from '../../content/expression.ts';
import { isAnchor } from '../body/anchors.ts';
import { colorClasses } from '../body/colors.ts';
import { decorateHeading } from '../body/headings.ts';
import { decorateImage, decoratePicture } from '../body/images.ts';
import { decorateLink } from '../body/links.ts';
import { decorateTable } from '../body/tables.ts';
import type { BlockScope } from '../body/state.ts';

/** Turns one cleaned element into the nodes that readers see. Its children have been processed already. */
export type Decorator = (node: BodyElement, scope: BlockScope) => BodyNode[];

/** The decorators for elements of a writer's content, by tag name. All other elements lose their classes and styles. */
export const decorators: Readonly<Record<string, Decorator>> = {
  a: decorateLink,
  img: decorateImage,
  picture: decoratePicture,
  table: decorateTable,
  h1: decorateHeading,
  h2: decorateHeading,
  h3: decorateHeading,
  h4: decorateHeading,
  h5: decorateHeading,
  h6: decorateHeading,
  i: decorateIcon,
  mark: decorateMark,
  button: decorateButton,
  pre: decoratePre,
  code: decorateCode,
  input: decorateTask,
  div: decorateDivision,
  figure: decorateFigure,
  ul: decorateList,
  ol: decorateList,
  source: () => [],
  blockquote: decorateQuote,
  iframe: decorateFrame,
  audio: decorateVideo,
  video: decorateVideo,
  embed: decorateObject,
  object: decorateObject,
  p: decorateParagraph,
  details: decorateDetails,
  font: (node) => node.children,
  center: (node) => [element('div', { class: 'align-center' }, node.children)],
};

function decorateIcon(node: BodyElement): BodyNode[] {
  const name = classesOf(node).find(
    (each) => each.startsWith('fa-') && !/^fa-(?:solid|regular|brands|light|thin|duotone)$/.test(each),
  );
  if (name === undefined) return [element('em', {}, node.children)];
  const drawn = icon(name);
  if (!drawn) return [];
  const colors = colorClasses(propertyOf(node, 'style'));
  return [colors.length === 0 ? drawn : element('span', { class: colors }, [drawn])];
}

function decorateMark(node: BodyElement): BodyNode[] {
  const colors = colorClasses(propertyOf(node, 'style'));
  return [
    element(
      colors.some((each) => each.startsWith('bg-')) || colors.length === 0 ? 'mark' : 'span',
      { class: colors.length === 0 ? undefined : colors },
      node.children,
    ),
  ];
}

/** `ask` and `search` both open the search, because a folder of files has no assistant. */
function decorateButton(node: BodyElement): BodyNode[] {
  const name = propertyOf(node, 'dataIcon');
  const drawn = name === undefined ? undefined : icon(name);
  const kind = classesOf(node).includes('primary') ? 'primary' : 'secondary';
  const words = textOf(node.children);
  return [
    element(
      'button',
      { type: 'button', class: `button ${kind}`, 'data-search-for': propertyOf(node, 'dataQuery') ?? '' },
      drawn ? [drawn] : null,
      drawn && words !== '' ? ' ' : null,
      node.children,
    ),
  ];
}

/** Code that was written as HTML, because it has marks or attributes. */
function decoratePre(node: BodyElement, scope: BlockScope): BodyNode[] {
  const code = node.children.find((child) => isElement(child, 'code'));
  const classes = [...classesOf(node), ...(isElement(code) ? classesOf(code) : [])];
  const language = classes
    .map((each) => /^lang(?:uage)?-(.+)$/.exec(each)?.[1])
    .find((each) => each !== undefined);
  const title = propertyOf(node, 'dataTitle');
  return codeBlock(
    {
      code: textOf(node.children).replace(/\n$/, ''),
      language: language ?? '',
      ...(title === undefined ? {} : { title }),
      wrap: propertyOf(node, 'dataOverflow') === 'wrap',
      lineNumbers: propertyOf(node, 'dataLineNumbers') === 'true',
      expandable: propertyOf(node, 'dataExpandable') === 'true',
    },
    scope,
  );
}

function decorateCode(node: BodyElement, scope: BlockScope): BodyNode[] {
  if (classesOf(node).includes('expression')) {
    const expression = textOf(node.children);
    const result = scope.context.evaluate(expression);
    const reason = result.ok ? missingValue(expression, result.value) : result.reason;
    if (reason !== undefined)
      scope.warn(`the expression "${expression}" shows nothing: ${reason}`, { about: expression });
    return result.ok ? [text(printValue(result.value))] : [];
  }
  // Kept for the `pre` around the code, which is processed after its children.
  const language = classesOf(node).filter((each) => each.startsWith('lang'));
  node.properties = language.length === 0 ? {} : { class: language.join(' ') };
  return [node];
}

/** Why a variable has no value. What the site knows of its visitors may be missing, since visitors differ. */
function missingValue(expression: string, value: unknown): string | undefined {
  const name = /^\s*(?:space|page)\.vars\.([\w-]+)\s*$/.exec(expression)?.[1];
  return name === undefined || value !== undefined ? undefined : `there is no variable "${name}"`;
}

function decorateTask(node: BodyElement, scope: BlockScope): BodyNode[] {
  if (node.properties['type'] !== 'checkbox') return [];
  const checked = node.properties['checked'] === true || node.properties['checked'] === '';
  const { texts } = scope.context;
  return [
    element('input', {
      type: 'checkbox',
      class: 'task',
      disabled: true,
      checked,
      'aria-label': checked ? texts.taskDone : texts.taskOpen,
    }),
    text(' '),
  ];
}

function decorateList(node: BodyElement): BodyNode[] {
  const tasks = node.children.some((item) => isElement(item, 'li') && item.children.some(beginsWithTask));
  delete node.properties['className'];
  if (tasks) node.properties['class'] = 'tasks';
  return [node];
}

function beginsWithTask(node: BodyNode): boolean {
  if (node.type !== 'element') return false;
  const first = node.tagName === 'p' ? node.children[0] : node;
  return isElement(first, 'input');
}

function decorateDivision(node: BodyElement): BodyNode[] {
  const align = alignClass(propertyOf(node, 'align'));
  const classes = [
    ...(align === undefined ? [] : [align]),
    ...(propertyOf(node, 'dataFullWidth') === 'true' ? ['full-width'] : []),
    ...(propertyOf(node, 'dataWithFrame') === 'true' ? ['framed'] : []),
    ...(isGallery(node) ? ['gallery'] : []),
  ];
  return [element('div', { class: classes.length === 0 ? undefined : classes }, node.children)];
}

/** Whether a division has several pictures and nothing else: they stand side by side. */
function isGallery({ children }: BodyElement): boolean {
  const figures = children.filter((child) => isElement(child, 'figure'));
  const isGap = (child: BodyNode): boolean => child.type === 'text' && child.value.trim() === '';
  return figures.length > 1 && children.every((child) => isElement(child, 'figure') || isGap(child));
}

function decorateFigure(node: BodyElement): BodyNode[] {
  const caption = node.children.find((child) => isElement(child, 'figcaption'));
  if (isElement(caption) && textOf(caption.children).trim() === '')
    node.children = node.children.filter((child) => child !== caption);
  node.properties = {};
  return [node];
}

function decorateParagraph(node: BodyElement, scope: BlockScope): BodyNode[] {
  linkExpressions(node, scope);
  const align = alignClass(propertyOf(node, 'align'));
  node.properties = align === undefined ? {} : { class: align };
  // Pictures that count readers are left out, which may leave nothing.
  if (node.children.every((child) => child.type === 'text' && /^[ \t\r\n]*$/.test(child.value))) return [];
  // A paragraph with only an anchor would be a gap in the text.
  if (node.children.some(isAnchor) && textOf(node.children).trim() === '' && !node.children.some(showsMore))
    return node.children;
  if (!node.children.some((child) => isElement(child) && blocks.has(child.tagName))) return [node];
  return paragraphsAround(node);
}

function showsMore(node: BodyNode): boolean {
  return node.type === 'trusted' || (isElement(node) && !isAnchor(node));
}

/**
 * Makes links whose address is an expression, which the editor writes as `\[words]\(`, the expression and `)`. The address is a
 * separate text node between the other two, which happens in no other text.
 */
function linkExpressions({ children }: BodyElement, scope: BlockScope): void {
  for (let at = 1; at + 1 < children.length; at += 1) {
    const [before, address, after] = children.slice(at - 1, at + 2);
    if (before?.type !== 'text' || address?.type !== 'text' || after?.type !== 'text') continue;
    const words = /\[([^[\]]{1,500})\]\($/.exec(before.value);
    if (!words || !after.value.startsWith(')') || !/^https?:\/\/[^\s()]+$/.test(address.value)) continue;
    const link = element('a', { href: address.value }, text(words[1] ?? ''));
    children.splice(
      at - 1,
      3,
      text(before.value.slice(0, words.index)),
      ...decorateLink(link, scope),
      text(after.value.slice(1)),
    );
  }
}

/** Elements that a paragraph may not contain. A writer's inline HTML may become such elements. */
const blocks = new Set(['blockquote', 'details', 'div', 'figure', 'ol', 'pre', 'section', 'table', 'ul']);

/** Splits a paragraph around the blocks in it: the words before and after become separate paragraphs. */
function paragraphsAround({ properties, children }: BodyElement): BodyNode[] {
  const out: BodyNode[] = [];
  let words: BodyNode[] = [];
  const close = (): void => {
    if (textOf(words).trim() !== '' || words.some((each) => isElement(each) && each.tagName !== 'br'))
      out.push({ type: 'element', tagName: 'p', properties: { ...properties }, children: words });
    words = [];
  };
  for (const child of children) {
    if (isElement(child) && blocks.has(child.tagName)) {
      close();
      out.push(child);
    } else words.push(child);
  }
  close();
  return out;
}

function decorateDetails(node: BodyElement, scope: BlockScope): BodyNode[] {
  const open = node.properties['open'] !== undefined && node.properties['open'] !== false;
  const summary = node.children.find((child) => isElement(child, 'summary'));
  const rest = node.children.filter((child) => child !== summary);
  const { state } = scope;
  const words = isElement(summary) ? summary.children : [];
  const { id, others } = idsOfWords(textOf(words, state.asWritten).trim(), textOf(words).trim());
  if (isElement(summary) && others.length > 0) state.otherIds.push({ holder: summary, ids: others });
  return [
    element(
      'details',
      {
        class: 'expandable',
        open,
        id: id === '' || state.hasId(id) ? undefined : state.claimId(id),
      },
      summary ? [summary] : [element('summary', {}, '…')],
      element('div', { class: 'expandable-body' }, rest),
    ),
  ];
}
