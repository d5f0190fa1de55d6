import { describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import { contentId } from '../../src/files/index.ts';
import { MemoryRepository, type Oid } from '../../src/git/index.ts';
import type { CycleContext } from '../../src/sync/mirror/context.ts';
import { rebaseOnMirror } from '../../src/sync/proposals/against-mirror.ts';
import type { FolderEdits, PlaceEdit, TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import { commitFiles } from '../git/repository.contract.ts';

type Files = Readonly<Record<string, string>>;
type Sent = Readonly<Record<string, { readonly id: string; readonly text: string }>>;

interface Given {
  /** The folder's files in the commit that the branch started from, and in the mirror's newest commit. */
  readonly base?: Files;
  readonly mirror?: Files;
  readonly edits?: Partial<FolderEdits>;
  readonly made?: Sent;
  readonly born?: readonly string[];
  readonly accepted?: Sent;
  readonly acceptedFiles?: readonly string[];
  readonly acceptedContents?: string;
  /** Local files that differ. */
  readonly here?: Files;
  readonly changeRequest?: { readonly id: string; readonly number: number };
  readonly tip?: Oid | null;
  /** The branch with the edits; by default the one that follows the mirror by itself. */
  readonly branch?: string;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const oidOf = (text: string): Oid => contentId(bytes(text));
const folder = 'docs';
const idIn = (text: string): string | undefined => /^---\nid: (\S+)$/mu.exec(text)?.[1];

const commitOf = (git: MemoryRepository, files: Files): Promise<Oid> =>
  commitFiles(
    git,
    null,
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])),
  );

/** What is left of edits once they are compared with the mirror. */
async function rebased(given: Given): ReturnType<typeof rebaseOnMirror> {
  const {
    base: before = {},
    mirror = {},
    edits = {},
    made = {},
    born = [],
    accepted = {},
    here = {},
  } = given;
  const git = new MemoryRepository();
  const table = given.acceptedContents;
  const acceptedContents = table && (await git.write((writer) => writer.addBlob(bytes(table))));
  const base = await commitOf(git, before);
  const tip = given.tip === undefined ? await commitOf(git, mirror) : given.tip;
  const records = new Map(
    Object.entries(mirror).flatMap(([path, text]) => {
      const id = idIn(text);
      return id === undefined ? [] : [[id, { path, mark: 'mark', oid: oidOf(text) }] as const];
    }),
  );
  const recorded = {
    get: (_kind: string, id: string) => Promise.resolve(records.get(id)),
    all: () => Promise.resolve(records),
  };
  const context = { git, state: { table: () => recorded }, tip: { commit: tip } };
  const { branch = 'main', changeRequest = null } = given;
  const target = { branch, base, space: { id: 'space', path: folder }, changeRequest };
  return rebaseOnMirror(
    { ...(context as unknown as CycleContext), home: 'main' },
    target,
    { ...noEdits, ...edits },
    {
      bytes: new Map(Object.entries(here).map(([path, text]) => [path, bytes(text)])),
      made: new Map(Object.entries(made)),
      born: new Set(born),
      accepted: new Map(Object.entries(accepted)),
      acceptedFiles: new Set((given.acceptedFiles ?? []).map(oidOf)),
      ...(acceptedContents ? { acceptedContents } : {}),
    },
  );
}

const lines = (...each: readonly string[]): string => `# Page\n\n${each.join('\n\n')}\n`;
const start = lines('one', 'two', 'three', 'four');
const ours = lines('one, ours', 'two', 'three', 'four');
const theirs = lines('one', 'two', 'three', 'four, theirs');
const both = lines('one, ours', 'two', 'three', 'four, theirs');
const clash = lines('one, theirs', 'two', 'three', 'four');
const inMirror = (text: string, id = 'p'): string => withPageId(text, id);

const edit = (given: Partial<TextEdit> = {}): TextEdit => ({
  ...{ key: 'p', path: 'p.md', from: 'p.md', text: ours, baseText: start, title: null, slug: null },
  ...given,
});
const newPage = (given: Partial<TextEdit> = {}): TextEdit =>
  edit({ key: 'new:p.md', from: null, baseText: null, ...given });

