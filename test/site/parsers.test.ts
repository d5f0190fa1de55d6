import { describe, expect, it } from 'vitest';
import { splitFrontMatter } from '../../src/content/index.ts';
import { parseWithRemark, parseWithSatteri, type MarkdownParser } from '../../src/content/tree/parse.ts';
import { corpusSpaces, hasCorpora } from '../support/corpora.ts';
import { aContext, body } from './body-fixture.ts';

const texts: Readonly<Record<string, string>> = {
  paragraphs: 'One\ntwo\\\nthree  \nfour\n\n***\n\nSetext\n===\n',
  emphasis: '*a **b** c* _d_ ~~e~~ **f*g*h** `code` ``a`b``\n',
  links: '[a](b "t") <https://x.example> https://auto.example [r] ![i](j)\n\n[r]: <a b> \'t\'\n',
  lists: '* a\n* b\n\n  c\n\n1. x\n2. y\n   * z\n\n- [ ] t\n- [x] u\n',
  tables: '| a | b |\n|:--|--:|\n| `x|y` | c \\| d |\n',
  quotes: '> a\nb\n> > c\n\n    code\n\n```js title="x"\ny\n```\n',
  html: 'a <b>c</b>\n\n<div>\n*not*\n</div>\n\n<!-- c -->\n\n&amp; &copy; &#x41;\n',
  footnotes: 'a[^1] b[^x]\n\n[^1]: One\n[^x]: Two\n\n    more\n',
};

async function html(markdown: string, parse: MarkdownParser): Promise<string> {
  return (
    await body(
      markdown,
      aContext({
        parse,
        resolve: (written) => ({ kind: 'external', url: `https://e.example/${encodeURIComponent(written)}` }),
        highlighter: { highlight: (code) => Promise.resolve(code.replace(/[<&]/g, '')) },
      }),
    )
  ).html.replace(/\s+/g, ' ');
}

describe('the fast reader gives the same pages as remark', () => {
  for (const [name, markdown] of Object.entries(texts))
    it(`for ${name}`, async () => {
      expect(await html(markdown, parseWithSatteri)).toBe(await html(markdown, parseWithRemark));
    });

  it.skipIf(!hasCorpora)('for every page of real documentation', { timeout: 120_000 }, async () => {
    const different: string[] = [];
    for (const space of corpusSpaces())
      for (const path of space.paths) {
        if (!path.endsWith('.md') || path.endsWith('SUMMARY.md')) continue;
        const text = space.text(path) ?? '';
        const markdown = text.slice(splitFrontMatter(text).bodyStart);
        if ((await html(markdown, parseWithSatteri)) !== (await html(markdown, parseWithRemark)))
          different.push(`${space.name}/${path}`);
      }

    expect(different).toEqual([]);
  });
});
