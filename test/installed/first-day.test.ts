import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsByPath, flagOf } from '../support/command-tree.ts';
import {
  firstReadyOf,
  installedProgram,
  type Ended,
  type FirstReady,
  type Installed,
  type Running,
} from '../support/installed.ts';

interface Report {
  readonly exitCode: number;
  readonly problems: readonly {
    path?: string;
    cause?: string;
    line?: number;
    message: string;
    allow?: string;
  }[];
  readonly proposals: readonly {
    path: string;
    subject: string;
    number: number;
    edits: readonly { path: string }[];
  }[];
}

describe('the first day with the installed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-first-day-'));
  let installed: Installed;
  let service: Running;
  let ready: FirstReady;

  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const run = (...args: string[]): Promise<Ended> =>
    installed.run(args, { cwd: folder, env: { TIDEMARK_TOKEN: ready.token } });
  const report = async (...args: string[]): Promise<Report> =>
    JSON.parse((await run(...args, '--json')).out) as Report;
  const requests = async (): Promise<{ subject: string; status: string; number: number }[]> =>
    (JSON.parse((await run('cr', 'list', '--json')).out) as { changeRequest: never }[]).map(
      ({ changeRequest }) => changeRequest,
    );

  beforeAll(async () => {
    installed = await installedProgram();
    write('seed/guides/SUMMARY.md', '# Table of contents\n\n* [Welcome](README.md)\n* [Usage](usage.md)\n');
    write('seed/guides/README.md', '# Welcome\n\nHello.\n');
    write('seed/guides/usage.md', '# Usage\n\nUse it.\n');
    write('seed/notes/SUMMARY.md', '# Table of contents\n\n* [Notes](README.md)\n');
    write('seed/notes/README.md', '# Notes\n\nNone.\n');
    service = installed.start(
      ['serve', '--port', '0', '--data', 'data', '--seed', 'seed/guides', '--seed', 'seed/notes', '--json'],
      { cwd: folder },
    );
    ready = await firstReadyOf(service);
    write(
      'sync.config.yaml',
      `service: { url: "${ready.url}", token: "\${TIDEMARK_TOKEN}" }\nmirror: { organization: ${ready.organization}, metadata: false }\nhttp: { port: 0 }\n`,
    );
  });
  afterAll(async () => {
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes a folder for a space before the first mirror, and names the spaces that there are for any other name', async () => {
    const wrong = await run('sync', '--space', 'guidse');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/guidse[^]*Did you mean guides\?[^]*There are: guides \(.*\), notes \(/);

    const first = await run('sync', '--space', 'guides');
    expect({ code: first.code, err: first.err }).toMatchObject({ code: 0 });
    expect(read('docs/guides/usage.md')).toContain('Use it.');
    expect((await run('sync')).code).toBe(0);
    for (const [path, command] of commandsByPath()) {
      const flags = command.options.map(flagOf);
      // The spaces of init are new, so doctor first suggests --deep.
      if (!flags.includes('--space') || path === 'init' || path === 'doctor') continue;
      const needed = path.startsWith('cr ') ? command.registeredArguments.map(() => '1') : [];
      const given = [...path.split(' '), ...needed, ...(flags.includes('--yes') ? ['--yes'] : [])];
      const { code, err } = await run(...given, '--space', 'guidse');
      expect({ path, code, err }).toEqual({
        path,
        code: 2,
        err: expect.stringContaining('Did you mean guides?') as string,
      });
    }
  });

  it('sends no file that is not UTF-8, names each in sync, status and JSON with exit code 5, and sends the rest', async () => {
    write('docs/guides/latin.md', Buffer.from('# Latin\n\nGr\xfc\xdfe.\n', 'latin1'));
    write('docs/guides/wide.md', Buffer.from('\ufeff# Wide\n', 'utf16le'));
    write(
      'docs/guides/random.md',
      Uint8Array.from({ length: 20_000 }, (_, at) => (at * 7919) & 0xff),
    );
    write('docs/guides/nul.md', '# Nul\n\na\0b\n');
    write('docs/guides/usage.md', read('docs/guides/usage.md').replace('Use it.', 'Use it well.'));
    write(
      'docs/notes/README.md',
      Buffer.concat([Buffer.from(read('docs/notes/README.md')), Buffer.from([0x0a, 0xe9, 0x0a])]),
    );

    const synced = await run('sync');
    expect(synced.code).toBe(5);
    expect(synced.out).toContain(
      'guides/latin.md is not sent: it is Latin-1 (Windows-1252), not UTF-8; line 3 has the byte 0xfc',
    );
    expect(synced.out).toContain('iconv -f WINDOWS-1252 -t UTF-8 guides/latin.md');
    expect(synced.out).toContain('iconv -f UTF-16 -t UTF-8 guides/wide.md');
    const status = await run('status');
    expect(status.code).toBe(5);
    expect(status.out).toContain('guides/latin.md is not sent: it is Latin-1');

    const found = (all: Report): unknown =>
      all.problems.map(({ path, cause, line }) => [path, cause, line]).sort();
    const again = await report('sync');
    expect(found(again)).toEqual([
      ['guides/latin.md', 'encoding', 3],
      ['guides/nul.md', 'nul', 3],
      ['guides/random.md', 'encoding', expect.any(Number)],
      ['guides/wide.md', 'encoding', 1],
      ['notes/README.md', 'encoding', expect.any(Number)],
    ]);
    expect(found(await report('status'))).toEqual(found(again));
    expect(await requests()).toMatchObject([{ subject: 'Edit Usage', status: 'draft' }]);
    const diff = await run('cr', 'diff', '1', '--space', 'guides');
    expect(diff.out).toContain('Use it well.');
    expect(diff.out).not.toMatch(/latin|wide|random|nul/);
  });

  it('reports them on the status page and in the log of the daemon, which continues', async () => {
    const config = read('sync.config.yaml');
    write('sync.config.yaml', config.replace('port: 0', 'port: 19464'));
    const daemon = installed.start(['daemon'], { cwd: folder, env: { TIDEMARK_TOKEN: ready.token } });
    try {
      await daemon.until(/guides\/latin\.md is not sent: it is Latin-1/);
      await daemon.until(/notes\/README\.md is not sent/);
      const page = await fetch('http://127.0.0.1:19464/status', { headers: { accept: 'application/json' } });
      const { spaces } = (await page.json()) as {
        spaces: { path: string; state: string; notSent: { path: string }[] }[];
      };
      const guides = spaces.find(({ path }) => path === 'guides')!;
      expect(guides.state).toBe('conflict');
      expect(guides.notSent.map(({ path }) => path)).toContain('guides/nul.md');
      const html = await fetch('http://127.0.0.1:19464/status', { headers: { accept: 'text/html' } });
      expect(await html.text()).toContain('<code>guides/wide.md</code>');
    } finally {
      await daemon.end();
      write('sync.config.yaml', config);
    }
    for (const name of ['latin', 'wide', 'random', 'nul']) rmSync(join(folder, `docs/guides/${name}.md`));
    write(
      'docs/notes/README.md',
      Buffer.from(readFileSync(join(folder, 'docs/notes/README.md')).subarray(0, -3)),
    );
    expect(await report('sync')).toMatchObject({ exitCode: 0, problems: [] });
  });

  it('holds conflict markers and secrets back until a person lets them pass', async () => {
    write('docs/guides/merge.md', '# Merge\n\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> docs/main\n');
    write('docs/guides/fence.md', '# Fence\n\n```\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other\n```\n');
    write('docs/notes/key.md', `# Key\n\n\`ghp_${'a1'.repeat(20)}\`\n`);

    const held = await report('sync');
    expect(held.proposals.flatMap(({ edits }) => edits.map(({ path }) => path))).toContain('fence.md');
    // Spaces are handled in parallel, so their order in the report is open.
    const problems = held.problems.toSorted((one, other) => (one.path! < other.path! ? -1 : 1));
    expect(problems).toMatchObject([
      { path: 'guides/merge.md', cause: 'markers', line: 3 },
      { path: 'notes/key.md', cause: 'secret', line: 3 },
    ]);
    const [markers, secret] = problems.map(({ allow }) => allow!);
    expect((await run('status')).out).toContain(`--allow-secret ${secret}`);
    expect(await report('sync', '--allow-secret', secret!)).toMatchObject({
      exitCode: 5,
      problems: [{ cause: 'markers' }],
    });
    write('sync.config.yaml', `${read('sync.config.yaml')}push: { allow: ["${markers}"] }\n`);
    expect(await report('sync')).toMatchObject({ exitCode: 0, problems: [] });
    expect((await run('sync', '--allow', 'nonsense')).code).toBe(2);
  });

  it('keeps a page that is too large here, sends the others, and leaves no draft behind', async () => {
    const before = await requests();
    write('docs/notes/large.md', `# Large\n\n${'A line of words.\n'.repeat(700_000)}`);
    write('docs/notes/small.md', '# Small\n\nOne.\n');

    const large = await report('sync');
    expect(large).toMatchObject({ exitCode: 5, problems: [{ path: 'notes/large.md', cause: 'size' }] });
    expect(large.proposals.flatMap(({ edits }) => edits.map(({ path }) => path))).toContain('small.md');
    expect(await requests()).toHaveLength(before.length);
    rmSync(join(folder, 'docs/notes/large.md'));
  });
});