/** What becomes of one edit of a text. */
async function decided(one: TextEdit, given: Omit<Given, 'edits'>): Promise<unknown> {
  const places: PlaceEdit[] = [
    { key: one.key, path: one.path, from: one.from, parent: null, after: [] },
    { key: 'other', path: 'other.md', from: 'other.md', parent: null, after: [] },
  ];
  const { edits, conflicts, done, lost } = await rebased({ ...given, edits: { texts: [one], places } });
  expect(done).toEqual([]);
  return {
    ...(edits.texts.length > 0 ? { sends: edits.texts } : {}),
    ...(conflicts.length > 0 ? { conflicts } : {}),
    ...(edits.places.length === 2 ? {} : { settled: true }),
    ...(edits.unsaid.length > 0 ? { unsaid: edits.unsaid } : {}),
    ...(lost.length > 0 ? { lost } : {}),
  };
}

describe('edits of a branch that could not follow the mirror', () => {
  const mine = { base: { 'p.md': inMirror(start) }, mirror: { 'p.md': inMirror(clash) } };

  it('are compared with nothing where they go into a change request, or the mirror is the branch’s base', async () => {
    const edits = { texts: [edit()] };
    const given = { ...mine, edits };
    expect((await rebased({ ...given, changeRequest: { id: 'cr', number: 1 } })).edits.texts).toEqual([
      edit(),
    ]);
    expect((await rebased({ ...given, tip: null })).edits.texts).toEqual([edit()]);
    const same = { 'p.md': inMirror(start) };
    const { edits: kept } = await rebased({ base: same, mirror: same, edits });
    expect(kept.texts).toEqual([edit()]);
    expect((await rebased(given)).conflicts).toEqual([{ path: 'p.md', kind: 'text' }]);
  });
});

describe('the text of a page of the service', () => {
  const against = (mirror: string | null, base = start): Omit<Given, 'edits'> => ({
    base: { 'p.md': inMirror(base), 'more.md': 'one' },
    mirror: { 'more.md': 'two', ...(mirror === null ? {} : { 'p.md': inMirror(mirror) }) },
  });

  it('is sent as it is where nobody changed the page there', async () => {
    expect(await decided(edit(), against(start))).toEqual({ sends: [edit()] });
  });

  it('is sent joined with what others wrote there', async () => {
    expect(await decided(edit(), against(theirs))).toEqual({
      sends: [edit({ text: both, local: ours, baseText: theirs })],
    });
  });

  it('is not sent where the page has the text already, alone or with more lines', async () => {
    expect(await decided(edit(), against(ours))).toEqual({ settled: true });
    expect(await decided(edit(), against(both))).toEqual({ settled: true });
  });

  it('is a conflict where both sides changed one line', async () => {
    expect(await decided(edit(), against(clash))).toEqual({
      conflicts: [{ path: 'p.md', kind: 'text' }],
    });
  });

  it('is reported and not sent where the service deleted the page', async () => {
    expect(await decided(edit(), against(null))).toEqual({
      settled: true,
      unsaid: ['p.md was deleted in the service: merge docs/main to keep it as a new page'],
      lost: ['p.md'],
    });
    expect(await decided(edit({ text: start }), against(null))).toEqual({
      settled: true,
      unsaid: ['p.md was deleted in the service, and only moved here: it goes when you merge docs/main'],
    });
    expect(await decided(edit({ text: start, title: 'New' }), against(null))).toMatchObject({
      unsaid: ['p.md was deleted in the service: merge docs/main to keep it as a new page'],
      lost: ['p.md'],
    });
  });

  it('gets the title of the table of contents where nobody else has given the page another one', async () => {
    const named = edit({ text: start, title: 'New' });
    expect(await decided(named, against(start))).toEqual({ sends: [named] });
    expect(await decided(named, against(theirs))).toMatchObject({ sends: [{ title: 'New', text: theirs }] });
    expect(await decided(named, against(start.replace('# Page', '# New')))).toEqual({ settled: true });
    expect(await decided(named, against(start.replace('# Page', '# Other')))).toEqual({ settled: true });
  });

  it('starts from what the service accepted of it', async () => {
    const accepted = { 'p.md': { id: 'p', text: ours } };
    const more = lines('one, ours', 'two', 'three, more', 'four');
    // Without what was accepted, the first line would be a conflict: theirs changed it once more.
    const since = lines('one, ours, theirs', 'two', 'three', 'four');
    expect(await decided(edit({ text: more }), { ...against(since), accepted })).toEqual({
      sends: [
        edit({
          ...{ text: lines('one, ours, theirs', 'two', 'three, more', 'four'), local: more },
          baseText: since,
        }),
      ],
    });
    expect(await decided(edit({ text: more }), { ...against(ours), accepted })).toEqual({
      sends: [edit({ text: more, baseText: ours })],
    });
  });
});

