import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import { initRepository, openWorkingTree, type DiskRepository } from '../../src/git/index.ts';
import { createSync, type Sync } from '../../src/sync/index.ts';
import { git, temporaryFolder } from '../git/native.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { syncConfig } from './memory-world.ts';

const root = temporaryFolder('folder-is-a-link');
let count = 0;
let folder: string;
let service: MemoryService;
let repository: DiskRepository;
let sync: Sync;

beforeEach(async () => {
  folder = path.join(root, String(++count));
  const ports = { clock: realClock, random: seededRandom(count) };
  repository = initRepository(folder, ports, { branch: 'main' });
  service = new MemoryService();
  service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.'),
    { ...service.newPage('Usage', 'First.'), pages: [service.newPage('Deep', 'Below.')] },
  ]);
  service.addSpace('Notes', [service.newPage('Start', 'A note.')]);
  const { files, tree } = openWorkingTree(repository, ports);
  sync = createSync({ remote: service, git: repository, files, tree, ...ports }, syncConfig());
  await sync.cycle();
});
afterEach(() => repository.close());

const at = (file: string): string => path.join(folder, file);

/** Each way in which something else comes to stand where the folder was, and how it is undone. */
const ways: readonly { what: string; take: (name: string) => void; giveBack: (name: string) => void }[] = [
  {
    what: 'a symbolic link',
    take: (name) => {
      renameSync(at(name), at('aside'));
      symlinkSync(at('aside'), at(name));
    },
    giveBack: (name) => {
      unlinkSync(at(name));
      renameSync(at('aside'), at(name));
    },
  },
  {
    what: 'a link to nowhere',
    take: (name) => {
      renameSync(at(name), at('aside'));
      symlinkSync(at('nowhere'), at(name));
    },
    giveBack: (name) => {
      unlinkSync(at(name));
      renameSync(at('aside'), at(name));
    },
  },
  {
    what: 'a file',
    take: (name) => {
      renameSync(at(name), at('aside'));
      writeFileSync(at(name), 'x');
    },
    giveBack: (name) => {
      unlinkSync(at(name));
      renameSync(at('aside'), at(name));
    },
  },
  {
    what: 'a repository of its own',
    take: (name) => void git(at(name), ['init', '-q']),
    giveBack: (name) => rmSync(at(`${name}/.git`), { recursive: true }),
  },
];

describe('a folder of a space', () => {
  it.each(ways)(
    '[SYNC-26] that became $what is an error of that space, and no deletion',
    async ({ take, giveBack }) => {
      take('guides');
      writeFileSync(
        at('notes/README.md'),
        readFileSync(at('notes/README.md'), 'utf8').replace('A note', 'My note'),
      );

      const report = await sync.cycle({ confirmDeletions: true });
      const status = await sync.status();

      const expected = { code: 'UNSAFE_PATH', message: expect.stringContaining('guides') as string };
      expect(report.problems).toMatchObject([expected]);
      expect(status.problems).toMatchObject([expected]);
      expect(report.exitCode).toBe(3);
      // The other space goes on, and nothing is said about this one.
      expect(report.proposals.map(({ path: space, state }) => [space, state])).toEqual([
        ['notes', 'proposed'],
      ]);
      expect([...service.requestsById.values()]).toHaveLength(1);

      giveBack('guides');
      expect((await sync.cycle()).problems).toEqual([]);
      expect([...service.requestsById.values()]).toHaveLength(1);
    },
  );

  it('that is gone, with all that was in it, is still a deletion', async () => {
    rmSync(at('notes'), { recursive: true });

    const report = await sync.cycle({ confirmDeletions: true });

    expect(report.proposals.flatMap(({ edits }) => edits)).toMatchObject([{ kind: 'delete' }]);
  });
});

describe('a folder below a space’s own', () => {
  it('that became a symbolic link deletes no page', async () => {
    renameSync(at('guides/usage'), at('aside'));
    symlinkSync(at('aside'), at('guides/usage'));

    const report = await sync.cycle({ confirmDeletions: true });

    expect(report.problems).toMatchObject([{ code: 'UNSAFE_PATH', path: 'guides/usage' }]);
    expect(report.proposals.flatMap(({ edits }) => edits)).toEqual([]);
    expect([...service.requestsById.values()]).toEqual([]);
  });

  it('that became an ignored symbolic link deletes no page either', async () => {
    renameSync(at('guides/usage'), at('aside'));
    symlinkSync(at('aside'), at('guides/usage'));
    mkdirSync(at('.git/info'), { recursive: true });
    writeFileSync(at('.git/info/exclude'), 'usage\naside\n');

    const report = await sync.cycle({ confirmDeletions: true });

    expect(report.proposals.flatMap(({ edits }) => edits)).toEqual([]);
  });
});
