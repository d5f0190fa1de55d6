import { drawDiagram } from '../../src/site/blocks/diagram.ts';
import { printHtml } from '../../src/site/html/print.ts';

/** A diagram as its page has it, or why the page shows its source. */
export const draw = async (source: string): Promise<string> => {
  const drawn = await drawDiagram(source, { number: 1, label: 'Code' });
  return 'content' in drawn ? printHtml(drawn.content) : `problem: ${drawn.problem}`;
};

export const svgOf = (html: string): string => /<svg[\s\S]*<\/svg>/.exec(html)?.[0] ?? html;

export const wordsOf = (html: string): (string | undefined)[] =>
  [...svgOf(html).matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, words]) => words);

/** The numbers in some attributes of all shapes of a kind. */
export const numbersOf = (html: string, name: string, ...attributes: string[]): number[][] =>
  [...svgOf(html).matchAll(new RegExp(`<${name} ([^>]*)>`, 'g'))].map(([, written = '']) =>
    attributes.map((attribute) => Number(new RegExp(`(?:^| )${attribute}="([^"]*)"`).exec(written)?.[1])),
  );
