import { describe, expect, it } from 'vitest';
import { MemoryRepository } from '../../src/git/index.ts';
import { Journal, notesIn, openJournal } from '../../src/sync/state/journal.ts';
import type { Carry } from '../../src/sync/state/journal.ts';
import { StateStore } from '../../src/sync/state/store.ts';

const carried: Carry = {
  from: 'a.md',
  to: 'b.md',
  id: '1'.repeat(40),
  base: null,
  ref: 'refs/heads/main',
  commit: '2',
};
const stale = { base: '3', remote: '4' };
const text = { path: 'a.md', base: 'before', text: 'theirs' };

/** A state and a way to put it on disk; another process reads what is there by then. */
function aState() {
  const git = new MemoryRepository();
  const state = new StateStore(git);
  const keep = async (): Promise<void> => {
    const move = await git.write(async (writer) => state.write(writer, 0));
    if (move) await git.updateRefs([{ ref: 'refs/tidemark/state', ...move }]);
  };
  const another = async (): Promise<StateStore> => {
    const next = new StateStore(git);
    await next.refresh();
    return next;
  };
  return { state, keep, another };
}

describe('the journal', () => {
  it('is found by the next process as it was kept, and leaves nothing when all is done', async () => {
    const { state, keep, another } = aState();
    const journal = await openJournal(state, keep);
    journal.carry([carried]);
    journal.stale.set('c.md', stale);
    journal.noteWrittenOver([text, text]);
    journal.noteWrittenOver([text]);
    await journal.keep();

    const next = await another();
    expect(await notesIn(next)).toEqual({
      carries: [carried],
      stale: { 'c.md': stale },
      writtenOver: [text, text],
    });
    const again = await openJournal(next, keep);
    again.carry([]);
    again.stale.set('c.md', null);
    again.forgetWrittenOver();
    expect(await notesIn(next)).toEqual({});
  });

  it('writes nothing where nothing changed', async () => {
    const { state, keep } = aState();
    const journal = await openJournal(state, keep);
    journal.carry([]);
    journal.stale.set('c.md', null);
    journal.forgetWrittenOver();
    journal.moveStale('c.md', 'd.md');
    expect(state.dirty).toBe(false);

    journal.stale.set('c.md', stale);
    await journal.keep();
    journal.stale.set('c.md', { ...stale });
    expect(state.dirty).toBe(false);
  });

  it('takes over what an earlier version of Tidemark noted in documents of their own', async () => {
    const { state, keep, another } = aState();
    state.setDocument('carries.json', [carried]);
    state.setDocument('stale-edits.json', { 'c.md': stale });
    state.setDocument('written-over.json', [text]);

    const journal = await openJournal(state, keep);
    await journal.keep();

    expect(await notesIn(await another())).toEqual({
      carries: [carried],
      stale: { 'c.md': stale },
      writtenOver: [text],
    });
    expect([journal.carries, journal.stale.get('c.md'), journal.writtenOver]).toEqual([
      [carried],
      stale,
      [text],
    ]);
    journal.carry([]);
    expect(await notesIn(state)).toEqual({ carries: [], stale: { 'c.md': stale }, writtenOver: [text] });
  });

  it('lets what is known of an edit go with it to another path', () => {
    const journal = new Journal();
    journal.stale.set('a.md', stale);
    journal.moveStale('a.md', 'b.md');

    expect(journal.stale.paths()).toEqual(['b.md']);
    expect(journal.stale.get('b.md')).toEqual(stale);
  });
});
