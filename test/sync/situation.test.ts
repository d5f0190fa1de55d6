import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkInProgress } from '../../src/git/port.ts';
import { adviceOn } from '../../src/sync/advice.ts';
import type { Advice, Conflict, Situation, UnmergedFile } from '../../src/sync/advice.ts';
import type { ProposalReport } from '../../src/sync/report.ts';
import { adviceFor } from '../../src/sync/situation.ts';
import type { FoundConflicts } from '../../src/sync/situation.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { aWorkplace } from './workplace.ts';
import type { Texts, Workplace } from './workplace.ts';

let place: Workplace;
const primary = { 'guides/a.md': 'A\n', 'guides/b.md': 'B\n' };
const own = 'refs/heads/cr/guides/7';
const mirrored = 'refs/remotes/docs/cr/guides/7';

/** A space with the change request 7, which a proposal of the branch is in. */
const spaceWith = (request: object = {}): SpaceRecord =>
  ({
    ...{ id: 's1', title: 'Guides', path: 'guides' },
    changeRequests: [{ number: 7, status: 'open', outdated: false, ...request }],
  }) as unknown as SpaceRecord;

beforeEach(async () => {
  place = aWorkplace();
  const start = await place.commit(primary);
  await place.checkOut(start);
  place.git.force('refs/remotes/docs/main', start);
});

const points = async (ref: string, files: Texts): Promise<void> =>
  place.git.force(ref, await place.commit(files));
const advice = (change: Partial<FoundConflicts> = {}): ReturnType<typeof adviceFor> => {
  const record = spaceWith();
  return adviceFor(place, {
    branch: 'main',
    conflicts: [{ path: 'guides/a.md', kind: 'text' }],
    proposals: [{ branch: 'main', space: 's1', number: 7, state: 'conflict' } as unknown as ProposalReport],
    ...{ changeRequests: [], overruled: [], allowed: new Set<string>() },
    spaces: new Map([['s1', record]]),
    ...change,
  });
};
const advised = (conflict: Conflict): readonly unknown[] => [
  adviceOn({ conflict, head: 'main', work: [], uncommitted: 'none' }),
];
const isSent = advised({
  ...{ in: 'change-request', number: 7, space: null, branch: 'cr/guides/7', progress: 'sent' },
  ...{ isDraft: false, home: 'main' },
});
const readBack: Pick<Situation, 'uncommitted' | 'readBack'> = {
  uncommitted: 'none',
  readBack: { mirror: 'docs/main', paths: ['guides/c.md'] },
};
const inFiles = advised({ in: 'files', branch: 'main', mirror: 'docs/main', paths: ['guides/a.md'] });

