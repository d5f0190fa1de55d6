import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  git,
  missingForFleet,
  publishedSpaces,
  requestsOf,
  startFleet,
  until,
  type Fleet,
} from '../fleet/rig.ts';
import { installedProgram, type Installed } from '../support/installed.ts';
import { watchingProxy, type HeldRequest, type WatchingProxy } from '../support/watching-proxy.ts';

const missing = missingForFleet();
/** How often the next worker looks for the result of the request before the request arrives. */
const looks = 4;

/**
 * A worker is killed while its request is on the way, and the request arrives after the next worker has begun with the same edits.
 * The service shows nothing about the coming request, so only the first worker's announcement can prevent a second request for the
 * same.
 */
const onTheWay = [
  {
    name: 'a change request',
    request: /^POST \/v1\/spaces\/[^/]+\/change-requests$/u,
    look: /^GET \/v1\/spaces\/[^/]+\/change-requests\?.*status=archived/u,
  },
  {
    name: 'a new page and an edit',
    // With a query, because without one, a worker only checks whether the service takes such requests.
    request: /^POST \/v1\/spaces\/[^/]+\/change-requests\/[^/]+\/content\?/u,
    look: /^GET \/v1\/spaces\/[^/]+\/change-requests\/[^/]+\/content(?:\?|$)/u,
  },
];

describe.skipIf(missing !== undefined)(
  '[SYNC-50] an installed fleet that loses a worker with a request on the way',
  () => {
    let installed: Installed;
    let fleet: Fleet;
    let proxy: WatchingProxy;
    beforeAll(async () => {
      installed = await installedProgram();
    }, 600_000);
    afterEach(async () => {
      await fleet.close();
      await proxy.close();
    });

    it.each(onTheWay)(
      'has one change request with each page and line once, when the request for $name arrives late',
      { timeout: 300_000, tags: ['long'] },
      async ({ request, look }) => {
        const inFrontOf = async (url: string): Promise<string> => (proxy = await watchingProxy(url)).url;
        fleet = await startFleet(installed, { spaces: 1, workers: 1, inFrontOf });
        const { service, host } = fleet;
        await until(() => isPublished(host));
        const [folder] = publishedSpaces(host) as [string];
        const held = proxy.hold(request);
        pushEdits(fleet, folder);
        await held.here;
        await killAndForget(fleet);
        const before = proxy.requests.length;
        fleet.addWorker();
        const since = (pattern: RegExp): number =>
          proxy.requests.slice(before).filter((what) => pattern.test(what)).length;
        await until(() => since(request) > 0 || since(look) >= looks);
        await arrive(held, host);

        const space = service.spaces[0]!.id;
        const made = await requestsOf(service, space);
        expect(made.map(({ status }) => status)).toEqual(['draft']);
        const at = `/spaces/${space}/change-requests/${made[0]!.id}/content`;
        const { pages } = (await ask(service, ['GET', `${at}/pages`])) as { pages: Page[] };
        expect(pages.map(({ title }) => title)).toEqual(['Welcome to 0', 'Next', 'Fresh']);
        const next = `${at}/page/${pages[1]!.id}?format=markdown`;
        const { markdown } = (await ask(service, ['GET', next])) as { markdown: string };
        expect(markdown.match(/From a clone\./gu)).toHaveLength(1);
      },
    );
  },
);

interface Page {
  readonly id: string;
  readonly title: string;
}

function isPublished(host: string): boolean {
  return (
    publishedSpaces(host).length === 1 &&
    git(host, 'rev-parse', 'main') === git(host, 'rev-parse', 'refs/remotes/docs/main')
  );
}

/** One push that adds a line to a page, and a new page. */
function pushEdits({ person }: Fleet, folder: string): void {
  person.pull();
  const at = (name: string): string => `${folder}/${name}`;
  person.push({
    [at('next.md')]: `${person.read(at('next.md'))}\nFrom a clone.\n`,
    [at('fresh.md')]: '# Fresh\n\nA new page.\n',
    [at('SUMMARY.md')]: `${person.read(at('SUMMARY.md'))}* [Fresh](fresh.md)\n`,
  });
}

/**
 * Kills the only worker, and empties Redis, because the worker's lock would block the space for the next worker for half a minute.
 */
async function killAndForget({ workers, redis }: Fleet): Promise<void> {
  const { child } = workers[0]!;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await redis.down('SIGKILL');
  await redis.forget();
  await redis.up();
}

/** Lets the request arrive, and waits until the change request and the new page are in the mirror. */
async function arrive(held: HeldRequest, host: string): Promise<void> {
  await held.release();
  const isMirrored = (ref: string): boolean => {
    try {
      return git(host, 'ls-tree', '-r', '--name-only', ref).includes('fresh.md');
    } catch {
      return false; // it was moved meanwhile
    }
  };
  await until(() =>
    git(host, 'for-each-ref', '--format=%(refname)', 'refs/remotes/docs/cr/')
      .split('\n')
      .some((ref) => ref !== '' && isMirrored(ref)),
  );
}
