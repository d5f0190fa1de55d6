import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { escapeText } from './print.ts';

const require = createRequire(import.meta.url);

/**
 * The class for each scope of the grammars. `''` is plain text even inside coloured text; a scope that is not listed looks like
 * the text around it.
 */
const classes: Readonly<Record<string, string>> = {
  addition: 'c-inserted',
  attr: 'c-parameter',
  attribute: 'c-parameter',
  bullet: 'c-keyword',
  built_in: 'c-function',
  'char.escape': 'c-constant',
  code: 'c-string',
  comment: 'c-comment',
  deletion: 'c-deleted',
  doctag: 'c-keyword',
  formula: 'c-constant',
  keyword: 'c-keyword',
  link: 'c-link',
  literal: 'c-constant',
  meta: 'c-function',
  'meta.prompt': 'c-comment',
  name: 'c-keyword',
  number: 'c-constant',
  operator: 'c-keyword',
  params: '',
  punctuation: '',
  quote: 'c-comment',
  regexp: 'c-string',
  section: 'c-keyword',
  'selector-attr': 'c-function',
  'selector-class': 'c-function',
  'selector-id': 'c-function',
  'selector-pseudo': 'c-function',
  'selector-tag': 'c-keyword',
  string: 'c-string',
  subst: '',
  symbol: 'c-constant',
  tag: 'c-punctuation',
  'template-tag': 'c-keyword',
  'template-variable': 'c-parameter',
  title: 'c-function',
  'title.class': 'c-constant',
  'title.function': 'c-function',
  type: 'c-constant',
  variable: 'c-parameter',
  'variable.constant': 'c-constant',
  'variable.language': 'c-constant',
};

/** Languages in which a name before a parenthesis is a call; the grammars mark few calls. */
const callLanguages = new Set(
  'arduino c cpp csharp dart go groovy java javascript julia kotlin lua objectivec perl php python r ruby rust scala swift typescript'.split(
    ' ',
  ),
);

/** Grammars that hand parts of a text to other grammars, which must be loaded too. */
const partners: Readonly<Record<string, readonly string[]>> = {
  django: ['xml'],
  dockerfile: ['bash'],
  erb: ['xml', 'ruby'],
  handlebars: ['xml'],
  http: ['json', 'xml'],
  javascript: ['xml', 'css', 'graphql'],
  markdown: ['xml'],
  'php-template': ['xml', 'php'],
  'python-repl': ['python'],
  shell: ['bash'],
  twig: ['xml'],
  typescript: ['xml', 'css', 'graphql'],
  xml: ['css', 'javascript'],
};

let core: HLJSApi | undefined;
const registered = new Set<string>();

/** Colours code by a grammar of highlight.js, as lines of HTML. */
export function colorLines(code: string, grammar: string): string[] {
  core ??= withPrinter(require('highlight.js/lib/core') as HLJSApi);
  register(core, grammar);
  const result = core.highlight(code, { language: grammar, ignoreIllegals: true });
  if (result.errorRaised) return code.split('\n').map(escapeText);
  return (result._emitter as unknown as LinePrinter).lines(plainTextOf(grammar));
}

function withPrinter(hljs: HLJSApi): HLJSApi {
  // highlight.js accepts a printer, as lowlight does to make trees. Guesses (the body of an HTTP message) are between two
  // languages that are always loaded, so that a page does not depend on the pages before it.
  hljs.configure({
    languages: ['json', 'xml'],
    __emitter: LinePrinter,
  });
  register(hljs, 'json');
  register(hljs, 'xml');
  return hljs;
}

function register(hljs: HLJSApi, grammar: string): void {
  if (registered.has(grammar)) return;
  registered.add(grammar);
  hljs.registerLanguage(grammar, require(`highlight.js/lib/languages/${grammar}`) as LanguageFn);
  for (const partner of partners[grammar] ?? []) register(hljs, partner);
}

/** Prints the tokens of a grammar line by line: no span crosses the end of a line. */
class LinePrinter {
  /** Alternates between a text and its class. */
  readonly #parts: string[] = [];
  readonly #open: string[] = [];

  addText(text: string): void {
    if (text === '') return;
    const name = this.#open.at(-1) ?? '';
    if (this.#parts.at(-1) === name) this.#parts[this.#parts.length - 2] += text;
    else this.#parts.push(text, name);
  }

  startScope(scope: string): void {
    this.#open.push(classOf(scope) ?? this.#open.at(-1) ?? '');
  }

  endScope(): void {
    this.#open.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(other: LinePrinter): void {
    for (let at = 0; at < other.#parts.length; at += 2) {
      this.#open.push(other.#parts[at + 1] || (this.#open.at(-1) ?? ''));
      this.addText(other.#parts[at] ?? '');
      this.#open.pop();
    }
  }

  finalize(): void {
    this.#open.length = 0;
  }

  toHTML(): string {
    return '';
  }

  lines(plain: PrintPlain): string[] {
    const lines: string[] = [];
    let line = '';
    let goesOn = false;
    for (let at = 0; at < this.#parts.length; at += 2) {
      const name = this.#parts[at + 1] ?? '';
      for (const [index, text] of (this.#parts[at] ?? '').split('\n').entries()) {
        if (index > 0) {
          lines.push(line);
          goesOn = line.endsWith('\\');
          line = '';
        }
        if (text === '') continue;
        if (name !== '' && text.trim() !== '') line += `<span class="${name}">${escapeText(text)}</span>`;
        else line += plain(text, line === '' && !goesOn);
      }
    }
    lines.push(line);
    return lines;
  }
}

/** Prints text that the grammar does not colour; `begins`: the text begins a line. */
type PrintPlain = (text: string, begins: boolean) => string;

function plainTextOf(grammar: string): PrintPlain {
  if (callLanguages.has(grammar))
    return (text) => (text.includes('(') ? marked(text, calls, () => 'c-function') : escapeText(text));
  if (grammar !== 'bash' && grammar !== 'shell') return escapeText;
  return (text, begins) =>
    marked(begins ? text : `\u0000${text}`, commands, (word) =>
      word.startsWith('-') ? 'c-constant' : 'c-function',
    ).replace('\u0000', '');
}

/** Names before a parenthesis. */
const calls = /[\p{L}_$][\p{L}\p{N}_$]*(?=!?\()/gu;

/** The first word of a line or after a pipe, and the options. */
const commands =
  /(?<=^[ \t]*(?:\$ )?|[|&;] ?|\bsudo )[\w@./+][\w@./+-]*(?=[\s;]|$)|(?<=\s)--?[A-Za-z][\w-]*/g;

function marked(text: string, pattern: RegExp, nameOf: (word: string) => string): string {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    html += `${escapeText(text.slice(from, match.index))}<span class="${nameOf(match[0])}">${escapeText(match[0])}</span>`;
    from = match.index + match[0].length;
  }
  return html + escapeText(text.slice(from));
}

function classOf(scope: string): string | undefined {
  if (scope.startsWith('language:')) return '';
  for (let name = scope; ; name = name.slice(0, name.lastIndexOf('.'))) {
    if (Object.hasOwn(classes, name)) return classes[name];
    if (!name.includes('.')) return undefined;
  }
}
