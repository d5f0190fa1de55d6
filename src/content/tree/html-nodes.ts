import type { ElementContent } from 'hast';

/** A piece of a body as it was written: elements made from markdown, and the writer's own HTML as text. */
export type DirtyNode = ElementContent | { type: 'raw'; value: string };

/** The element that stands for a block of ours while a writer's HTML is read. */
export const slotElement = 'tm-slot';
