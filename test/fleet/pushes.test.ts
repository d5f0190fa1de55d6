import { afterEach, describe, expect, it } from 'vitest';
import type { StartedService } from '../../src/service/index.ts';
import {
  ask,
  git,
  missingForFleet,
  publishedSpaces,
  requestsOf,
  startFleet,
  until,
  type Fleet,
} from './rig.ts';

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

    it(
      'keeps to that through merges, archives, edits on both sides and a worker that is killed, and has each text once',
      { timeout: 480_000 },
      async () => {
        const fates = ['merge', 'archive', 'leave'] as const;
        const spaces = 6;
        fleet = await startFleet({ spaces, workers: 3 });
        const { service, host, person, workers } = fleet;
        await until(() => isPublished(host, spaces));
        const folders = publishedSpaces(host);
        const fateOf = (at: number): (typeof fates)[number] => fates[at % fates.length]!;
        const lines: { space: string; folder: string; line: string; declined: boolean }[] = [];

        for (let round = 1; round <= rounds; round++) {
          const edits = new Map<string, string>();
          const now = folders.map((folder, at) => {
            const line = `Round ${round} of ${folder}.`;
            const page = `${folder}/next.md`;
            person.pull();
            edits.set(page, `${person.read(page)}\n${line}\n`);
            const space = service.spaces.find(({ title }) => sameName(title, folder))!.id;
            return { space, folder, line, declined: fateOf(at) === 'archive' };
          });
          lines.push(...now);
          person.push(Object.fromEntries(edits));
          if (round === 2) {
            workers[0]!.child.kill('SIGKILL');
            fleet.addWorker();
          }
          for (const { space, folder } of now.slice(0, 3)) {
            const line = `In the service in round ${round}.`;
            await editInService(service, space, line);
            lines.push({ space, folder, line, declined: false });
          }
          await until(() => now.every(({ folder, line }) => numberOf(host, folder, line) !== null));
          for (const [at, { space, folder, line }] of now.entries())
            await end(service, { space, number: numberOf(host, folder, line)!, fate: fateOf(at) });
        }
        await until(() => lines.every(({ folder, line }) => countIn(host, 'main', folder, line) === 1));
        await until(() =>
          lines.every(
            ({ folder, line, declined }) =>
              declined ||
              (fateOf(folders.indexOf(folder)) === 'leave' && line.startsWith('Round')) ||
              countIn(host, 'refs/remotes/docs/main', folder, line) === 1,
          ),
        );
        await Promise.all(workers.slice(1).map((worker) => worker.stop()));

        const expected = { merge: 'merged', archive: 'archived', leave: 'draft' } as const;
        for (const [at, folder] of folders.entries()) {
          const space = service.spaces.find(({ title }) => sameName(title, folder))!.id;
          const ours = (await requestsOf(service, space)).filter(({ subject }) =>
            /\[[0-9a-f-]+\]$/u.test(subject),
          );
          const fate = fateOf(at);
          expect([folder, ...ours.map(({ status }) => status)]).toEqual([
            folder,
            ...Array<string>(fate === 'leave' ? 1 : rounds).fill(expected[fate]),
          ]);
        }
        for (const { folder, line } of lines)
          expect([line, countIn(host, 'main', folder, line)]).toEqual([line, 1]);
        git(host, 'fsck', '--strict');
      },
    );
  });
}

const rounds = 3;

function sameName(title: string, folder: string): boolean {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-') === folder;
}

/** The number of the mirrored change request of a space that says a line; null: none does. */
function numberOf(host: string, folder: string, line: string): number | null {
  const refs = git(host, 'for-each-ref', '--format=%(refname)', `refs/remotes/docs/cr/${folder}/`);
  for (const ref of refs.split('\n').filter(Boolean))
    if (countIn(host, ref, folder, line) > 0) return Number(ref.split('/').at(-1));
  return null;
}

/** How often a line stands in the files of a space. */
function countIn(host: string, ref: string, folder: string, line: string): number {
  try {
    return git(host, 'grep', '-h', '--fixed-strings', line, ref, '--', folder).trim().split('\n').length;
  } catch {
    return 0; // git grep ends with 1 when there is nothing
  }
}

async function end(
  service: StartedService,
  { space, number, fate }: { space: string; number: number; fate: 'merge' | 'archive' | 'leave' },
): Promise<void> {
  const request = (await requestsOf(service, space)).find((each) => each.number === number)!;
  const path = `/spaces/${space}/change-requests/${request.id}`;
  if (fate === 'merge') await ask(service, ['POST', `${path}/merge`]);
  if (fate === 'archive') await ask(service, ['PATCH', path], { status: 'archived' });
}

/** Somebody adds a line to the first page of a space, and merges that. */
async function editInService(service: StartedService, space: string, line: string): Promise<void> {
  const all = `/spaces/${space}/change-requests`;
  const { id } = (await ask(service, ['POST', all], { subject: 'In the service' })) as { id: string };
  const { pages } = (await ask(service, ['GET', `${all}/${id}/content/pages`])) as {
    pages: { id: string }[];
  };
  const page = pages[0]!.id;
  const { markdown } = (await ask(service, ['GET', `${all}/${id}/content/page/${page}?format=markdown`])) as {
    markdown: string;
  };
  await ask(service, ['POST', `${all}/${id}/content`], {
    changes: [{ type: 'update_page', page, document: { markdown: `${markdown}\n${line}\n` } }],
  });
  await ask(service, ['POST', `${all}/${id}/merge`]);
}

function isPublished(host: string, spaces: number): boolean {
  return (
    publishedSpaces(host).length === spaces &&
    git(host, 'rev-parse', 'main') === git(host, 'rev-parse', 'refs/remotes/docs/main')
  );
}
