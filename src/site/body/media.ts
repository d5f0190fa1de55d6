import { embedCard } from '../blocks/embed.ts';
import { element, isElement, propertyOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import type { BlockScope } from './state.ts';

/** A frame becomes a card that leads to what it would show: a page loads nothing of another host unasked. */
export function decorateFrame(node: BodyElement, scope: BlockScope): BodyNode[] {
  const source = (propertyOf(node, 'src') ?? '').trim();
  if (source === '' || source === 'about:blank') return [];
  const title = (propertyOf(node, 'title') ?? '').trim();
  return card(pageOf(source), title, scope);
}

/** A video that lies in the space plays on the page; one of another host becomes a card. */
export function decorateVideo(node: BodyElement, scope: BlockScope): BodyNode[] {
  const source = (propertyOf(node, 'src') ?? propertyOf(node, 'data-source') ?? '').trim();
  if (source === '') return [];
  const title = (propertyOf(node, 'title') ?? '').trim();
  const target = scope.context.resolveImage(source, scope.file);
  if (target.kind !== 'file') return card(source, title, scope);
  return [
    element('video', {
      src: target.url,
      controls: true,
      preload: 'metadata',
      'aria-label': title === '' ? target.name : title,
    }),
  ];
}

/** A card, or the words of something that leads nowhere: what a writer put on a page is never lost in silence. */
function card(source: string, title: string, scope: BlockScope): BodyNode[] {
  const made = embedCard(source, [], scope, title === '' ? undefined : title);
  return [
    made ?? element('p', {}, element('span', { class: 'broken-link', title: source }, title || source)),
  ];
}

/** Notes a video's first source on the video itself, before its children are done. */
export function rememberSource(node: BodyElement): void {
  const source = node.children.find(
    (child) => isElement(child, 'source') && propertyOf(child, 'src') !== undefined,
  );
  if (isElement(source) && propertyOf(node, 'src') === undefined)
    node.properties['data-source'] = propertyOf(source, 'src') ?? '';
}

/** Players for frames have addresses of their own, which show little when they are opened. */
function pageOf(source: string): string {
  const whole = source.startsWith('//') ? `https:${source}` : source;
  const tube = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{5,20})/.exec(whole)?.[1];
  if (tube !== undefined) return `https://www.youtube.com/watch?v=${tube}`;
  const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/.exec(whole)?.[1];
  return vimeo === undefined ? whole : `https://vimeo.com/${vimeo}`;
}
