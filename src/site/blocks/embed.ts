import { element, textOf, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { iconOrDot } from '../icons/icons.ts';
import { frameOf } from '../body/frames.ts';
import { linkAttributes } from '../body/links.ts';
import { player, playerOf } from '../body/player.ts';
import type { BlockScope } from '../body/state.ts';
import type { BlockRenderer } from './block.ts';

/** Hosts that readers know by name, with an icon for their content. */
const providers: readonly (readonly [RegExp, string, string])[] = [
  [/(?:^|\.)(?:youtube\.com|youtu\.be|youtube-nocookie\.com)$/, 'YouTube', 'youtube'],
  [/(?:^|\.)vimeo\.com$/, 'Vimeo', 'vimeo'],
  [/(?:^|\.)loom\.com$/, 'Loom', 'circle-play'],
  [/(?:^|\.)github\.com$/, 'GitHub', 'github'],
  [/(?:^|\.)gist\.github\.com$/, 'GitHub Gist', 'github'],
  [/(?:^|\.)codepen\.io$/, 'CodePen', 'codepen'],
  [/(?:^|\.)codesandbox\.io$/, 'CodeSandbox', 'code'],
  [/(?:^|\.)figma\.com$/, 'Figma', 'figma'],
  [/(?:^|\.)spotify\.com$/, 'Spotify', 'spotify'],
  [/(?:^|\.)soundcloud\.com$/, 'SoundCloud', 'soundcloud'],
  [/(?:^|\.)(?:twitter|x)\.com$/, 'X', 'x-twitter'],
  [/(?:^|\.)(?:docs|drive)\.google\.com$/, 'Google Drive', 'google-drive'],
  [/(?:^|\.)google\.com$/, 'Google', 'google'],
];

/**
 * `{% embed url="…" %}` with or without a caption: the player of a video or sound of the space, a frame with what is on a host that the
 * site shows, and for anything else a card that leads to the content. Nothing is loaded from other hosts: a page must not tell a third
 * party who its readers are.
 */
export const renderEmbed: BlockRenderer = (attributes, rendering) => {
  const url = (attributes['url'] ?? attributes['src'] ?? '').replace(/^<|>$/g, '').trim();
  const caption = rendering.body();
  const target = rendering.context.resolve(url, rendering.file);
  const tagName = target.kind === 'file' ? playerOf(target.name) : undefined;
  if (target.kind === 'file' && tagName !== undefined)
    return [shown(player(tagName, target.url, textOf(caption).trim() || target.name), caption)];
  const frame =
    target.kind === 'external' ? frameOf(target.url, textOf(caption).trim(), rendering) : undefined;
  if (frame !== undefined) return [shown(frame, caption)];
  const card = embedCard(url, caption, rendering);
  return card === undefined ? caption : [card];
};

function shown(content: BodyElement, caption: readonly BodyNode[]): BodyElement {
  const hasWords = textOf(caption).trim() !== '';
  return element('figure', {}, content, hasWords ? element('figcaption', {}, caption) : null);
}

/** The card for an address; undefined, with a warning, where the address leads nowhere. `title` is the writer's name for it. */
export function embedCard(
  url: string,
  caption: readonly BodyNode[],
  scope: BlockScope,
  title?: string,
): BodyElement | undefined {
  const target = scope.context.resolve(url, scope.file);
  if (target.kind === 'broken') {
    scope.warn(`the embed of "${url}" leads nowhere: ${target.reason}`, { about: url });
    return undefined;
  }
  const host = target.kind === 'external' ? hostOf(target.url) : '';
  const provider = providers.find(([pattern]) => pattern.test(host));
  const name =
    provider?.[1] ??
    (host || (target.kind === 'page' ? target.title : target.kind === 'file' ? target.name : url));
  const words = textOf(caption).trim();
  return element(
    'figure',
    { class: 'embed' },
    element(
      'a',
      linkAttributes(target, scope),
      element('span', { class: 'embed-icon', 'aria-hidden': 'true' }, [
        iconOrDot(provider?.[2] ?? 'arrow-up-right-from-square'),
      ]),
      element(
        'span',
        { class: 'embed-text' },
        element(
          'span',
          // Only a writer's own words are a part of the page's text.
          { class: 'embed-title', 'data-search': title === undefined ? 'off' : undefined },
          `${scope.context.texts.openIn}: ${title ?? name}`,
        ),
        element('span', { class: 'embed-url', 'data-search': 'off' }, shortened(target.url)),
      ),
    ),
    words === '' ? null : element('figcaption', {}, caption),
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}

function shortened(url: string): string {
  const plain = url.replace(/^https?:\/\/(?:www\.)?/, '');
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}