describe('a moved page of the service', () => {
  const moved = edit({ path: 'new/p.md', text: start, slug: 'p' });
  const at = (path: string, text = start): Omit<Given, 'edits'> => ({
    base: { 'p.md': inMirror(start) },
    mirror: { [path]: inMirror(text), 'more.md': 'two' },
  });

  it('is sent where it is at its old path there, with the text that it has there', async () => {
    expect(await decided(moved, at('p.md'))).toEqual({ sends: [moved] });
    expect(await decided(moved, at('p.md', theirs))).toEqual({
      sends: [{ ...moved, text: theirs, local: start, baseText: theirs }],
    });
  });

  it('is not sent where the service has the page at its new path', async () => {
    expect(await decided(moved, at('new/p.md'))).toEqual({ settled: true });
    expect(await decided(moved, at('new/p.md', theirs))).toEqual({ settled: true });
  });

  it('stays where somebody else moved the page after the service accepted our move', async () => {
    const accepted = { 'new/p.md': { id: 'p', text: start } };
    expect(await decided(moved, { ...at('elsewhere/p.md'), accepted })).toEqual({ settled: true });
    // A text that we wrote since then is sent for the place that the page has now.
    expect(await decided({ ...moved, text: ours }, { ...at('elsewhere/p.md'), accepted })).toEqual({
      sends: [{ ...moved, text: ours, from: 'new/p.md', slug: null }],
      settled: true,
    });
    expect(await decided({ ...moved, title: 'New' }, { ...at('elsewhere/p.md'), accepted })).toMatchObject({
      sends: [{ title: 'New', from: 'new/p.md', slug: null }],
    });
  });

  it('is not sent where the service accepted our move, and deleted the page since', async () => {
    const accepted = { 'new/p.md': { id: 'p', text: start } };
    const gone = { base: { 'p.md': inMirror(start) }, mirror: { 'more.md': 'two' }, accepted };
    expect(await decided(moved, gone)).toEqual({
      settled: true,
      unsaid: ['new/p.md was deleted in the service, and only moved here: it goes when you merge docs/main'],
    });
  });

  it('is sent where the service accepted our move, and has the page at its old path again', async () => {
    const accepted = { 'new/p.md': { id: 'p', text: start } };
    expect(await decided(moved, { ...at('p.md'), accepted })).toEqual({ sends: [moved] });
  });

  it('is a new text at its place where the service accepted our move', async () => {
    const accepted = { 'new/p.md': { id: 'p', text: start } };
    const more = { ...moved, text: ours };
    expect(await decided(more, { ...at('new/p.md'), accepted })).toEqual({ sends: [more] });
  });

  it('is sent from where its branch had it, although the service moved it since it accepted a text', async () => {
    const accepted = { 'p.md': { id: 'p', text: start } };
    expect(await decided(moved, { ...at('c/p.md'), accepted })).toEqual({ sends: [moved] });
    expect(await decided(edit(), { ...at('c/p.md'), accepted })).toEqual({ sends: [edit()] });
  });

  it('is sent where the service accepted another page at its path', async () => {
    const accepted = { 'new/p.md': { id: 'q', text: start } };
    expect(await decided(moved, { ...at('elsewhere/p.md'), accepted })).toEqual({ sends: [moved] });
  });
});

