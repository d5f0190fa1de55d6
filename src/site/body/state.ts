import { updateAnchors } from '../../content/index.ts';
import type { BodyElement, BodyNode, TrustedHtml } from '../html/nodes.ts';
import type { BodyContext, OutlineEntry, UpdateEntry } from './context.ts';
import type { LinkTarget } from '../model/link-target.ts';
import type { MarkdownDocument } from '../../content/tree/document.ts';
import type { SiteWarning } from '../source.ts';
import type { WrittenLines } from './written-lines.ts';

/** A text that is being rendered: the page's, or an include's. */
export interface ReadText {
  readonly document: MarkdownDocument;
  readonly file: string;
  readonly lines: WrittenLines;
}

/** What a warning has besides its words. */
export interface WarningFacts extends Pick<SiteWarning, 'document'> {
  /** The target, expression or code as it is written in the page: by it, a warning about something inside a block finds its line. */
  readonly about?: string;
}

/** What is collected while one page's body is made. */
export class BodyState {
  readonly outline: OutlineEntry[] = [];
  /** The last heading and those above it, each with the level that its writer chose and the one that it has. */
  readonly openHeadings: { readonly written: number; readonly shown: number }[] = [];
  readonly updates: UpdateEntry[] = [];
  readonly footnotes: { readonly identifier: string; readonly text: ReadText }[] = [];
  /** Code blocks that wait for a grammar to load; each then fills its element's children. */
  readonly pendingCode: {
    readonly element: BodyElement;
    readonly code: string;
    readonly language: string;
  }[] = [];
  /** Formulas to be typeset; each fills its place, or reports why it is shown as written. */
  readonly pendingFormulas: {
    readonly place: TrustedHtml;
    readonly formula: string;
    readonly display: boolean;
    readonly warn: (message: string) => void;
  }[] = [];
  /** Diagrams to be drawn; each fills its figure, or reports why its source is shown. */
  readonly pendingDiagrams: {
    readonly element: BodyElement;
    readonly source: string;
    readonly number: number;
    readonly warn: (message: string) => void;
  }[] = [];
  readonly features = new Set<'mermaid' | 'try-it'>();
  /** What the page loads from other hosts, as `img-src https://images.example.com`. */
  readonly loads = new Set<string>();
  /** Pictures that links lead to, by address; a card shows such a picture as its cover. */
  readonly linkedPictures = new Map<string, Extract<LinkTarget, { kind: 'file' }>>();
  /** Places that writers named outside headings. They get their ids after all headings have theirs. */
  readonly anchors: BodyElement[] = [];
  /** The anchor of the page's next update, by its date as written. */
  readonly updateAnchor = updateAnchors();
  /** Headings and summaries with further ids that lead to them, unless something else on the page has these ids. */
  readonly otherIds: { readonly holder: BodyElement; readonly ids: readonly string[] }[] = [];
  /** The texts of nodes as they were written, where they named emoji. */
  readonly asWritten = new WeakMap<BodyNode, string>();
  readonly #ids = new Set<string>();
  #counters = new Map<string, number>();
  /** The includes around the text that is being rendered, by their files. */
  readonly openIncludes: string[] = [];
  /** The includes that were found inside themselves. */
  readonly endlessIncludes = new Set<string>();
  sawTitle = false;

  /** Claims an id on the page, and adds the first free number to an id that is taken. */
  claimId(wanted: string): string {
    let id = wanted;
    for (let number = 1; this.#ids.has(id); number += 1) id = `${wanted}-${number}`;
    this.#ids.add(id);
    return id;
  }

  /** The next number for generated ids (tabs, dialogs), counted separately for each kind. */
  next(kind: string): number {
    const number = (this.#counters.get(kind) ?? 0) + 1;
    this.#counters.set(kind, number);
    return number;
  }

  hasId(id: string): boolean {
    return this.#ids.has(id);
  }
}

/** Ids that a writer may choose: no blanks, nothing that needs escaping. */
export const safeId = /^[\p{L}\p{M}\p{N}._+:-]{1,200}$/u;

/** The arguments of a block's renderer. */
export interface BlockScope {
  readonly context: BodyContext;
  readonly state: BodyState;
  /** File of the text that the block is in: the page's, or an include's. */
  readonly file: string;
  /** Renders the block's own children. */
  readonly body: () => BodyNode[];
  readonly warn: (message: string, more?: WarningFacts) => void;
}
