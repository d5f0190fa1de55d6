import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readMirrorSource } from '../../src/cli/export/mirror-source.ts';
import { realClock } from '../../src/clock/index.ts';
import { exportSite, memoryFiles } from '../../src/site/index.ts';
import { aClone, serviceWorld, type Clone, type ServiceWorld } from './service-world.ts';

const yaml = (summary: string): string =>
  `# Kept as it was written\nopenapi: 3.1.0\ninfo: { title: Tides, version: '1' }\npaths:\n  /tides:\n    get:\n      summary: ${summary}\n      responses: { '200': { description: ok } }\n`;

const pages = {
  'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n',
  'README.md':
    '# Home\n\n{% openapi-operation spec="tides" path="/tides" method="get" %}\n[tides](https://example.com/tides)\n{% endopenapi-operation %}\n',
};

describe("an organization's OpenAPI specifications in the mirror", () => {
  const seed = mkdtempSync(join(tmpdir(), 'tidemark-seed-'));
  let world: ServiceWorld;
  let clone: Clone;
  let ahead = 0;

  afterEach(async () => {
    await clone.remove();
    await world.close();
    rmSync(seed, { recursive: true, force: true });
  });

  async function start(kind: 'full' | 'strict'): Promise<void> {
    ahead = 0;
    world = serviceWorld({ kind });
    mkdirSync(join(seed, 'docs'), { recursive: true });
    for (const [path, text] of Object.entries(pages)) writeFileSync(join(seed, 'docs', path), text);
    const { spaces } = world.seed(seed);
    clone = await aClone(
      world.newRemote,
      {
        repository: { branch: 'main' },
        mirror: {
          ...(kind === 'full'
            ? { organization: world.service.org }
            : { spaces: [{ id: spaces[0]?.id ?? '', path: 'docs' }] }),
          changeRequests: 'open',
          metadata: true,
          comments: false,
        },
        frontMatter: { id: true },
        push: { enabled: true, trigger: 'save', via: 'auto' },
        guards: { deletePercent: 20, deleteMinimum: 5 },
      },
      { clock: { ...realClock, now: () => realClock.now() + ahead } },
    );
  }

  async function put(slug: string, text: string): Promise<void> {
    await world.service.ok(`PUT /orgs/${world.service.org}/openapi/${slug}`, { source: { text } });
    await world.service.embedded.service.background.idle();
  }

  const at = (name: string): string => join(clone.folder, '.tidemark', 'openapi', name);
  const look = async () => {
    ahead += 11 * 60_000;
    const report = await clone.sync.cycle();
    expect(report.problems).toEqual([]);
    return report;
  };

  it('are kept beside their facts as they were received, read again only when they changed, and shown by an export', async () => {
    await start('full');
    await put('tides', yaml('Read a tide'));
    const json = JSON.stringify({ openapi: '3.1.0', info: { title: 'Boats', version: '1' }, paths: {} });
    await put('boats', json);

    await look();

    expect(readFileSync(at('tides.spec.yaml'), 'utf8')).toBe(yaml('Read a tide'));
    expect(readFileSync(at('boats.spec.json'), 'utf8')).toBe(json);
    const first = await look();
    const quiet = await look();
    expect(quiet.outcome).toBe('quiet');
    expect(quiet.requests).toBe(first.requests);

    await put('tides', yaml('Read another tide'));
    const changed = await look();
    // The version and its text, of the one that changed.
    expect(changed.requests).toBe(quiet.requests + 2);
    expect(readFileSync(at('tides.spec.yaml'), 'utf8')).toBe(yaml('Read another tide'));
    expect(clone.git('log', '-1', '--format=%s', 'refs/remotes/docs/main').trim()).toBe(
      'Metadata of the organization',
    );

    const { input } = await readMirrorSource({
      root: clone.folder,
      spaces: [{ id: 'docs', title: 'Docs', path: 'docs', folder: join(clone.folder, 'docs') }],
    });
    const files = memoryFiles();
    const { warnings } = await exportSite(input, { files, clock: realClock });
    expect(warnings).toEqual([]);
    expect(new TextDecoder().decode(files.read('index.html'))).toContain('Read another tide');

    await world.service.call(`DELETE /orgs/${world.service.org}/openapi/tides`);
    await look();
    expect(existsSync(at('tides.spec.yaml'))).toBe(false);
    expect(existsSync(at('boats.spec.json'))).toBe(true);
  });

  it('[SYNC-91] are read once after the state was lost, and not again by each process after that', async () => {
    await start('full');
    await put('tides', yaml('Read a tide'));
    await look();
    const mirror = clone.git('rev-parse', 'refs/remotes/docs/main');
    clone.git('update-ref', '-d', 'refs/tidemark/state');

    await (await clone.reopen()).cycle();
    const next = await (await clone.reopen()).cycle();

    expect([next.outcome, next.requests]).toEqual(['quiet', 1]);
    expect(clone.git('rev-parse', 'refs/remotes/docs/main')).toBe(mirror);
  });

  it('[SYNC-91] are read by one process in ten minutes when nothing changes', async () => {
    await start('full');
    await put('tides', yaml('Read a tide'));
    await look();
    const before = clone.git('for-each-ref');
    const requests: number[] = [];
    for (const minutes of [11, 5, 4, 2, 9]) {
      ahead += minutes * 60_000;
      requests.push((await (await clone.reopen()).cycle()).requests);
    }

    expect(requests.map((count) => (count === 1 ? 'one' : 'many'))).toEqual([
      'many',
      'one',
      'one',
      'many',
      'one',
    ]);
    expect(clone.git('for-each-ref')).toBe(before);
    await put('tides', yaml('Read another tide'));
    ahead += 2 * 60_000;
    expect((await (await clone.reopen()).cycle()).commits).toBe(1);
  });

  it.each(['another space came', 'an older state came back'])(
    '[SYNC-91] are read again within ten minutes when %s',
    async (what) => {
      await start('full');
      await look();
      const older = clone.git('rev-parse', 'refs/tidemark/state').trim();
      await put('tides', yaml('Read a tide'));
      await look();
      ahead += 11 * 60_000;
      await (await clone.reopen()).cycle();
      const quiet = await (await clone.reopen()).cycle();
      await put('tides', yaml('Read another tide'));
      await (await clone.reopen()).cycle();
      const early = readFileSync(at('tides.spec.yaml'), 'utf8');
      if (what === 'another space came') world.seed(seed);
      else clone.git('update-ref', 'refs/tidemark/state', older);
      await (await clone.reopen()).cycle();
      await (await clone.reopen()).cycle();

      expect(quiet.requests).toBe(1);
      expect(early).toBe(yaml('Read a tide'));
      expect(readFileSync(at('tides.spec.yaml'), 'utf8')).toBe(yaml('Read another tide'));
    },
  );

  it('are no edits of pages when somebody changes them here', async () => {
    await start('full');
    await put('tides', yaml('Read a tide'));
    await look();
    writeFileSync(at('tides.spec.yaml'), yaml('Mine'));
    const before = world.service.embedded.service.store.get<{ n: number }>(
      'SELECT count(*) AS n FROM change_requests',
    );

    await clone.sync.cycle();
    await clone.sync.cycle();

    expect(
      world.service.embedded.service.store.get<{ n: number }>('SELECT count(*) AS n FROM change_requests'),
    ).toEqual(before);
    expect(readFileSync(at('tides.spec.yaml'), 'utf8')).toBe(yaml('Mine'));
  });

  it('are left out where the service does not give their texts', async () => {
    await start('strict');
    await put('tides', yaml('Read a tide'));

    await look();

    expect(existsSync(at('tides.yaml'))).toBe(true);
    expect(existsSync(at('tides.spec.yaml'))).toBe(false);
  });
});