describe('a page that came into the mirror after the branch began', () => {
  const mirror = { 'p.md': inMirror(ours), 'more.md': 'two' };
  const accepted = { 'p.md': { id: 'p', text: ours } };
  const own = edit({ from: null, baseText: null, text: ours });

  it('is not sent where the page is as the service accepted it', async () => {
    expect(await decided(own, { mirror, accepted })).toEqual({ settled: true });
  });

  it('moves from the path in the mirror when its file was moved since then', async () => {
    const away = { ...own, path: 'b/q.md', slug: 'q' };
    expect(await decided(away, { mirror, accepted })).toEqual({
      sends: [{ ...away, from: 'p.md', baseText: ours }],
    });
    const sameName = { ...own, path: 'b/p.md', slug: 'p' };
    expect(await decided(sameName, { mirror, accepted })).toEqual({
      sends: [{ ...sameName, from: 'p.md', slug: null, baseText: ours }],
    });
    const there = { 'b/q.md': inMirror(ours), 'more.md': 'two' };
    expect(await decided(away, { mirror: there, accepted })).toEqual({ settled: true });
  });

  it('is not moved back where the service moved it, whether it was merged or is in an open change request', async () => {
    const there = { 'c/p.md': inMirror(ours), 'more.md': 'two' };
    const others = { 'a.md': { id: 'q', text: start }, ...accepted };
    expect(await decided(own, { mirror: there, accepted: others })).toEqual({ settled: true });
    expect(await decided(own, { mirror: there, made: accepted })).toEqual({ settled: true });
    expect(await decided({ ...own, text: both }, { mirror: there, accepted: others })).toEqual({
      sends: [{ ...own, text: both, baseText: ours }],
    });
  });

  it('has no old path where it lies as in the mirror, and none where it is deleted there', async () => {
    const away = { ...own, path: 'b/q.md', text: both, slug: 'q' };
    const there = { 'b/q.md': inMirror(ours), 'more.md': 'two' };
    expect(await decided(away, { mirror: there, accepted })).toEqual({
      sends: [{ ...away, baseText: ours }],
    });
    const without = { 'more.md': 'two' };
    expect(await decided(away, { mirror: without, accepted })).toEqual({ sends: [away] });
  });

  it('is joined on the base of the text that was accepted or sent', async () => {
    const more = lines('one, ours', 'two', 'three, more', 'four');
    const since = { 'p.md': inMirror(lines('one, ours', 'two', 'three', 'four, since')), 'more.md': 'x' };
    const joined = lines('one, ours', 'two', 'three, more', 'four, since');
    expect(await decided({ ...own, text: more }, { mirror: since, accepted })).toMatchObject({
      sends: [{ text: joined, local: more }],
    });
    expect(await decided({ ...own, text: more }, { mirror: since, made: accepted })).toMatchObject({
      sends: [{ text: joined, local: more }],
    });
  });

  it('becomes a new page if it was deleted there and edited here since then, and goes otherwise', async () => {
    const without = { 'more.md': 'two' };
    expect(await decided({ ...own, text: both }, { mirror: without, accepted })).toEqual({
      sends: [{ ...own, text: both }],
    });
    expect(await decided(own, { mirror: without, accepted })).toEqual({
      settled: true,
      unsaid: [
        'p.md was deleted in the service, and not edited here since it was merged: it goes when you merge docs/main',
      ],
    });
    // The change request that made it is still open.
    expect(await decided(own, { mirror: without, made: accepted })).toEqual({ sends: [own] });
  });
});

describe('a page that was made here', () => {
  it('is sent where the mirror has no page at its path', async () => {
    const mirror = { 'q.md': inMirror(ours, 'q'), 'more.md': 'x' };
    expect(await decided(newPage(), { mirror })).toEqual({ sends: [newPage()] });
  });

  it('is not sent where the service has the same page there', async () => {
    expect(await decided(newPage(), { mirror: { 'p.md': inMirror(ours) } })).toEqual({});
  });

  it('is a conflict of places where the service has another page there', async () => {
    expect(await decided(newPage(), { mirror: { 'p.md': inMirror(theirs) } })).toEqual({
      conflicts: [{ path: 'p.md', kind: 'place' }],
    });
  });

  describe('where the same change request takes the other page away from there', () => {
    const outcome = async (mirror: string, edits: Partial<FolderEdits>): Promise<unknown> => {
      const files = { 'p.md': inMirror(mirror), 'more.md': 'x' };
      const { edits: left, conflicts } = await rebased({
        base: { 'p.md': inMirror(start) },
        mirror: files,
        edits,
      });
      return [left.texts.map(({ path }) => path), conflicts];
    };

    it('is sent with the move or the deletion', async () => {
      const moved = { texts: [newPage(), edit({ path: 'moved.md' })] };
      expect(await outcome(start, moved)).toEqual([['p.md', 'moved.md'], []]);
      const deleted = { texts: [newPage()], deletes: [{ key: 'p', path: 'p.md' }] };
      expect(await outcome(start, deleted)).toEqual([['p.md'], []]);
    });

    it('is a conflict of places while the other page stays, because the service changed it', async () => {
      const moved = { texts: [newPage(), edit({ path: 'moved.md' })] };
      expect(await outcome(clash, moved)).toEqual([
        [],
        [
          { path: 'p.md', kind: 'place' },
          { path: 'moved.md', kind: 'text' },
        ],
      ]);
      const deleted = { texts: [newPage()], deletes: [{ key: 'p', path: 'p.md' }] };
      expect(await outcome(theirs, deleted)).toEqual([[], [{ path: 'p.md', kind: 'place' }]]);
    });
  });
});

