import { messageOf } from '../../base/index.ts';
import { yieldToRequests, type Background } from '../background.ts';
import { readRevision } from '../content/revisions.ts';
import { spaceLayout } from '../content/space-layout.ts';
import { readTree } from '../tree/tree.ts';
import type { Service } from '../context.ts';
import { spaceSource } from '../sites/hosting/source.ts';
import type { WebApp } from './port.ts';

/** How many of the spaces that changed last are prepared, and how many pages they may have together. */
const most = { spaces: 4, pages: 40_000 };

interface Recent {
  readonly id: string;
  readonly title: string;
  readonly revision: string;
}

/**
 * Reads the spaces that changed last, once after a start, so that nobody has to wait for that: to place 10,000 pages takes longer than a
 * page of the app should. No person reads here; everybody who asks for a page later passes the guard first.
 */
export function createSpacePreloader(
  service: Pick<Service, 'store' | 'cache' | 'log'>,
  prepare: NonNullable<WebApp['prepare']>,
): Background {
  let running: Promise<void> | undefined;
  let stopped = false;

  const run = async (): Promise<void> => {
    const spaces = service.store.all<Recent>(
      'SELECT id, title, revision FROM spaces WHERE deleted_at IS NULL ORDER BY updated_at DESC, id LIMIT ?',
      most.spaces,
    );
    let pages = 0;
    for (const space of spaces) {
      const revision = readRevision(service.store, space.revision);
      for (const step of [
        () => void (pages += readTree(service, revision.root).byId.size),
        () => void spaceLayout(service, revision),
        () => prepare(spaceSource(service, space, revision)),
      ]) {
        await yieldToRequests();
        if (stopped || pages > most.pages) return;
        step();
      }
    }
  };
  return {
    wake: () => {
      running ??= run().catch((error: unknown) =>
        service.log.error({ error: messageOf(error) }, 'reading spaces ahead for the app stopped'),
      );
    },
    idle: async () => running,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
