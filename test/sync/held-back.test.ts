import { describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import { holdBack, nothingHeldBack, type HeldFiles } from '../../src/sync/proposals/hold-back.ts';
import type { SharedPage } from '../../src/sync/proposals/shared-pages.ts';
import { notAFile } from '../../src/sync/proposals/unsendable.ts';
import { commitFiles } from '../git/repository.contract.ts';

type Files = Readonly<Record<string, string | null>>;

interface Given {
  /** The folder in the branch's base. */
  readonly base?: Readonly<Record<string, string>>;
  /** The files that differ; null: deleted. */
  readonly changed: Files;
  readonly made?: Readonly<Record<string, { readonly id: string; readonly text: string }>>;
  readonly unjoined?: Readonly<Record<string, readonly string[]>>;
  readonly shared?: readonly SharedPage[];
  readonly refused?: readonly string[];
  /** The paths that the mirror has of pages. */
  readonly mirrored?: Readonly<Record<string, string>>;
  readonly allowed?: readonly string[];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const page = (name: string, ...more: readonly string[]): string =>
  `# ${name}\n\n${[1, 2, 3, 4].map((at) => `Line ${at} of ${name}.\n`).join('\n')}${more.join('')}`;
const named = (id: string, ...more: readonly string[]): string => withPageId(page(id, ...more), id);
const marks = '\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> docs/main\n';

async function held(given: Given): Promise<{ readonly held: HeldFiles; readonly told: unknown }> {
  const git = new MemoryRepository();
  const base = await commitFiles(
    git,
    null,
    Object.fromEntries(
      Object.entries({ 'rest.md': 'x', ...given.base }).map(([path, text]) => [`docs/${path}`, text]),
    ),
  );
  const changed = new Map(
    Object.entries(given.changed).map(([path, text]) => [
      path,
      text === null ? null : { oid: `local ${path}`, bytes: bytes(text) },
    ]),
  );
  const result = await holdBack({
    ...{ git, folder: 'docs', base, changed },
    made: new Map(Object.entries(given.made ?? {})),
    rules: { folder: 'docs', allowed: new Set(given.allowed ?? []), refusal: () => null },
    refused: (given.refused ?? []).map((path) => notAFile(path, 'link')),
    unjoined: new Map(Object.entries(given.unjoined ?? {}).map(([path, ids]) => [path, new Set(ids)])),
    shared: given.shared ?? [],
    mirrored: (id) => Promise.resolve(given.mirrored?.[id] ?? null),
  });
  const { unsendable, paths, waiting, shared, twice } = result.held;
  return {
    held: result.held,
    told: {
      sends: [...result.wanted.keys()],
      made: [...result.made.keys()],
      ...(unsendable.length > 0 ? { why: unsendable.map(({ path, cause }) => `${path}: ${cause}`) } : {}),
      ...(paths.size > 0 ? { stay: [...paths] } : {}),
      ...(waiting.size > 0 ? { wait: Object.fromEntries(waiting) } : {}),
      ...(shared.size > 0
        ? { shared: Object.fromEntries([...shared].map(([path, { id, here }]) => [path, [id, here]])) }
        : {}),
      ...(twice.size > 0 ? { twice: Object.fromEntries(twice) } : {}),
    },
  };
}

const told = async (given: Given): Promise<unknown> => (await held(given)).told;

describe('files that can be sent', () => {
  it('are all sent, and nothing is held back', async () => {
    const given = { base: { 'a.md': named('a') }, changed: { 'a.md': named('a', 'More.\n'), 'b.md': null } };
    const { held: found } = await held(given);
    expect(found).toBe(nothingHeldBack);
    expect(await told({ ...given, made: { 'c.md': { id: 'c', text: 'x' } } })).toEqual({
      sends: ['a.md', 'b.md'],
      made: ['c.md'],
    });
  });
});

describe('[SYNC-64] a new file with lines of a page that was sent', () => {
  const half = (text: string, from: number, to?: number): string =>
    text.split('\n\n').slice(from, to).join('\n\n');
  const text = page('a', '\nFifth.\n', '\nSixth.\n');
  const given = {
    base: { 'a.md': withPageId(text, 'a') },
    made: { 'a.md': { id: 'a', text } },
    mirrored: { a: 'a.md' },
  };

  it('is sent where its writer took these lines out of the page', async () => {
    const changed = {
      'a.md': withPageId(`${half(text, 0, 2)}\n`, 'a'),
      'b.md': `# Half\n\n${half(text, 2)}`,
    };
    expect(await told({ ...given, changed })).toMatchObject({ sends: ['a.md', 'b.md'] });
  });

  it('is held back where it has the rest of the page as well', async () => {
    const changed = { 'a.md': withPageId(`${half(text, 0, 2)}\n`, 'a'), 'b.md': text };
    expect(await told({ ...given, changed })).toMatchObject({ why: ['b.md: twice'] });
  });

  it('is held back where the page still has these lines', async () => {
    const changed = { 'a.md': withPageId(`${text}\nMore.\n`, 'a'), 'b.md': half(text, 1) };
    expect(await told({ ...given, changed })).toMatchObject({ why: ['b.md: twice'] });
  });
});

describe('a file that cannot be sent', () => {
  const base = { 'a.md': named('a'), 'b.md': named('b') };

  it('stays in the service as it is, and the others are sent', async () => {
    expect(
      await told({ base, changed: { 'a.md': named('a', marks), 'b.md': named('b', 'More.\n') } }),
    ).toEqual({ sends: ['b.md'], made: [], why: ['a.md: markers'], stay: ['a.md'] });
  });

  it('is reported once, with the reason why it could not be read', async () => {
    const changed = { 'a.md': null, 'b.md': named('b', 'More.\n') };
    expect(await told({ base, changed, refused: ['a.md'] })).toEqual({
      ...{ sends: ['b.md'], made: [], why: ['a.md: not-a-file'], stay: ['a.md'] },
    });
  });

  it('is not reported where the file would stay local anyway', async () => {
    for (const path of ['.github/a.md', 'x/.hidden/a.md', 'AGENTS.md', 'x/AGENTS.md', '.notes.md'])
      expect(await told({ changed: { [path]: `# A\n${marks}` } })).toEqual({ sends: [path], made: [] });
    for (const path of ['a.md', 'x/a.md', '.gitbook/includes/a.md', '.gitbook.yaml'])
      expect(await told({ changed: { [path]: `# A\n${marks}` } })).toMatchObject({ stay: [path] });
    const known = { base: { 'AGENTS.md': '# A\n' }, changed: { 'AGENTS.md': marks } };
    expect(await told(known)).toMatchObject({ stay: ['AGENTS.md'] });
  });

  it('is not reported outside of the root that the configuration names', async () => {
    const rooted = { '.gitbook.yaml': 'root: ./site/\n' };
    expect(await told({ base: rooted, changed: { 'a.md': marks } })).toEqual({ sends: ['a.md'], made: [] });
    expect(await told({ base: rooted, changed: { 'sites/a.md': marks } })).toEqual({
      ...{ sends: ['sites/a.md'], made: [] },
    });
    expect(await told({ base: rooted, changed: { 'site/a.md': marks } })).toMatchObject({
      stay: ['site/a.md'],
    });
    expect(await told({ base: rooted, changed: { 'site/.x/a.md': marks } })).toMatchObject({ made: [] });
  });

  it('may have front matter that the mirror has already', async () => {
    const odd = (more = ''): string => `---\nid: a\nx: [\n---\n\n${page('a', more)}`;
    const given = { base: { 'a.md': odd() }, changed: { 'a.md': odd('More.\n') } };
    expect(await told({ ...given, mirrored: { a: 'a.md' } })).toEqual({ sends: ['a.md'], made: [] });
    expect(await told(given)).toMatchObject({ why: ['a.md: front-matter'], stay: ['a.md'] });
    const other = { ...given, base: { 'a.md': named('a') }, mirrored: { a: 'a.md' } };
    expect(await told(other)).toMatchObject({ why: ['a.md: front-matter'] });
    expect(await told({ ...given, mirrored: { a: 'gone.md' } })).toMatchObject({ stay: ['a.md'] });
  });
});

describe('a held file that is a page from elsewhere', () => {
  const base = { 'a.md': named('a'), 'b.md': named('b') };

  it('keeps the page at its old path from being deleted, known by its id or by its text', async () => {
    for (const text of [named('a', marks), page('a', marks)])
      expect(await told({ base, changed: { 'a.md': null, 'new/a.md': text } })).toEqual({
        ...{ sends: [], made: [], why: ['new/a.md: markers'], stay: ['new/a.md', 'a.md'] },
      });
    expect(await told({ base, changed: { 'a.md': null, 'c.md': page('c', marks) } })).toEqual({
      ...{ sends: ['a.md'], made: [], why: ['c.md: markers'], stay: ['c.md'] },
    });
  });

  it('keeps that page also where the held file took the path of another page', async () => {
    expect(await told({ base, changed: { 'a.md': named('b', marks), 'b.md': null } })).toMatchObject({
      ...{ sends: [], stay: ['a.md', 'b.md'] },
    });
  });

  it('is another page than one that is deleted where it is at its own path, however alike they are', async () => {
    const alike = { 'a.md': page('a'), 'b.md': page('a') };
    expect(await told({ base: alike, changed: { 'a.md': page('a', marks), 'b.md': null } })).toEqual({
      ...{ sends: ['b.md'], made: [], why: ['a.md: markers'], stay: ['a.md'] },
    });
  });

  it('does not keep a page whose id a file that is sent has', async () => {
    const changed = { 'a.md': null, 'copy.md': page('a', marks), 'new/a.md': named('a') };
    expect(await told({ base, changed })).toEqual({
      ...{ sends: ['a.md', 'new/a.md'], made: [], why: ['copy.md: markers'], stay: ['copy.md'] },
    });
  });

  it('makes the file wait that took the old path of its page', async () => {
    const changed = { 'a.md': named('b'), 'b.md': named('a', marks) };
    expect(await told({ base, changed })).toEqual({
      ...{ sends: [], made: [], why: ['b.md: markers'], stay: ['b.md', 'a.md'] },
      wait: { 'a.md': 'b.md' },
    });
    const three = { ...base, 'c.md': named('c'), 'd.md': named('d') };
    const turned = {
      ...{ 'a.md': named('c'), 'b.md': named('a', marks), 'c.md': named('b') },
      'd.md': named('d', 'More.\n'),
    };
    expect(await told({ base: three, changed: turned })).toEqual({
      ...{ sends: ['d.md'], made: [], why: ['b.md: markers'], stay: ['b.md', 'a.md', 'c.md'] },
      wait: { 'a.md': 'b.md', 'c.md': 'b.md' },
    });
  });

  it('makes a new file at the old path of its page wait', async () => {
    const changed = { 'a.md': page('fresh'), 'c.md': named('a', marks) };
    expect(await told({ base, changed })).toMatchObject({
      ...{ sends: [], stay: ['c.md', 'a.md'], wait: { 'a.md': 'c.md' } },
    });
  });

  it('makes no file wait while its page is at its own path', async () => {
    const changed = { 'a.md': named('a', marks), 'c.md': named('b'), 'b.md': null };
    expect(await told({ base, changed })).toMatchObject({ sends: ['c.md', 'b.md'], stay: ['a.md'] });
  });
});

describe('a held file of a page that was sent', () => {
  const made = { 'a.md': { id: 'a', text: page('a') }, 'b.md': { id: 'b', text: page('b') } };

  it('leaves the page that was sent from its path as it is', async () => {
    expect(await told({ changed: { 'a.md': page('a', marks) }, made })).toEqual({
      ...{ sends: [], made: ['b.md'], why: ['a.md: markers'], stay: ['a.md'] },
    });
    const changed = { 'a.md': named('a', marks) };
    expect(await told({ changed, made })).toMatchObject({ made: ['b.md'], stay: ['a.md'] });
  });

  it('leaves that page also where the branch has committed the file', async () => {
    for (const text of [page('a'), named('a')]) {
      const changed = { 'a.md': `${text}${marks}` };
      expect(await told({ base: { 'a.md': text }, changed, made })).toMatchObject({ made: ['b.md'] });
    }
  });

  it('says nothing about it where the file is another page', async () => {
    expect(await told({ changed: { 'a.md': named('other', marks) }, made })).toMatchObject({
      ...{ made: ['a.md', 'b.md'], stay: ['a.md'] },
    });
  });

  it('that was moved since then holds the page, and the file at the earlier path waits', async () => {
    const moved = { 'new.md': page('a', marks), 'a.md': page('something else') };
    expect(await told({ changed: moved, made })).toEqual({
      ...{ sends: ['a.md'], made: ['b.md'], why: ['new.md: markers'], stay: ['new.md', 'a.md'] },
      ...{ sends: [], wait: { 'a.md': 'new.md' } },
    });
    expect(await told({ changed: { 'new.md': page('a', marks) }, made })).toMatchObject({
      ...{ sends: [], made: ['b.md'] },
    });
  });
});

describe('an edit that waits to be joined', () => {
  const base = { 'a.md': named('a'), 'b.md': named('b') };

  it('is neither sent nor reported, and keeps the page that the edit started from', async () => {
    const changed = { 'a.md': named('a', 'More.\n'), 'b.md': named('b', 'More.\n') };
    expect(await told({ base, changed, unjoined: { 'a.md': ['a'] } })).toEqual({
      ...{ sends: ['b.md'], made: [], stay: ['a.md'] },
    });
    const marked = { 'a.md': named('a', marks) };
    expect(await told({ base, changed: marked, unjoined: { 'a.md': ['a'] } })).toEqual({
      ...{ sends: [], made: [], stay: ['a.md'] },
    });
    const moved = { 'a.md': null, 'new.md': '# Rewritten\n' };
    expect(await told({ base, changed: moved, unjoined: { 'new.md': ['a'] } })).toEqual({
      ...{ sends: [], made: [], stay: ['new.md', 'a.md'] },
    });
    expect(await told({ base, changed: moved, unjoined: { 'new.md': ['b'] } })).toMatchObject({
      sends: ['a.md'],
    });
  });
});

describe('a table of contents that is gone', () => {
  it.each(['SUMMARY.md', 'docs/toc.md'])(
    'is known to be held back by the name that it has: %s',
    async (name) => {
      const base = {
        '.gitbook.yaml': `structure:\n  summary: ${name}\n`,
        [name]: '* [A](a.md)\n',
        'a.md': named('a'),
      };
      const { held: gone } = await held({ base, changed: { [name]: null } });
      expect([gone.contents, [...gone.paths]]).toEqual([true, [name]]);
      const { held: kept } = await held({ base, changed: { 'a.md': named('a', marks) } });
      expect([kept.contents, [...kept.paths]]).toEqual([false, ['a.md']]);
    },
  );
});

describe('files that stay here for different reasons', () => {
  const base = { 'a.md': named('a'), 'b.md': named('b') };
  const changed = { 'a.md': named('a', marks), 'b.md': named('b', 'More.\n') };

  it('all stay', async () => {
    expect(await told({ base, changed, unjoined: { 'b.md': ['b'] } })).toMatchObject({
      ...{ sends: [], stay: ['a.md', 'b.md'] },
    });
    const alone = { 'a.md': named('a', marks), 's.md': page('s') };
    const shared: SharedPage = {
      ...{ id: 's', path: 's.md', madeAt: 's.md', base: null, text: page('s'), branch: 'next', number: 4 },
    };
    expect(await told({ base, changed: alone, shared: [shared] })).toMatchObject({
      ...{ sends: [], stay: ['a.md', 's.md'] },
    });
  });
});

describe('a page that the change request of another branch makes', () => {
  const theirs = (given: Partial<SharedPage> = {}): SharedPage => ({
    ...{ id: 's', path: 's.md', madeAt: 's.md', base: null, text: page('s'), branch: 'next', number: 4 },
    ...given,
  });
  const shared = async (changed: Files, ...pages: readonly SharedPage[]): Promise<unknown> =>
    ((await told({ changed, shared: pages })) as { shared?: unknown }).shared;

  it('is known at its path, at the path where it was made, or by its text', async () => {
    expect(await shared({ 's.md': page('s') }, theirs())).toEqual({ 's.md': ['s', page('s')] });
    expect(await shared({ 'old.md': page('s') }, theirs({ madeAt: 'old.md' }))).toEqual({
      'old.md': ['s', page('s')],
    });
    const more = page('s', 'More.\n');
    expect(await shared({ 'moved.md': withPageId(more, 's') }, theirs())).toEqual({
      'moved.md': ['s', more],
    });
    expect(await shared({ 's.md': page('another') }, theirs())).toBeUndefined();
  });

  it('is another page where neither text has all lines of the other', async () => {
    const alike = page('s').replace('Line 4 of s.', 'A line of mine.');
    expect(await shared({ 'moved.md': alike }, theirs())).toBeUndefined();
    expect(await shared({ 'moved.md': alike }, theirs({ base: page('s') }))).toEqual({
      'moved.md': ['s', alike],
    });
    expect(await shared({ 'moved.md': '# s\n' }, theirs({ text: '# s\n' }))).toBeUndefined();
  });

  it('stays at the path that both branches had, whatever the file says', async () => {
    expect(await shared({ 's.md': '# Rewritten\n' }, theirs({ base: page('s') }))).toEqual({
      's.md': ['s', '# Rewritten\n'],
    });
  });

  it('is not deleted where its file is a copy that still has the id of its source', async () => {
    const given = {
      changed: { 's.md': withPageId(page('s'), 'source') },
      made: { 's.md': { id: 's', text: page('s') } },
    };
    expect(await told({ ...given, shared: [theirs()] })).toMatchObject({ sends: [], made: [] });
    expect(await told({ ...given, shared: [theirs({ id: 'other' })] })).toMatchObject({ made: ['s.md'] });
  });

  it('of another clone is known by the very same text at its path alone', async () => {
    const foreign = theirs({ branch: null });
    expect(await shared({ 's.md': page('s') }, foreign)).toEqual({ 's.md': ['s', page('s')] });
    expect(await shared({ 's.md': page('s', 'More.\n') }, foreign)).toBeUndefined();
    expect(await shared({ 'moved.md': page('s') }, foreign)).toBeUndefined();
  });

  it('is one file for each page', async () => {
    const second = theirs({ id: 't', number: 5 });
    expect(await shared({ 's.md': page('s'), 'copy.md': page('s') }, theirs(), second)).toEqual({
      's.md': ['s', page('s')],
      'copy.md': ['t', page('s')],
    });
    expect(await shared({ 's.md': page('s') }, theirs(), second)).toEqual({ 's.md': ['s', page('s')] });
  });

  it('is never a file that the base has, but for one that took the path of a page that is elsewhere', async () => {
    const base = { 's.md': named('p'), 'x.txt': 'x' };
    const given = { base, shared: [theirs()] };
    expect(await told({ ...given, changed: { 's.md': page('s'), 'x.txt': page('s') } })).toEqual({
      ...{ sends: ['s.md', 'x.txt'], made: [] },
    });
    expect(await told({ ...given, changed: { 's.md': page('s'), 'p.md': named('p') } })).toMatchObject({
      shared: { 's.md': ['s', page('s')] },
    });
  });

  it('is neither sent from here nor reported, whatever its file says', async () => {
    expect(await told({ changed: { 's.md': page('s', marks) }, shared: [theirs()] })).toEqual({
      ...{ sends: [], made: [], stay: ['s.md'] },
      shared: { 's.md': ['s', page('s', marks)] },
    });
  });
});

describe('a second file of a page that this clone sent', () => {
  const base = { 'in/p.md': named('p') };
  const made = { 'p.md': { id: 'p', text: page('p') } };
  const mirrored = { p: 'in/p.md', q: 'q.md' };
  const twice = { 'p.md': { id: 'p', text: page('p') } };

  it('is held back until a person decides', async () => {
    expect(await told({ base, made, mirrored, changed: { 'p.md': page('p', 'More.\n') } })).toEqual({
      ...{ sends: [], made: [], why: ['p.md: twice'], stay: ['p.md'], twice },
    });
    const { held: found } = await held({ base, made, mirrored, changed: { 'p.md': page('p') } });
    const { allow, why } = found.unsendable[0]!;
    expect(why).toBe('docs/in/p.md is the same page, as docs/main has it');
    expect(await told({ base, made, mirrored, changed: { 'p.md': page('p') }, allowed: [allow!] })).toEqual({
      ...{ sends: ['p.md'], made: ['p.md'] },
    });
  });

  it('has one reason to be held back, whatever is held back besides', async () => {
    const marked = { 'p.md': page('p', marks) };
    expect(await told({ base, made, mirrored, changed: marked })).toMatchObject({ why: ['p.md: markers'] });
    const both = { 'm.md': page('m', marks), 'p.md': page('p') };
    expect(await told({ base, made, mirrored, changed: both })).toMatchObject({
      why: ['m.md: markers', 'p.md: twice'],
    });
  });

  it('is held back also where the other file has lost its id', async () => {
    const changed = { 'p.md': page('p'), 'in/p.md': page('p', 'More.\n') };
    expect(await told({ base, made, mirrored, changed })).toMatchObject({ twice });
  });

  it('is not the only file of its page, with its id', async () => {
    const given = { made, mirrored: { p: 'p.md' }, changed: { 'p.md': named('p') } };
    expect(await told(given)).toEqual({ sends: ['p.md'], made: ['p.md'] });
  });

  it('may carry the id of its page, at the path that it was sent from', async () => {
    expect(await told({ base, made, mirrored, changed: { 'p.md': named('p') } })).toMatchObject({ twice });
    expect(await told({ base, made, mirrored, changed: { 'r.md': named('p') } })).toEqual({
      ...{ sends: ['r.md'], made: ['p.md'] },
    });
  });

  it('is known by its text at another path', async () => {
    expect(await told({ base, made, mirrored, changed: { 'r.md': page('p') } })).toMatchObject({
      twice: { 'r.md': { id: 'p' } },
    });
    expect(await told({ base, made, mirrored, changed: { 'r.md': page('r') } })).toMatchObject({
      sends: ['r.md'],
    });
  });

  it('does not exist where the page has one file', async () => {
    for (const given of [
      { mirrored: {} },
      { mirrored: { p: 'p.md' } },
      { mirrored: { p: 'gone.md' } },
      { mirrored, changed: { 'p.md': page('p'), 'in/p.md': null } },
      { mirrored, changed: { 'p.md': page('p'), 'in/p.md': named('z') } },
    ])
      expect(await told({ base, made, changed: { 'p.md': page('p') }, ...given })).toMatchObject({
        made: ['p.md'],
      });
  });

  it('does not exist where the file is in the base, or names another page', async () => {
    expect(
      await told({ base: { ...base, 'p.md': 'x' }, made, mirrored, changed: { 'p.md': page('p') } }),
    ).toMatchObject({ sends: ['p.md'] });
    expect(
      await told({ base, made, mirrored, changed: { 'p.md': withPageId(page('p'), 'new') } }),
    ).toMatchObject({ sends: ['p.md'] });
  });

  it('may carry the id of a page that it was copied from', async () => {
    const both = { ...base, 'q.md': named('q') };
    const copy = withPageId(page('p', 'More.\n'), 'q');
    expect(await told({ base: both, made, mirrored, changed: { 'p.md': copy } })).toMatchObject({ twice });
    expect(
      await told({ base: both, made, mirrored, changed: { 'p.md': named('q', 'More.\n') } }),
    ).toMatchObject({ sends: ['p.md'] });
  });
});

describe('a table of contents that is gone', () => {
  const list = '# Table of contents\n\n* [A](a.md)\n';
  const base = { 'SUMMARY.md': list, 'a.md': named('a') };
  const gone = { sends: [], made: [], why: ['SUMMARY.md: contents'], stay: ['SUMMARY.md'] };

  it('changes no places, and is reported until a person confirms it', async () => {
    for (const text of [null, '# Table of contents\n']) {
      const given = { base, changed: { 'SUMMARY.md': text } };
      expect(await told(given)).toEqual(gone);
      const { held: found } = await held(given);
      const { allow, why } = found.unsendable[0]!;
      expect(why).toBe(
        `${text === null ? 'it is gone' : 'it lists nothing'}, so Tidemark sends no places of pages`,
      );
      expect(await told({ ...given, allowed: [allow!] })).toEqual({
        ...{ sends: [], made: [], stay: ['SUMMARY.md'] },
      });
    }
  });

  it('is reported beside files that cannot be sent', async () => {
    const changed = { 'SUMMARY.md': null, 'a.md': named('a', marks) };
    expect(await told({ base, changed })).toMatchObject({
      why: ['SUMMARY.md: contents', 'a.md: markers'],
    });
  });

  it('is not reported while it lists something, if it listed nothing before, or when the configuration changes too', async () => {
    const other = `${list}* [B](b.md)\n`;
    for (const given of [
      { base, changed: { 'SUMMARY.md': other } },
      { base: { 'SUMMARY.md': '# Table of contents\n' }, changed: { 'SUMMARY.md': null } },
      { base: {}, changed: { 'SUMMARY.md': null } },
      { base, changed: { 'SUMMARY.md': null, '.gitbook.yaml': 'structure:\n  summary: other.md\n' } },
    ] satisfies Given[])
      expect(await told(given)).toEqual({ sends: Object.keys(given.changed), made: [] });
  });

  it('is the one that the configuration names', async () => {
    const named = { '.gitbook.yaml': 'structure:\n  summary: toc.md\n', 'toc.md': list, 'SUMMARY.md': list };
    expect(await told({ base: named, changed: { 'SUMMARY.md': null } })).toMatchObject({
      sends: ['SUMMARY.md'],
    });
    expect(await told({ base: named, changed: { 'toc.md': null } })).toMatchObject({
      why: ['toc.md: contents'],
    });
  });

  it('is reported once where the table cannot be sent for another reason', async () => {
    expect(await told({ base, changed: { 'SUMMARY.md': null }, refused: ['SUMMARY.md'] })).toEqual({
      ...{ sends: [], made: [], why: ['SUMMARY.md: not-a-file'], stay: ['SUMMARY.md'] },
    });
  });
});

describe('[SYNC-74] a copy that took the entry of its page', () => {
  const list = (...paths: readonly string[]): string => paths.map((path) => `* [Page](${path})\n`).join('');
  const copy = named('a').replace('Line 2 of a.', 'Another line.');
  const inPlace: Given = {
    base: { 'SUMMARY.md': list('a.md'), 'a.md': named('a') },
    changed: { 'SUMMARY.md': list('b.md'), 'b.md': copy },
    mirrored: { a: 'a.md' },
  };

  it('is held back when it lacks a line of the page', async () => {
    expect(await told(inPlace)).toEqual({
      sends: ['SUMMARY.md'],
      made: [],
      why: ['b.md: twice'],
      stay: ['b.md'],
    });
  });

  it('is held back where the configuration names a folder for the table of contents', async () => {
    const given = {
      base: { '.gitbook.yaml': 'root: ./text/\n', 'text/SUMMARY.md': list('a.md'), 'text/a.md': named('a') },
      changed: { 'text/SUMMARY.md': list('b.md'), 'text/b.md': copy },
      mirrored: { a: 'text/a.md' },
    };
    expect(await told(given)).toMatchObject({ why: ['text/b.md: twice'] });
  });

  it.each<[string, Given]>([
    [
      'has every line of the page',
      { ...inPlace, changed: { ...inPlace.changed, 'b.md': named('a', 'More.') } },
    ],
    ['is not listed itself', { ...inPlace, changed: { ...inPlace.changed, 'SUMMARY.md': list('c.md') } }],
    [
      'is listed beside the page',
      { ...inPlace, changed: { ...inPlace.changed, 'SUMMARY.md': list('a.md', 'b.md') } },
    ],
    [
      'is a copy of a page that had no entry',
      { ...inPlace, base: { ...inPlace.base, 'SUMMARY.md': list('c.md') } },
    ],
    [
      'is a copy of a page that was changed as well',
      {
        ...inPlace,
        changed: { ...inPlace.changed, 'a.md': named('a', 'More.') },
      },
    ],
    ['belongs to a table of contents that is new', { ...inPlace, base: { 'a.md': named('a') } }],
  ])('is sent when it %s', async (_name, given) => {
    const { held: found } = await held(given);
    expect(found).toBe(nothingHeldBack);
  });
});
