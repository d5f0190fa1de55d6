import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { makeFolders } from '../../base/index.ts';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckLinksOptions } from '../../links/index.ts';
import { progressOn } from '../output/progress.ts';
import type { World } from '../world.ts';
import type { ExternalSettings } from './external-options.ts';

/** An open check of external addresses: `close` saves the results and ends the requests. */
export interface OpenedExternalCheck {
  readonly check: NonNullable<CheckLinksOptions['external']>;
  /** Whether an address of this machine or network may be requested. */
  readonly mayBeAsked: (url: string) => boolean;
  close(): Promise<void>;
}

/** Opens the check of external addresses with the network, the queue and a file of results. */
export async function openExternalCheck(
  world: World,
  levels: NonNullable<CheckLinksOptions['levels']>,
  { cacheFile, ...settings }: ExternalSettings,
): Promise<OpenedExternalCheck> {
  const room = await import('../../links/index.ts');
  const { createMemoryQueue } = await import('../../queue/index.ts');
  const { clock, random } = world;
  const file = cacheFile ?? accountCache(world);
  const cache = room.fileExternalCache(existsSync(file) ? readFileSync(file, 'utf8') : null);
  const mayBeAsked = (url: string): boolean =>
    settings.privateHosts.some((pattern) => room.isHost(url, pattern));
  const transport = await world.ports.transport({ publicOnly: true, mayBePrivate: mayBeAsked });
  const { proxiesOf } = await import('../../http/index.ts');
  const proxyFor = proxiesOf(world.env);
  const progress = progressOn(world);
  const check = room.createExternalCheck({
    ...settings,
    transport,
    clock,
    cache,
    levels,
    openQueue: (work) => createMemoryQueue({ clock, random, work, concurrency: room.externalHostsAtOnce }),
    lookup: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    isProxied: (address) => proxyFor?.(address) !== undefined,
    onProgress: (done, total) => progress.update('Checking other hosts', done, total),
    signal: world.stop,
  });
  return {
    mayBeAsked,
    check: async (uses) => {
      try {
        return await check(uses);
      } finally {
        progress.end();
      }
    },
    close: async () => {
      makeFolders(dirname(file));
      writeFileSync(file, cache.print());
      await transport.close();
    },
  };
}

function accountCache({ env }: World): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tidemark', 'external-links.json');
}
