import { element } from '../html/nodes.ts';
import { iconOrDot } from '../icons/icons.ts';
import type { BlockRenderer } from './block.ts';

/** `{% prompt description="…" %}`: text to copy for an assistant. */
export const renderPrompt: BlockRenderer = (attributes, { body, context }) => {
  const description = attributes['description'] ?? '';
  const open = attributes['defaultExpanded'] === 'full' || attributes['defaultExpanded'] === 'partial';
  return [
    element(
      'details',
      { class: 'expandable prompt', open },
      element(
        'summary',
        {},
        [iconOrDot(attributes['icon'] || 'wand-magic-sparkles'), ' '],
        description || context.texts.prompt,
      ),
      element('div', { class: 'expandable-body' }, body()),
    ),
  ];
};
