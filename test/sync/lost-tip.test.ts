import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryRepository } from '../../src/git/index.ts';
import type { Oid } from '../../src/git/port.ts';
import { describeLostTip, lostTip, restoreTip } from '../../src/sync/mirror/lost-tip.ts';
import { mirrorRef, readTip } from '../../src/sync/mirror/tip.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { StateStore } from '../../src/sync/state/store.ts';
import { tidemarkAt } from '../../src/sync/tidemark.ts';

let git: MemoryRepository;
let state: StateStore;
const person = { name: 'Writer', email: 'writer@example.com', at: 0 };

async function commit(text: string, parents: readonly Oid[] = [], by = tidemarkAt(0)): Promise<Oid> {
  return git.write(async (writer) => {
    const oid = writer.addBlob(new TextEncoder().encode(text));
    const tree = await writer.updateTree(null, new Map([['a.md', { mode: '100644', oid }]]));
    const message = `${text}\n\nSpace: s1\nRevision: ${text}\n`;
    return writer.addCommit({ tree, parents, author: by, committer: by, message });
  });
}

/** The mirror’s reference is at one commit, and the state remembers another one. */
async function given(found: Oid | null, remembered: Oid | null): Promise<ReturnType<typeof lostTip>> {
  git.force(mirrorRef, found);
  state.setRoot({ ...state.root, mirror: remembered });
  return lostTip(git, state, await readTip(git));
}

const restored = async (isDry = false): ReturnType<typeof restoreTip> =>
  restoreTip(git, state, { isDry, branch: 'main' });
const nowhere = '1'.repeat(40);

beforeEach(async () => {
  git = new MemoryRepository();
  state = new StateStore(git);
  await state.refresh();
  state.setSpace({ id: 's1' } as SpaceRecord);
  const move = await git.write((writer) => state.write(writer, 0));
  git.force('refs/tidemark/state', move!.next);
});

describe('[SYNC-40] the reference of the mirror', () => {
  it('is where it should be, where the state remembers it or an earlier commit', async () => {
    const first = await commit('one');
    const second = await commit('two', [first]);
    const other = await commit('three');

    expect(await given(null, null)).toBeNull();
    expect(await given(second, second)).toBeNull();
    expect(await given(second, first)).toBeNull();
    expect(await given(second, null)).toBeNull();
    expect(await given(other, second)).toBeNull();
    expect(await given(second, nowhere)).toBeNull();
    expect(await restored()).toEqual({ tip: await readTip(git), repairs: [] });
  });

  it('is put back where it is gone or was moved back, which is told', async () => {
    const first = await commit('one');
    const second = await commit('two', [first]);
    const short = second.slice(0, 7);
    for (const [found, message] of [
      [null, `refs/remotes/docs/main is gone; the last sync left it at ${short}`],
      [
        first,
        `refs/remotes/docs/main was moved back to ${first.slice(0, 7)}; the last sync left it at ${short}`,
      ],
    ] as const) {
      expect(await given(found, second)).toEqual({ found, remembered: second });
      const tip = { commit: second, tree: await git.treeOf(second) };
      expect(await restored(true)).toEqual({ tip, repairs: [message] });
      expect(await git.resolveRef(mirrorRef)).toBe(found);
      expect(await restored()).toEqual({ tip, repairs: [message] });
      expect(await git.resolveRef(mirrorRef)).toBe(second);
      expect([...state.spaces().keys()]).toEqual(['s1']);
    }
  });

  it('begins anew where its commits are gone, too', async () => {
    expect(await given(null, nowhere)).toEqual({ found: null, remembered: null });

    expect(await restored()).toEqual({
      tip: { commit: null, tree: null },
      repairs: ['refs/remotes/docs/main is gone with its commits: the mirror begins anew from the service'],
    });
    expect([...state.spaces().keys()]).toEqual([]);
  });

  it('is put back to the newest commit of a sync below a commit of somebody else', async () => {
    const first = await commit('one');
    const second = await commit('two', [first]);
    const foreign = await commit('mine', [second], person);
    const side = await commit('other', [first], person);
    const told = (oid: Oid): string =>
      `refs/remotes/docs/main was moved to ${oid.slice(0, 7)}, which is no commit of the mirror. A push to a git remote called docs does that: rename the remote with \`git remote rename docs NAME\``;

    for (const remembered of [null, first, second, nowhere])
      expect(await given(foreign, remembered)).toEqual({
        found: foreign,
        remembered: second,
        isForeign: true,
      });
    expect(await given(side, second)).toEqual({ found: side, remembered: second, isForeign: true });
    expect((await restored()).repairs).toEqual([told(side)]);
    expect(await git.resolveRef(mirrorRef)).toBe(second);
  });

  it('goes where nothing below a commit of somebody else is of a sync', async () => {
    const foreign = await commit('mine', [], person);
    const lost = { found: foreign, remembered: null, isForeign: true };
    expect(await given(foreign, null)).toEqual(lost);
    expect(await given(foreign, nowhere)).toEqual(lost);

    const none = { commit: null, tree: null };
    expect((await restored(true)).tip).toEqual(none);
    expect(await git.resolveRef(mirrorRef)).toBe(foreign);
    const first = await commit('one');
    expect(await given(foreign, first)).toEqual({ ...lost, remembered: first });
    await given(foreign, nowhere);
    expect(await restored()).toEqual({ tip: none, repairs: [describeLostTip(lost as never)] });
    expect(await git.resolveRef(mirrorRef)).toBeNull();
    expect([...state.spaces().keys()]).toEqual([]);
  });

  it('is where another clone left it, in a repository without a state', async () => {
    const first = await commit('one');
    const branch = await commit('mine', [first], person);
    git.force('refs/heads/main', branch);
    git.force('refs/tidemark/state', null);
    await state.refresh();

    const tip = { commit: first, tree: await git.treeOf(first) };
    expect(await restored(true)).toEqual({ tip, repairs: [] });
    expect(await git.resolveRef(mirrorRef)).toBeNull();
    expect(await restored()).toEqual({ tip, repairs: [] });
    expect(await git.resolveRef(mirrorRef)).toBe(first);
  });
});
