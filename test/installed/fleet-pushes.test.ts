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
  type ListedRequest,
  type ServedSpaces,
} from '../fleet/rig.ts';
import { installedProgram, type Installed } from '../support/installed.ts';

const missing = missingForFleet();
const rounds = 3;
const spaces = 12;
const fates = ['merge', 'archive', 'leave'] as const;
const expected = { merge: 'merged', archive: 'archived', leave: 'draft' } as const;

/** A line that somebody wrote, with its place. */
interface Line {
  readonly space: string;
  readonly folder: string;
  readonly text: string;
  readonly by: 'git' | 'service';
}

describe.skipIf(missing !== undefined)('[SYNC-50] an installed fleet that proposes', () => {
  let installed: Installed;
  let fleet: Fleet;
  beforeAll(async () => {
    installed = await installedProgram();
  }, 600_000);
  afterEach(() => fleet.close());

  it(
    'opens one change request for each space that a push edits, and keeps to that through merges, archives, edits on both sides and a worker that is killed',
    { timeout: 900_000, tags: ['long'] },
    async () => {
      fleet = await startFleet(installed, { spaces, workers: 3 });
      const { service, host, workers } = fleet;
      await until(() => isPublished(host));
      const folders = publishedSpaces(host);
      const fateOf = (folder: string): (typeof fates)[number] => fates[folders.indexOf(folder) % 3]!;
      const lines: Line[] = [];
      const tooMany = new Set<string>();

      for (let round = 1; round <= rounds; round++) {
        const pushed = pushToAll(fleet, folders, `Round ${round}`);
        lines.push(...pushed);
        if (round === 2) {
          workers[0]!.child.kill('SIGKILL');
          fleet.addWorker();
        }
        for (const { space, folder } of pushed.slice(0, 6)) {
          const text = `In the service in round ${round}.`;
          await editInService(service, space, text);
          lines.push({ space, folder, text, by: 'service' });
        }
        await until(async () => {
          for (const each of await spacesWithTooMany(service)) tooMany.add(each);
          return pushed.every(({ folder, text }) => numberOf(host, folder, text) !== null);
        });
        for (const { space, folder, text } of pushed)
          await end(service, { space, number: numberOf(host, folder, text)!, fate: fateOf(folder) });
      }
      const comesToMirror = ({ folder, by }: Line): boolean => by === 'service' || fateOf(folder) === 'merge';
      await until(() =>
        lines.every(
          (line) =>
            countIn(host, 'main', line) === 1 &&
            (!comesToMirror(line) || countIn(host, 'refs/remotes/docs/main', line) === 1),
        ),
      );
      const ended = await Promise.all(workers.slice(1).map((worker) => worker.stop()));

      expect([...tooMany]).toEqual([]);
      for (const folder of folders) {
        const fate = fateOf(folder);
        const made = (await ours(service, spaceOf(service, folder))).map(({ status }) => status);
        const count = fate === 'leave' ? 1 : rounds;
        expect([folder, ...made]).toEqual([folder, ...Array<string>(count).fill(expected[fate])]);
      }
      for (const line of lines) expect([line.text, countIn(host, 'main', line)]).toEqual([line.text, 1]);
      expect(ended).toEqual([0, 0, 0]);
      git(host, 'fsck', '--strict');
    },
  );
});

/** One push that adds a line to a page of each space. */
function pushToAll({ person, service }: Fleet, folders: readonly string[], what: string): Line[] {
  person.pull();
  const edits = new Map<string, string>();
  const lines = folders.map((folder): Line => {
    const text = `${what} of ${folder}.`;
    const page = `${folder}/next.md`;
    edits.set(page, `${person.read(page)}\n${text}\n`);
    return { space: spaceOf(service, folder), folder, text, by: 'git' };
  });
  person.push(Object.fromEntries(edits));
  return lines;
}

/** The change requests that the fleet made in a space. */
async function ours(service: ServedSpaces, space: string): Promise<ListedRequest[]> {
  return (await requestsOf(service, space)).filter(({ subject }) => /\[[0-9a-f-]+\]$/u.test(subject));
}

/** The spaces with more than one open change request of the fleet. */
async function spacesWithTooMany(service: ServedSpaces): Promise<string[]> {
  const found: string[] = [];
  for (const { id, title } of service.spaces) {
    const waiting = (await ours(service, id)).filter(({ status }) => ['draft', 'open'].includes(status));
    if (waiting.length > 1) found.push(`${title}: ${waiting.map(({ number }) => number).join(', ')}`);
  }
  return found;
}

function spaceOf(service: ServedSpaces, folder: string): string {
  return service.spaces.find(({ title }) => sameName(title, folder))!.id;
}

function sameName(title: string, folder: string): boolean {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-') === folder;
}

/** The number of a space's mirrored change request that has a line; null if none has it. */
function numberOf(host: string, folder: string, text: string): number | null {
  const refs = git(host, 'for-each-ref', '--format=%(refname)', `refs/remotes/docs/cr/${folder}/`);
  for (const ref of refs.split('\n').filter(Boolean))
    if (countIn(host, ref, { folder, text }) > 0) return Number(ref.split('/').at(-1));
  return null;
}

/** How often a line occurs in the files of a space. */
function countIn(host: string, ref: string, { folder, text }: Pick<Line, 'folder' | 'text'>): number {
  try {
    return git(host, 'grep', '-h', '--fixed-strings', text, ref, '--', folder).trim().split('\n').length;
  } catch {
    return 0; // git grep ends with 1 when there is nothing
  }
}

async function end(
  service: ServedSpaces,
  { space, number, fate }: { space: string; number: number; fate: 'merge' | 'archive' | 'leave' },
): Promise<void> {
  const request = (await requestsOf(service, space)).find((each) => each.number === number)!;
  const path = `/spaces/${space}/change-requests/${request.id}`;
  if (fate === 'merge') await ask(service, ['POST', `${path}/merge`]);
  if (fate === 'archive') await ask(service, ['PATCH', path], { status: 'archived' });
}

/** Somebody adds a line to the first page of a space, and merges that. */
async function editInService(service: ServedSpaces, space: string, line: string): Promise<void> {
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

function isPublished(host: string): boolean {
  return (
    publishedSpaces(host).length === spaces &&
    git(host, 'rev-parse', 'main') === git(host, 'rev-parse', 'refs/remotes/docs/main')
  );
}
