import { createHash } from 'node:crypto';
import type { HighlighterCore, ThemedToken } from 'shiki/core';
import { colorLines } from './code-colors.ts';
import { grammarNamed } from './grammar-names.ts';
import { escapeText } from './print.ts';

/** Colours code at build time, as spans with classes; the same markup serves the light and the dark theme. */
export interface Highlighter {
  /** A code block as HTML, each line in a span. Unknown languages, and lines too long to read, stay plain. */
  highlight(code: string, language: string): Promise<string>;
}

/** The longest line that we colour. Longer lines (minified data) take seconds, and nobody looks at their colours. */
const longestLine = 400;
const longestSingleLine = 5000;
const largestBlock = 200_000;

/** To be changed with the printed form of code, so that older caches are not used. */
export const highlightVersion = '2';

/** Grammars are large and the same for every export, so the process has one set, which loads languages on demand. */
let core: Promise<HighlighterCore> | undefined;

const themeName = 'css-variables';

async function createCore(): Promise<HighlighterCore> {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createOnigurumaEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/oniguruma'),
  ]);
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: themeName, variablePrefix: '--c-', fontStyle: true })],
    langs: [],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  });
}

/** Colours a language that highlight.js lacks, by its TextMate grammar; undefined when Shiki lacks the grammar, too. */
async function shikiLines(code: string, language: string): Promise<string[] | undefined> {
  const { bundledLanguages, bundledLanguagesAlias } = await import('shiki/langs');
  const grammars: Readonly<Record<string, (typeof bundledLanguages)['zig']>> = {
    ...bundledLanguages,
    ...bundledLanguagesAlias,
  };
  const grammar = Object.hasOwn(grammars, language) ? grammars[language] : undefined;
  if (!grammar) return undefined;
  core ??= createCore();
  const highlighter = await core;
  await highlighter.loadLanguage(grammar);
  const { tokens } = highlighter.codeToTokens(code, {
    lang: language,
    theme: themeName,
    tokenizeMaxLineLength: longestSingleLine,
    tokenizeTimeLimit: 0,
  });
  return tokens.map(printLine);
}

/** Creates a highlighter that loads each grammar on first use. */
export function createHighlighter(): Highlighter {
  return {
    async highlight(code, language) {
      const name = nameOf(language);
      const plain = (): string[] => code.split('\n').map(escapeText);
      if (name === '' || tooLong(code)) return inLines(plain());
      const grammar = grammarNamed(name);
      return inLines(
        grammar === undefined ? ((await shikiLines(code, name)) ?? plain()) : colorLines(code, grammar),
      );
    },
  };
}

/** A digest of everything that a code block's colours depend on; undefined for a block without colours. */
export function codeKey(code: string, language: string): string | undefined {
  const name = nameOf(language);
  if (name === '' || tooLong(code)) return undefined;
  return createHash('sha256')
    .update(`${highlightVersion}\0${name}\0${code}`)
    .digest('base64url')
    .slice(0, 22);
}

/** A language's name in the form of the tables; empty for none. */
function nameOf(written: string): string {
  const name = written.trim().toLowerCase();
  return name === 'parser' ? 'blade' : name;
}

function inLines(lines: readonly string[]): string {
  return lines.map((line) => `<span class="line">${line}</span>`).join('\n');
}

function tooLong(code: string): boolean {
  if (code.length > largestBlock) return true;
  const lines = code.split('\n');
  const limit = lines.length === 1 ? longestSingleLine : longestLine;
  return lines.some((line) => line.length > limit);
}

/** Prints adjacent tokens of one colour as one span; white space needs no span. */
function printLine(tokens: readonly ThemedToken[]): string {
  let html = '';
  let open = '';
  for (const token of tokens) {
    const name = /^\s*$/.test(token.content) ? open : className(token);
    if (name !== open) {
      if (open !== '') html += '</span>';
      if (name !== '') html += `<span class="${name}">`;
      open = name;
    }
    html += escapeText(token.content);
  }
  return open === '' ? html : `${html}</span>`;
}

const classNames = new Map<string, string>();

function className(token: ThemedToken): string {
  const color = token.color ?? '';
  let name = classNames.get(color);
  if (name === undefined) {
    const variable = /--c-(?:token-)?([a-z-]+)/.exec(color)?.[1] ?? '';
    name = variable === '' || variable === 'foreground' || variable === 'background' ? '' : `c-${variable}`;
    classNames.set(color, name);
  }
  return name;
}
