import { lookup } from 'node:dns/promises';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckLinksOptions } from '../../links/index.ts';
import { progressOn } from '../output/progress.ts';
import type { World } from '../world.ts';

/** The check of addresses outside, opened: `close` keeps what was learned and ends its requests. */
export interface OpenedExternalCheck {
  readonly check: NonNullable<CheckLinksOptions['external']>;
  close(): Promise<void>;
}

/** Joins the check of addresses outside with the network, the queue and the cache of the person's account. */
export async function openExternalCheck(
  world: World,
  levels: NonNullable<CheckLinksOptions['levels']>,
): Promise<OpenedExternalCheck> {
  const room = await import('../../links/index.ts');
  const { createMemoryQueue } = await import('../../queue/index.ts');
  const { clock, random } = world;
  const file = join(
    world.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
    'tidemark',
    'external-links.json',
  );
  const cache = room.fileExternalCache(existsSync(file) ? readFileSync(file, 'utf8') : null);
  const transport = await world.ports.transport({ publicOnly: true });
  const progress = progressOn(world);
  const check = room.createExternalCheck({
    transport,
    clock,
    cache,
    levels,
    openQueue: (work) => createMemoryQueue({ clock, random, work, concurrency: room.externalHostsAtOnce }),
    lookup: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    onProgress: (done, total) => progress.update('Checking other hosts', done, total),
    signal: world.stop,
  });
  return {
    check: async (uses) => {
      try {
        return await check(uses);
      } finally {
        progress.end();
      }
    },
    close: async () => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, cache.print());
      await transport.close();
    },
  };
}
