import { describe, expect, it } from 'vitest';

import { readSpaceFolder } from '../../src/content/index.ts';
import { checkLinks, type Finding, type RuleId } from '../../src/links/index.ts';
import { corpusSpaces, hasCorpora } from '../support/corpora.ts';
import { aTree } from './repository.ts';

/** Numbers that are the same on every run of a seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

interface Plant {
  path: string;
  line: number;
  column: number;
  rule: RuleId;
}

/** What a planted link may name: the page's own file, the way up to the space's folder, a file that is there. */
interface Place {
  page: string;
  up: string;
  asset: string;
}

interface Kind {
  rules: readonly RuleId[];
  /** The text before the target, the target, the text after it. */
  make: (number: number, place: Place) => [string, string, string];
  /** The file with the link; by default a page. */
  at?: 'summary' | 'redirects' | 'front matter';
}

const spaceId = 'PLANTEDSPACE';
const otherCase = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [stem = '', ...rest] = name.split('.');
  const folded = stem === stem.toUpperCase() ? stem.toLowerCase() : stem.toUpperCase();
  return path.slice(0, path.length - name.length) + [folded, ...rest].join('.');
};

/** Every kind of link, broken. */
const kinds: readonly Kind[] = [
  { rules: ['broken-page'], make: (n) => ['See [this page](', `gone-${n}.md`, ') for more.'] },
  { rules: ['broken-page'], make: (n) => ['See [this page](<', `gone page ${n}.md`, '>) “quoted”.'] },
  { rules: ['broken-page'], make: (n) => ['* A [titled link](', `gone-${n}.md#x`, ' "mention") in a list'] },
  { rules: ['broken-page'], make: (n) => ['> Quoted [link](', `deep/gone-${n}/`, ')'] },
  { rules: ['broken-page'], make: (n) => ['| a | [cell](', `gone-${n}.md`, ') |'] },
  { rules: ['broken-page'], make: (n) => ['1. One\n\n   Two [items](', `gone-${n}.md`, ') deep'] },
  { rules: ['broken-page'], make: (n) => ['Over two\nlines a [link](', `gone-${n}.md`, ') goes'] },
  {
    rules: ['broken-page'],
    make: (n) => ['[outer ![inner](https://example.com/i.png)](', `gone-${n}.md`, ')'],
  },
  { rules: ['broken-page'], make: (n) => [`[ref${n}]: `, `gone-${n}.md`, ' "title"'] },
  { rules: ['broken-page'], make: (n) => [`Used [so][r${n}].\n\n[r${n}]:\n  <`, `gone ${n}.md`, '>'] },
  { rules: ['broken-page'], make: (n) => [`Noted[^f${n}].\n\n[^f${n}]: See [it](`, `gone-${n}.md`, ').'] },
  { rules: ['broken-page'], make: (n) => ['<a href="', `gone-${n}.md`, '" class="button primary">Go</a>'] },
  {
    rules: ['broken-page'],
    make: (n) => [
      '<table data-view="cards"><tbody><tr><td>Card</td><td data-card-target data-type="content-ref"><a href="',
      `gone-${n}.md`,
      '">card</a></td></tr></tbody></table>',
    ],
  },
  {
    rules: ['broken-file'],
    make: (n) => [
      '<table data-view="cards"><tbody><tr><td>Card</td><td data-card-cover data-type="files"><a href="',
      `.gitbook/assets/gone-${n}.jpg`,
      '">gone.jpg</a></td></tr></tbody></table>',
    ],
  },
  {
    rules: ['broken-page'],
    make: (n) => ['<details>\n\n<summary>More</summary>\n\nSee [this](', `gone-${n}.md`, ')\n\n</details>'],
  },
  {
    rules: ['broken-page'],
    make: (n) => ['{% hint style="info" %}\nSee [this](', `gone-${n}.md`, ')\n{% endhint %}'],
  },
  { rules: ['broken-page'], make: (n) => ['{% content-ref url="', `gone-${n}.md`, '" %}'] },
  { rules: ['broken-page'], at: 'summary', make: (n) => ['* [Gone](', `gone-${n}.md`, ')'] },
  { rules: ['broken-page'], at: 'summary', make: (n) => ['* [Gone](<', `gone page ${n}.md`, '> "short")'] },
  {
    rules: ['broken-redirect'],
    at: 'redirects',
    make: (n) => [`  old/page-${n}: `, `gone/page-${n}.md`, ''],
  },
  {
    rules: ['broken-redirect'],
    at: 'redirects',
    make: (n) => [`  older/page-${n}: "`, `./gone-${n}.md`, '"'],
  },
  {
    rules: ['broken-file'],
    at: 'front matter',
    make: (n) => ['cover: ', `.gitbook/assets/gone (${n}).png`, ''],
  },
  {
    rules: ['unreadable-front-matter'],
    at: 'front matter',
    make: (n) => ['description: ', `Tides: when they come ${n}`, ''],
  },
  { rules: ['broken-file'], make: (n) => ['![picture](', `.gitbook/assets/gone-${n}.png`, ')'] },
  {
    rules: ['broken-file'],
    make: (n) => ['<figure><img src="', `.gitbook/assets/gone (${n}).png`, '" alt=""></figure>'],
  },
  {
    rules: ['broken-file'],
    make: (n) => [
      '<picture><source srcset="',
      `dark-${n}.png`,
      '" media="(prefers-color-scheme: dark)"></picture>',
    ],
  },
  { rules: ['broken-file'], make: (n) => ['{% file src="', `gone-${n}.pdf`, '" %}'] },
  { rules: ['broken-file'], make: (n) => ['[download](', `.gitbook/assets/gone-${n}.zip`, ')'] },
  { rules: ['broken-anchor'], make: (n) => ['Jump [down](', `#no-such-heading-${n}`, ')'] },
  { rules: ['broken-anchor'], make: (n, { page }) => ['Über [Ümlaut](', `${page}#no-${n}`, ') 🎉'] },
  { rules: ['broken-anchor'], make: (n) => ['A [note](', `#user-content-fn-none${n}`, ')'] },
  { rules: ['unanchored-heading'], make: (n) => [`##### Deep ${n}\n\nTo [it](`, `#deep-${n}`, ')'] },
  {
    rules: ['duplicate-anchor'],
    make: (n) => [`<a id="twice-${n}"></a>\n\n<a id="`, `twice-${n}`, '"></a>'],
  },
  {
    rules: ['duplicate-anchor'],
    make: (n) => [`## Words ${n}\n\n<a id="`, `words-${n}`, '"></a>'],
  },
  {
    rules: ['stolen-id'],
    make: (n) => [`## Rightful ${n}\n\n## Thief ${n} <a id="`, `rightful-${n}`, '"></a>'],
  },
  { rules: ['broken-reusable'], make: (n) => ['{% include "', `.gitbook/includes/gone-${n}.md`, '" %}'] },
  { rules: ['unshown-include'], make: (n, { page }) => [`Shown ${n} times:\n\n{% include "`, page, '" %}'] },
  {
    rules: ['broken-openapi'],
    make: (n) => ['{% openapi src="', `gone-${n}.yaml`, '" path="/x" method="get" %}'],
  },
  { rules: ['broken-marker'], make: (n) => ['Old [link](', `/broken/pages/abc${n}`, ')'] },
  { rules: ['broken-marker'], make: () => ['Older [link](', 'broken-reference', ')'] },
  {
    rules: ['broken-space'],
    make: (n) => ['Over [there](', `https://app.gitbook.com/s/${spaceId}/gone/page-${n}`, ')'],
  },
  { rules: ['case-mismatch'], make: (_, { page }) => ['Wrong [capitals](', otherCase(page), ')'] },
  { rules: ['case-mismatch'], make: (_, { up, asset }) => ['![capitals](<', up + otherCase(asset), '>)'] },
  { rules: ['unlisted-page'], make: (_, { up }) => ['A [draft](', `${up}planted-draft.md`, ')'] },
  {
    rules: ['unlisted-page', 'broken-anchor'],
    make: (n, { up }) => ['A part of a [draft](', `${up}planted-draft.md#part-${n}`, ')'],
  },
  {
    rules: ['broken-anchor'],
    make: (n) => [
      `{% openapi-operation spec="s" path="/x${n}" method="get" %}\n{% endopenapi-operation %}\n\n[x](#get-x${n}) [y](`,
      `#get-y${n}`,
      ')',
    ],
  },
  {
    rules: ['broken-anchor'],
    make: (n) => [`## \`Array<T${n}>\`\n\n[x](#array-less-than-t${n}-greater-than) [y](`, `#array-${n}`, ')'],
  },
  {
    rules: ['broken-anchor'],
    make: (n) => [
      `a[^a${n}] b[^b${n}]\n\n[^a${n}]: A.\n[^b${n}]: B.\n\n[x](#user-content-fn-b${n}) [y](`,
      `#user-content-fn-c${n}`,
      ')',
    ],
  },
  { rules: ['undefined-reference'], make: (n) => ['See [the guide][', `guide-${n}`, '] for more.'] },
  { rules: ['undefined-reference'], make: (n) => ['![A picture][', `picture ${n}`, ']'] },
  { rules: ['broken-file'], make: (n) => ['<object data="', `gone-${n}.pdf`, '"></object>'] },
  {
    rules: ['broken-page'],
    make: (n) => [`$$\n[in a formula](never-${n}.md)\n$$\n\nBelow [it](`, `gone-${n}.md`, ')'],
  },
  {
    rules: ['broken-page'],
    make: (_, { page }) => ['A [folder](', `${page.replace(/\.md$/u, '')}/`, ') that is a page'],
  },
  { rules: ['local-address'], make: (n) => ['Local [address](', `http://127.0.0.1:${8000 + n}/x`, ')'] },
  { rules: ['in-app'], make: (n) => ['In the [app](', `https://app.gitbook.com/s/space${n}/page`, ')'] },
];

