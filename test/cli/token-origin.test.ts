import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/cli/config/load.ts';
import { bindToken } from '../../src/cli/token-origin.ts';
import type { World } from '../../src/cli/world.ts';
import { realPorts } from '../../src/real-ports.ts';
import { testWorld } from '../support/world.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tidemark-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const token = 'tdm_0123456789';
const first = 'https://docs.example.com/api';
const other = 'https://docs.example.net';
const aWorld = (over: Partial<World> = {}): World => testWorld({ env: { HOME: home }, ...over });

/** A command that the service answered. */
async function use(...bound: Parameters<typeof bindToken>): Promise<void> {
  (await bindToken(...bound))();
}

describe('a token', () => {
  it('is not bound to an address that never answered', async () => {
    await bindToken(aWorld(), token, 'http://127.0.0.1:8787');
    await use(aWorld(), token, first);

    await expect(use(aWorld(), token, other)).rejects.toMatchObject({ code: 'ORIGIN_NOT_TRUSTED' });
  });

  // Node's own recursive mkdir never returns from this: without our own, this test hangs.
  it.runIf(existsSync('/proc/self'))('is used where the home takes no new folder, too', async () => {
    const homeless = aWorld({ env: { HOME: '/proc/tidemark-home' } });

    await use(homeless, token, first);
  });

  it('keeps what another command remembered meanwhile', async () => {
    const remember = await bindToken(aWorld(), token, first);
    await use(aWorld(), 'tdm_another_one', other);
    remember();

    await expect(use(aWorld(), token, other)).rejects.toMatchObject({ code: 'ORIGIN_NOT_TRUSTED' });
    await expect(use(aWorld(), 'tdm_another_one', first)).rejects.toMatchObject({
      code: 'ORIGIN_NOT_TRUSTED',
    });
  });

  it('belongs to the service that it was first used with', async () => {
    await use(aWorld(), token, first);
    await use(aWorld(), token, `${first}/v1`);

    await expect(use(aWorld(), token, other)).rejects.toMatchObject({
      code: 'ORIGIN_NOT_TRUSTED',
      exitCode: 4,
      hint: expect.stringContaining('https://docs.example.com') as string,
    });
    await use(aWorld(), 'tdm_another_one', other);
  });

  it('goes to another service by --trust-origin, by the variable that names it, or by a yes on the terminal', async () => {
    await use(aWorld(), token, first);
    const no = aWorld({ ask: () => Promise.resolve('') });
    await expect(use(no, token, other)).rejects.toMatchObject({ code: 'ORIGIN_NOT_TRUSTED' });
    const named = aWorld({ env: { HOME: home, TIDEMARK_TRUST_ORIGIN: 'https://c.example.org' } });
    await expect(use(named, token, other)).rejects.toMatchObject({ code: 'ORIGIN_NOT_TRUSTED' });

    await use(aWorld({ trustOrigin: true }), token, other);
    await use(aWorld({ ask: () => Promise.resolve('y') }), token, 'https://b.example.org');
    await use(named, token, 'https://c.example.org');
    await use(aWorld(), token, 'https://c.example.org');
  });

  it('is remembered only by its hash, in a file that nobody else may read', async () => {
    await use(aWorld({ env: { XDG_STATE_HOME: join(home, 'state') } }), token, first);

    const file = join(home, 'state', 'tidemark', 'token-origins.json');
    expect(readFileSync(file, 'utf8')).not.toContain(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is not sent where the file that says its service is damaged', async () => {
    await use(aWorld(), token, first);
    writeFileSync(join(home, '.local/state/tidemark/token-origins.json'), '[1');

    await expect(use(aWorld(), token, other)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

describe('a configuration that came with content', () => {
  const put = (path: string, text: string): void => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const found = async (folder: string) =>
    (await loadConfig(testWorld({ cwd: join(home, folder), ports: realPorts }))).file;
  const inner = 'service: { url: https://evil.example }\n';

  it('is passed over for the one further up that mirrors a space there', async () => {
    put('sync.config.yaml', 'repository: { path: ./docs }\nmirror: { spaces: [{ id: s1, path: guides }] }\n');
    put('docs/guides/deep/sync.config.yaml', inner);
    put('docs/elsewhere/sync.config.yaml', inner);
    const world = testWorld({ cwd: join(home, 'docs/guides/deep') });

    expect((await loadConfig(world)).file).toBe(join(home, 'sync.config.yaml'));
    expect(world.stderr.text).toContain('may have come with its content');
    expect(await found('docs/elsewhere')).toBe(join(home, 'docs/elsewhere/sync.config.yaml'));
  });

  it('is refused in a clone that has no other configuration, by the table of contents of its space', async () => {
    mkdirSync(join(home, '.git'));
    put('guides/SUMMARY.md', '# Table of contents\n');
    put('guides/deep/sync.config.yaml', inner);

    await expect(found('guides/deep')).rejects.toThrow(/deep\/sync\.config\.yaml was not used/);
  });

  it('is none at the top of a repository, which is its owner’s', async () => {
    mkdirSync(join(home, '.git'));
    put('SUMMARY.md', '# Table of contents\n');
    put('sync.config.yaml', inner);

    expect(await found('.')).toBe(join(home, 'sync.config.yaml'));
  });

  it('is refused below the root where that is the space, by the table of contents in a clone', async () => {
    mkdirSync(join(home, '.git'));
    put('SUMMARY.md', '# Table of contents\n');
    put('deep/er/sync.config.yaml', inner);

    await expect(found('deep/er')).rejects.toThrow(/er\/sync\.config\.yaml was not used/);
  });

  it('is refused in the folders that the repository records as mirrored, packed or not, and nowhere else', async () => {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: home,
        encoding: 'utf8',
      }).trim();
    git('init', '-q');
    const record = (path: string): void => {
      put('state.json', JSON.stringify({ version: 1, spaces: ['s1'] }));
      put('spaces/s1/space.json', JSON.stringify({ id: 's1', title: 'S', path, changeRequests: [] }));
      git('add', 'state.json', 'spaces');
      git('update-ref', 'refs/tidemark/state', git('commit-tree', git('write-tree'), '-m', 'State'));
    };
    put('deep/er/sync.config.yaml', inner);
    record('elsewhere');
    expect(await found('deep/er')).toBe(join(home, 'deep/er/sync.config.yaml'));

    for (const path of ['.', 'deep']) {
      record(path);
      await expect(found('deep/er')).rejects.toThrow(/was not used/);
    }
    git('pack-refs', '--all');
    await expect(found('deep/er')).rejects.toThrow(/was not used/);
  });
});
