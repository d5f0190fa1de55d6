import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type StartedService } from '../../src/service/index.ts';
import { runCommand } from '../support/command-line.ts';

const names = ['alpha', 'beta', 'gamma', 'delta'] as const;
const folder = mkdtempSync(join(tmpdir(), 'tidemark-export-spaces-'));
const at = (path: string): string => join(folder, path);
let service: StartedService;

beforeAll(async () => {
  for (const name of names) {
    mkdirSync(at(`seeds/${name}`), { recursive: true });
    writeFileSync(at(`seeds/${name}/README.md`), `# The start of ${name}\n`);
    writeFileSync(at(`seeds/${name}/SUMMARY.md`), '# Table of contents\n\n* [Start](README.md)\n');
  }
  service = await startService({ data: ':memory:', seeds: names.map((name) => at(`seeds/${name}`)) });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Mirrors the spaces, in the order of the configuration, and returns the first page of each way to export them. */
async function starts(order: readonly string[], cwd: string): Promise<string[]> {
  mkdirSync(cwd);
  const idOf = (name: string): string =>
    service.spaces.find(({ title }) => title.toLowerCase().includes(name))!.id;
  const spaces = order.map((name) => `{ id: ${idOf(name)}, path: ${name} }`).join(', ');
  writeFileSync(
    join(cwd, 'sync.config.yaml'),
    `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./docs }\nmirror:\n  spaces: [${spaces}]\n`,
  );
  const env = { TIDEMARK_TOKEN: service.token, XDG_CACHE_HOME: at('cache') };
  expect(await runCommand(['sync', '--pull'], { cwd, env })).toMatchObject({ code: 0 });
  rmSync(join(cwd, 'docs/.tidemark'), { recursive: true, force: true });
  const found: string[] = [];
  for (const source of [[], ['docs']]) {
    const out = `site-${source.join('')}`;
    expect(await runCommand(['export', ...source, '--out', out], { cwd, env })).toMatchObject({ code: 0 });
    found.push(/The start of (\w+)/u.exec(readFileSync(join(cwd, out, 'index.html'), 'utf8'))?.[1] ?? 'none');
  }
  return found;
}

describe('a space that the configuration names no longer', () => {
  it('is in no export, though its files are still there', async () => {
    const cwd = at('left');
    await starts(names, cwd);
    const config = readFileSync(join(cwd, 'sync.config.yaml'), 'utf8');
    writeFileSync(join(cwd, 'sync.config.yaml'), config.replace(/, \{ id: \w+, path: beta \}/u, ''));
    const env = { TIDEMARK_TOKEN: service.token, XDG_CACHE_HOME: at('cache') };
    const exported = await runCommand(['export', '--out', 'later'], { cwd, env });
    const alone = await runCommand(['export', '--space', 'beta', '--out', 'beta'], { cwd, env });

    expect(exported.code).toBe(0);
    expect(existsSync(join(cwd, 'docs/beta/README.md'))).toBe(true);
    expect([existsSync(join(cwd, 'later/gamma')), existsSync(join(cwd, 'later/beta'))]).toEqual([
      true,
      false,
    ]);
    expect(alone.code).toBe(2);
  });
});

describe('a mirror of several spaces that no site holds', () => {
  it.each([...names])('has %s at the root, where the configuration names it first', async (first) => {
    const others = names.filter((name) => name !== first);
    expect(await starts([first, ...others.toReversed()], at(`first-${first}`))).toEqual([first, first]);
  });
});
