import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Oid } from '../../src/git/index.ts';
import type { CycleContext } from '../../src/sync/mirror/context.ts';
import { gatherFolder } from '../../src/sync/proposals/gather.ts';
import type { GatheredFolder, GatherInput } from '../../src/sync/proposals/gather.ts';
import { readableHint } from '../../src/sync/proposals/unsendable.ts';
import type { StaleEdit } from '../../src/sync/state/journal.ts';
import { aWorkplace, pageOf, pageWithId } from './workplace.ts';
import type { Texts, Workplace } from './workplace.ts';

const page = pageWithId('1', 'one', 'two');
const mine = pageWithId('1', 'one, mine', 'two');
const theirs = pageWithId('1', 'one', 'two, theirs');
const base: Texts = {
  'docs/a.md': page,
  'docs/map.svg': '<svg/>',
  'docs/in/b.md': pageWithId('2', 'five'),
  'c.md': 'C\n',
};

interface Given {
  readonly folder?: string;
  readonly others?: readonly string[];
  readonly stale?: Readonly<Record<string, StaleEdit>>;
}

const inputOf = (
  place: Workplace,
  of: Pick<GatherInput, 'base' | 'commit'>,
  { folder = 'docs', others = [], stale = {} }: Given = {},
): GatherInput => {
  const paths: Readonly<Record<string, string>> = { 1: 'a.md', 2: 'in/b.md' };
  const table = {
    get: async (kind: string, id: string) =>
      kind === 'page' && paths[id] !== undefined ? { path: paths[id], mark: '', oid: '' } : undefined,
    all: async () => new Map(Object.entries(paths).map(([id, path]) => [id, { path, mark: '', oid: '' }])),
  };
  return {
    ports: place,
    context: { git: place.git, state: { table: () => table } } as unknown as Pick<
      CycleContext,
      'git' | 'state'
    >,
    ...{ space: 's1', folder, others, made: new Map(), shared: [] },
    stale: { get: (path) => stale[path], set: () => undefined, paths: () => Object.keys(stale) },
    rules: { folder, allowed: new Set(), refusal: () => null },
    ...of,
  };
};

/** What a commit after the base changed. */
async function committed(files: Texts, given: Given = {}, before = base): Promise<GatheredFolder> {
  const place = aWorkplace();
  const from = await place.commit(before);
  return gatherFolder(inputOf(place, { base: from, commit: await place.commit(files, from) }, given));
}

/** What the files of the working tree changed. */
async function saved(
  change: (place: Workplace) => void,
  given: Given = {},
  before = base,
): Promise<GatheredFolder> {
  const place = aWorkplace();
  const from = await place.commit(before);
  await place.checkOut(from);
  change(place);
  return gatherFolder(inputOf(place, { base: from, commit: null }, given));
}

const pathsOf = ({ working }: GatheredFolder): string[] => [...working.keys()].sort();
const heldOf = ({ held }: GatheredFolder): readonly string[] =>
  held.unsendable.map(({ path, why }) => `${path}: ${why}`);

