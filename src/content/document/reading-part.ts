import type { Element } from 'hast';
import type { MarkdownDocument } from '../tree/document.ts';
import type { Slot } from '../tree/to-html-tree.ts';
import type { References } from './references.ts';
import type { Block } from './values.ts';

/** A part of a text that is being read: its document, its slots, and the functions that resolve footnotes and references. */
export interface ReadingPart {
  readonly document: MarkdownDocument;
  readonly references: References;
  readonly slotOf: (node: Element) => Slot | undefined;
  /** The body of a note; undefined for a note without a definition, and when a note asks for another note. */
  readonly footnote: (identifier: string) => readonly Block[] | undefined;
}