describe('a conflict whose texts somebody has joined in the change request', () => {
  beforeEach(async () => {
    await points(own, { ...primary, 'guides/a.md': 'A, both\n' });
    await points(mirrored, { ...primary, 'guides/a.md': 'A, both\n' });
  });

  it('waits for the change request, and for nothing else', async () => {
    expect(await advice()).toEqual(isSent);
  });

  it.each<[string, () => Promise<void> | void]>([
    ['its mirror is as the primary content', () => points(mirrored, primary)],
    ['its mirror has no such file', () => points(mirrored, { 'guides/b.md': 'B\n' })],
    ['it is not mirrored', () => place.git.force(mirrored, null)],
    ['nobody has its branch', () => place.git.force(own, null)],
  ])('waits for a person where %s', async (_what, happens) => {
    await happens();
    expect(await advice()).toEqual(inFiles);
  });

  it('waits for a person where another file is in conflict, too', async () => {
    const conflicts = [
      { path: 'guides/a.md', kind: 'text' as const },
      { path: 'guides/b.md', kind: 'text' as const },
    ];
    const paths = conflicts.map(({ path }) => path);
    expect(await advice({ conflicts })).toEqual(
      advised({ in: 'files', branch: 'main', mirror: 'docs/main', paths }),
    );
  });

  it('waits for a person where the change request lacks the newest content, or is one of another branch', async () => {
    expect(await advice({ spaces: new Map([['s1', spaceWith({ outdated: true })]]) })).toEqual(inFiles);
    expect(await advice({ spaces: new Map([['s1', spaceWith({ number: 8 })]]) })).toEqual(inFiles);
    expect(await advice({ spaces: new Map() })).toEqual(inFiles);
    const proposals = [{ branch: 'words', space: 's1', number: 7 } as unknown as ProposalReport];
    expect(await advice({ proposals })).toEqual(inFiles);
    expect(await advice({ proposals: [] })).toEqual(inFiles);
  });

  it('is no advice where the mirror is gone', async () => {
    place.git.force('refs/remotes/docs/main', null);
    expect(await advice()).toEqual([]);
  });

  it('waits for the change request, too, where the primary content has no such file', async () => {
    await points(mirrored, { ...primary, 'guides/c.md': 'C\n' });
    expect(await advice({ conflicts: [{ path: 'guides/c.md', kind: 'place' }] })).toEqual(isSent);
  });

  it('waits for a person who fixes the change request, where that holds both texts', async () => {
    const record = spaceWith();
    const isMarked = advised({
      ...{ in: 'change-request', number: 7, space: null, branch: 'cr/guides/7', progress: 'behind' },
      ...{ isDraft: false, home: 'main' },
    });
    expect(await advice({ changeRequests: [{ record, number: 7 }] })).toEqual(isMarked);
    const others = [
      { record, number: 8 },
      { record: { ...record, id: 's2' }, number: 7 },
    ];
    expect((await advice({ changeRequests: others })).at(-1)).toEqual(isSent[0]);
  });

  it('waits until git has ended what it is in the middle of, but for no lock of the index alone', async () => {
    const none = { conflicts: [], proposals: [] };
    const inGit = (work: readonly WorkInProgress[], conflict: Conflict): readonly unknown[] => [
      adviceOn({ conflict, head: null, work, uncommitted: 'none' }),
    ];
    place.git.workInProgress = async () => ['index-lock'];
    expect(await advice(none)).toEqual([]);
    const [{ about }] = isSent as readonly [Advice];
    expect(await advice()).toMatchObject([{ about }]);
    expect(await advice()).not.toEqual(isSent);
    place.git.workInProgress = async () => ['index-lock', 'merge'];
    expect(await advice(none)).toEqual(inGit(['merge'], { in: 'git', branch: 'main' }));
  });

  it.each<[UnmergedFile['state'], string, Texts]>([
    ['marks', 'both edited', { 'guides/a.md': '<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\n' }],
    ['joined', 'both edited, and a person has joined', { 'guides/a.md': 'mine and theirs\n' }],
    ['joined', 'both edited, and a person has deleted', {}],
    ['binary', 'both drew', { 'guides/a.md': 'mine\0' }],
    ['joined', 'both drew, and a person has taken the other drawing of', { 'guides/a.md': 'theirs\0' }],
    ['joined', 'both drew, and a person has drawn anew', { 'guides/a.md': 'both\0' }],
  ])('in a merge of a person is %s in a file that %s', async (state, _what, files) => {
    const [base, ours, theirs] = await Promise.all(['\0', 'mine\0', 'theirs\0'].map(place.blob));
    place.git.inProgress = ['merge'];
    place.saveAll({ 'guides/a.md': null, ...files });
    place.checkout.conflicts = [
      { path: 'guides/a.md', base: base!, ours: ours!, theirs: theirs! },
      { path: 'guides/b.md', base: null, ours: ours!, theirs: null },
      { path: 'guides/c.md', base: base!, ours: ours!, theirs: null },
      { path: 'guides/d.md', base: base!, ours: null, theirs: theirs! },
      { path: 'guides/e.md', base: base!, ours: null, theirs: null },
    ];

    expect(await advice({ conflicts: [], proposals: [] })).toEqual([
      adviceOn({
        ...{ conflict: { in: 'git', branch: 'main' }, head: null, work: ['merge'], uncommitted: 'none' },
        unmerged: [
          { path: 'guides/a.md', state, isNew: false },
          { path: 'guides/b.md', state: 'one-sided', isNew: true },
          { path: 'guides/c.md', state: 'deleted-there', isNew: false },
          { path: 'guides/d.md', state: 'deleted-here', isNew: false },
          { path: 'guides/e.md', state: 'gone', isNew: false },
        ],
      }),
    ]);
  });

  it.each<[string, string | null, Pick<Situation, 'uncommitted' | 'readBack'>]>([
    ['as the service has it, but for its id', '# C\n', readBack],
    ['as the service has it', '---\nid: c\n---\n\n# C\n', readBack],
    ['with another text', '# Mine\n', { uncommitted: 'new-files' }],
    ['that is not there', null, { uncommitted: 'none' }],
  ])('knows a new file %s', async (_what, text, uncommitted) => {
    await points('refs/remotes/docs/main', { ...primary, 'guides/c.md': '---\nid: c\n---\n\n# C\n' });
    place.saveAll({ 'guides/c.md': text, 'guides/mine.md': '# Only here\n' });
    const conflict: Conflict = {
      ...{ in: 'branch', branch: 'main', mirror: 'docs/main', histories: 'unrelated' },
      ...{ binaries: [], mayHaveMarks: true, overruled: [] },
    };
    const proposals: ProposalReport[] = [];

    expect(await advice({ proposals })).toEqual([
      adviceOn({ conflict, head: 'main', work: [], ...uncommitted }),
    ]);
  });

  it('is no advice where nothing is in conflict', async () => {
    expect(await advice({ conflicts: [], proposals: [] })).toEqual([]);
  });
});
