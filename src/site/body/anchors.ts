import { RepeatedIds } from '../../content/index.ts';
import { element, isElement, propertyOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { safeId, type BodyState } from './state.ts';

/*
 * Writers name places in three ways: `<a id="x"></a>` in a heading, which is the heading's id; the same elsewhere; and an id on any
 * other element. Each of the last two becomes an empty span, which gets its id when the page is complete, since headings come
 * first.
 */

/** Elements that may begin with a span. For any other element, the span comes before the element. */
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

/** Parts of tables that hold only cells, so no span may come inside or beside them. */
const frames = new Set(['caption', 'col', 'colgroup', 'tbody', 'tfoot', 'thead', 'tr']);

/** Makes the span for a place that a writer named. */
export function anchorSpan(id: string, { anchors }: BodyState): BodyElement {
  const span = element('span', { class: 'anchor', 'data-anchor': id });
  anchors.push(span);
  return span;
}

/** Removes the id from an element. The span with the id goes into the element, or is returned to come before it. */
export function placeBefore(node: BodyElement, state: BodyState): BodyElement[] {
  const id = propertyOf(node, 'id');
  delete node.properties['id'];
  if (id === undefined || !safeId.test(id) || frames.has(node.tagName)) return [];
  const span = anchorSpan(id, state);
  if (!holders.has(node.tagName)) return [span];
  node.children.unshift(span);
  return [];
}

/** Whether a node is only a target for links. */
export function isAnchor(node: BodyNode): boolean {
  return isElement(node, 'span') && propertyOf(node, 'data-anchor') !== undefined;
}

/**
 * Gives the named places their ids, and then headings and summaries their further ids. An id that a heading or an earlier place
 * already has is not given again.
 */
export function settleAnchors(state: BodyState): void {
  for (const { properties } of state.anchors) {
    const id = String(properties['data-anchor']);
    delete properties['data-anchor'];
    if (!state.hasId(id)) properties['id'] = state.claimId(id);
  }
  const repeated = new RepeatedIds();
  for (const { holder, ids } of state.otherIds)
    for (const each of ids) {
      const id = repeated.next(each);
      if (!state.hasId(id))
        holder.children.unshift(element('span', { class: 'anchor', id: state.claimId(id) }));
    }
}
