import type { ElementContent } from 'hast';

/** A piece of a body before cleaning: an element made from markdown, or the writer's own HTML as text. */
export type DirtyNode = ElementContent | { type: 'raw'; value: string };

/** The name of the placeholder element for a `{% … %}` block while a writer's HTML is parsed. */
export const slotElement = 'tm-slot';
