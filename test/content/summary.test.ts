import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  layoutSpace,
  nameOf,
  parseSummary,
  printSummary,
  readSpaceFolder,
  summaryLinesOf,
  updateSummaryLines,
  updateSummary,
  type PageNode,
  type SummaryLine,
} from '../../src/content/index.ts';
import { corpusSpaces, hasCorpora } from '../support/corpora.ts';
import { roundsOf } from '../rounds.ts';
import { tableLines } from './table-lines.ts';

/** The entries without their places. */
function sayings(text: string): SummaryLine[] {
  return parseSummary(text).entries.map((entry): SummaryLine => {
    switch (entry.kind) {
      case 'item':
        return {
          kind: 'item',
          depth: entry.depth,
          title: entry.title,
          target: entry.target,
          ...(entry.linkTitle === undefined ? {} : { linkTitle: entry.linkTitle }),
        };
      case 'computed':
        return { kind: 'computed', depth: entry.depth, computed: entry.computed };
      case 'group':
        return { kind: 'group', title: entry.title, slug: entry.slug };
      case 'divider':
        return { kind: 'divider' };
    }
  });
}

const documentAt = (path: string): PageNode => ({
  ...{ type: 'document', id: path, title: path, slug: 'a', path: 'a', pages: [], git: { path } },
});

const item = (depth: number, title: string, target: string): SummaryLine => ({
  kind: 'item',
  depth,
  title,
  target,
});

describe('reading a table of contents', () => {
  it('understands groups, dividers, nesting, escapes, angle brackets, link titles and computed entries', () => {
    const text = [
      '# Table of contents',
      '',
      '* [🤔 Intro](README.md)',
      '* [eth\\_getBalance \\[x\\] &#x26; y](a/eth.md "Balance \\"now\\"")',
      '  * [Spaced](<a/b c.md>)',
      '  * [Old](preface/01\\_intro.md)',
      '',
      '## Group one',
      '',
      '* [Site](https://example.com/a_(b))',
      '* [Part](a/eth.md#part)',
      '* [Folder](dir/)',
      '* [Percent](a%20b.md)',
      '',
      '## Named <a href="#named-it" id="named-it"></a>',
      '',
      '* ```yaml',
      '  type: builtin:openapi',
      '  props:',
      '    models: true',
      '  ```',
      '',
      '***',
      '',
      '* [Loose](loose.md)',
      '',
    ].join('\n');

    expect(sayings(text)).toEqual([
      item(0, '🤔 Intro', 'README.md'),
      { ...item(0, 'eth_getBalance [x] & y', 'a/eth.md'), linkTitle: 'Balance "now"' },
      item(1, 'Spaced', 'a/b c.md'),
      item(1, 'Old', 'preface/01_intro.md'),
      { kind: 'group', title: 'Group one', slug: 'group-one' },
      item(0, 'Site', 'https://example.com/a_(b)'),
      item(0, 'Part', 'a/eth.md#part'),
      item(0, 'Folder', 'dir/README.md'),
      item(0, 'Percent', 'a b.md'),
      { kind: 'group', title: 'Named', slug: 'named-it' },
      { kind: 'computed', depth: 0, computed: { type: 'builtin:openapi', props: { models: true } } },
      { kind: 'divider' },
      item(0, 'Loose', 'loose.md'),
    ]);
    for (const entry of parseSummary(text).entries)
      if (entry.kind === 'item')
        expect(text.slice(entry.targetStart, entry.targetEnd)).toMatch(/\.md|example|dir/u);
  });

  it('reads any bullet and indentation, and gives the children of an unlinked bullet to the one above', () => {
    expect(
      sayings(
        '# Summary\r\n- [A](a.md)\r\n\t- [B](b.md)\r\n\t\t- [C](c.md)\r\n- Obsolete\r\n\t- [D](d.md)\r\n',
      ),
    ).toEqual([item(0, 'A', 'a.md'), item(1, 'B', 'b.md'), item(2, 'C', 'c.md'), item(0, 'D', 'd.md')]);
    expect(sayings('* [A](a.md)\n    * [B](b.md)\n        * [C](c.md)\n    * [D](d.md)\n')).toEqual([
      item(0, 'A', 'a.md'),
      item(1, 'B', 'b.md'),
      item(2, 'C', 'c.md'),
      item(1, 'D', 'd.md'),
    ]);
    expect(
      parseSummary('* plain\n* [open](\n* ```yaml\n  a: [\n  ```\n').problems.map((problem) => problem.line),
    ).toEqual([1, 2, 3]);
  });
});

