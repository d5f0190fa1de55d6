import { beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { MemoryDisk, SafeFiles } from '../../src/files/index.ts';
import { createWorkingTree, MemoryCheckout } from '../../src/git/index.ts';
import type { WorkInProgress } from '../../src/git/port.ts';
import { editedBranch, editedPlace, readTodo, sentFrom } from '../../src/sync/local-edits.ts';
import { changeRequestBranch, changeRequestRef } from '../../src/sync/mirror/cr-refs.ts';
import type { CyclePorts } from '../../src/sync/proposals/ports.ts';
import { saveProposal } from '../../src/sync/state/proposals.ts';
import type { ChangeRequestRecord, SpaceRecord } from '../../src/sync/state/records.ts';
import { pageNames } from '../../src/sync/todo.ts';
import type { LocalVersion } from '../../src/sync/versions/base-of.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import { syncConfig } from './memory-world.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;
let disk: MemoryDisk;
let ports: CyclePorts;
let tip: string;

const space = (): SpaceRecord => world.state.spaces().get(world.space)!;

beforeEach(async () => {
  world = await proposingWorld((service) => [
    service.newPage('Usage', 'First.'),
    service.newPage('More', 'More.'),
  ]);
  const { git, state, clock, service: remote } = world;
  const random = seededRandom(5);
  disk = new MemoryDisk(clock);
  const files = new SafeFiles({ disk, clock, random });
  const tree = createWorkingTree({ repository: git, files, checkout: new MemoryCheckout(), clock });
  ports = { remote, git, state, clock, random, files, tree };
  tip = world.context.tip.commit!;
  git.force('refs/heads/main', tip);
  for (const { path, oid } of await git.listTree(tip)) disk.personSaves(path, await git.readBlob(oid));
});

describe('the proposal that carries the edits of a space', () => {
  it('is the one of the branch and of the space', () => {
    const version: LocalVersion = { branch: 'main', base: tip, commit: tip };
    const own = world.proposal(null);
    const others = [
      { ...own, space: 'another' },
      { ...own, branch: 'words' },
    ];
    expect(sentFrom([...others, own], version, world.space)).toBe(own);
    expect(sentFrom(others, version, world.space)).toBeUndefined();
  });
});

describe('the branch whose edits count', () => {
  const seen = async (trigger: 'save' | 'commit' = 'save'): Promise<LocalVersion | null> => {
    const config = syncConfig({ push: { enabled: true, trigger, via: 'auto' } });
    return editedBranch(ports, space(), await editedPlace(ports, config));
  };

  it('is the configured one while it is checked out, with its files where saves are sent', async () => {
    expect(await seen()).toEqual({ branch: 'main', base: tip, commit: null });
    expect(await seen('commit')).toEqual({ branch: 'main', base: tip, commit: tip });
  });

  it('is compared without its files while git is at work, and with them where git only writes its index', async () => {
    const saves: (string | null)[] = [];
    const works: WorkInProgress[][] = [['index-lock'], ['merge'], ['index-lock', 'merge']];
    for (const work of works) {
      world.git.workInProgress = async () => work;
      saves.push((await seen())!.commit);
    }
    expect(saves).toEqual([null, tip, tip]);
  });

  it('is the configured one, without files, where no branch is checked out', async () => {
    world.git.checkOut(tip);
    expect(await seen()).toEqual({ branch: 'main', base: tip, commit: tip });
  });

  it('is another branch that is checked out, unless that has no commit', async () => {
    world.git.checkOut('refs/heads/words');
    expect(await seen()).toEqual({ branch: 'main', base: tip, commit: tip });
    world.git.force('refs/heads/words', tip);
    expect(await seen()).toEqual({ branch: 'words', base: tip, commit: null });
  });

  it('is compared with its change request, and is none where that is one of another space', async () => {
    const branch = changeRequestBranch(space().path, 7);
    world.git.force(branch, tip);
    world.git.checkOut(branch);
    expect(await seen()).toBeNull();
    world.state.setSpace({ ...space(), changeRequests: [{ number: 6 } as ChangeRequestRecord] });
    expect(await seen()).toBeNull();
    world.state.setSpace({ ...space(), changeRequests: [{ number: 7 } as ChangeRequestRecord] });
    expect(await seen()).toBeNull();
    world.git.force(changeRequestRef(space().path, 7), tip);
    expect(await seen()).toEqual({ branch: 'cr/guides/7', base: tip, commit: null });
  });
});

describe('what a person has to do in a space', () => {
  const config = syncConfig({ push: { enabled: true, trigger: 'save', via: 'import' } });

  it('is what cannot be sent, with the proposal that carries the rest', async () => {
    disk.personRemoves('guides/more.md');
    const sent = world.proposal(null, { unsaid: ['Something else'] });
    saveProposal(world.state, sent);
    const found = await readTodo(ports, config, space());
    expect(found?.sent).toEqual(sent);
    expect(found?.todo.map(({ text }) => text)).toEqual(['Delete *More*']);
    const whole = await readTodo(ports, syncConfig(), space());
    expect(whole?.todo.map((each) => each.text)).toEqual(['Something else']);
    const off = { ...config, push: { ...config.push, enabled: false } };
    expect(await readTodo(ports, off, space())).toEqual({ todo: [], sent });
  });

  it('is nothing where nothing differs', async () => {
    expect(await readTodo(ports, config, space())).toEqual({ todo: [], sent: undefined });
  });

  it('is not known where the branch has nothing in common with the mirror', async () => {
    world.git.force('refs/heads/main', null);
    expect(await readTodo(ports, config, space())).toBeNull();
  });

  it('is not known where a link has taken the place of the folder, and other faults are not hidden', async () => {
    const tree = {
      ...ports.tree,
      scan: async () => {
        throw new Error('A fault of ours.');
      },
    };
    await expect(readTodo({ ...ports, tree }, config, space())).rejects.toThrow('A fault of ours.');
    for (const path of disk.contents().keys()) disk.personRemoves(path);
    disk.personPlaces('guides', 'symlink');
    expect(await readTodo(ports, config, space())).toBeNull();
  });
});

describe('the names of pages in the list of what is left to do', () => {
  it('are those of the edits, and without a page those of their files and groups', async () => {
    const text = (key: string, path: string, words: string) => ({
      ...{ key, path, from: null, text: words, baseText: null, title: null, slug: null },
    });
    const edits = {
      ...noEdits,
      texts: [text('new:a.md', 'a.md', '# Words\n'), text('new:b.md', 'b.md', '')],
    };
    const { nameOf, urlOf, slugOf } = await pageNames({ ...ports, space: space() }, edits);
    const keys = ['new:a.md', 'new:b.md', 'new:c.md', 'group:Tools', 'link:new:x', 'page9'];
    expect(keys.map(nameOf)).toEqual(['Words', 'b.md', 'c.md', 'Tools', 'link:new:x', 'page9']);
    expect([urlOf(null), urlOf('page9'), slugOf('page9')]).toEqual([null, null, null]);
  });

  it('are those of the mirror for each page that an edit names, with its address in the app', async () => {
    const app = 'https://app.example.com/guides';
    const [usage, more] = world.service.pagesOf(world.space).map(({ id }) => id) as [string, string];
    const table = world.state.table(world.space);
    const pages = [...(await table.all('page'))];
    await table.replaceAll(
      'page',
      new Map(pages.map(([id, page]) => [id, id === usage ? { ...page, app: '/start/usage' } : page])),
    );
    const record = { ...space(), app };
    const place = { key: 'x', path: 'x.md', from: 'x.md', parent: null, after: [] };
    for (const edits of [
      { ...noEdits, places: [{ ...place, key: usage }] },
      { ...noEdits, places: [{ ...place, parent: usage }] },
      { ...noEdits, places: [{ ...place, after: [usage, more] }] },
      { ...noEdits, deletes: [{ key: usage, path: 'usage.md' }] },
    ]) {
      const { nameOf, urlOf, slugOf } = await pageNames({ ...ports, space: record }, edits);
      expect([nameOf(usage), urlOf(usage), slugOf(usage)]).toEqual(['Usage', `${app}/start/usage`, 'usage']);
      expect([nameOf(more), urlOf(more), slugOf(more), urlOf(null)]).toEqual([more, app, null, app]);
    }
    const text = { key: more, path: 'more.md', from: 'more.md', text: '# New\n', baseText: '', title: null };
    const edits = { ...noEdits, texts: [{ ...text, slug: null }] };
    const { nameOf, urlOf, slugOf } = await pageNames({ ...ports, space: record }, edits);
    expect([nameOf(more), urlOf(more), slugOf(more)]).toEqual(['More', app, null]);
  });
});
