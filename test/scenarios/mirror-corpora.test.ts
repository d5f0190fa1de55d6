import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { withoutPageId } from '../../src/content/index.ts';
import { corporaFolder, filesBelow, hasCorpora } from '../support/corpora.ts';
import { syncConfig } from '../sync/memory-world.ts';
import { aClone, serviceWorld } from '../sync/service-world.ts';
import type { Clone, ServiceWorld } from '../sync/service-world.ts';

const corpora = hasCorpora
  ? readdirSync(corporaFolder).filter((name) => statSync(join(corporaFolder, name)).isDirectory())
  : [];

describe.runIf(hasCorpora).each(['full', 'strict'] as const)(
  'real documentation through the %s interface',
  (kind) => {
    let world: ServiceWorld | null = null;
    let clone: Clone | null = null;
    afterEach(async () => {
      await clone?.remove();
      await world?.close();
      clone = null;
      world = null;
    });

    it.each(corpora)(
      '%s comes back byte for byte, but for the id line, and a second sync does nothing',
      async (corpus) => {
        world = serviceWorld({ kind });
        const seeded = world.seed(join(corporaFolder, corpus));
        const folders = new Map(seeded.spaces.map(({ id, folder }) => [id, folder]));
        const spaces = seeded.spaces.map(({ id, folder }) => ({ id, path: folder === '' ? '.' : folder }));
        const config = syncConfig({
          mirror: { spaces, changeRequests: 'open', metadata: true, comments: false },
        });
        clone = await aClone(world.newRemote, config);

        const first = await clone.sync.cycle();

        expect(first.problems).toEqual([]);
        const differences: string[] = [];
        for (const folder of folders.values()) {
          const original = join(corporaFolder, corpus, folder);
          const nested = [...folders.values()].filter(
            (other) => other !== folder && (folder === '' || other.startsWith(`${folder}/`)),
          );
          for (const path of filesBelow(original)) {
            if (nested.some((other) => join(folder, path).startsWith(`${other}/`))) continue;
            const expected = readFileSync(join(original, path));
            let actual: Buffer;
            try {
              actual = readFileSync(join(clone.folder, folder, path));
            } catch {
              differences.push(`${folder}/${path}: missing`);
              continue;
            }
            if (actual.equals(expected)) continue;
            if (!path.endsWith('.md') || withoutPageId(actual.toString('utf8')) !== expected.toString('utf8'))
              differences.push(`${folder}/${path}: differs`);
          }
        }
        expect(differences).toEqual([]);

        const before = stamps(clone.folder);
        const refs = clone.git('for-each-ref');
        const second = await (await clone.reopen()).cycle();

        expect(second.outcome).toBe('quiet');
        expect(second.requests).toBeLessThanOrEqual(
          kind === 'full' || spaces.length === 1 ? 1 : spaces.length,
        );
        expect(clone.git('for-each-ref')).toBe(refs);
        expect(stamps(clone.folder)).toEqual(before);
        expect(clone.git('status', '--porcelain')).toBe('');
        clone.git('fsck', '--strict');
      },
    );
  },
);

function stamps(folder: string): Map<string, number> {
  const paths = filesBelow(folder).filter((path) => !path.startsWith('.git/'));
  return new Map(paths.map((path) => [path, statSync(join(folder, path)).mtimeMs]));
}