describe('what a branch has of a folder', () => {
  it('is nothing where nothing differs, or only another folder does', async () => {
    for (const found of [
      await committed(base),
      await committed({ ...base, 'c.md': 'Other\n' }),
      await saved(({ save }) => save('c.md', 'Other\n')),
    ]) {
      expect(found).toMatchObject({ differs: false, bytes: new Map(), working: new Map() });
      const { base: before, local, ids, made } = found.comparison;
      expect([before.files.size, local.files.size, ids.size, made.size]).toEqual([0, 0, 0, 0]);
      expect([before.text('a.md'), local.text('a.md')]).toEqual([null, null]);
    }
  });

  it('has a file of an editor only where the base has it', async () => {
    const before = { ...base, 'docs/old.md~': 'Old\n' };
    const files = { ...before, 'docs/old.md~': 'New\n', 'docs/a.md~': mine, 'docs/in/#b.md#': 'B\n' };
    const all = [
      await committed(files, {}, before),
      await saved(
        ({ saveAll, disk }) => {
          saveAll(files);
          disk.personPlaces('docs/.#a.md', 'symlink');
        },
        {},
        before,
      ),
    ];
    for (const found of all) expect([pathsOf(found), heldOf(found)]).toEqual([['old.md~'], []]);
  });

  it('is each file that was added, edited or deleted, committed or saved', async () => {
    const { 'docs/map.svg': _gone, ...rest } = base;
    const files = { ...rest, 'docs/a.md': mine, 'docs/new.md': pageOf('new') };
    const all = [
      await committed(files),
      await saved(({ saveAll }) =>
        saveAll({ 'docs/map.svg': null, 'docs/a.md': mine, 'docs/new.md': pageOf('new') }),
      ),
    ];
    for (const found of all) {
      expect(found.differs).toBe(true);
      expect(pathsOf(found)).toEqual(['a.md', 'new.md']);
      const texts = [...found.bytes].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]).sort();
      expect(texts).toEqual([
        ['a.md', mine],
        ['new.md', pageOf('new')],
      ]);
      expect(found.comparison.base.files.has('map.svg')).toBe(true);
      expect(found.comparison.local.files.has('map.svg')).toBe(false);
      expect(heldOf(found)).toEqual([]);
    }
  });

  it('has no file of another space, also where that space’s folder is inside', async () => {
    const files = { ...base, 'c.md': 'Mine\n', 'docs/a.md': mine, 'docs/in/b.md': pageWithId('2', 'six') };
    expect(pathsOf(await committed(files, { others: ['docs/in'] }))).toEqual(['a.md']);
    expect(pathsOf(await committed(files, { folder: '.', others: ['docs'] }))).toEqual(['c.md']);
    const linked = await saved(
      ({ disk }) => {
        disk.personRemoves('docs/in/b.md');
        disk.personPlaces('docs/in/b.md', 'symlink');
      },
      { others: ['docs/in'] },
    );
    expect(heldOf(linked)).toEqual([]);
  });

  it.each<['120000' | '160000', string]>([
    ['120000', 'a symbolic link'],
    ['160000', 'another repository'],
  ])('is held back where a commit has in place of a file, by mode %s, %s', async (mode) => {
    const place = aWorkplace();
    const from = await place.commit(base);
    const oid = mode === '120000' ? await place.blob('map.svg') : from;
    const commit = await place.git.write(async (writer) => {
      const me = { name: 'Somebody', email: 'somebody@example.com', at: 0 };
      const tree = await writer.updateTree(
        await place.git.treeOf(from),
        new Map([['docs/a.md', { mode, oid }]]),
      );
      return writer.addCommit({ tree, parents: [from], author: me, committer: me, message: 'Link\n' });
    });
    const found = await gatherFolder(inputOf(place, { base: from, commit }));
    expect(heldOf(found)).toEqual(['a.md: it is a link']);
    expect([found.differs, pathsOf(found)]).toEqual([false, []]);
  });

  it('is held back where a file was replaced by what is no file, or may not be read', async () => {
    const replaced = (place: (at: Workplace) => void) => saved(place);
    const special = await replaced(({ disk }) => {
      disk.personRemoves('docs/a.md');
      disk.personPlaces('docs/a.md', 'special');
    });
    expect(heldOf(special)).toEqual(['a.md: it is not an ordinary file (special)']);
    expect(special.differs).toBe(false);
    const hidden = await replaced(({ disk }) => disk.personHides('docs/in'));
    expect(heldOf(hidden)).toEqual(['in: this user may not read it']);
  });

  it('is no file that a commit has as the pointer of Git LFS to the very content', async () => {
    const pointer = (content: string): string =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(content).digest('hex')}\nsize 6\n`;
    expect(pathsOf(await committed({ ...base, 'docs/map.svg': pointer('<svg/>') }))).toEqual([]);
    expect(pathsOf(await committed({ ...base, 'docs/map.svg': pointer('other') }))).toEqual(['map.svg']);
    expect(pathsOf(await committed({ ...base, 'docs/new.svg': pointer('<svg/>') }))).toEqual(['new.svg']);
  });

  it('is not known of a file that somebody saves or takes away while it is read', async () => {
    const place = aWorkplace();
    const from = await place.commit(base);
    await place.checkOut(from);
    place.saveAll({ 'docs/a.md': mine, 'docs/new.md': pageOf('new') });
    const scan = place.tree.scan.bind(place.tree);
    place.tree.scan = async (...of) => {
      const changes = await scan(...of);
      place.disk.personRemoves('docs/new.md');
      return changes;
    };
    expect(pathsOf(await gatherFolder(inputOf(place, { base: from, commit: null })))).toEqual(['a.md']);
  });
});

describe('a folder that is something else now', () => {
  const instead = (kind: 'symlink' | 'special') => (place: Workplace) => {
    for (const path of ['docs/a.md', 'docs/map.svg', 'docs/in/b.md']) place.disk.personRemoves(path);
    place.disk.personPlaces('docs', kind);
  };
  const back =
    'Put the folder back in its place (`git checkout -- docs`), or configure another folder for the space.';

  it.each<[string, (place: Workplace) => void, string]>([
    ['is a symbolic link now', instead('symlink'), back],
    ['is not a folder now', instead('special'), back],
    [
      'is a file now',
      (place) => {
        for (const path of ['docs/a.md', 'docs/map.svg', 'docs/in/b.md']) place.disk.personRemoves(path);
        place.save('docs', 'x');
      },
      back,
    ],
    [
      'is a git repository of its own now',
      (place) => place.save('docs/.git/HEAD', 'ref: refs/heads/main\n'),
      'Take docs/.git away, or configure another folder for the space.',
    ],
    ['may not be read by this user', (place) => place.disk.personHides('docs'), readableHint],
  ])('sends nothing where it %s', async (what, change, hint) => {
    await expect(saved(change)).rejects.toMatchObject({
      ...{ code: 'UNSAFE_PATH', data: { path: 'docs' }, hint },
      message: `The folder docs ${what}: nothing of its space is sent`,
    });
  });

  it('is told of a folder on the way to it, and not where the branch began without it', async () => {
    const before = { 'x/docs/a.md': page, 'c.md': 'C\n' };
    const change = (place: Workplace): void => {
      place.disk.personRemoves('x/docs/a.md');
      place.disk.personPlaces('x', 'symlink');
    };
    await expect(saved(change, { folder: 'x/docs' }, before)).rejects.toMatchObject({ data: { path: 'x' } });
    expect((await saved(change, { folder: 'x/other' }, before)).differs).toBe(false);
    // The folder of the repository itself is there.
    expect((await saved(({ save }) => save('.git/HEAD', 'x'), { folder: '.' }, before)).differs).toBe(false);
  });

  it('was deleted where it is missing, with its files', async () => {
    const found = await saved(({ saveAll }) =>
      saveAll({ 'docs/a.md': null, 'docs/map.svg': null, 'docs/in/b.md': null }),
    );
    expect([found.differs, pathsOf(found)]).toEqual([true, []]);
    expect(found.comparison.local.files.size).toBe(0);
  });
});

describe('a file whose edit waits to be joined', () => {
  const joinedOf = async (
    text: string,
    note: (oid: (text: string) => Promise<Oid>) => Promise<StaleEdit>,
    isCommitted = false,
  ): Promise<boolean> => {
    const place = aWorkplace();
    const from = await place.commit({ ...base, 'docs/a.md': theirs });
    await place.checkOut(from);
    const stale = { 'docs/a.md': await note(place.blob) };
    const files = { ...base, 'docs/a.md': text };
    if (!isCommitted) place.save('docs/a.md', text);
    const commit = isCommitted ? await place.commit(files, from) : null;
    const found = await gatherFolder(inputOf(place, { base: from, commit }, { stale }));
    expect(pathsOf(found)).toEqual(['a.md']);
    expect(found.held.paths.has('a.md')).toBe(!found.differs);
    return found.differs;
  };
  type Note = Parameters<typeof joinedOf>[1];
  const noted: Note = async (oid) => ({ base: await oid(page), remote: await oid(theirs) });
  const both = pageWithId('1', 'one, mine', 'two, theirs');

  it('is not sent as it was saved, whatever it says', async () => {
    expect(await joinedOf(mine, noted)).toBe(false);
    expect(await joinedOf(both, noted)).toBe(false);
    expect(await joinedOf(mine, async () => ({ base: null, remote: 'f'.repeat(40) }))).toBe(false);
  });

  it('is sent as it was committed only where it has what the service has', async () => {
    expect(await joinedOf(mine, noted, true)).toBe(false);
    expect(await joinedOf(both, noted, true)).toBe(true);
  });

  it('is sent where a commit deletes the file', async () => {
    const place = aWorkplace();
    const from = await place.commit({ ...base, 'docs/a.md': theirs });
    const { 'docs/a.md': _gone, ...rest } = base;
    const stale = { 'docs/a.md': await noted(place.blob) };
    const input = inputOf(place, { base: from, commit: await place.commit(rest, from) }, { stale });
    const found = await gatherFolder(input);
    expect([found.differs, found.comparison.local.files.has('a.md')]).toEqual([true, false]);
  });

  it.each<[string, Note]>([
    ['the service has none', async (oid) => ({ base: await oid(page), remote: null })],
    [
      'the branch has not what the service had',
      async (oid) => ({ base: await oid(page), remote: await oid(mine) }),
    ],
    [
      'the service moved the page meanwhile',
      async (oid) => ({ base: await oid(page), remote: await oid(theirs), at: 'docs/else.md' }),
    ],
  ])('is sent as it was committed where %s', async (_, note) => {
    expect(await joinedOf(mine, note, true)).toBe(true);
  });
});
