import { element, type BodyElement } from '../html/nodes.ts';
import { isHostListed, policySourceOf } from './loads.ts';
import type { BlockScope } from './state.ts';

/** Pages with a video, and the addresses of their players: these hosts let other sites show the player, but not the page. */
const players: readonly (readonly [page: RegExp, player: string])[] = [
  [
    /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{5,20}).*$/u,
    'https://www.youtube.com/embed/$1',
  ],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d+).*$/u, 'https://player.vimeo.com/video/$1'],
  [/^https?:\/\/(?:www\.)?loom\.com\/share\/(\w+).*$/u, 'https://www.loom.com/embed/$1'],
];

/** A frame that shows an address or its player; undefined unless the site shows frames of that host. */
export function frameOf(address: string, title: string, scope: BlockScope): BodyElement | undefined {
  const [page, player = ''] = players.find(([each]) => each.test(address)) ?? [];
  const source = page === undefined ? address : address.replace(page, player);
  const load = policySourceOf('frame-src', source);
  if (load === undefined || !isHostListed(source, scope.context.elsewhere?.frames ?? [])) return undefined;
  scope.state.loads.add(load);
  return element('iframe', {
    src: source,
    title: title === '' ? new URL(source).hostname : title,
    class: 'frame-embed',
    loading: 'lazy',
    referrerpolicy: 'strict-origin-when-cross-origin',
    // The frame may run its own scripts, but cannot navigate the page.
    sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms',
    allow: 'fullscreen; picture-in-picture',
  });
}
