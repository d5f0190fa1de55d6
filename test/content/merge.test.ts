import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeLines } from '../../src/content/merge/lines.ts';
import { mergePage } from '../../src/content/merge/page.ts';
import { mergeSummary } from '../../src/content/merge/summary.ts';
import { mergeOrder } from '../../src/content/merge/tree.ts';
import { roundsOf } from '../rounds.ts';

const page = (yaml: string, title: string, body: string): string =>
  `---\n${yaml}---\n\n# ${title}\n\n${body}`;

describe('merging lines', () => {
  it('joins changes of different lines, and keeps the bytes of each', () => {
    const base = 'one\ntwo\nthree\nfour\nfive\n';
    const merge = mergeLines({
      base,
      ours: base.replace('one', 'ONE  '),
      theirs: base.replace('five', 'five\nsix'),
    });

    expect(merge).toEqual({ text: 'ONE  \ntwo\nthree\nfour\nfive\nsix\n', conflicts: [] });
  });

  it('keeps both versions of a line that both sides changed', () => {
    const merge = mergeLines({ base: 'a\nb\nc\n', ours: 'a\nours\nc\n', theirs: 'a\ntheirs\nc\n' });

    expect(merge.text).toBe('a\n<<<<<<< local\nours\n||||||| base\nb\n=======\ntheirs\n>>>>>>> service\nc\n');
    expect(merge.conflicts).toEqual([{ base: 'b', ours: 'ours', theirs: 'theirs' }]);
  });

  it('takes the one that goes further where both added the same', () => {
    const base = 'a\nz\n';
    const [less, more] = ['a\none\nz\n', 'a\nzero\none\ntwo\nz\n'];

    expect(mergeLines({ base, ours: more, theirs: less })).toEqual({ text: more, conflicts: [] });
    expect(mergeLines({ base, ours: less, theirs: more })).toEqual({ text: more, conflicts: [] });
  });

  it('asks where one side goes further, and the other took something away', () => {
    const versions = { base: 'a\nb\nz\n', ours: 'a\none\nz\n', theirs: 'a\nzero\none\nb\ntwo\nz\n' };

    expect(mergeLines(versions).conflicts).toHaveLength(1);
    expect(mergeLines({ base: 'a\nz\n', ours: 'a\none\nz\n', theirs: 'a\ntwo\nz\n' }).conflicts).toHaveLength(
      1,
    );
  });

  it('merges line endings and the newline at the end apart from the lines', () => {
    const base = 'a\nb\nc\nd';
    const ours = 'a\r\nb\r\nc\r\nd';
    const theirs = 'A\nb\nc\nd\n';

    expect(mergeLines({ base, ours, theirs })).toEqual({ text: 'A\r\nb\r\nc\r\nd\r\n', conflicts: [] });
  });

  it('gives the other side when one is the base, whatever the bytes, and never loses a line of either', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '', 'd\r', '---', 'a a'), { maxLength: 8 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        expect(mergeLines({ base, ours: base, theirs }).text).toBe(theirs);
        expect(mergeLines({ base, ours, theirs: base }).text).toBe(ours);
        const { text: merged } = mergeLines({ base, ours, theirs });
        const has = new Set(merged.split('\n').map((line) => line.replace(/\r$/u, '')));
        const was = new Set(base.split('\n').map((line) => line.replace(/\r$/u, '')));
        for (const line of `${ours}\n${theirs}`.split('\n').map((text) => text.replace(/\r$/u, ''))) {
          if (line !== '' && !was.has(line)) expect(has).toContain(line);
        }
      }),
      { numRuns: roundsOf({ usual: 500, all: 2000 }) },
    );
  });
});

