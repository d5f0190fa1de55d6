import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import type { Ended } from '../support/installed.ts';

const change = (size: string, text: string): string => `---\ntidemark: ${size}\n---\n\n${text}\n`;

/** The release command, in a clone of this checkout whose check only says what it saw. No registry and no other host can be reached. */
describe('npm run release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-release-'));
  const clone = join(folder, 'clone');
  const origin = join(folder, 'origin.git');
  const checked = join(folder, 'checked');
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(folder, 'npm'),
    http_proxy: 'http://127.0.0.1:9',
    https_proxy: 'http://127.0.0.1:9',
  };
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: clone,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const read = (path: string): string => readFileSync(join(clone, path), 'utf8');
  const version = (): string => (JSON.parse(read('package.json')) as { version: string }).version;
  const release = (...args: string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const given = ['run', '--silent', 'release', '--', ...args];
      const child = execFile('npm', given, { cwd: clone, env }, (_error, out, err) =>
        resolve({ code: child.exitCode, out, err }),
      );
    });
  const commit = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(clone, path), text);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Work');
  };
  const checks = (script: string): void => {
    const { scripts, ...rest } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const text = JSON.stringify({ ...rest, scripts: { ...scripts, check: script } }, null, 2);
    commit({ 'package.json': `${text}\n` });
  };
  let first: string;

  beforeAll(() => {
    writeFileSync(
      join(folder, '.gitconfig'),
      '[user]\n\tname = Releaser\n\temail = releaser@example.com\n[init]\n\tdefaultBranch = main\n[safe]\n\tdirectory = *\n',
    );
    mkdirSync(clone);
    const given = ['clone', '--quiet', '--no-tags', packageRoot(), clone];
    execFileSync('git', given, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    git('switch', '--quiet', '--force-create', 'main');
    git('init', '--quiet', '--bare', origin);
    git('remote', 'set-url', 'origin', origin);
    // What was edited here and is not committed yet is tried as well.
    for (const path of ['scripts', 'package.json', 'changes'])
      cpSync(join(packageRoot(), path), join(clone, path), { recursive: true });
    // What waits for the next release here is none of these releases.
    for (const name of readdirSync(join(clone, 'changes')))
      if (name !== 'README.md') rmSync(join(clone, 'changes', name));
    // What is installed here is what `npm ci` would install there: the lock files are the same.
    symlinkSync(join(packageRoot(), 'node_modules'), join(clone, 'node_modules'));
    writeFileSync(join(clone, '.git', 'info', 'exclude'), '/node_modules\n');
    const look = `require('fs').writeFileSync('${checked}', require('./package.json').version)`;
    checks(`node -e "${look}"`);
    first = version();
    git('tag', `v${first}`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('makes no release where nothing has changed since the last one', async () => {
    const { code, err } = await release();

    expect(code).toBe(1);
    expect(err).toContain(`Nothing has changed since ${first}`);
  });

  it('shows the version and the section of the changelog that the files of changes make, and changes nothing', async () => {
    const unreleased = `- Written before there were files.`;
    commit({
      'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n${unreleased}\n`,
      'changes/one.md': change('patch', 'A tide is\ntold once.'),
      'changes/two.md': change('minor', 'Tides are told.'),
    });
    const { code, out } = await release();

    expect(code).toBe(0);
    expect(out).toMatch(/^## \d+\.\d+\.0 \(\d{4}-\d\d-\d\d\)\n\n- Written before/u);
    expect(out).toContain('### New\n\n- Tides are told.\n\n### Mended\n\n- A tide is\n  told once.\n');
    expect(git('status', '--porcelain')).toBe('');
    expect(version()).toBe(first);
  });

  it('refuses work that is not committed, and another branch', async () => {
    writeFileSync(join(clone, 'notes.txt'), 'Mine.\n');
    expect((await release('--yes')).err).toContain('?? notes.txt');
    expect(read('notes.txt')).toBe('Mine.\n');
    rmSync(join(clone, 'notes.txt'));

    git('switch', '--quiet', '--create', 'other');
    expect((await release('--yes')).err).toContain('this is other');
    git('switch', '--quiet', 'main');
  });

  it('leaves the clone as it was where the checks fail', async () => {
    const script = (JSON.parse(read('package.json')) as { scripts: { check: string } }).scripts.check;
    checks('node -e "process.exit(1)"');
    const before = git('rev-parse', 'HEAD');

    expect(await release('--yes')).toMatchObject({ code: 1 });
    expect(git('rev-parse', 'HEAD')).toBe(before);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag')).toBe(`v${first}`);
    expect(readdirSync(clone)).not.toContain('releases');
    checks(script);
  });

  it(
    'writes the version everywhere, checks it, packs it with its bill of materials, and commits and tags it, here alone',
    { timeout: 600_000, tags: ['long'] },
    async () => {
      const [major, minor] = first.split('.').map(Number) as [number, number];
      const next = `${major}.${minor + 1}.0`;
      const { code, out, err } = await release('--yes');

      expect(err).not.toContain('No release was made');
      expect(code).toBe(0);
      expect(version()).toBe(next);
      expect((JSON.parse(read('package-lock.json')) as { version: string }).version).toBe(next);
      expect(readFileSync(checked, 'utf8')).toBe(next);
      expect(read('CHANGELOG.md')).toMatch(
        new RegExp(`^# Changelog\\n\\n## ${next} \\(.*\\)\\n\\n- Written`, 'u'),
      );
      expect(read('CHANGELOG.md')).not.toContain('Unreleased');
      expect(readdirSync(join(clone, 'changes'))).toEqual(['README.md']);
      expect(read('action.yml')).toContain(`default: tidemark@${next}`);
      expect(read('docs/ci/README.md')).toContain(`tidemark@v${next}`);

      expect(git('status', '--porcelain')).toBe('');
      expect(git('log', '-1', '--format=%s')).toBe(`This is version ${next}`);
      expect(git('rev-parse', `v${next}^{commit}`)).toBe(git('rev-parse', 'HEAD'));
      expect(git('tag', '--list', '--format=%(contents:body)', `v${next}`)).toContain('### New');
      expect(git('ls-remote', origin)).toBe('');
      expect(out).toContain(`git push origin main v${next}`);

      const made = join('releases', next);
      const [sbom, tarball] = [`tidemark-${next}.cdx.json`, `tidemark-${next}.tgz`];
      expect(readdirSync(join(clone, made)).sort()).toEqual(['SHA256SUMS', sbom, tarball]);
      for (const [, sum, file] of read(join(made, 'SHA256SUMS')).matchAll(/^(\S+) {2}(\S+)$/gmu)) {
        const bytes = readFileSync(join(clone, made, file!));
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum);
      }
      const inside = (path: string): string =>
        execFileSync('tar', ['-xzOf', join(clone, made, tarball), `package/${path}`], {
          encoding: 'utf8',
          maxBuffer: 64 * 1024 * 1024,
        });
      expect((JSON.parse(inside('package.json')) as { version: string }).version).toBe(next);
      expect(inside('dist/sbom.cdx.json')).toBe(read(join(made, sbom)));
      expect(inside('CHANGELOG.md')).toBe(read('CHANGELOG.md'));

      expect((await release()).err).toContain(`Nothing has changed since ${next}`);
    },
  );
});
