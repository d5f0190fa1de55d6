import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import type { Remote } from '../../src/sync/index.ts';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('a change request that its writer empties, and whose archiving gets no answer', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  /** What somebody else does at the moment of the archiving; null: the next archiving is answered. */
  let meanwhile: ((changeRequest: ChangeRequest) => Promise<void>) | null;

  const lossy = (remote: Remote): Remote =>
    new Proxy(remote, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name !== 'setChangeRequest') return value.bind(target) as unknown;
        return async (...given: Parameters<Remote['setChangeRequest']>) => {
          const [, , { status }] = given;
          if (status !== 'archived' || meanwhile === null) return target.setChangeRequest(...given);
          await meanwhile((await world.requests())[0]!);
          meanwhile = null;
          await target.setChangeRequest(...given);
          throw new AppError('OUTCOME_UNKNOWN', 'the answer was lost');
        };
      },
    });

  beforeEach(async () => {
    meanwhile = null;
    world = await writersWorld(twoPages, lossy);
    writer = await world.writer();
    await writer.sync.cycle();
    const text = writer.read('docs/a.md');
    writer.write('docs/a.md', `${text}\nBy the writer.\n`);
    await writer.sync.cycle();
    writer.write('docs/a.md', text);
  });
  afterEach(() => world.close());

  const statuses = async (): Promise<string[]> => (await world.requests()).map(({ status }) => status);
  const textIn = async ({ id }: ChangeRequest, path: string): Promise<string | undefined> => {
    const remote = world.newRemote();
    const place = { kind: 'change-request', space: world.space, id } as const;
    const page = (await remote.content(place)).pages.find((each) => each.title === path);
    return page && (await remote.page(place, page.id)).markdown;
  };

  it('is over, and a later edit opens another one', async () => {
    meanwhile = async () => undefined;
    expect((await writer.sync.cycle()).problems).toMatchObject([{ code: 'OUTCOME_UNKNOWN' }]);

    await writer.sync.cycle();

    expect(await statuses()).toEqual(['archived']);
    expect(await writer.isQuiet()).toEqual(atRest);
    writer.write('docs/b.md', `${writer.read('docs/b.md')}\nLater.\n`);
    await writer.sync.cycle();
    expect(await statuses()).toEqual(['archived', 'draft']);
  });

  it('is opened again where somebody wrote into it at that moment, with what they wrote', async () => {
    meanwhile = async ({ id }) => {
      const remote = world.newRemote();
      const place = { kind: 'change-request', space: world.space, id } as const;
      const page = (await remote.content(place)).pages.find(({ title }) => title === 'b')!;
      const { markdown = '' } = await remote.page(place, page.id);
      await remote.changeContent(world.space, id, [
        { type: 'update_page', page: page.id, document: { markdown: `${markdown}\nBy a colleague.\n` } },
      ]);
    };
    expect((await writer.sync.cycle()).problems).toMatchObject([{ code: 'OUTCOME_UNKNOWN' }]);

    await writer.sync.cycle();

    expect(await statuses()).toEqual(['draft']);
    const [request] = await world.requests();
    expect(await textIn(request!, 'b')).toContain('By a colleague.');
    await writer.sync.cycle();
    expect(await writer.isQuiet()).toEqual(atRest);
  });
});
