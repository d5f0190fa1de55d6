import { expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { aWriter } from './memory-writer.ts';

it('[SYNC-10] a change request stays known when the service lacks a revision of it that the look at its end needs', async () => {
  const { sync, service, space, save, read, theyReplaceInRequest } = await aWriter();
  const before = read('guides/usage.md')!;
  save('guides/usage.md', (text) => text.replace('Second.', 'Other.'));
  await sync.cycle();
  const [request] = await service.changeRequests(space, 'draft');
  theyReplaceInRequest('Usage', 'Other.', 'Second.');
  const theirs = (await service.changeRequest(space, request!.id))!.revision;
  await service.update(space, request!.id);
  save('guides/usage.md', () => before);

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
  expect(await service.changeRequests(space, 'draft')).toHaveLength(1);
});
