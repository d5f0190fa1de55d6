import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { describe, expect, it } from 'vitest';
import { grammarNamed } from '../../src/site/html/grammar-names.ts';
import { codeKey, createHighlighter } from '../../src/site/html/highlight.ts';

const require = createRequire(import.meta.url);
const { highlight } = createHighlighter();

const textIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

const samples: Readonly<Record<string, string>> = {
  bash: 'set -eu # x\n$ sudo npm install --save x | jq .a\ncurl -X POST "https://x/$f" \\\n  -d @a',
  css: '.a { color: red; --b: 1px }',
  diff: '- a\n+ b\n c',
  go: 'func A(x []string) (int, error) {\n\treturn fmt.Errorf("%d", 1), nil\n}',
  hcl: 'resource "a" "b" {\n  count = 2 # two\n}',
  html: '<p class="a">x &amp; y<script>let a = 1 < 2;</script></p>',
  http: 'POST /a HTTP/1.1\nHost: x\n\n{"a": [1, true]}',
  json: '{ "a": [1, null, "b"] }',
  python: 'class A(B):\n    """Two\n    lines."""\n    x = f"{a} b"',
  tsx: 'const a = <b c="d">{`e ${f}`}</b>; /* g\nh */',
  yaml: 'a:\n  - b: 1 # c\n  - "d"',
  zig: 'const a: u32 = 1; // b',
};

describe('code is coloured', () => {
  for (const [language, code] of Object.entries(samples))
    it(`${language} keeps its text, has colours, and no span goes over the end of a line`, async () => {
      const html = await highlight(code, language);

      expect(textIn(html)).toBe(code);
      expect(html).toMatch(/ class="c-/);
      for (const line of html.split('\n'))
        expect(line.match(/<span/g)?.length).toBe(line.match(/<\/span>/g)?.length);
    });

  it('marks commands and options in a shell, and calls where the grammar has no name for them', async () => {
    expect(await highlight('npm install --save x | jq', 'sh')).toBe(
      '<span class="line"><span class="c-function">npm</span> install <span class="c-constant">--save</span> x | <span class="c-function">jq</span></span>',
    );
    expect(await highlight('a.b(c)', 'go')).toBe(
      '<span class="line">a.<span class="c-function">b</span>(c)</span>',
    );
  });

  it('leaves code in unknown languages and lines that are too long to read uncoloured', async () => {
    const long = `const a = "${'x'.repeat(6000)}";`;

    expect(await highlight('let a = 1', 'nothing')).toBe('<span class="line">let a = 1</span>');
    expect(await highlight(long, 'js')).toBe(`<span class="line">${long}</span>`);
    expect([codeKey('let a', ''), codeKey(long, 'js')]).toEqual([undefined, undefined]);
  });

  it('does not depend on which languages were met before', async () => {
    const message = samples['http'] ?? '';
    const before = await highlight(message, 'http');
    for (const language of ['ruby', 'lua', 'perl', 'kotlin']) await highlight('a = b(1)', language);

    expect(await highlight(message, 'http')).toBe(before);
  });

  it('knows the names that every grammar of the library goes by', () => {
    const hljs = require('highlight.js/lib/core') as HLJSApi;
    const folder = join(dirname(require.resolve('highlight.js/lib/core')), 'languages');
    const unknown: string[] = [];
    for (const file of readdirSync(folder)) {
      const name = /^([\w-]+)\.js$/.exec(file)?.[1];
      // Plain text needs no grammar; `lasso` and `livescript` both claim `ls`.
      if (name === undefined || name === 'plaintext' || name === 'lasso') continue;
      const { aliases = [] } = (require(`highlight.js/lib/languages/${name}`) as LanguageFn)(hljs);
      for (const alias of [name, ...aliases])
        if (grammarNamed(alias.toLowerCase()) === undefined) unknown.push(`${name}: ${alias}`);
    }

    expect(unknown).toEqual([]);
  });
});
