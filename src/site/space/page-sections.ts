import { splitFrontMatter } from '../../content/index.ts';
import { evaluateExpression, type Names } from '../../content/expression.ts';
import { parseWithSatteri } from '../../content/tree/parse.ts';
import type { BodyContext, SearchSection } from '../body/context.ts';
import { signedOutVisitor } from '../export/world.ts';
import { createHighlighter } from '../html/highlight.ts';
import type { LinkTarget } from '../model/link-target.ts';
import { uiTexts } from '../profile/texts.ts';
import { sectionsOfBody } from '../render/render-body.ts';

/** What the sections of a page depend on besides its text. */
export interface PageFacts {
  readonly title: string;
  /** The page's file in its space, to which the addresses of reusable contents are relative. */
  readonly file: string;
  /** The values for conditions and expressions; the visitor has not signed in. */
  readonly names: Names;
  readonly include: BodyContext['include'];
}

const asWritten = (url: string): LinkTarget => ({ kind: 'external', url });

/**
 * The parts of a page from one heading to the next, as somebody reads them who has not signed in: with the ids that the rendered page has,
 * and without what its conditions hide. Links count by their words, so no other page is needed. What a page shows of an API document is
 * not among its words.
 */
export function sectionsOfPage(text: string, { title, file, names, include }: PageFacts): SearchSection[] {
  const seen = { ...signedOutVisitor, ...names };
  return sectionsOfBody(text.slice(splitFrontMatter(text).bodyStart), {
    ...{ title, file, include },
    resolve: asWritten,
    resolveImage: asWritten,
    evaluate: (expression) => evaluateExpression(expression, seen),
    spec: () => undefined,
    tag: () => undefined,
    ...uiTexts(undefined),
    externalTarget: 'self',
    parse: parseWithSatteri,
    highlighter,
    warn: () => undefined,
  });
}

/** Sections are not coloured, so this one never loads a grammar. */
const highlighter = createHighlighter();
