import type { ElementContent } from 'hast';

/** A piece of a body as it was written: elements made from markdown, and the writer's own HTML as text. */
export type DirtyNode = ElementContent | { type: 'raw'; value: string };

/** The name of the placeholder element for a `{% … %}` block while a writer's HTML is parsed. */
export const slotElement = 'tm-slot';
