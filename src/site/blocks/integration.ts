import { element, textOf } from '../html/nodes.ts';
import { addressLink } from '../body/links.ts';
import { codeBlock } from './code.ts';
import type { BlockRenderer } from './block.ts';

/**
 * `{% @owner/block … %}`: a block of somebody's integration, which only the hosted service can run. Diagrams are shown as
 * diagrams, code as code, and a block with an address as a link to the address. For any other block, we show its content.
 */
export const renderIntegration: BlockRenderer = (attributes, rendering) => {
  const children = rendering.body();
  if (rendering.name.startsWith('@mermaid/')) {
    const source = attributes['content'] ?? textOf(children);
    return codeBlock({ code: source, language: 'mermaid' }, rendering);
  }
  if (attributes['content'] !== undefined && textOf(children).trim() === '')
    return codeBlock({ code: attributes['content'], language: attributes['language'] ?? '' }, rendering);
  const url = attributes['url'] ?? attributes['fullUrl'] ?? attributes['link'] ?? attributes['src'];
  if (url !== undefined && textOf(children).trim() === '') {
    const target = rendering.context.resolve(url, rendering.file);
    if (target.kind !== 'broken')
      return [
        element(
          'p',
          { class: 'integration' },
          element('a', { href: target.url, rel: 'noopener noreferrer', class: addressLink }, target.url),
        ),
      ];
  }
  rendering.warn(`the integration block ${rendering.name} cannot run here; its content is shown without it`);
  return children;
};
