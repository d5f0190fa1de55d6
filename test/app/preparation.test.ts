import { afterEach, describe, expect, it } from 'vitest';
import { webApp } from '../../src/app/index.ts';
import type { SpaceSource } from '../../src/site/index.ts';
import { aService, publishPages, type ServiceFixture } from '../service/fixture.ts';
import { signedIn } from './visitor.ts';

let fixture: ServiceFixture | undefined;
afterEach(() => fixture?.close());

/** A service whose app records which spaces were prepared for it. */
function aWatchedService(): { fixture: ServiceFixture; prepared: SpaceSource[] } {
  const prepared: SpaceSource[] = [];
  const app = webApp();
  fixture = aService({
    web: {
      addTo: (...given) => app.addTo(...given),
      prepare: (source) => {
        prepared.push(source);
        app.prepare?.(source);
      },
    },
  });
  return { fixture, prepared };
}

const start = async ({ embedded }: ServiceFixture): Promise<void> => {
  embedded.service.background.wake();
  await embedded.service.background.idle();
};

describe('a service that starts', () => {
  it('prepares the spaces that changed last, once, and skips those in the trash', async () => {
    const { fixture: service, prepared } = aWatchedService();
    const spaces = [];
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
      await service.clock.advance(1000);
      spaces.push(service.newSpace(title));
    }
    service.embedded.service.store.run(
      'UPDATE spaces SET deleted_at = ? WHERE id = ?',
      new Date(service.clock.now()).toISOString(),
      spaces[4]!,
    );
    await start(service);
    await start(service);

    expect(prepared.map(({ title }) => title)).toEqual(['Six', 'Four', 'Three', 'Two']);
  });

  it('shows the pages of a prepared space only to people who may see them', async () => {
    const { fixture: service, prepared } = aWatchedService();
    const space = service.newSpace('Guides');
    await publishPages(service, space, '# Welcome\n');
    await service.ok(`PATCH /spaces/${space}`, { defaultLevel: null });
    await start(service);

    expect(prepared.map(({ id }) => id)).toEqual([space]);
    expect((await (await signedIn(service)).get(`/app/spaces/${space}`)).html).toContain('<h1>Welcome</h1>');
    expect((await (await signedIn(service, 'create')).get(`/app/spaces/${space}`)).status).toBe(404);
  });
});