const title = fc.oneof(
  fc.constantFrom(
    'Intro',
    'a_b',
    'x [y] (z)',
    'C\\D',
    'Über & co',
    '# 1',
    'a`b`',
    '<i>',
    'ends #',
    '&amp; literal',
    '*',
  ),
  fc
    .string({ minLength: 1, maxLength: 12 })
    .map((text) => text.trim().replace(/\s+/gu, ' '))
    .filter((text) => text !== ''),
);
const target = fc.constantFrom(
  'README.md',
  'a.md',
  'b c.md',
  'd/e.md',
  'd/(x).md',
  'f.md#part',
  'https://example.com/x?y=1',
  'g%20h.md',
  '/abs/x.html',
  '50% off.md',
);
const sayingList = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ kind: fc.constant('item' as const), depth: fc.nat(4), title, target }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('group' as const),
          title,
          slug: fc.constantFrom('intro', 'own-slug'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('computed' as const),
          depth: fc.constant(0),
          computed: fc.constantFrom(
            { type: 'builtin:openapi', props: { models: true } },
            { type: 'x', list: ['a', 'b'] },
          ),
        }),
      },
      { weight: 1, arbitrary: fc.constant({ kind: 'divider' as const }) },
    ),
    { maxLength: 14 },
  )
  .map((list) => {
    // Only lists that a tree can express: depth grows by one, a divider ends a group and precedes an item at the root.
    const valid: SummaryLine[] = [];
    let depth = -1;
    let inGroup = false;
    for (const saying of list as SummaryLine[]) {
      const last = valid.at(-1);
      if (saying.kind === 'group') {
        if (last?.kind === 'divider') valid.pop();
        valid.push(saying);
        depth = -1;
        inGroup = true;
      } else if (saying.kind === 'divider') {
        if (inGroup && last?.kind !== 'divider') valid.push(saying);
        inGroup = false;
        depth = -1;
      } else {
        const own = Math.min(
          saying.depth,
          depth + 1,
          last?.kind === 'item' ? last.depth + 1 : last?.kind === 'computed' ? last.depth : 0,
        );
        valid.push({ ...saying, depth: Math.max(0, own) });
        depth = Math.max(0, own);
      }
    }
    if (valid.at(-1)?.kind === 'divider') valid.pop();
    return valid;
  });

