import { createHash } from 'node:crypto';
import { bundledLanguages, bundledLanguagesAlias, type BundledLanguage } from 'shiki/langs';
import {
  createCssVariablesTheme,
  createHighlighterCore,
  type HighlighterCore,
  type ThemedToken,
} from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { escapeHtml } from './print.ts';

/** Colours code at build time, as spans with classes; the same markup serves light and dark. */
export interface Highlighter {
  /** Lines of HTML for a code block. Unknown languages, and lines too long to read, stay plain. */
  highlight(code: string, language: string): Promise<readonly string[]>;
}

/** Remembers highlighted code between runs. */
export interface CodeCache {
  get(key: string): readonly string[] | undefined;
  set(key: string, lines: readonly string[]): void;
}

/** Longest line that is coloured; longer ones (minified data) cost seconds and nobody reads their colours. */
const longestLine = 400;
const longestSingleLine = 5000;
const largestBlock = 200_000;

/** Changes when the printed form of code changes, so that caches are not reused across it. */
export const highlightVersion = '1';

const aliases: Readonly<Record<string, string>> = {
  curl: 'shellscript',
  env: 'dotenv',
  gradle: 'groovy',
  'http-request': 'http',
  javascriptreact: 'jsx',
  'objective-c': 'objective-c',
  objectivec: 'objective-c',
  parser: 'blade',
  shell: 'shellscript',
  typescriptreact: 'tsx',
};

const theme = createCssVariablesTheme({ name: 'css-variables', variablePrefix: '--c-', fontStyle: true });

/** Grammars are large and the same for everybody: one set for the process, filled as languages are met. */
let core: Promise<HighlighterCore> | undefined;
const loaded = new Map<string, Promise<void>>();

async function load(language: BundledLanguage): Promise<HighlighterCore> {
  core ??= createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  });
  const highlighter = await core;
  let loading = loaded.get(language);
  if (!loading) {
    loading = highlighter.loadLanguage(bundledLanguages[language]);
    loaded.set(language, loading);
  }
  await loading;
  return highlighter;
}

/** Creates a highlighter that loads each grammar when it is first met. */
export function createHighlighter(cache?: CodeCache): Highlighter {
  return {
    async highlight(code, language) {
      const name = languageOf(language);
      if (name === undefined || tooLong(code)) return code.split('\n').map(escapeHtml);
      const key = createHash('sha256').update(`${highlightVersion}\0${name}\0${code}`).digest('base64url');
      const known = cache?.get(key);
      if (known) return known;
      const highlighter = await load(name);
      const { tokens } = highlighter.codeToTokens(code, {
        lang: name,
        theme: 'css-variables',
        tokenizeMaxLineLength: longestSingleLine,
        tokenizeTimeLimit: 0,
      });
      const lines = tokens.map(printLine);
      cache?.set(key, lines);
      return lines;
    },
  };
}

/** The grammar for a language's name as people write it; undefined when there is none. */
export function languageOf(written: string): BundledLanguage | undefined {
  const name = written.trim().toLowerCase();
  const wanted = Object.hasOwn(aliases, name) ? aliases[name] : name;
  if (wanted === undefined || wanted === '') return undefined;
  return Object.hasOwn(bundledLanguages, wanted) || Object.hasOwn(bundledLanguagesAlias, wanted)
    ? (wanted as BundledLanguage)
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
    html += escapeHtml(token.content);
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