describe('merging pages', () => {
  it('merges front matter by key, the title by itself and the body by lines', () => {
    const base = page('description: old\nicon: book\n', 'Title', 'first\n\nsecond\n');
    const ours = page(
      'description: new\nicon: book\nmine: yes # kept\n',
      'Title',
      'first\n\nsecond changed\n',
    );
    const theirs = page('description: old\nicon: star\n', 'New title', 'first changed\n\nsecond\n');

    expect(mergePage({ base, ours, theirs })).toEqual({
      outcome: 'merged',
      text: page(
        'description: new\nicon: star\nmine: yes # kept\n',
        'New title',
        'first changed\n\nsecond changed\n',
      ),
    });
  });

  it('reports which key, title or lines both sides changed, and keeps all texts', () => {
    const base = page('icon: a\n', 'Title', 'x\n');
    const merge = mergePage({
      base,
      ours: page('icon: b\n', 'Ours', 'y\n'),
      theirs: page('icon: c\n', 'Theirs', 'z\n'),
    });

    expect(merge).toMatchObject({
      outcome: 'conflict',
      conflicts: [
        { part: 'front-matter', key: 'icon', base: 'icon: a', ours: 'icon: b', theirs: 'icon: c' },
        { part: 'title', ours: '# Ours', theirs: '# Theirs' },
        { part: 'body', base: 'x', ours: 'y', theirs: 'z' },
      ],
    });
    for (const kept of ['icon: b', 'icon: c', '# Ours', '# Theirs', '\ny\n', '\nz\n'])
      expect(merge.text).toContain(kept);
  });

  it('takes a block that one side added, and one that one side removed', () => {
    const bare = '# Title\n\ntext\n\nmore\n';
    const edited = '# Title\n\ntext\n\nmore!\n';
    const described = `---\ndescription: x\n---\n\n${bare}`;

    expect(mergePage({ base: bare, ours: edited, theirs: described }).text).toBe(
      `---\ndescription: x\n---\n\n${edited}`,
    );
    expect(
      mergePage({ base: described, ours: `---\ndescription: x\n---\n\n${edited}`, theirs: bare }).text,
    ).toBe(edited);
  });

  it('gives the other side when one is the base', () => {
    const part = fc.constantFrom('a: 1\n', 'b: 2\n', '# c\n', 'icon: x\n', 'l:\n  - 1\n');
    const text = fc
      .tuple(
        fc.uniqueArray(part, { maxLength: 3 }),
        fc.constantFrom('', '# T\n', '# U\n'),
        fc.array(fc.constantFrom('p', 'q', ''), { maxLength: 4 }),
      )
      .map(
        ([yaml, title, body]) =>
          `${yaml.length > 0 ? `---\n${yaml.join('')}---\n` : ''}${title}${body.join('\n')}`,
      );
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergePage({ base, ours: base, theirs: changed }).text).toBe(changed);
        expect(mergePage({ base, ours: changed, theirs: base }).text).toBe(changed);
        expect(mergePage({ base, ours: changed, theirs: changed })).toEqual({
          outcome: 'merged',
          text: changed,
        });
      }),
      { numRuns: roundsOf({ usual: 250, all: 1000 }) },
    );
  });
});

