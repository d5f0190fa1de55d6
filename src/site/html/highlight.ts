import { createHash } from 'node:crypto';
import { bundledLanguages, bundledLanguagesAlias, type BundledLanguage } from 'shiki/langs';
import type { HighlighterCore, ThemedToken } from 'shiki/core';
import { colorLines } from './code-colors.ts';
import { grammarNamed } from './grammar-names.ts';
import { escapeText } from './print.ts';

/** Colours code at build time, as spans with classes; the same markup serves light and dark. */
export interface Highlighter {
  /** A code block as HTML, each line in a span. Unknown languages, and lines too long to read, stay plain. */
  highlight(code: string, language: string): Promise<string>;
}

/** Longest line that is coloured; longer ones (minified data) cost seconds and nobody reads their colours. */
const longestLine = 400;
const longestSingleLine = 5000;
const largestBlock = 200_000;

/** Changes when the printed form of code changes, so that caches are not reused across it. */
export const highlightVersion = '2';

/** How a language is coloured: by highlight.js, or by Shiki's TextMate grammars for the languages that it lacks. */
type Grammar =
  | { readonly by: 'highlight.js'; readonly name: string }
  | { readonly by: 'shiki'; readonly name: BundledLanguage };

/** Grammars are large and the same for everybody: one set for the process, filled as languages are met. */
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

async function shikiLines(code: string, language: BundledLanguage): Promise<string[]> {
  core ??= createCore();
  const highlighter = await core;
  await highlighter.loadLanguage(bundledLanguages[language]);
  const { tokens } = highlighter.codeToTokens(code, {
    lang: language,
    theme: themeName,
    tokenizeMaxLineLength: longestSingleLine,
    tokenizeTimeLimit: 0,
  });
  return tokens.map(printLine);
}

/** Creates a highlighter that loads each grammar when it is first met. */
export function createHighlighter(): Highlighter {
  return {
    async highlight(code, language) {
      const grammar = grammarOf(language);
      if (grammar === undefined || tooLong(code)) return inLines(code.split('\n').map(escapeText));
      return inLines(
        grammar.by === 'shiki' ? await shikiLines(code, grammar.name) : colorLines(code, grammar.name),
      );
    },
  };
}

/** Names what a code block's colours come from; undefined when it has none. */
export function codeKey(code: string, language: string): string | undefined {
  const grammar = grammarOf(language);
  if (grammar === undefined || tooLong(code)) return undefined;
  return createHash('sha256')
    .update(`${highlightVersion}\0${grammar.name}\0${code}`)
    .digest('base64url')
    .slice(0, 22);
}

function inLines(lines: readonly string[]): string {
  return lines.map((line) => `<span class="line">${line}</span>`).join('\n');
}

/** The grammar for a language's name as people write it; undefined when there is none. */
function grammarOf(written: string): Grammar | undefined {
  const name = written.trim().toLowerCase();
  if (name === '') return undefined;
  const known = grammarNamed(name);
  if (known !== undefined) return { by: 'highlight.js', name: known };
  const wanted = name === 'parser' ? 'blade' : name;
  return Object.hasOwn(bundledLanguages, wanted) || Object.hasOwn(bundledLanguagesAlias, wanted)
    ? { by: 'shiki', name: wanted as BundledLanguage }
    : undefined;
}

function tooLong(code: string): boolean {
  if (code.length > largestBlock) return true;
  const lines = code.split('\n');
  const limit = lines.length === 1 ? longestSingleLine : longestLine;
  return lines.some((line) => line.length > limit);
}

/** Neighbours of one colour become one span; white space needs none. */
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
