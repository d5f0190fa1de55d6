import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';

import {
  anchorOfText,
  headingAnchors,
  linksOf,
  moveLinks,
  plainHeading,
  rewriteLinks,
  scanPage,
  splitFrontMatter,
} from '../../src/content/index.ts';
import { parseMarkdown, reasonNotToParse } from '../../src/content/markdown.ts';
import { packageRoot } from '../../src/base/index.ts';
import { corpusSpaces, filesBelow, hasCorpora } from '../support/corpora.ts';

const markdownKinds = new Set(['link', 'image', 'definition', 'autolink']);

interface Node {
  url: string;
  start: number;
  end: number;
}

function nodes(text: string): Node[] {
  const reading = parseMarkdown(text);
  if (reading.outcome === 'refused') throw new Error(reading.reason);
  const found: Node[] = [];
  visit(reading.tree, (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      found.push({
        url: node.url,
        start: node.position?.start.offset ?? 0,
        end: node.position?.end.offset ?? text.length,
      });
  });
  return found.filter(({ url }) => !url.startsWith('mailto:'));
}

/** Both readings of a text; `shift` is the length of the part before the body that remark reads. */
function readings(
  text: string,
  body = text,
  shift = 0,
): { ours: string[]; remarks: string[]; misplaced: string[] } {
  const left = nodes(body);
  const remarks = left.map(({ url }) => url).sort();
  const links = linksOf(text).filter(
    ({ kind, target }) => markdownKinds.has(kind) && !target.startsWith('mailto:'),
  );
  const misplaced = links.filter(({ target, start, end }) => {
    const at = left.findIndex(
      (node) => node.url === target && node.start <= start - shift && end - shift <= node.end,
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return {
    ours: links.map(({ target }) => target).sort(),
    remarks,
    misplaced: misplaced.map(({ target, line, column }) => `${target} at ${line}:${column}`),
  };
}

describe('links of a page', () => {
  it('are found in every place of the dialect, exact to the column', () => {
    const text = [
      '---',
      'cover: .gitbook/assets/c (1).png',
      '---',
      '',
      '# T',
      '',
      'a [b](../c.md "mention") ![i](<x y.png>) <https://e.com/a>',
      '',
      '{% content-ref url="d/" %}',
      '[d](d/)',
      '{% endcontent-ref %}',
      '{% embed url="https://v.com/1" %}',
      '{% file src="f.pdf" %}',
      '{% include ".gitbook/includes/i.md" %}',
      '{% openapi src="o.yaml" path="/x" %}',
      '',
      '<table data-view="cards"><tbody><tr><td data-card-target><a href="k.md">k</a></td><td><img src="a b&#x26;c.png" alt=""></td></tr></tbody></table>',
      '',
      '<picture><source srcset="dark.png" media="(x)"><img src=\'light.png\'></picture>',
      '',
      '[ref]: r.md "t"',
      '',
      '`[no](no.md)` \\[no](no.md) <!-- [no](no.md) -->',
      '',
      '```',
      '[no](no.md)',
      '```',
      '',
      '    [no](no.md)',
      '',
    ].join('\n');

    expect(linksOf(text).map(({ kind, target, line, column }) => [kind, target, line, column])).toEqual([
      ['cover', '.gitbook/assets/c (1).png', 2, 8],
      ['link', '../c.md', 7, 7],
      ['image', 'x y.png', 7, 32],
      ['autolink', 'https://e.com/a', 7, 43],
      ['content-ref', 'd/', 9, 21],
      ['link', 'd/', 10, 5],
      ['embed', 'https://v.com/1', 12, 15],
      ['file', 'f.pdf', 13, 14],
      ['include', '.gitbook/includes/i.md', 14, 13],
      ['openapi', 'o.yaml', 15, 17],
      ['href', 'k.md', 17, 67],
      ['src', 'a b&c.png', 17, 97],
      ['src', 'dark.png', 19, 26],
      ['src', 'light.png', 19, 58],
      ['definition', 'r.md', 21, 8],
    ]);
  });

  it('are found in objects, and not in formulas', () => {
    const text = [
      '<object data="a (1).pdf" type="application/pdf"></object> <object data=\'b.svg\'><div data="no.md"></div></object>',
      '',
      'Inline $$ [no](no.md) $$ and [yes](c.md), costs $$ [yes](d.md)',
      '',
      'Text',
      '$$',
      '[no](no.md)',
      '',
      '## no',
      '$$',
      '[yes](e.md)',
      '',
      '> $$',
      '> [no](no.md)',
      '> $$',
      '',
      '$$',
      '[yes](f.md)',
      '{% hint style="info" %}',
      '$$',
      '',
      '[yes](g.md)',
    ].join('\n');

    const scan = scanPage(text);
    expect(linksOf(scan).map(({ kind, target, line }) => [kind, target, line])).toEqual([
      ['src', 'a (1).pdf', 1],
      ['src', 'b.svg', 1],
      ['link', 'c.md', 3],
      ['link', 'd.md', 3],
      ['link', 'e.md', 11],
      ['link', 'f.md', 18],
      ['link', 'g.md', 22],
    ]);
    expect(scan.headings).toEqual([]);
  });

  it('have character references by number and by name, which end with a semicolon', () => {
    const text =
      '[a](p&#228;ge.md) [b](p&auml;ge.md) [c](<a&frac12; b.md>) <a href="p&auml;ge.md">d</a> [e](x&nothing;&auml.md) [f](\\&auml;.md)\n';

    expect(linksOf(text).map(({ target }) => target)).toEqual([
      'päge.md',
      'päge.md',
      'a½ b.md',
      'päge.md',
      'x&nothing;&auml.md',
      '&auml;.md',
    ]);
  });

  it('that name no definition of the page are distinguished from brackets that are text', () => {
    const text = [
      'A [full][missing], a [collapsed][], ![an image][Gone Image], [defined][Here  it is], [x][no].',
      '| [in a table][cell] | b |',
      '|---|---|',
      '',
      '`[code][no]` grid[row][column] [1][2] [^note][^other] [text][^note] ["key"]["other"] [a](b.md)[c](d.md) \\[e][f] $$ [g][hh] $$',
      '[shortcut] [text][in](e.md) [ab]\\[cd]',
      '',
      '[here it is]: x.md',
    ].join('\n');

    expect(
      scanPage(text).undefinedReferences.map(({ label, start, end }) => [label, text.slice(start, end)]),
    ).toEqual([
      ['missing', 'missing'],
      ['collapsed', 'collapsed'],
      ['Gone Image', 'Gone Image'],
      ['no', 'no'],
      ['cell', 'cell'],
    ]);
  });

  const pieces = fc.constantFrom(
    '[a](b.md)',
    '![i](i.png)',
    '[x [y](z.md) w](q.md)',
    '`',
    '``',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '\\',
    ' ',
    '\n',
    '\n\n',
    '\n- ',
    '\n  ',
    '\n    ',
    '\n> ',
    '\n1. ',
    '\n# ',
    '\n```\n',
    '\n~~~\n',
    'text',
    '*',
    '<https://e.com>',
    '![a [b](c.md)](d.png)',
    '[a](<b c.md>)',
    '[a](b "t")',
    '[a](b (c) d)',
    '[a](b(c)d.md)',
    '<div>',
    '</div>',
    '\n<div>\n',
    '<!--',
    '-->',
    '\n***\n',
    '\n---\n',
    '| a | [b](c.md) |\n|---|---|\n| `x` | [d](e.md) |\n',
    '&#x26;',
    '[^1]: [n](m.md)',
    '\n===\n',
    '[r]: s.md',
    '\n[r]: s.md\n',
    '\n\n[r]: <s t.md> "t"\n',
    '\n[r]: s.md "a\nb"\n',
    '[r]:\ns.md\n',
    '\n[r]: u.md\n[q]: v.md\n',
    '[x][r]',
    '\t',
    '\n\t',
    '-\t',
    '>\t',
    '\n2) ',
    '"',
  );

  /** Texts that remark reads differently from CommonMark, or that we read differently on purpose. */
  const apart = new RegExp(
    [
      // remark's footnotes need a use; comments and HTML blocks are scanned for attributes.
      /\[\^|<div|<\/div|<!--|-->/u,
      // The end of a URL beside brackets and backslashes is GitHub's guess.
      /[\\[][^\n]*https:/u,
      // A list item after indented code, or an empty item in a new container, may begin in CommonMark, but not in remark.
      /^(?: {4}| {0,3}\t)[^\n]*\n(?:[ \t>]*\n)*[ \t>]*(?:[-*+]|\d+[.)])/mu,
      /(?:(?:[-*+]|\d+[.)])[ \t]+|>[ \t]*)[-*+][ \t]*$/mu,
      // A title in parentheses may not contain parentheses, also below a definition in a quote or a list.
      /\[[^\]]+\]:(?:[^\n]*\n){0,2}[^\n]*?(?:^|[ \t>])\(/mu,
      // Whether a reference stands before the parentheses depends on definitions further below, which are read later.
      /\]\[[^\]]*\]\(/mu,
    ]
      .map(({ source }) => source)
      .join('|'),
    'mu',
  );

  it('are those that remark finds, in any mixture of its syntax', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const text = `x\n\n${parts.join('')}\n`;
        if (apart.test(text)) return;
        compared += 1;

        const { ours, remarks, misplaced } = readings(text);

        expect(ours).toEqual(remarks);
        expect(misplaced).toEqual([]);
      }),
      { numRuns: 2000 },
    );
    expect(compared).toBeGreaterThan(900);
  });

  it('have offsets that hold the raw target, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 16 }), fc.boolean(), (parts, windows) => {
        const text = windows ? parts.join('').replaceAll('\n', '\r\n') : parts.join('');
        const links = linksOf(text);

        for (const link of links) expect(text.slice(link.start, link.end)).toBe(link.raw);
        expect(rewriteLinks(text, () => null)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it.each<readonly [string, (count: number) => string]>([
    ['quotes', (count) => '>'.repeat(count)],
    ['brackets', (count) => '['.repeat(count)],
    ['parentheses', (count) => '('.repeat(count)],
    ['fences of code', (count) => '`'.repeat(count / 2 + 1) + '``'.repeat(count / 4)],
    ['bullets', (count) => '* '.repeat(count / 2)],
    ['tags', (count) => '<a '.repeat(count / 3)],
    ['template tags', (count) => '{% a '.repeat(count / 3)],
    ['pictures', (count) => '![]('.repeat(count / 3)],
    ['deep lists', (count) => `${'- '.repeat(count / 60)}x\n`.repeat(20)],
    ['targets in angle brackets', (count) => '[a](<'.repeat(count / 3)],
    ['definitions', (count) => '[x]: '.repeat(count / 4)],
    ['comments', (count) => '<!--'.repeat(count / 4)],
    ['references', (count) => '['.repeat(count / 3) + '][]'.repeat(count / 3)],
    ['formulas', (count) => '$$\n'.repeat(count / 3 + 1)],
    ['formulas with a text', (count) => '$$ x\n'.repeat(count / 3 + 1)],
    ['instructions', (count) => 'a <?'.repeat(count / 4 + 1)],
    ['declarations', (count) => 'a <!b'.repeat(count / 5 + 1)],
  ])('take no more time for each character of a longer hostile text: %s', (_, of) => {
    const cost = (text: string): number =>
      Math.min(
        ...[1, 2, 3].map(() => {
          const before = process.cpuUsage().user;
          linksOf(text);
          return process.cpuUsage().user - before;
        }),
      );
    // Below two milliseconds, the clock and the compiler say more than the scan.
    const short = Math.max(cost(of(24_000)), 2_000);

    // Eight times the text would take 64 times as long in a scan that goes back to the start for each character.
    expect(cost(of(192_000)) / short).toBeLessThan(32);
  });
});