describe('merging tables of contents', () => {
  it('keeps our place and title of an entry that nobody placed on the other side', () => {
    const base = '# Table of contents\n\n* [A](a.md)\n* [B](b.md)\n';
    const ours = base.replace('* [B]', '  * [New](new.md)\n* [B]');
    const theirs = `${base}* [From the heading](new.md)\n* [C](c.md)\n`;

    const known = mergeSummary({ base, ours, theirs }, { unplaced: new Set(['new.md']) });

    expect(known).toEqual({ text: `${ours}* [C](c.md)\n`, conflicts: [] });
    expect(mergeSummary({ base, ours, theirs }).conflicts).not.toEqual([]);
  });

  it('keeps an entry of no group apart from a group before it, when one side emptied the part without a group', () => {
    const top = '# Table of contents\n\n* [Home](README.md)\n\n## API\n\n';
    const text = mergeSummary({
      base: `${top}* [Users](users.md)\n* [Teams](teams.md)\n\n***\n\n* [Terms](terms.md)\n`,
      ours: `${top}* [Users](users.md)\n* [Teams](teams.md)\n* [Terms](terms.md)\n`,
      theirs: `${top}* [Users](users.md)\n\n***\n\n* [Terms](terms.md)\n* [Teams](teams.md)\n`,
    }).text;

    expect(text).toBe(`${top}* [Users](users.md)\n* [Terms](terms.md)\n\n***\n\n* [Teams](teams.md)\n`);
  });

  const base =
    '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [One](guide/one.md)\n  * [Two](guide/two.md)\n\n## API\n\n* [Users](api/users.md)\n';

  it('joins a rename, an addition, a removal and a reordering of different entries', () => {
    const ours = base
      .replace('[One]', '[First]')
      .replace('* [Home](README.md)\n', '* [Home](README.md)\n* [Start](start.md)\n');
    const theirs = base
      .replace('  * [Two](guide/two.md)\n', '')
      .replace('* [Users](api/users.md)\n', '* [Teams](api/teams.md)\n* [Users](api/users.md)\n');

    expect(mergeSummary({ base, ours, theirs })).toEqual({
      text: '# Table of contents\n\n* [Home](README.md)\n* [Start](start.md)\n* [Guide](guide/README.md)\n  * [First](guide/one.md)\n\n## API\n\n* [Teams](api/teams.md)\n* [Users](api/users.md)\n',
      conflicts: [],
    });
  });

  it('keeps an entry that one side removed and the other renamed', () => {
    const { text } = mergeSummary({
      base,
      ours: base.replace('  * [Two](guide/two.md)\n', ''),
      theirs: base.replace('[Two]', '[Second]'),
    });

    expect(text).toContain('  * [Second](guide/two.md)');
  });

  it('reports a title that both sides changed, with ours in the text', () => {
    const merge = mergeSummary({
      base,
      ours: base.replace('[One]', '[Uno]'),
      theirs: base.replace('[One]', '[Eins]'),
    });

    expect(merge.text).toContain('[Uno](guide/one.md)');
    expect(merge.conflicts).toEqual([
      { entry: 'Uno', field: 'title', base: 'One', ours: 'Uno', theirs: 'Eins' },
    ]);
  });

  it('knows an entry whose file moved by the identity that the caller gives', () => {
    const ids: Record<string, string> = { 'guide/one.md': 'p1', 'api/one.md': 'p1' };
    const identity = (target: string): string => ids[target] ?? target;
    const theirs = base.replace('  * [One](guide/one.md)\n', '').concat('* [One](api/one.md)\n');
    const merge = mergeSummary(
      { base, ours: base.replace('[One]', '[First]'), theirs },
      { base: identity, ours: identity, theirs: identity },
    );

    expect(merge.text).toContain('* [First](api/one.md)');
    expect(merge.text).not.toContain('guide/one.md');
    expect(merge.conflicts).toEqual([]);
  });

  it('keeps words that the other side wrote between the entries, beside a group that it was not told of', () => {
    const ours = `${base}\n## Ours\n\n* [New](new.md)\n`;
    const theirs = `${base.replace('\n## API', '\nWritten by them.\n\n## API')}* [New](new.md)\n`;

    expect(mergeSummary({ base: ours, ours, theirs }, { untold: new Set(['group ours']) })).toEqual({
      text: ours.replace('\n## API', '\nWritten by them.\n\n## API'),
      conflicts: [],
    });
  });

  it('keeps a second entry for a page, of which the other side was not told', () => {
    const identity = (target: string): string => (target === 'guide/one.md' ? 'p1' : target);
    const sent = `${base}* [One again](guide/one.md)\n`;
    const ours = `${sent}* [New](new.md)\n`;
    const untold = new Set(['item guide/one.md (2)']);
    const identities = { base: identity, ours: identity, theirs: identity };

    expect(mergeSummary({ base: sent, ours, theirs: base }, { ...identities, untold }).text).toBe(ours);
  });

  it('takes the place beside a link for the service’s choice, and any other place for a person’s', () => {
    const link = '* [Site](https://example.com/)\n';
    const tableOf = (...lines: string[]): string => `# Table of contents\n\n* [A](a.md)\n${lines.join('')}`;
    const sent = tableOf('* [B](b.md)\n', link, '  * [C](c.md)\n');
    const ours = tableOf('  * [C](c.md)\n', '* [B](b.md)\n', link);
    const beside = tableOf('* [B](b.md)\n', link, '* [C](c.md)\n');
    const elsewhere = tableOf('* [B](b.md)\n', '  * [C](c.md)\n', link);

    expect(mergeSummary({ base: sent, ours, theirs: beside })).toEqual({ text: ours, conflicts: [] });
    expect(mergeSummary({ base: sent, ours, theirs: elsewhere }).conflicts).toMatchObject([
      { field: 'place' },
    ]);
  });

  it('breaks the circle of two moves that cross', () => {
    const flat = '# Table of contents\n\n* [A](a.md)\n* [B](b.md)\n';
    const merge = mergeSummary({
      base: flat,
      ours: '# Table of contents\n\n* [B](b.md)\n  * [A](a.md)\n',
      theirs: '# Table of contents\n\n* [A](a.md)\n  * [B](b.md)\n',
    });

    for (const entry of ['[A](a.md)', '[B](b.md)']) expect(merge.text.split(entry)).toHaveLength(2);
  });

  it('orders what both sides have as the side that moved it, each once', () => {
    const list = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e']);
    fc.assert(
      fc.property(list, list, list, (start, ours, theirs) => {
        const merged = mergeOrder({ base: start, ours, theirs }, []);
        expect([...merged].sort()).toEqual([...new Set([...ours, ...theirs])].sort());
      }),
    );
    expect(
      mergeOrder({ base: ['a', 'b', 'c'], ours: ['a', 'b', 'c', 'x'], theirs: ['c', 'a', 'b'] }, []),
    ).toEqual(['c', 'x', 'a', 'b']);
  });

  it('orders the new entries of one side by what both sides have in the same place', () => {
    // Both sides brought n here: ours before b, theirs behind b. Only theirs brought x.
    const lists = { base: ['a', 'b'], ours: ['a', 'n', 'b'], theirs: ['a', 'b', 'n', 'x'] };
    expect(mergeOrder(lists, [])).toEqual(['a', 'n', 'b', 'x']);
    expect(mergeOrder(lists, [], 'theirs')).toEqual(['a', 'b', 'n', 'x']);
  });
});
