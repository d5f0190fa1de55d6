import { afterEach, describe, expect, it } from 'vitest';
import { git, missingForFleet, publishedSpaces, requestsOf, startFleet, until, type Fleet } from './rig.ts';

const missing = missingForFleet();

if (missing !== undefined) {
  describe.skip(`a fleet that proposes: left out, because there is ${missing} on the PATH`, () => {
    it('needs it');
  });
} else {
  describe('[SYNC-50] a fleet that proposes', () => {
    let fleet: Fleet;
    afterEach(() => fleet.close());

    it('opens one change request for each space that a push edits', async () => {
      const spaces = 12;
      fleet = await startFleet({ spaces, workers: 3 });
      const { service, host, person, workers } = fleet;
      await until(() => isPublished(host, spaces));
      const folders = publishedSpaces(host);
      person.push(Object.fromEntries(folders.map((each) => [`${each}/more.md`, '# More\n\nA page.\n'])));
      const open = (): Promise<number[]> =>
        Promise.all(service.spaces.map(async ({ id }) => (await requestsOf(service, id)).length));
      await until(async () => (await open()).every((count) => count > 0));
      await Promise.all(workers.map((worker) => worker.stop()));

      expect(await open()).toEqual(service.spaces.map(() => 1));
    }, 240_000);
  });
}

function isPublished(host: string, spaces: number): boolean {
  return (
    publishedSpaces(host).length === spaces &&
    git(host, 'rev-parse', 'main') === git(host, 'rev-parse', 'refs/remotes/docs/main')
  );
}
