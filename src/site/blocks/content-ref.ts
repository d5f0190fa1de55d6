import { element, text, textOf, type BodyNode } from '../html/nodes.ts';
import { iconOrDot } from '../icons/icons.ts';
import { linkAttributes } from '../body/links.ts';
import type { BlockScope } from '../body/state.ts';
import type { BlockRenderer } from './block.ts';

/** `{% content-ref url="…" %}`: a page's own card: its icon, title and description. */
export const renderContentRef: BlockRenderer = (attributes, rendering) => {
  const url = attributes['url'] ?? attributes['page'] ?? '';
  const words = textOf(rendering.body()).trim();
  return [referenceCard(url, words, rendering)];
};

/** `{% page-ref page="…" %}`: the old form, without an end tag. */
export const renderPageRef: BlockRenderer = (attributes, rendering) =>
  renderContentRef(attributes, rendering);

function referenceCard(url: string, words: string, scope: BlockScope): BodyNode {
  const target = scope.context.resolve(url, scope.file);
  if (target.kind === 'broken') {
    scope.warn(`the reference to "${url}" leads nowhere: ${target.reason}`);
    return element(
      'p',
      { class: 'reference broken' },
      element('span', { class: 'broken-link', title: url }, words || url),
    );
  }
  const title =
    target.kind === 'page' ? target.title : words === '' || words === url ? nameOf(target) : words;
  const mark: BodyNode[] =
    target.kind === 'page' && target.icon !== undefined
      ? [iconOrDot(target.icon)]
      : target.kind === 'page' && target.emoji !== undefined
        ? [text(target.emoji)]
        : [iconOrDot(target.kind === 'external' ? 'arrow-up-right-from-square' : 'file-lines')];
  const description =
    target.kind === 'page' ? target.description : target.kind === 'external' ? hostOf(target.url) : undefined;
  return element(
    'p',
    { class: 'reference' },
    element(
      'a',
      linkAttributes(target, scope),
      element('span', { class: 'reference-icon', 'aria-hidden': 'true' }, mark),
      element(
        'span',
        { class: 'reference-text' },
        element('span', { class: 'reference-title' }, title),
        description === undefined || description === ''
          ? null
          : element('span', { class: 'reference-description' }, description),
      ),
    ),
  );
}

function nameOf(
  target:
    { kind: 'file'; name: string } | { kind: 'external'; url: string } | { kind: 'page'; title: string },
): string {
  return target.kind === 'file' ? target.name : target.kind === 'page' ? target.title : target.url;
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}
