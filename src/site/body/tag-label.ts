import { emojiCharacter } from '../../content/index.ts';
import { element, type BodyElement, type BodyNode } from '../html/nodes.ts';
import { iconOrDot } from '../icons/icons.ts';
import type { TagSource } from '../source.ts';
import { backgroundClass } from './colors.ts';

/** A tag of a page or of an update: its icon or emoji, and its label. A tag that the space does not define shows its name. */
export function tagLabel(name: string, tag: TagSource | undefined): BodyElement {
  const color = backgroundClass(tag?.color ?? '');
  return element(
    'span',
    { class: color === undefined ? 'tag' : `tag ${color}` },
    markOf(tag),
    tag?.label ?? name,
  );
}

function markOf(tag: TagSource | undefined): (BodyNode | string)[] {
  if (tag?.icon !== undefined) return [iconOrDot(tag.icon), ' '];
  return tag?.emoji === undefined ? [] : [`${emojiCharacter(tag.emoji)} `];
}
