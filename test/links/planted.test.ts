import { describe, expect, it } from 'vitest';

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

/** Every kind of link, broken: the text before the target, the target, the text after it. */
const kinds: readonly {
  rule: RuleId;
  make: (number: number, page: string, up: string) => [string, string, string];
}[] = [
  { rule: 'broken-page', make: (n) => ['See [this page](', `gone-${n}.md`, ') for more.'] },
  { rule: 'broken-page', make: (n) => ['See [this page](<', `gone page ${n}.md`, '>) “quoted”.'] },
  { rule: 'broken-page', make: (n) => ['* A [titled link](', `gone-${n}.md#x`, ' "mention") in a list'] },
  { rule: 'broken-page', make: (n) => ['> Quoted [link](', `deep/gone-${n}/`, ')'] },
  { rule: 'broken-page', make: (n) => ['<td><a href="', `gone-${n}.md`, '">card</a></td>'] },
  { rule: 'broken-page', make: (n) => ['{% content-ref url="', `gone-${n}.md`, '" %}'] },
  { rule: 'broken-page', make: (n) => [`[ref${n}]: `, `gone-${n}.md`, ' "title"'] },
  { rule: 'broken-page', make: (n) => ['| a | [cell](', `gone-${n}.md`, ') |'] },
  { rule: 'broken-page', make: (n) => ['[outer ![inner](https://example.com/i.png)](', `gone-${n}.md`, ')'] },
  { rule: 'broken-file', make: (n) => ['![picture](', `.gitbook/assets/gone-${n}.png`, ')'] },
  {
    rule: 'broken-file',
    make: (n) => ['<figure><img src="', `.gitbook/assets/gone (${n}).png`, '" alt=""></figure>'],
  },
  {
    rule: 'broken-file',
    make: (n) => [
      '<picture><source srcset="',
      `dark-${n}.png`,
      '" media="(prefers-color-scheme: dark)"></picture>',
    ],
  },
  { rule: 'broken-file', make: (n) => ['{% file src="', `gone-${n}.pdf`, '" %}'] },
  { rule: 'broken-file', make: (n) => ['[download](', `.gitbook/assets/gone-${n}.zip`, ')'] },
  { rule: 'broken-anchor', make: (n) => ['Jump [down](', `#no-such-heading-${n}`, ')'] },
  { rule: 'broken-anchor', make: (n, page) => ['Über [Ümlaut](', `${page}#no-such-heading-${n}`, ') 🎉'] },
  { rule: 'broken-reusable', make: (n) => ['{% include "', `.gitbook/includes/gone-${n}.md`, '" %}'] },
  {
    rule: 'broken-openapi',
    make: (n) => ['{% openapi src="', `gone-${n}.yaml`, '" path="/x" method="get" %}'],
  },
  { rule: 'broken-marker', make: (n) => ['Old [link](', `/broken/pages/abc${n}`, ')'] },
  { rule: 'broken-marker', make: () => ['Older [link](', 'broken-reference', ')'] },
  {
    rule: 'case-mismatch',
    make: (_, page, up) => [
      'Wrong [capitals](',
      up + (page === 'README.md' ? 'ReadMe.md' : page.toUpperCase().replace(/\.MD$/u, '.md')),
      ')',
    ],
  },
  { rule: 'local-address', make: (n) => ['Local [address](', `http://127.0.0.1:${8000 + n}/x`, ')'] },
  { rule: 'in-app', make: (n) => ['In the [app](', `https://app.gitbook.com/s/space${n}/page`, ')'] },
];

const wanted = 500;

describe.skipIf(!hasCorpora)('planted faults in a copy of a real space (../shared/corpora)', () => {
  const space = corpusSpaces().find(({ name }) => name.startsWith('sunbird'));
  const files: Record<string, string> = {};
  for (const path of space?.paths ?? []) files[path] = space?.text(path) ?? '';

  it.each([1, 20_26, 77])(
    'are all found, at the right line and column, and nothing else (seed %i)',
    async (seed) => {
      const random = numbers(seed);
      const before = await checkLinks({ tree: aTree(files), spaces: [{ path: '' }] });
      const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
      const pages = Object.keys(files).filter(
        (path) => /\.md$/u.test(path) && path !== 'SUMMARY.md' && !path.startsWith('.gitbook'),
      );
      const planted: Plant[] = [];
      const broken = { ...files };

      for (let number = 0; number < wanted; number += 1) {
        const kind = kinds[number % kinds.length];
        if (kind === undefined) continue;
        // A page with an API block makes up anchors of its own, so that none of it can be called broken: pages apart.
        const isApi = kind.rule === 'broken-openapi';
        const fitting = pages.filter((_, index) => (index % 7 === 0) === isApi);
        const path = fitting[Math.floor(random() * fitting.length)] ?? 'README.md';
        const text = broken[path] ?? '';
        const own = path.split('/').at(-1) ?? path;
        const [lead, target, tail] = kind.make(number, own, '');
        // At the end of the page, apart from what stands before: planted lines must not change what the page's own say.
        const body = `${text.replace(/\n*$/u, '\n')}\n`;
        broken[path] = `${body}${lead}${target}${tail}\n`;
        planted.push({ path, line: body.split('\n').length, column: lead.length + 1, rule: kind.rule });
      }

      const report = await checkLinks({ tree: aTree(broken), spaces: [{ path: '' }] });
      const place = ({ path, span, rule }: Finding): string =>
        `${path}:${span?.line}:${span?.column} ${rule}`;
      const found = report.findings
        .filter(({ fingerprint }) => !known.has(fingerprint))
        .map(place)
        .sort();

      expect(planted).toHaveLength(wanted);
      expect(found).toEqual(
        planted.map(({ path, line, column, rule }) => `${path}:${line}:${column} ${rule}`).sort(),
      );
    },
  );
});