const wanted = 500;

/** Plants a fault at the end of a text, separate from the text before; returns where its target begins. */
function plantAt(
  text: string,
  [lead, target, tail]: readonly [string, string, string],
  gap: string,
): { text: string; line: number; column: number } {
  const body = text === '' ? '' : `${text.replace(/\n*$/u, '\n')}${gap}`;
  const before = body + lead;
  return {
    text: `${before}${target}${tail}\n`,
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
  };
}

describe.skipIf(!hasCorpora)('planted faults in a copy of a real space (../shared/corpora)', () => {
  it.each([
    [1, 'sunbird-community'],
    [20_26, 'bullmq-docs'],
    [77, 'draftbot-guide'],
    [5, 'sunbird-community'],
  ])('are all found, at the right line and column, and nothing else (seed %i, %s)', async (seed, name) => {
    const random = numbers(seed);
    const space = corpusSpaces().find((one) => one.name === name);
    const files: Record<string, string> = {};
    for (const path of space?.paths ?? []) files[path] = space?.text(path) ?? '';
    files['planted-draft.md'] = '# A draft that no table of contents names\n';
    files['.gitbook/assets/planted picture.png'] = '';
    files['.gitbook.yaml'] ??= 'structure:\n  readme: README.md\n\nredirects:\n';
    const spaces = [{ path: '', id: spaceId }];
    const before = await checkLinks({ tree: aTree(files), spaces });
    const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
    const { documents } = readSpaceFolder({ paths: Object.keys(files), text: (path) => files[path] ?? null });
    const all = [...documents.keys()];
    // A page with an integration may have any anchors, so none of its anchors can be called broken.
    const openEnded = new Set(all.filter((path) => /\{% *@/u.test(files[path] ?? '')));
    const planted: Plant[] = [];
    const broken = { ...files };

    const plant = (path: string, kind: Kind, parts: [string, string, string], gap: string): void => {
      const { text, line, column } = plantAt(broken[path] ?? '', parts, gap);
      broken[path] = text;
      for (const rule of kind.rules) planted.push({ path, line, column, rule });
    };
    const numbered = Array.from({ length: wanted }, (_, number) => ({
      number,
      kind: kinds[number % kinds.length]!,
    }));
    // Front matter first, because it moves the text below.
    const bare = all.filter((path) => !(files[path] ?? '').startsWith('---'));
    for (const { number, kind } of numbered.filter(({ kind: { at } }) => at === 'front matter')) {
      const path = bare.splice(Math.floor(random() * bare.length), 1)[0] ?? 'README.md';
      const [lead, target, tail] = kind.make(number, { page: path, up: '', asset: '' });
      broken[path] = `---\n${lead}${target}${tail}\ncoverY: 0\n---\n\n${broken[path] ?? ''}`;
      for (const rule of kind.rules) planted.push({ path, line: 2, column: lead.length + 1, rule });
    }
    for (const { number, kind } of numbered) {
      const fitting = all.filter((path) => !openEnded.has(path));
      const path = fitting[Math.floor(random() * fitting.length)] ?? 'README.md';
      const place = {
        page: path.split('/').at(-1) ?? path,
        up: '../'.repeat(path.split('/').length - 1),
        asset: '.gitbook/assets/planted picture.png',
      };
      const parts = kind.make(number, place);
      if (kind.at === 'summary') plant('SUMMARY.md', kind, parts, '');
      else if (kind.at === 'redirects') plant('.gitbook.yaml', kind, parts, '');
      else if (kind.at === undefined) plant(path, kind, parts, '\n');
    }

    const report = await checkLinks({ tree: aTree(broken), spaces });
    const place = ({ path, span, rule }: Finding): string => `${path}:${span?.line}:${span?.column} ${rule}`;
    const found = report.findings
      .filter(({ fingerprint }) => !known.has(fingerprint))
      .map(place)
      .sort();

    expect(new Set(planted.map(({ path, line, column }) => `${path}:${line}:${column}`)).size).toBe(wanted);
    expect(found).toEqual(
      planted.map(({ path, line, column, rule }) => `${path}:${line}:${column} ${rule}`).sort(),
    );
  });
});
