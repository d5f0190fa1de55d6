import { element, isElement, propertyOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { safeId, type BodyState } from './state.ts';

/*
 * Writers name places in three ways: `<a id="x"></a>` in a heading, which is the heading's id; the same elsewhere; and an id on any
 * other element. Each becomes an empty span, whose id is given when the page is whole, since headings come first.
 */

/** Elements in which a span may stand first; before others it stands beside them. */
const holders = new Set([
  'blockquote',
  'dd',
  'div',
  'dt',
  'figcaption',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'p',
  'summary',
  'td',
  'th',
]);

/** Parts of tables that have no words of their own: nothing but cells may stand in or beside them. */
const frames = new Set(['caption', 'col', 'colgroup', 'tbody', 'tfoot', 'thead', 'tr']);

/** The place that a writer named. */
export function anchorSpan(id: string, { anchors }: BodyState): BodyElement {
  const span = element('span', { class: 'anchor', 'data-anchor': id });
  anchors.push(span);
  return span;
}

/** Takes the id off an element: its place comes into the element, or is given to stand before it. */
export function placeBefore(node: BodyElement, state: BodyState): BodyElement[] {
  const id = propertyOf(node, 'id');
  delete node.properties['id'];
  if (id === undefined || !safeId.test(id) || frames.has(node.tagName)) return [];
  const span = anchorSpan(id, state);
  if (!holders.has(node.tagName)) return [span];
  node.children.unshift(span);
  return [];
}

/** Whether a node only says where a link may lead. */
export function isAnchor(node: BodyNode): boolean {
  return isElement(node, 'span') && propertyOf(node, 'data-anchor') !== undefined;
}

/** Gives the named places their ids; what a heading or an earlier place is called already leads there. */
export function settleAnchors(state: BodyState): void {
  for (const { properties } of state.anchors) {
    const id = String(properties['data-anchor']);
    delete properties['data-anchor'];
    if (!state.hasId(id)) properties['id'] = state.claimId(id);
  }
}