describe('a deletion', () => {
  const deletes = [{ key: 'p', path: 'p.md' }];
  const told =
    'p.md is not deleted: it was changed in the service meanwhile; look at the change, and delete the page again once the file is back';
  const after = async (given: Omit<Given, 'edits'>): Promise<unknown> => {
    const { edits } = await rebased({ ...given, edits: { deletes, unsaid: ['Something else'] } });
    return [edits.deletes, edits.unsaid];
  };
  const base = { 'p.md': inMirror(start) };

  it('is sent while the service has the page unchanged, and not when the page was changed or is gone', async () => {
    const same = { 'p.md': inMirror(start), 'more.md': 'x' };
    expect(await after({ base, mirror: same })).toEqual([deletes, ['Something else']]);
    expect(await after({ base, mirror: { 'p.md': inMirror(theirs) } })).toEqual([
      [],
      ['Something else', told],
    ]);
    expect(await after({ base, mirror: { 'more.md': 'x' } })).toEqual([[], ['Something else']]);
  });

  it('waits for a person who merges the mirror, where the branch does not follow it by itself', async () => {
    const given = { base, mirror: { 'p.md': inMirror(theirs) } };
    const { edits, overruled } = await rebased({ ...given, edits: { deletes }, branch: 'idea' });
    expect(edits).toMatchObject({
      deletes: [],
      unsaid: [
        'p.md is not deleted: it was changed in the service meanwhile; merge docs/main into idea, and keep the page or delete it again',
      ],
    });
    expect(overruled).toEqual(['p.md']);
    expect((await rebased({ ...given, edits: { deletes } })).overruled).toEqual([]);
  });

  it('of a page that we made is compared with the text that we sent', async () => {
    const sent = { 'p.md': { id: 'p', text: ours } };
    const mirror = { 'p.md': inMirror(ours) };
    const born = ['p'];
    expect(await after({ mirror, born, accepted: sent })).toEqual([deletes, ['Something else']]);
    expect(await after({ mirror, born, made: sent })).toEqual([deletes, ['Something else']]);
    expect(await after({ mirror, born })).toEqual([deletes, ['Something else']]);
    expect(await after({ mirror: { 'p.md': inMirror(theirs) }, born, accepted: sent })).toEqual([
      [],
      ['Something else', told],
    ]);
    // What was accepted is newer than what another change request made.
    const older = { 'p.md': { id: 'p', text: start } };
    expect(await after({ mirror, born, accepted: sent, made: older })).toEqual([deletes, ['Something else']]);
  });

  it('of a page that no commit of the branch had is none: the branch lacks the page', async () => {
    const sent = { 'p.md': { id: 'p', text: ours } };
    expect(await after({ mirror: { 'p.md': inMirror(ours) }, accepted: sent, made: sent })).toEqual([
      [],
      ['Something else'],
    ]);
  });
});

