import type { BodyContext } from '../body/context.ts';
import { element, isElement, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { iconOrDot } from '../icons/icons.ts';
import type { BlockRenderer } from './block.ts';

const styles = {
  info: { icon: 'circle-info', label: 'hintInfo' },
  success: { icon: 'circle-check', label: 'hintSuccess' },
  warning: { icon: 'circle-exclamation', label: 'hintWarning' },
  danger: { icon: 'triangle-exclamation', label: 'hintDanger' },
} as const;

export type HintStyle = keyof typeof styles;

/** `{% hint style="info|success|warning|danger" icon="…" %}`: a note beside the text. Working draft styles show as info. */
export const renderHint: BlockRenderer = (attributes, { body, context }) => {
  const written = attributes['style'] ?? 'info';
  const style = Object.hasOwn(styles, written) ? (written as HintStyle) : 'info';
  return [hintBox(style, { children: body(), icon: attributes['icon'], texts: context.texts })];
};

/** A note beside the text, in one of the four styles. */
export function hintBox(
  style: HintStyle,
  { children, icon, texts }: { children: BodyNode[]; icon?: string | undefined; texts: BodyContext['texts'] },
): BodyElement {
  const titled = isElement(children[0]) && /^h[1-6]$/.test(children[0].tagName);
  return element(
    'div',
    {
      class: `hint hint-${style}${titled ? ' titled' : ''}`,
      role: 'note',
      'aria-label': texts[styles[style].label],
    },
    element('span', { class: 'hint-icon' }, [iconOrDot(icon || styles[style].icon)]),
    element('div', { class: 'hint-body' }, children),
  );
}
