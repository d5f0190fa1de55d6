import {
  element,
  isElement,
  isNoteNumber,
  propertyOf,
  textOf,
  type BodyElement,
  type BodyNode,
} from '../html/nodes.ts';
import { headingIds, plainHeading } from '../../content/index.ts';
import { alignClass } from './align.ts';
import { isAnchor } from './anchors.ts';
import { safeId, type BlockScope, type BodyState } from './state.ts';

/**
 * Gives a heading its id (the one written as `<a id>` beside it, else the one that its words make), puts it into the outline, and adds the link
 * to itself. A first heading of level 1 that repeats the page's title is the title, which the layout shows.
 */
export function decorateHeading(node: BodyElement, scope: BlockScope): BodyNode[] {
  const { state, context } = scope;
  const level = Number(node.tagName.slice(1));
  const written = writtenId(node);
  const children = node.children.filter((child) => !isAnchor(child));
  trimEnd(children);
  const words = withoutNotes(children);
  const title = textOf(words).trim();
  if (level === 1 && !state.sawTitle && state.outline.length === 0 && sameTitle(title, context.title)) {
    state.sawTitle = true;
    return [];
  }
  if (title === '' && children.length === 0) return [];
  // No level is skipped, whatever the writer wrote, because people who listen to a page navigate by levels. The look stays.
  const wanted = Math.max(2, level);
  const shown = shownLevel(wanted, state.openHeadings);
  const ids =
    written === undefined
      ? headingIds(textOf(words, state.asWritten).trim(), title)
      : { id: written, others: [] };
  const id = state.claimId(ids.id);
  const align = alignClass(propertyOf(node, 'align'));
  const classes = [...(shown === wanted ? [] : [`like-h${wanted}`]), ...(align === undefined ? [] : [align])];
  state.outline.push({ id, title, level: shown });
  const heading = element(
    `h${shown}`,
    { id, class: classes.length === 0 ? undefined : classes },
    children,
    element('a', {
      class: 'heading-anchor',
      href: `#${id}`,
      'aria-label': `${context.texts.linkToSection}: ${title}`,
    }),
  );
  if (ids.others.length > 0) state.otherIds.push({ holder: heading, ids: ids.others });
  return [heading];
}

/** The level below the nearest heading of a higher level, so that headings that were written alike stay alike. */
function shownLevel(written: number, open: BodyState['openHeadings']): number {
  while ((open.at(-1)?.written ?? 0) >= written) open.pop();
  const shown = (open.at(-1)?.shown ?? 1) + 1;
  open.push({ written, shown });
  return shown;
}

function writtenId(node: BodyElement): string | undefined {
  for (const child of node.children) {
    if (!isElement(child)) continue;
    const id = propertyOf(child, 'data-anchor');
    if (id !== undefined && safeId.test(id)) return id;
  }
  return undefined;
}

/** The nodes of a heading without the numbers of notes. */
function withoutNotes(nodes: readonly BodyNode[]): BodyNode[] {
  return nodes.flatMap((node): BodyNode[] => {
    if (!isElement(node)) return [node];
    return isNoteNumber(node) ? [] : [{ ...node, children: withoutNotes(node.children) }];
  });
}

function trimEnd(children: BodyNode[]): void {
  const last = children.at(-1);
  if (last?.type === 'text') {
    last.value = last.value.trimEnd();
    if (last.value === '') children.pop();
  }
}

function sameTitle(heading: string, title: string): boolean {
  const fold = (value: string): string =>
    value
      .normalize('NFKC')
      .replace(/[\s\p{Extended_Pictographic}\uFE0F\u200D]+/gu, ' ')
      .trim()
      .toLowerCase();
  // A service may keep a title as its heading was written, with marks of emphasis and code.
  return [title, plainHeading(title)].map(fold).includes(fold(heading));
}
