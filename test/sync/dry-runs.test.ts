import { describe, expect, it } from 'vitest';
import { aWriter } from './memory-writer.ts';

/** What a dry run notes about the writer's space, and what it plans. */
async function plannedBy(does: { readonly here?: boolean; readonly there?: boolean }) {
  const writer = await aWriter();
  if (does.there === true) writer.theyReplace('Usage', 'First.', 'Theirs.');
  if (does.here === true) writer.replace('guides/usage.md', 'First.', 'Mine.');
  const { spaces, proposals } = await writer.sync.cycle({ dryRun: true });
  return {
    notes: spaces.flatMap(({ notes }) => notes),
    states: proposals.map(({ state }) => state),
    sync: writer.sync,
  };
}

describe('a dry run', () => {
  const says =
    'The sync brings this in first: it may then send less than is planned here, or find a conflict.';

  it('says that its plan is older than what the sync brings in, and the sync may find a conflict', async () => {
    const { notes, states, sync } = await plannedBy({ here: true, there: true });

    expect([notes, states]).toEqual([[says], ['planned']]);
    expect((await sync.cycle()).spaces.flatMap((space) => space.notes)).toEqual([]);
  });

  it.each([{ here: true }, { there: true }, {}])('says nothing else: %o', async (does) => {
    expect((await plannedBy(does)).notes).toEqual([]);
  });
});