describe('writing other targets', () => {
  it('encodes each as its place requires, and changes nothing else', () => {
    const text =
      '---\ncover: a.png\n---\n[a](x.md) ![b](<y.md>) <a href="z.md">q</a> {% file src="w.pdf" %} [c]( x.md "t" )\n';

    expect(rewriteLinks(text, () => 'new (1) & "b".md')).toBe(
      `---\ncover: 'new (1) & "b".md'\n---\n[a](<new (1) & "b".md>) ![b](<new (1) & "b".md>) <a href="new (1) &#x26; &#x22;b&#x22;.md">q</a> {% file src="new (1) &#x26; &#x22;b&#x22;.md" %} [c]( <new (1) & "b".md> "t" )\n`,
    );
  });

  it('reads back any target that it wrote', () => {
    const text =
      '[a](x.md) ![b](<y.md>) <a href="z.md">q</a> <img src=\'w.png\'> {% content-ref url="v.md" %}\n';
    fc.assert(
      fc.property(
        fc
          .string({
            minLength: 1,
            unit: fc.constantFrom(
              'a',
              'b',
              '.',
              '/',
              ' ',
              '(',
              ')',
              '<',
              '>',
              '&',
              '"',
              "'",
              '\\',
              '%',
              '#',
              'é',
              '&amp;',
              '&auml;',
              ';',
            ),
          })
          .filter((target) => target.trim() === target),
        (target) => {
          const written = rewriteLinks(text, () => target);

          expect(linksOf(written).map((link) => link.target)).toEqual(Array<string>(5).fill(target));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('lets a page that moves lead where it led', () => {
    const text =
      '[a](other.md#x) [b](./sub/) [c](../up.md) [d](#own) [e](https://e.com) ![f](<../.gitbook/assets/a b.png>) [g](self.md) [h](a%20b.md) [i](/abs)\n';

    expect(moveLinks(text, { from: 'dir/self.md', to: 'dir/self/README.md' })).toBe(
      '[a](../other.md#x) [b](../sub/) [c](../../up.md) [d](#own) [e](https://e.com) ![f](<../../.gitbook/assets/a b.png>) [g](README.md) [h](../a%20b.md) [i](/abs)\n',
    );
    expect(
      moveLinks('[a](x.md) [b](y.md)', {
        from: 'p.md',
        to: 'p.md',
        moved: (path) => (path === 'x.md' ? 'x/README.md' : null),
      }),
    ).toBe('[a](x/README.md) [b](y.md)');
    expect(moveLinks(text, { from: 'dir/self.md', to: 'dir/self.md' })).toBe(text);
  });

  it('moves there and back without a trace', () => {
    const path = fc.constantFrom('p.md', 'a/p.md', 'a/p/README.md', 'b/c/p.md', 'a/b/c/d.md');
    const link = fc.constantFrom(
      '[a](../a/x.md)',
      '[b](x.md)',
      '[c](<../q r.md>)',
      '<img src="../../i.png">',
      '[d](b/x.md#y)',
    );
    fc.assert(
      fc.property(fc.array(link), path, path, (links, from, to) => {
        const start = moveLinks(links.join('\n'), { from: 'z/z/z/z.md', to: from });
        const there = moveLinks(start, { from, to });

        expect(moveLinks(there, { from: to, to: from })).toBe(start);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('anchors', () => {
  it.each([
    ['Install the CLI', 'install-the-cli'],
    ["What's new?", 'whats-new'],
    ['A & B | C < D', 'a-and-b-or-c-less-than-d'],
    ['5.3.2 + X', 'id-5.3.2--x'],
    ['eth_getBalance.', 'eth_getbalance'],
    ['$type', 'usdtype'],
    ['MongoDB® Shell', 'mongodb-r-shell'],
    ['Über Élan', 'ueber-elan'],
    ['2024 plan', 'id-2024-plan'],
    ['x'.repeat(120), 'x'.repeat(100)],
    ['🎉', ''],
  ])('%j is %j', (text, anchor) => {
    expect(anchorOfText(text)).toBe(anchor);
  });

  it('are headings of the levels that publish one, explicit ids, summaries and footnotes', () => {
    const page = headingAnchors(
      '# Title\n\n## One\n\n## One\n\n## Two <a href="#custom" id="custom"></a>\n\n##### Deep\n\nSetext\n---\n\n## A [link](x.md) and `code` **b**\n\n<details>\n\n<summary>More <b>here</b></summary>\n\n</details>\n\nx[^1]\n\n[^1]: note\n\n<a id="bare"></a>\n\n```\n## not\n```\n\n## Thief <a id="one-1" href="#one-1"></a>\n',
    );

    expect([...page.anchors.keys()]).toEqual([
      'one',
      'one-1',
      'custom',
      'setext',
      'a-link-and-code-b',
      'bare',
      'more-here',
      'user-content-fn-1',
      'user-content-fnref-1',
      'fn-1',
      'fnref-1',
    ]);
    expect([...page.unanchored.keys()]).toEqual(['title', 'deep']);
    expect(page.duplicates.map((anchor) => anchor.id)).toEqual(['one-1']);
    expect(page.openEnded).toBe(false);
    const api = headingAnchors('{% openapi-operation spec="a" path="/x" method="get" %}\n');
    expect([api.openEnded, api.hasApiBlock, [...api.anchors.keys()]]).toEqual([false, true, ['get-x']]);
    expect(headingAnchors('{% @mermaid/diagram %}\n').openEnded).toBe(true);
  });

  it.each([
    ['`Array<T>`', 'Array<T>', 'array-less-than-t-greater-than'],
    ['`<buffer>`', '<buffer>', 'less-than-buffer-greater-than'],
    ['The `<a id="x">` tag', 'The <a id="x"> tag', 'the-less-than-a-id-x-greater-than-tag'],
    ['`` a`b `` and *c*', 'a`b and c', 'a-b-and-c'],
    ['`*not em*` `&amp;` &amp; \\`x\\`', '*not em* &amp; & `x`', 'not-em-and-amp-and-x'],
    ['[`map<K>`](x.md) <b>bold</b>', 'map<K> bold', 'map-less-than-k-greater-than-bold'],
    [
      '\\<div> and \\&amp; and \\_\\_init\\_\\_',
      '<div> and &amp; and __init__',
      'less-than-div-greater-than-and-and-amp-and-__init',
    ],
    ['See <https://a.example/b>', 'See https://a.example/b', 'see-https-a.example-b'],
    ['an `open tick', 'an `open tick', 'an-open-tick'],
  ])('read code in the heading %j as it is written', (markdown, text, id) => {
    expect(plainHeading(markdown)).toBe(text);
    expect([...headingAnchors(`## ${markdown}\n`).anchors.keys()]).toEqual([id]);
  });

  it('are read without marks up to two thousand characters, so that a hostile heading costs no minutes', () => {
    expect(plainHeading('*a* '.repeat(501))).toBe(`${'a '.repeat(500)}*a*`);
    expect(plainHeading('*a* '.repeat(500))).toBe('a '.repeat(500).trimEnd());
  });

  it('have the prefix of numbers and the numbers of repeated words in every script', () => {
    const { anchors } = headingAnchors('## 1. 快速开始\n\n## 概述\n\n## 概述\n');

    for (const id of ['id-1.-kuai-su-kai-shi', 'gai-shu', 'gai-shu-1', '概述'])
      expect(anchors.has(id)).toBe(true);
    expect(anchors.has('1.-kuai-su-kai-shi')).toBe(false);
  });

  it('are those of updates, by their days, and by their numbers without a day', () => {
    const page = headingAnchors(
      ['date="2026-01-29" tags="a"', 'date="2026-01-29"', '', 'date="soon"']
        .map((attributes) => `{% update ${attributes} %}\n\n## Same\n\n{% endupdate %}\n`)
        .join('\n'),
    );

    expect([...page.anchors.keys()]).toEqual([
      ...['same', 'same-1', 'same-2', 'same-3'],
      ...['update-2026-01-29', 'update-2026-01-29-1', 'update-1', 'update-2'],
    ]);
    expect([page.openEnded, page.hasUpdates]).toEqual([false, true]);
  });

  it('are those of every footnote, also where the definitions follow each other', () => {
    const { footnotes, links } = scanPage(
      'a[^1] b[^2] c[^three]\n\n[^1]: One\n[^2]: Two [x](y.md)\n  goes on\n[^three]: Three\n',
    );

    expect(footnotes).toEqual(['1', '2', 'three']);
    expect(links.map(({ raw }) => raw)).toEqual(['y.md']);
  });

  it('take the first heading for the title, and any other one of level 1 for a heading of the body', () => {
    const page = headingAnchors('# Title\n\n## One\n\n# Second\n\n##### Deep\n');

    expect([...page.anchors.keys()]).toEqual(['one', 'second']);
    expect([...page.unanchored.keys()]).toEqual(['title', 'deep']);
  });
});

describe('parsing for reading', () => {
  it('refuses what keeps the parser busy for long', () => {
    expect(reasonNotToParse('>'.repeat(6400))).toMatch(/line 1 opens more/u);
    expect(reasonNotToParse(`x\n${'- '.repeat(80_000)}`)).toMatch(/line 2 opens more/u);
    expect(reasonNotToParse('['.repeat(50_000))).toMatch(/brackets/u);
    expect(reasonNotToParse('*a '.repeat(50_000))).toMatch(/marks/u);
    expect(reasonNotToParse('x'.repeat(2_000_000))).toMatch(/longer than/u);
    expect(parseMarkdown('# T\n').outcome).toBe('parsed');
  });
});

/** Compares both readings of whole pages; returns the number of links. */
function comparePages(pages: Iterable<readonly [name: string, text: string]>): number {
  let count = 0;
  for (const [name, text] of pages) {
    const { bodyStart } = splitFrontMatter(text);
    // remark takes tags for text, and the URLs in them for links.
    const body = text.slice(bodyStart).replace(/\{%[^\n]*?%\}/gu, (tag) => '.'.repeat(tag.length));
    const { ours, remarks, misplaced } = readings(text, body, bodyStart);
    count += ours.length;

    expect(ours, name).toEqual(remarks);
    expect(misplaced, name).toEqual([]);
    expect(reasonNotToParse(body)).toBeNull();
  }
  return count;
}

describe('links of our own documentation', () => {
  it('are those that remark finds, where it finds them', () => {
    const root = packageRoot();
    const paths = ['templates/sample', 'docs'].flatMap((folder) =>
      filesBelow(join(root, folder), `${folder}/`).filter((path) => path.endsWith('.md')),
    );
    const texts = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);

    expect(comparePages(texts)).toBeGreaterThan(50);
  });
});

describe.skipIf(!hasCorpora)('links of real pages (../shared/corpora)', () => {
  it('are the same as remark finds, except for URLs in tags, which remark takes for text', () => {
    const texts = corpusSpaces().flatMap((space) =>
      space.paths
        .filter((path) => path.endsWith('.md'))
        .map((path) => [`${space.name}/${path}`, space.text(path) ?? ''] as const),
    );

    expect(comparePages(texts)).toBeGreaterThan(5000);
  });
});
