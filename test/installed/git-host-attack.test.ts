import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveGit, type GitHttpServer } from '../support/git-http-backend.ts';
import { commitEntries, hostileTrees } from '../support/hostile-commit.ts';
import {
  firstReadyOf,
  installedProgram,
  type Ended,
  type Installed,
  type Running,
} from '../support/installed.ts';

const root = mkdtempSync(path.join(tmpdir(), 'tidemark-git-host-attack-'));
const bare = path.join(root, 'served', 'docs.git');
const docs = path.join(root, 'work', 'docs');

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    },
  }).toString();
}

describe('the installed program and a hostile commit on its git host', () => {
  let installed: Installed;
  let host: GitHttpServer;
  let service: Running;
  let env: Record<string, string> = {};

  beforeAll(async () => {
    installed = await installedProgram();
    mkdirSync(path.dirname(bare), { recursive: true });
    mkdirSync(path.dirname(docs), { recursive: true });
    git(root, 'init', '-q', '--bare', '-b', 'main', bare);
    git(bare, 'config', 'http.receivepack', 'true');
    host = await serveGit(path.dirname(bare));
    const seed = path.join(root, 'seed');
    mkdirSync(seed);
    writeFileSync(path.join(seed, 'README.md'), '# Welcome\n\nHello.\n');
    service = installed.start(['serve', '--json', '--port', '0', '--seed', seed], { cwd: root });
    const { token, url } = await firstReadyOf(service);
    env = { TIDEMARK_TOKEN: token };
    const config = `service:\n  url: ${url}\nrepository:\n  path: ./docs\n  remote: ${host.url}/docs.git\n`;
    writeFileSync(path.join(root, 'work', 'sync.config.yaml'), config);
  });
  afterAll(async () => {
    await service.end();
    await host.close();
    rmSync(root, { recursive: true, force: true });
  });

  const sync = (): Promise<Ended> => installed.run(['sync', '--json'], { cwd: path.join(root, 'work'), env });

  it('writes no hook, runs nothing, names the path, and goes on with the service', async () => {
    const first = await sync();
    expect(first).toMatchObject({ code: 0 });
    const before = git(docs, 'rev-parse', 'main');
    for (const { entry, path: at } of hostileTrees.slice(0, 4)) {
      commitEntries(bare, 'main', [entry]);

      const { code, out } = await sync();
      git(bare, 'update-ref', 'refs/heads/main', before.trim());

      expect(code).toBe(3);
      expect(JSON.parse(out)).toMatchObject({
        problems: [{ code: 'UNSAFE_PATH', path: expect.stringContaining(at) as string }],
      });
      expect(git(docs, 'rev-parse', 'main')).toBe(before);
      expect(existsSync(path.join(docs, '.git', 'hooks', 'post-commit'))).toBe(false);
    }
    writeFileSync(path.join(docs, 'mine.txt'), 'mine\n');
    git(docs, 'add', 'mine.txt');
    git(docs, 'commit', '-q', '-m', 'Mine');
    expect(existsSync(path.join(docs, 'ran'))).toBe(false);
  });

  it('refuses a git host over plain HTTP with the place in the file', async () => {
    const folder = path.join(root, 'plain');
    mkdirSync(folder);
    const config = readFileSync(path.join(root, 'work', 'sync.config.yaml'), 'utf8');
    writeFileSync(
      path.join(folder, 'sync.config.yaml'),
      config.replace(/remote: .*/u, 'remote: http://git.example.com/docs.git'),
    );

    const { code, err } = await installed.run(['sync'], { cwd: folder, env });

    expect(code).toBe(2);
    expect(err).toMatch(/sync\.config\.yaml:5:\d+/u);
    expect(err).toContain('HTTPS');
  });
});
