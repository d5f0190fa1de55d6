import type { Element } from 'hast';
import type { MarkdownDocument } from '../tree/document.ts';
import type { Slot } from '../tree/to-html-tree.ts';
import type { References } from './references.ts';
import type { Block } from './values.ts';

/** A part of a text that is being read: its elements, what its slots stand for, and what it may ask. */
export interface ReadingPart {
  readonly document: MarkdownDocument;
  readonly references: References;
  readonly slotOf: (node: Element) => Slot | undefined;
  /** The body of a note; undefined for one that is not defined, or that is asked for from within a note. */
  readonly footnote: (identifier: string) => readonly Block[] | undefined;
}
