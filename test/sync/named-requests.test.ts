import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { windowSubject } from '../../src/sync/remote/window.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

let service: MemoryService;
let world: MemoryWorld;
let guides: string;
let reference: string;

beforeEach(async () => {
  service = new MemoryService();
  guides = service.addSpace('Guides', [service.newPage('Usage', 'First.')]);
  reference = service.addSpace('Reference', [service.newPage('Errors', 'First.')]);
  world = memoryWorld(service, syncConfig());
  await world.sync.cycle();
});

const request = (space: string, subject: string): Promise<ChangeRequest> =>
  service.createChangeRequest(space, subject);

describe('a change request that is named by its number alone', () => {
  it('is that of the only space that has the number, for each command', async () => {
    const [, second] = [await request(reference, 'First'), await request(reference, 'Second')];
    service.editChangeRequest(second.id, (pages) =>
      pages.map((page) => ({ ...page, text: '# Errors\n\nNew.\n' })),
    );
    const first = await request(guides, 'Other');
    await world.sync.cycle();
    const { changeRequests } = world.sync;
    const name = { number: second.number };

    const shown = await changeRequests.show(name);
    const compared = await changeRequests.diff(name);
    const local = await changeRequests.checkout(name);
    const opened = await changeRequests.review(name);
    const merged = await changeRequests.merge(name);

    expect(second.number).toBeGreaterThan(first.number);
    for (const found of [shown, compared, opened, merged])
      expect(found).toMatchObject({ space: { id: reference }, changeRequest: { subject: 'Second' } });
    expect(compared.files.map(({ path }) => path)).toEqual(['reference/README.md']);
    expect(local.branch).toBe(`cr/reference/${second.number}`);
    expect(merged.changeRequest.status).toBe('merged');
    expect((await changeRequests.show(name)).changeRequest.status).toBe('merged');
  });

  it('has to be named with its space where several spaces have the number, also where one of them is over', async () => {
    await request(guides, windowSubject);
    await request(reference, 'Before');
    const one = await request(guides, 'One');
    const other = await request(reference, 'Other');
    await service.setChangeRequest(reference, other.id, { status: 'archived' });
    const { changeRequests } = world.sync;

    expect(one.number).toBe(other.number);
    await expect(changeRequests.show({ number: one.number })).rejects.toMatchObject({
      ...{ code: 'USAGE', hint: 'Name it with --space: guides (draft), reference (archived).' },
      message: `Several spaces have a change request #${one.number}: name one`,
    });
    const named = await changeRequests.show({ number: one.number, space: 'reference' });
    expect(named.changeRequest.subject).toBe('Other');
    // The change request through which a mirror reads is nobody's to name.
    expect((await changeRequests.show({ number: one.number - 1 })).changeRequest.subject).toBe('Before');
  });

  it('is not found where no space has the number, or only a space that this token may not read', async () => {
    const { number } = await request(reference, 'Theirs');
    const ask = service.changeRequest.bind(service);
    service.changeRequest = async (space, id) => {
      if (space === reference) throw new AppError('FORBIDDEN', 'not for you');
      return ask(space, id);
    };

    await expect(world.sync.changeRequests.show({ number })).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', message: `No space has a change request #${number}` },
    });
    service.changeRequest = async () => {
      throw new AppError('NO_ANSWER', 'nothing came');
    };
    await expect(world.sync.changeRequests.show({ number })).rejects.toMatchObject({ code: 'NO_ANSWER' });
  });
});
