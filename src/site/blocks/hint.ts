import { element, isElement } from '../html/nodes.ts';
import { iconOrDot } from '../icons/icons.ts';
import type { BlockRenderer } from './block.ts';

const styles = {
  info: { icon: 'circle-info', label: 'hintInfo' },
  success: { icon: 'circle-check', label: 'hintSuccess' },
  warning: { icon: 'circle-exclamation', label: 'hintWarning' },
  danger: { icon: 'triangle-exclamation', label: 'hintDanger' },
} as const;

/** `{% hint style="info|success|warning|danger" icon="…" %}`: a note beside the text. Working draft styles show as info. */
export const renderHint: BlockRenderer = (attributes, { body, context }) => {
  const written = attributes['style'] ?? 'info';
  const style = Object.hasOwn(styles, written) ? (written as keyof typeof styles) : 'info';
  const children = body();
  const titled = isElement(children[0]) && /^h[1-6]$/.test(children[0].tagName);
  return [
    element(
      'div',
      {
        class: `hint hint-${style}${titled ? ' titled' : ''}`,
        role: 'note',
        'aria-label': context.texts[styles[style].label],
      },
      element('span', { class: 'hint-icon' }, [iconOrDot(attributes['icon'] || styles[style].icon)]),
      element('div', { class: 'hint-body' }, children),
    ),
  ];
};