describe('a file that is no page', () => {
  const file = (text: string): FolderEdits['files'][number] => ({
    ...{ path: 'map.svg', oid: oidOf(text), isNew: false },
  });
  const after = async (given: Given): Promise<unknown> => {
    const { edits, conflicts, done } = await rebased({ edits: { files: [file('ours')] }, ...given });
    return { sends: edits.files.map(({ path }) => path), conflicts, done };
  };
  const more = { 'more.md': 'x' };

  it('is sent where the mirror has the file of the branch’s base, or none', async () => {
    const base = { 'map.svg': 'old' };
    const sent = { sends: ['map.svg'], conflicts: [], done: [] };
    expect(await after({ base, mirror: { ...base, ...more } })).toEqual(sent);
    expect(await after({ mirror: more })).toEqual(sent);
    expect(await after({ base, mirror: more })).toEqual(sent);
  });

  it('is not sent where the mirror has the same file, or the service accepted the file', async () => {
    const done = { sends: [], conflicts: [], done: ['map.svg'] };
    expect(await after({ mirror: { 'map.svg': 'ours' } })).toEqual(done);
    expect(await after({ mirror: { 'map.svg': 'theirs' }, acceptedFiles: ['ours'] })).toEqual(done);
    expect(await after({ mirror: more, acceptedFiles: ['ours'] })).toEqual(done);
  });

  it('is a conflict where both sides changed the file, unless the mirror has what we sent earlier', async () => {
    const base = { 'map.svg': 'old' };
    const mirror = { 'map.svg': 'theirs' };
    const conflicts = [{ path: 'map.svg', kind: 'binary' }];
    expect(await after({ base, mirror })).toEqual({ sends: [], conflicts, done: [] });
    expect(await after({ mirror })).toEqual({ sends: [], conflicts, done: [] });
    expect(await after({ base, mirror, acceptedFiles: ['theirs'] })).toEqual({
      ...{ sends: ['map.svg'], conflicts: [], done: [] },
    });
  });
});

describe('the table of contents', () => {
  const list = (...entries: readonly string[]): string =>
    `# Table of contents\n\n${entries.map((each) => `* [${each.toUpperCase()}](${each}.md)\n`).join('')}`;
  const pages = {
    'a.md': inMirror('# A\n', 'a'),
    'b.md': inMirror('# B\n', 'b'),
    'c.md': inMirror('# C\n', 'c'),
  };
  const after = async (before: string, there: string | null, here: string | null): Promise<unknown> => {
    const { edits, conflicts, done } = await rebased({
      base: { ...pages, 'SUMMARY.md': before },
      mirror: { ...pages, ...(there === null ? { 'more.md': 'x' } : { 'SUMMARY.md': there }) },
      here: here === null ? {} : { 'SUMMARY.md': here },
      // The service says what it makes of the table: an accepted one is compared by its entries all the same.
      acceptedFiles: here === null ? [] : [here],
      edits: { files: [{ path: 'SUMMARY.md', oid: oidOf(here ?? 'gone'), isNew: false }] },
    });
    expect(conflicts).toEqual([]);
    return done.length > 0 ? 'done' : edits.files.map(({ path }) => path);
  };

  it('is not sent where the mirror’s table has each of our changes', async () => {
    expect(await after(list('a', 'b', 'c'), list('c', 'a', 'b'), list('c', 'a', 'b'))).toBe('done');
    expect(await after(list('a', 'b'), list('b', 'a', 'c'), list('b', 'a'))).toBe('done');
  });

  it('is sent, and never in conflict, where the mirror’s table lacks one of our changes', async () => {
    expect(await after(list('a', 'b', 'c'), list('a', 'b'), list('b', 'a', 'c'))).toEqual(['SUMMARY.md']);
    expect(await after(list('a', 'b', 'c'), null, list('c', 'a', 'b'))).toEqual(['SUMMARY.md']);
    expect(await after(list('a', 'b', 'c'), list('a', 'b'), null)).toEqual(['SUMMARY.md']);
  });

  it('is sent with what the mirror’s table has, so that its merge takes away nothing of somebody else', async () => {
    const before = list('a', 'b', 'c');
    const words = before.replace('(b.md)\n', '(b.md)\n\nAsk the writers.\n\n');
    const given = {
      base: { ...pages, 'SUMMARY.md': before },
      mirror: { ...pages, 'SUMMARY.md': words },
      edits: { files: [{ path: 'SUMMARY.md', oid: oidOf('here'), isNew: false }] },
    };
    const sent = async (here: string, accepted = {}): Promise<string | undefined> => {
      const { edits } = await rebased({ ...given, here: { 'SUMMARY.md': here }, ...accepted });
      const [file] = edits.files;
      return file?.joined && new TextDecoder().decode(file.joined);
    };
    expect(await sent(list('b', 'a', 'c'))).toMatch(/b\.md[^]*Ask the writers\.[^]*a\.md[^]*c\.md/u);
    // The writer has taken back what was merged.
    const taken = await sent(list('b', 'a', 'c'), { acceptedContents: words });
    expect(taken).toBe(list('b', 'a', 'c'));
  });
});
