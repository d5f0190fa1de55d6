import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, type Installed } from '../support/installed.ts';

const pages = 600;

function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    names
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path, 'latin1')]),
  );
}

/** Whether an export has written its first page. */
function isBegun(site: string): boolean {
  return existsSync(site) && readdirSync(site).some((name) => /^p\d+\.html$/.test(name));
}

describe('an export of the installed program that is ended', () => {
  let installed: Installed;
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-killed-export-'));
  beforeAll(async () => {
    installed = await installedProgram();
    const docs = join(folder, 'docs');
    mkdirSync(docs);
    const names = Array.from({ length: pages }, (_, at) => `p${at}`);
    writeFileSync(join(docs, 'README.md'), '# Home\n');
    for (const name of names)
      writeFileSync(join(docs, `${name}.md`), `# ${name}\n\n${'Words. '.repeat(50)}\n`);
    const list = ['* [Home](README.md)', ...names.map((name) => `* [${name}](${name}.md)`)];
    writeFileSync(join(docs, 'SUMMARY.md'), `# Table of contents\n\n${list.join('\n')}\n`);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends soon after %s, and says by its exit code that it did not finish',
    async (signal) => {
      const site = join(folder, `site-${signal}`);
      const run = installed.start(['export', 'docs', '--out', site], { cwd: folder });
      while (run.process.exitCode === null && !isBegun(site)) await delay(1);

      await run.end(signal);

      expect(run.process.exitCode).toBe(signal === 'SIGINT' ? 130 : 143);
      // What an export writes last.
      expect(existsSync(join(site, 'llms.txt'))).toBe(false);
      expect(readdirSync(site).filter((name) => /^p\d+\.html$/.test(name)).length).toBeLessThan(pages);
    },
    60_000,
  );

  it('is done by the next one, which keeps files that somebody put there meanwhile', async () => {
    const site = join(folder, 'site');
    const first = installed.start(['export', 'docs', '--out', 'site'], { cwd: folder });
    // The export is killed as soon as one page exists, long before all of them do.
    while (first.process.exitCode === null && !isBegun(site)) await delay(1);
    await first.end('SIGKILL');
    const half = readdirSync(site).filter((name) => /^p\d+\.html$/.test(name)).length;
    writeFileSync(join(site, 'CNAME'), 'docs.example');

    const second = await installed.run(['export', 'docs', '--out', 'site'], { cwd: folder });
    const whole = await installed.run(['export', 'docs', '--out', 'other'], { cwd: folder });

    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(pages);
    expect([second.code, second.err, whole.code]).toEqual([
      0,
      expect.not.stringContaining('no export wrote'),
      0,
    ]);
    expect(filesIn(site)).toEqual(
      new Map(
        [...filesIn(join(folder, 'other')), ['/CNAME', 'docs.example'] as const].sort(([a], [b]) =>
          a < b ? -1 : 1,
        ),
      ),
    );
  }, 60_000);
});
