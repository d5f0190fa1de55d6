import type { Highlighter } from '../html/highlight.ts';
import type { MarkdownParser } from '../../content/tree/parse.ts';
import type { LinkTarget } from '../model/link-target.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { SpecHints } from '../openapi/shelf.ts';
import type { Evaluation } from '../../content/expression.ts';
import type { UiTexts } from '../profile/texts.ts';
import type { Elsewhere, SiteWarning, TagSource } from '../source.ts';

/** Everything outside its text that a body may depend on; the exporter records what the body asked. */
export interface BodyContext {
  /** The page's title: a first heading that repeats it is not shown again. */
  readonly title: string;
  /** File of the text in its space, for warnings and relative links. */
  readonly file: string;
  readonly resolve: (written: string, from: string) => LinkTarget;
  readonly resolveImage: (written: string, from: string) => LinkTarget;
  readonly include: (written: string, from: string) => IncludedText | undefined;
  readonly evaluate: (expression: string) => Evaluation;
  readonly spec: (slug: string, hints?: SpecHints) => OpenApiDocument | undefined;
  readonly tag: (slug: string) => TagSource | undefined;
  readonly texts: UiTexts;
  /** Language of the interface texts and of dates, as BCP 47. */
  readonly language: string;
  /** What may be loaded from other hosts. Without this field, nothing may. */
  readonly elsewhere?: Pick<Elsewhere, 'images' | 'frames' | 'tryIt'>;
  readonly externalTarget: 'self' | 'blank';
  readonly parse: MarkdownParser;
  readonly highlighter: Highlighter;
  /** Code that an earlier export coloured, by its key. */
  readonly codes?: ReadonlyMap<string, string>;
  readonly warn: (warning: SiteWarning & { readonly file: string }) => void;
}

/** The text of a reusable content, without its front matter. */
export interface IncludedText {
  readonly text: string;
  readonly file: string;
  /** The line of the file where the text begins; 1 by default. */
  readonly firstLine?: number;
}

/** A heading of the page's outline. */
export interface OutlineEntry {
  readonly id: string;
  readonly title: string;
  /** 2 for the first level below the page's title. */
  readonly level: number;
}

/** An entry of an update list, for the feed. */
export interface UpdateEntry {
  readonly id: string;
  readonly date: string;
  readonly title: string;
  readonly html: string;
}

/** A part of a page for search: from one heading to the next. */
export interface SearchSection {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}