describe('updating a table of contents', () => {
  it('expresses the wanted tree, from any previous text, and is then stable', () => {
    fc.assert(
      fc.property(sayingList, sayingList, fc.constantFrom('\n', '\r\n'), (before, after, eol) => {
        const previous = updateSummaryLines(null, before).replaceAll('\n', eol);
        const updated = updateSummaryLines(previous, after);

        expect(sayings(updated)).toEqual(after);
        expect(updateSummaryLines(updated, after)).toBe(updated);
      }),
      { numRuns: roundsOf({ usual: 300, all: 1000 }) },
    );
  });

  it('keeps the words between the entries, whichever entries go', () => {
    const entry = fc.constantFrom(...tableLines);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(entry, fc.boolean()), { maxLength: 7 }),
        fc.array(entry, { maxLength: 6 }),
        (before, after) => {
          const lines = before.map(
            ([line, isFollowed], at) => `${line}\n${isFollowed ? `\nWords ${at}.\n\n` : ''}`,
          );
          const updated = updateSummaryLines(`# Contents\n\n${lines.join('')}`, sayings(after.join('\n')));
          for (const [at, [, isFollowed]] of before.entries())
            if (isFollowed) expect(updated).toContain(`\nWords ${at}.\n`);
        },
      ),
      { numRuns: roundsOf({ usual: 300, all: 2000 }) },
    );
  });

  it('changes the one line that says something else', () => {
    const previous =
      '# Table of contents\n\n- [A](a.md) <!-- kept -->\n- [B](b.md)\n  - [C](c.md)\n\n\n## G\n\n- [D](d.md)\n';
    const change = (edit: (list: SummaryLine[]) => void): string => {
      const list = sayings(previous);
      edit(list);
      return updateSummaryLines(previous, list);
    };

    expect(change(() => undefined)).toBe(previous);
    expect(
      change((list) => {
        list[1] = item(0, 'B_2', 'b.md');
      }),
    ).toBe(previous.replace('[B]', '[B\\_2]'));
    expect(
      change((list) => {
        list.splice(3, 0, item(1, 'New', 'b/new.md'));
      }),
    ).toBe(previous.replace('(c.md)\n', '(c.md)\n  - [New](b/new.md)\n'));
    expect(
      change((list) => {
        list.splice(2, 1);
      }),
    ).toBe(previous.replace('  - [C](c.md)\n', ''));
    expect(
      change((list) => {
        list.push(item(0, 'E', 'e f.md'));
      }),
    ).toBe(`${previous}- [E](<e f.md>)\n`);
  });

  it('encodes a # or a ? of a file name, and leaves a line that has it as it is', () => {
    const pages = ['C#.md', 'why?.md'].map((path) => documentAt(path));
    const paths = new Map([...pages.map(({ id }) => [id, id] as const)]);
    const printed = printSummary({ pages, paths });

    expect(printed).toContain('(C%23.md)\n');
    expect(printed).toContain('(why%3F.md)\n');
    const byHand = printed.replace('%23', '#');
    expect(updateSummary(byHand, { pages, paths })).toBe(byHand);
  });

  it('keeps what people wrote between the entries', () => {
    const previous = '# Summary\n\nSome words.\n\n* [A](a.md)\n* Obsolete\n  * [B](b.md)\n* [C](c.md)\n';

    expect(
      updateSummaryLines(previous, [item(0, 'A', 'a.md'), item(0, 'B', 'b.md'), item(0, 'C2', 'c.md')]),
    ).toBe(previous.replace('[C]', '[C2]'));
  });

  it('keeps words and bullets where a line between the entries gets another meaning', () => {
    const previous =
      '# Summary\n\n- [A](a.md)\n\nWritten by us.\n\n***\n\n- [B](b.md)\n\nReviewed each May.\n\n- [C](c.md)\n';
    const wanted: SummaryLine[] = [
      { kind: 'group', title: 'First', slug: 'first' },
      item(0, 'A', 'a.md'),
      item(0, 'B', 'b.md'),
      item(0, 'C', 'c.md'),
    ];

    const text = updateSummaryLines(previous, wanted);

    // Before B, the thematic break would end the new group.
    expect(text).toBe(
      '# Summary\n\n## First\n\n- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n\nWritten by us.\n\n***\n\nReviewed each May.\n',
    );
  });
});

describe.skipIf(!hasCorpora)('tables of contents of real spaces (../shared/corpora)', () => {
  it.each(corpusSpaces().map((space) => [space.name, space] as const))(
    '%s: folder to tree to files gives every path, and its own SUMMARY.md',
    (_name, space) => {
      const folder = readSpaceFolder({ paths: space.paths, text: space.text }, { fields: true });
      const files = [...folder.assets, ...folder.others, ...folder.unlisted].map((path) => ({
        id: `file ${path}`,
        name: nameOf(path),
        git: { path },
      }));
      const layout = layoutSpace({ pages: folder.pages, files });

      for (const path of folder.documents.keys()) expect(layout.pages.get(path)).toBe(path);
      for (const { id, git } of files) expect(layout.files.get(id)).toBe(git.path);
      const wanted = {
        pages: folder.pages,
        paths: layout.pages,
        files: new Map(folder.assets.map((path) => [path, path])),
      };
      expect(updateSummary(space.text('SUMMARY.md'), wanted)).toBe(space.text('SUMMARY.md'));
      expect(parseSummary(printSummary(wanted)).entries.length).toBe(summaryLinesOf(wanted).length);
      // The exporter wrote all of them except one, which has a person's bullets.
      if (!space.text('SUMMARY.md')?.includes('\n- ['))
        expect(printSummary(wanted)).toBe(space.text('SUMMARY.md'));
    },
  );

  it('lays files out as the exporter does when only slugs are known', () => {
    const without = (pages: readonly PageNode[]): PageNode[] =>
      pages.map((page) => {
        if (page.type === 'group') return { ...page, pages: without(page.pages) };
        if (page.type !== 'document') return page;
        const { git: _git, ...rest } = page;
        return { ...rest, pages: without(page.pages) };
      });
    const exporterWritten = corpusSpaces().filter((space) => !/^bullmq|tutorials$/u.test(space.name));
    expect(exporterWritten.length).toBeGreaterThan(8);
    for (const space of exporterWritten) {
      const { pages, documents } = readSpaceFolder({ paths: space.paths, text: space.text });
      const layout = layoutSpace({ pages: without(pages) });
      for (const path of documents.keys()) expect(layout.pages.get(path), space.name).toBe(path);
    }
  });
});
