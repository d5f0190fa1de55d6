import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { MemoryService } from '../simulation/memory-service.ts';
import { aWriter } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

/** A writer who takes back everything that was sent. */
async function aWithdrawal(): Promise<WriterInMemory & { readonly request: string }> {
  const writer = await aWriter();
  const before = writer.read('guides/usage.md')!;
  writer.save('guides/usage.md', (text) => text.replace('Second.', 'Other.'));
  await writer.sync.cycle();
  const [request] = await writer.service.changeRequests(writer.space, 'draft');
  writer.save('guides/usage.md', () => before);
  return { ...writer, request: request!.id };
}

const statuses = ({ requestsById }: MemoryService): string[] =>
  [...requestsById.values()].map(({ number, status }) => `#${number} ${status}`);

describe('[SYNC-10] a change request from which everything is taken back', () => {
  it('stays known when the service lacks a revision of it that the look at its end needs', async () => {
    const { sync, service, space, save, theyReplaceInRequest, request } = await aWithdrawal();
    theyReplaceInRequest('Usage', 'Other.', 'Second.');
    const theirs = (await service.changeRequest(space, request))!.revision;
    await service.update(space, request);

    const content = service.content.bind(service);
    service.content = (place) =>
      place.kind === 'revision' && place.revision === theirs
        ? Promise.reject(new AppError('NOT_FOUND', `No revision ${theirs}`))
        : content(place);
    const { proposals, problems } = await sync.cycle();
    expect(problems).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect(proposals).toEqual([]);

    service.content = content;
    save('guides/install.md', (text) => `${text}\nMore.\n`);
    await sync.cycle();
    expect((await sync.cycle()).problems).toEqual([]);
    expect(statuses(service)).toEqual(['#1 draft']);
  });

  it('is done with when somebody archives it at that moment', async () => {
    const { sync, service, save } = await aWithdrawal();
    const set = service.setChangeRequest.bind(service);
    service.setChangeRequest = async (...asked) => {
      service.setChangeRequest = set;
      await set(...asked);
      throw new AppError('WRONG_STATE', 'The change request is archived');
    };

    expect(await sync.cycle()).toMatchObject({ proposals: [{ number: 1, state: 'archived' }], problems: [] });

    save('guides/install.md', (text) => `${text}\nMore.\n`);
    await sync.cycle();
    expect(statuses(service)).toEqual(['#1 archived', '#2 draft']);
  });
});
