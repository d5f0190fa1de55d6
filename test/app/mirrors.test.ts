import { afterEach, describe, expect, it } from 'vitest';
import { webApp, type MirrorDaemon } from '../../src/app/index.ts';
import { spacePath } from '../../src/app/paths.ts';
import type { DaemonStatus, SpaceStatusLine } from '../../src/daemon/port.ts';
import { aService, type ServiceFixture } from '../service/fixture.ts';
import { signedIn } from './visitor.ts';

const url = 'http://127.0.0.1:9464';

/** A daemon that reports one space as a test wants; it counts its requests. */
function aDaemon(line: () => Partial<SpaceStatusLine> | null): MirrorDaemon & { asked: number } {
  const daemon = {
    url,
    asked: 0,
    read: async () => {
      daemon.asked += 1;
      const said = line();
      return said === null ? null : ({ spaces: [said] } as unknown as DaemonStatus);
    },
  };
  return daemon;
}

describe('the pages of a space', () => {
  let world: ServiceFixture;
  let line: Partial<SpaceStatusLine> | null = null;
  const daemon = aDaemon(() => line);
  afterEach(() => world.close());

  const mirrorLine = async (state: Partial<SpaceStatusLine> | null): Promise<string | undefined> => {
    world = aService({ web: webApp({ daemon }) });
    const id = world.newSpace('Guides');
    line = state === null ? null : { id, problem: null, lastGoodAt: null, ...state };
    const { html } = await (await signedIn(world)).open(spacePath(id, 'history'));
    const [, found] = /<p class="place-mirror[^>]*>(.*?)<\/p>/su.exec(html) ?? [];
    return found?.replace(/<[^>]+>/gu, '');
  };

  it.each([
    ['is mirrored', { state: 'good', lastGoodAt: '2025-12-31T23:58:00.000Z' }, 'Mirrored into git '],
    ['waits for its turn', { state: 'waiting' }, 'Waits to be mirrored into git'],
    [
      'fails',
      { state: 'failing', problem: { code: 'REMOTE_FAILED', message: 'The service said <no>.' } },
      'The mirror in git fails: The service said &lt;no&gt;.',
    ],
    ['has a conflict', { state: 'conflict' }, 'The mirror in git has edits that wait for a person'],
    ['is missing in the answer', { id: 'another', state: 'good' }, 'Not mirrored into git'],
    ['cannot be asked', null, 'The daemon of the mirror in git gives no answer'],
  ] as const)('tell of a mirror that %s', async (_what, state, words) => {
    expect(await mirrorLine(state)).toMatch(new RegExp(`^${words}`, 'u'));
  });

  it('lead to the status page of the daemon, which they ask once in two seconds', async () => {
    daemon.asked = 0;
    world = aService({ web: webApp({ daemon }) });
    const id = world.newSpace('Guides');
    line = { id, state: 'waiting', problem: null, lastGoodAt: null };
    const visitor = await signedIn(world);
    const { html } = await visitor.open(spacePath(id, 'history'));
    await visitor.open(spacePath(id, 'files'));
    expect(html).toContain(`<a href="${url}">Waits`);
    expect(daemon.asked).toBe(1);
  });

  it('say nothing of mirrors where no daemon is named', async () => {
    world = aService({ web: webApp() });
    const id = world.newSpace('Guides');
    const { html } = await (await signedIn(world)).open(spacePath(id, 'history'));
    expect(html).toContain('place-title');
    expect(html).not.toContain('place-mirror');
  });
});
