import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { corporaFolder, corpusSpaces, hasCorpora } from '../support/corpora.ts';
import { syncConfig } from '../sync/memory-world.ts';
import { aClone, serviceWorld } from '../sync/service-world.ts';
import { writersFolder } from '../sync/writers-folder.ts';

/** So many pages are added in each space. */
const added = 6;

const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

describe.runIf(hasCorpora)('pages added beside random siblings of real documentation', () => {
  it.each(corpusSpaces().map(({ name }) => name))(
    '%s: all of them lie where they were put when that is merged, and nothing else moved',
    async (name) => {
      const world = serviceWorld();
      const space = world.seed(join(corporaFolder, name)).spaces.find(({ folder }) => folder === '')!.id;
      const clone = await aClone(
        world.newRemote,
        syncConfig({
          mirror: {
            spaces: [{ id: space, path: '.' }],
            changeRequests: 'open',
            metadata: false,
            comments: false,
          },
        }),
      );
      opened.push(
        () => world.close(),
        () => clone.remove(),
      );
      await clone.sync.cycle();
      const files = writersFolder(clone.folder);
      const random = seededRandom(name.length);
      const before = clone.git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n');
      const listed = [...files.read('SUMMARY.md').matchAll(/^( *[*+-] )\[.*?\]\(([^()<>\s:]+\.md)\)$/gmu)];
      const paths: string[] = [];
      for (let number = 0; number < added; number++) {
        const [line, bullet, sibling] = listed[Math.floor(random.number() * listed.length)]!;
        const path = join(dirname(sibling!), `added-${number}.md`);
        files.write(path, `# Added ${number}\n\nBeside ${sibling}.\n`);
        files.list(`${bullet}[Added ${number}](${path})`, line);
        paths.push(path);
      }

      expect(await clone.sync.cycle()).toMatchObject({ problems: [], exitCode: 0 });
      await clone.sync.changeRequests.merge({ number: 1 });
      expect(await clone.sync.cycle()).toMatchObject({ problems: [], exitCode: 0 });

      expect(paths.filter((path) => !existsSync(join(clone.folder, path)))).toEqual([]);
      const now = clone.git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n');
      expect(now.sort()).toEqual([...before, ...paths].sort());
      expect(clone.git('status', '--porcelain')).toBe('');
      expect((await clone.sync.cycle()).outcome).toBe('quiet');
    },
  );
});
