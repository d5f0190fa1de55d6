import { describe, expect, it } from 'vitest';
import { aWriter } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

const usage = 'guides/usage.md';

/** Somebody saved a page while the service’s edit of the same line was brought in: the two texts wait to be joined. */
async function withAnOpenEdit(): Promise<WriterInMemory> {
  const writer = await aWriter();
  writer.theyReplace('Usage', 'Second.', 'Second, theirs.');
  const text = writer.read(usage)!;
  writer.saveAt('place', 'before', usage, () => text.replace('Second.', 'Second, mine.'));
  expect((await writer.sync.cycle()).branch.conflicts).toMatchObject([{ path: usage }]);
  return writer;
}

describe('a look at the status', () => {
  it('asks a person for what the next sync cannot join, and for nothing that it joins', async () => {
    const writer = await withAnOpenEdit();
    expect((await writer.sync.status()).conflicts).toMatchObject([{ path: usage, kind: 'text' }]);
    writer.save(usage, (text) => text.replace('Second, mine.', 'Second.').replace('Third.', 'Third, mine.'));
    const saved = writer.read(usage);

    const { conflicts } = await writer.sync.status();
    expect(writer.read(usage)).toBe(saved);
    expect((await writer.sync.status()).conflicts).toEqual(conflicts);
    const { branch } = await writer.sync.cycle();
    expect(branch.conflicts).toEqual([]);
    expect(writer.read(usage)).toContain('Second, theirs.');
    expect(writer.read(usage)).toContain('Third, mine.');
    expect(conflicts).toEqual([]);
  });

  it('leaves a file where a person moved it, although the next sync brings it back first', async () => {
    const writer = await withAnOpenEdit();
    writer.disk.personMoves(usage, 'guides/handbook.md');
    const before = new Map([...writer.disk.contents()]);

    const first = await writer.sync.status();
    expect(await writer.sync.status()).toEqual(first);
    expect(new Map([...writer.disk.contents()])).toEqual(before);
    expect((await writer.sync.cycle()).branch.conflicts.map(({ kind }) => kind)).toEqual(
      first.conflicts.map(({ kind }) => kind),
    );
  });

  it('writes nothing where a file is gone whose edit waits', async () => {
    const writer = await withAnOpenEdit();
    writer.disk.personRemoves(usage);

    const first = await writer.sync.status();
    expect(await writer.sync.status()).toEqual(first);
    expect(writer.read(usage)).toBeNull();
    await writer.sync.cycle();
    expect(writer.read(usage)).toContain('Second, theirs.');
  });
});

describe('a look at the service', () => {
  it('tells which spaces have moved on, which cannot be seen, and which may not be edited', async () => {
    const writer = await aWriter();
    const { service, sync, space } = writer;
    const [notes, plans] = ['Notes', 'Plans'].map((title) =>
      service.addSpace(title, [service.newPage(title, 'Words.')]),
    ) as [string, string];
    await sync.cycle();
    const seen = async (): Promise<unknown> => {
      const { spaces, problems } = await sync.status({ remote: true });
      return [Object.fromEntries(spaces.map(({ id, behind }) => [id, behind])), problems];
    };
    expect(await seen()).toEqual([{ [space]: false, [notes]: false, [plans]: false }, []]);

    service.edit(notes, (pages) => [...pages, service.newPage('More', 'More.')]);
    service.spacesById.delete(plans);
    service.addSpace('New', []);
    expect(await seen()).toEqual([
      { [space]: false, [notes]: true, [plans]: null },
      [expect.objectContaining({ code: 'NOT_FOUND', space: plans }) as object],
    ]);
    const { spaces } = await sync.status();
    expect(spaces.map(({ behind }) => behind)).toEqual([null, null, null]);
  });

  it('tells that edits cannot be sent, where there are some and the token may only read', async () => {
    const writer = await aWriter();
    const { service, sync, space } = writer;
    const codes = async (): Promise<unknown> =>
      (await sync.status({ remote: true })).problems.map((each) => [each.code, each.space]);
    const may = (edit: boolean): void =>
      void Object.assign(service.spacesById.get(space)!, { permissions: { edit } });
    may(false);
    expect(await codes()).toEqual([]);
    writer.replace(usage, 'First.', 'First, mine.');
    expect(await codes()).toEqual([['FORBIDDEN', space]]);
    const off = writer.restarted({ push: { enabled: false, trigger: 'save', via: 'auto' } });
    expect((await off.status({ remote: true })).problems).toEqual([]);
    may(true);
    expect(await codes()).toEqual([]);
    // Nothing is left to send once a change request has it.
    await sync.cycle();
    may(false);
    expect(await codes()).toEqual([]);
    writer.disk.personRemoves(usage);
    const { problems } = await sync.status({ remote: true });
    const message = 'The edits of Guides (guides) cannot be sent: the token lacks the permission "edit"';
    expect(problems).toMatchObject([{ code: 'FORBIDDEN', message, space }]);
    service.spacesById.delete(space);
    expect(await codes()).toEqual([['NOT_FOUND', space]]);
  });
});

it('a report says when its cycle began, and how long it took', async () => {
  const writer = await aWriter();
  await writer.clock.advance(60_000);
  const began = writer.clock.now();
  writer.service.onStep = async ({ operation, when }) => {
    if (operation === 'organizationSpaces' && when === 'before') await writer.clock.advance(700);
  };

  expect(await writer.sync.cycle()).toMatchObject({
    startedAt: new Date(began).toISOString(),
    durationMs: 700,
  });
});
