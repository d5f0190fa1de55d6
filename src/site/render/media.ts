import { addressOf } from '../../content/index.ts';
import { embedCard } from '../blocks/embed.ts';
import { element, isElement, propertyOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { frameOf } from '../body/frames.ts';
import { isHostListed, policySourceOf } from '../body/loads.ts';
import { player } from '../body/player.ts';
import type { BlockScope } from '../body/state.ts';

/** A frame of a host that the site allows; any other frame becomes a card that leads to its content. */
export function decorateFrame(node: BodyElement, scope: BlockScope): BodyNode[] {
  const source = (propertyOf(node, 'src') ?? '').trim();
  if (source === '' || source === 'about:blank') return [];
  const title = (propertyOf(node, 'title') ?? '').trim();
  const whole = addressOf(source);
  const frame = frameOf(whole, title, scope);
  return frame === undefined ? card(pageOf(whole), title, scope) : [frame];
}

/** Content embedded by other elements (`embed`, `object`) becomes a card that leads to the content. */
export function decorateObject(node: BodyElement, scope: BlockScope): BodyNode[] {
  const source = (propertyOf(node, 'src') ?? propertyOf(node, 'data') ?? '').trim();
  return source === ''
    ? node.children
    : card(pageOf(source), (propertyOf(node, 'title') ?? '').trim(), scope);
}

/** A video or sound in the space plays on the page; one on another host becomes a card. */
export function decorateVideo(node: BodyElement, scope: BlockScope): BodyNode[] {
  const written = [propertyOf(node, 'src') ?? '', ...(propertyOf(node, 'data-sources') ?? '').split('\n')];
  const sources = written.map((each) => each.trim()).filter((each) => each !== '');
  const isThere = (each: string): boolean => scope.context.resolve(each, scope.file).kind !== 'broken';
  const source = sources.find(isThere) ?? sources[0];
  if (source === undefined) return [];
  const title = (propertyOf(node, 'title') ?? '').trim();
  const target = scope.context.resolve(source, scope.file);
  const load = target.kind === 'external' ? policySourceOf('media-src', target.url) : undefined;
  const isShown = load !== undefined && isHostListed(source, scope.context.elsewhere?.frames ?? []);
  if (target.kind === 'broken' || (target.kind !== 'file' && !isShown)) return card(source, title, scope);
  if (load !== undefined) scope.state.loads.add(load);
  return [player(node.tagName, target.url, title || (target.kind === 'file' ? target.name : source))];
}

/** A card, or the plain words if there is no target, because nothing that a writer put on a page may be lost silently. */
function card(source: string, title: string, scope: BlockScope): BodyNode[] {
  const made = embedCard(source, [], scope, title === '' ? undefined : title);
  return [
    made ?? element('p', {}, element('span', { class: 'broken-link', title: source }, title || source)),
  ];
}

/** Stores the sources of a video or sound on the element itself, before its children are processed. */
export function rememberSources(node: BodyElement): void {
  const sources = node.children.flatMap((child) =>
    isElement(child, 'source') ? [propertyOf(child, 'src') ?? ''] : [],
  );
  node.properties['data-sources'] = sources.join('\n');
}

/** Turns the address of a frame's player into that of the page, because a player shows little when opened directly. */
function pageOf(source: string): string {
  const tube = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{5,20})/.exec(source)?.[1];
  if (tube !== undefined) return `https://www.youtube.com/watch?v=${tube}`;
  const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/.exec(source)?.[1];
  return vimeo === undefined ? source : `https://vimeo.com/${vimeo}`;
}
