import { embedCard } from '../blocks/embed.ts';
import { element, isElement, propertyOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { isOnList, loadOf } from '../body/loads.ts';
import type { BlockScope } from '../body/state.ts';

/** A frame of a host that the site allows; any other becomes a card that leads to what it would show. */
export function decorateFrame(node: BodyElement, scope: BlockScope): BodyNode[] {
  const source = (propertyOf(node, 'src') ?? '').trim();
  if (source === '' || source === 'about:blank') return [];
  const title = (propertyOf(node, 'title') ?? '').trim();
  const whole = source.startsWith('//') ? `https:${source}` : source;
  const load = loadOf('frame-src', whole);
  if (load === undefined || !isOnList(whole, scope.context.elsewhere?.frames ?? []))
    return card(pageOf(whole), title, scope);
  scope.state.loads.add(load);
  return [
    element('iframe', {
      src: whole,
      title: title === '' ? new URL(whole).hostname : title,
      class: 'frame-embed',
      loading: 'lazy',
      referrerpolicy: 'strict-origin-when-cross-origin',
      // The frame's own scripts run in the frame; it cannot lead the page elsewhere.
      sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms',
      allow: 'fullscreen; picture-in-picture',
    }),
  ];
}

/** What is put into the page by other means (`embed`, `object`) becomes a card that leads to it. */
export function decorateObject(node: BodyElement, scope: BlockScope): BodyNode[] {
  const source = (propertyOf(node, 'src') ?? propertyOf(node, 'data') ?? '').trim();
  return source === ''
    ? node.children
    : card(pageOf(source), (propertyOf(node, 'title') ?? '').trim(), scope);
}

/** A video or a sound that lies in the space plays on the page; one of another host becomes a card. */
export function decorateVideo(node: BodyElement, scope: BlockScope): BodyNode[] {
  const written = [propertyOf(node, 'src') ?? '', ...(propertyOf(node, 'data-sources') ?? '').split('\n')];
  const sources = written.map((each) => each.trim()).filter((each) => each !== '');
  const isThere = (each: string): boolean => scope.context.resolve(each, scope.file).kind !== 'broken';
  const source = sources.find(isThere) ?? sources[0];
  if (source === undefined) return [];
  const title = (propertyOf(node, 'title') ?? '').trim();
  const target = scope.context.resolve(source, scope.file);
  const load = target.kind === 'external' ? loadOf('media-src', target.url) : undefined;
  const isShown = load !== undefined && isOnList(source, scope.context.elsewhere?.frames ?? []);
  if (target.kind === 'broken' || (target.kind !== 'file' && !isShown)) return card(source, title, scope);
  if (load !== undefined) scope.state.loads.add(load);
  return [
    element(node.tagName, {
      src: target.url,
      controls: true,
      preload: 'metadata',
      'aria-label': title !== '' ? title : target.kind === 'file' ? target.name : source,
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

/** Notes the sources of a video or a sound on itself, before its children are done. */
export function rememberSources(node: BodyElement): void {
  const sources = node.children.flatMap((child) =>
    isElement(child, 'source') ? [propertyOf(child, 'src') ?? ''] : [],
  );
  node.properties['data-sources'] = sources.join('\n');
}

/** Players for frames have addresses of their own, which show little when they are opened. */
function pageOf(source: string): string {
  const tube = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{5,20})/.exec(source)?.[1];
  if (tube !== undefined) return `https://www.youtube.com/watch?v=${tube}`;
  const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/.exec(source)?.[1];
  return vimeo === undefined ? source : `https://vimeo.com/${vimeo}`;
}
