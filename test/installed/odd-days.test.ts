import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  firstReadyOf,
  installedProgram,
  type Ended,
  type FirstReady,
  type Installed,
  type Running,
} from '../support/installed.ts';
import { watchingProxy, type WatchingProxy } from '../support/watching-proxy.ts';

interface Report {
  readonly exitCode: number;
  readonly problems: readonly { path?: string; cause?: string; code: string; message: string }[];
  readonly proposals: readonly {
    state: string;
    number: number | null;
    edits: readonly { kind: string; path: string }[];
    unsaid: readonly string[];
  }[];
  readonly branch: { readonly state: string };
}
interface ChangeRequest {
  readonly number: number;
  readonly status: string;
}

const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
const summary = `# Table of contents\n\n* [Welcome](README.md)\n${names.map((name) => `* [${name}](${name}.md)\n`).join('')}`;
const pages = {
  'README.md': '# Welcome\n\nHello.\n',
  'SUMMARY.md': summary,
  ...Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n\nText.\n`])),
};
const spaces: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  links: pages,
  contents: pages,
  unsendable: pages,
  held: pages,
  lost: pages,
  declined: pages,
  root: {
    '.gitbook.yaml': 'root: ./text/\n',
    ...Object.fromEntries(Object.entries(pages).map(([path, text]) => [`text/${path}`, text])),
  },
};

/** Real cases in which people's change requests went wrong, with the installed program; each has its own space. */
describe('an odd day with the installed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-odd-days-'));
  let installed: Installed;
  let service: Running;
  let ready: FirstReady;
  let proxy: WatchingProxy;

  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };

  /** A writer with a repository of one space. */
  function writerOf(title: string) {
    const home = join(folder, `home-${title}`);
    const id = ready.spaces.find((space) => space.title.toLowerCase() === title)!.id;
    const repository = join(home, 'docs');
    write(
      `home-${title}/sync.config.yaml`,
      `service: { url: "${proxy.url}", token: "\${TIDEMARK_TOKEN}" }\nmirror: { spaces: [{ id: ${id}, path: . }], metadata: false }\n`,
    );
    const options = { cwd: home, env: { TIDEMARK_TOKEN: ready.token } };
    const run = (...args: string[]): Promise<Ended> => installed.run(args, options);
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', repository, ...args], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: home },
      });
    const sync = async (...args: string[]): Promise<Report> =>
      JSON.parse((await run('sync', '--json', ...args)).out) as Report;
    return {
      run,
      git,
      sync,
      start: (...args: string[]): Running => installed.start(args, options),
      at: (path: string): string => join(repository, path),
      read: (path: string): string => readFileSync(join(repository, path), 'utf8'),
      write: (path: string, content: string | Uint8Array): void =>
        write(`home-${title}/docs/${path}`, content),
      requests: async (): Promise<ChangeRequest[]> =>
        (
          JSON.parse((await run('cr', 'list', '--status', 'all', '--json')).out) as {
            changeRequest: ChangeRequest;
          }[]
        ).map(({ changeRequest: { number, status } }) => ({ number, status })),
      /** Somebody adds a page in the service. */
      addInService: async (name: string): Promise<void> => {
        const open = await run('cr', 'open', '--subject', name, '--json');
        const { changeRequest } = JSON.parse(open.out) as { changeRequest: { id: string; number: number } };
        const change = {
          type: 'insert_page',
          title: name,
          document: { markdown: `# ${name}\n` },
          into: null,
        };
        const answer = await fetch(
          `${ready.url}/v1/spaces/${id}/change-requests/${changeRequest.id}/content`,
          {
            method: 'POST',
            headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ changes: [change] }),
          },
        );
        expect(answer.status).toBe(200);
        expect((await run('cr', 'merge', String(changeRequest.number), '--draft', '--yes')).code).toBe(0);
      },
      /** Three cycles; the last one writes nothing on either side. */
      staysQuiet: async (): Promise<void> => {
        await run('sync');
        await run('sync');
        const before = [git('for-each-ref'), git('status', '--porcelain'), proxy.writes.length];
        await run('sync');
        expect([git('for-each-ref'), git('status', '--porcelain'), proxy.writes.length]).toEqual(before);
      },
    };
  }

  beforeAll(async () => {
    installed = await installedProgram();
    for (const [space, files] of Object.entries(spaces))
      for (const [path, text] of Object.entries(files)) write(`seed/${space}/${path}`, text);
    const seeds = Object.keys(spaces).flatMap((space) => ['--seed', `seed/${space}`]);
    service = installed.start(['serve', '--port', '0', '--data', 'data', ...seeds, '--json'], {
      cwd: folder,
    });
    ready = await firstReadyOf(service);
    proxy = await watchingProxy(ready.url);
  });
  afterAll(async () => {
    await proxy.close();
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('handles a link to another site in SUMMARY.md when the service adds a page', async () => {
    const writer = writerOf('links');
    await writer.sync();
    const edited = `${summary}* [Elsewhere](https://example.com/guide)\n* [Outside](../../other/page.md)\n`;
    writer.write('SUMMARY.md', edited);
    await writer.sync();
    await writer.addInService('Fresh');

    const report = await writer.sync();

    expect(report).toMatchObject({ exitCode: 0, problems: [], branch: { state: 'fast-forwarded' } });
    expect(writer.read('SUMMARY.md')).toContain(
      '* [Fresh](fresh.md)\n* [Elsewhere](https://example.com/guide)',
    );
    await writer.staysQuiet();
  });

  it.each([
    ['is gone', ['-d', 'refs/remotes/docs/main'], 'is gone'],
    ['was moved back', ['refs/remotes/docs/main', 'refs/remotes/docs/main~1'], 'was moved back'],
  ])(
    'puts refs/remotes/docs/main back where it %s, after status and doctor said so',
    async (_, move, words) => {
      const writer = writerOf('lost');
      await writer.sync();
      await writer.addInService('Fresh');
      await writer.sync();
      const mirror = writer.git('rev-parse', 'refs/remotes/docs/main');
      writer.git('update-ref', ...move);

      const said = [(await writer.run('status')).out, (await writer.run('doctor')).out];
      const synced = await writer.run('sync');

      expect([...said, synced.out].map((text) => text.includes(`refs/remotes/docs/main ${words}`))).toEqual([
        true,
        true,
        true,
      ]);
      expect(synced.code).toBe(0);
      expect(writer.git('rev-parse', 'refs/remotes/docs/main')).toBe(mirror);
      expect((await writer.requests()).filter(({ status }) => status !== 'merged')).toEqual([]);
      await writer.staysQuiet();
    },
  );

  it.each([
    ['is gone', null, 'contents'],
    [
      'has a byte that is not UTF-8',
      Buffer.concat([Buffer.from(summary), Buffer.from([0xe9, 0x0a])]),
      'encoding',
    ],
  ])('proposes no page anew when SUMMARY.md %s', async (_what, bytes, cause) => {
    const writer = writerOf('contents');
    await writer.sync();
    if (bytes === null) rmSync(writer.at('SUMMARY.md'));
    else writer.write('SUMMARY.md', bytes);

    const report = await writer.sync();

    expect(report).toMatchObject({ exitCode: 5, problems: [{ path: 'SUMMARY.md', cause }], proposals: [] });
    expect(await writer.requests()).toEqual([]);
    await writer.staysQuiet();
    writer.git('checkout', '--', 'SUMMARY.md');
  });

  it('keeps pages and the one table of contents in the root of .gitbook.yaml', async () => {
    const writer = writerOf('root');
    await writer.sync();
    writer.write('text/mine.md', '# Mine\n\nMine.\n');
    const { proposals } = await writer.sync();
    expect((await writer.run('cr', 'merge', String(proposals[0]!.number), '--draft', '--yes')).code).toBe(0);
    await writer.addInService('Fresh');
    await writer.sync();

    const paths = writer.git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n');
    expect(paths.filter((path) => !path.startsWith('text/'))).toEqual(['.gitbook.yaml']);
    expect(paths).toContain('text/mine.md');
    expect(paths).toContain('text/fresh.md');
    expect(writer.read('text/SUMMARY.md')).toContain('(mine.md)');
    await writer.staysQuiet();
  });

  it('sends the other edits of a space with a NUL byte and a page over the limit, and makes no empty change request', async () => {
    const writer = writerOf('unsendable');
    await writer.sync();
    writer.write('p1.md', '# p1\n\nText.\0\n');
    writer.write('p2.md', `# p2\n\n${'x'.repeat(11 * 1024 * 1024)}\n`);
    const alone = await writer.sync();
    expect(alone).toMatchObject({ exitCode: 5, proposals: [] });
    expect(alone.problems.map(({ path, cause }) => [path, cause])).toEqual([
      ['p1.md', 'nul'],
      ['p2.md', 'size'],
    ]);
    expect(await writer.requests()).toEqual([]);
    writer.write('p3.md', '# p3\n\nText, better.\n');

    const report = await writer.sync();

    expect(report.proposals).toMatchObject([{ state: 'proposed', edits: [{ kind: 'edit', path: 'p3.md' }] }]);
    await writer.staysQuiet();
  });

  it('makes one change request when it was killed with its request on the way and started again at once', async () => {
    const writer = writerOf('held');
    await writer.sync();
    writer.write('p1.md', '# p1\n\nText, better.\n');
    const held = proxy.hold(/^POST \/v1\/spaces\/[^/]+\/change-requests$/u);
    const first = writer.start('sync');
    await Promise.race([held.here, first.ended]);
    await first.end('SIGKILL');

    const second = writer.start('sync', '--json');
    await sleep(1500);
    await held.release();
    const { out } = await second.ended;

    expect(JSON.parse(out)).toMatchObject({ exitCode: 0, proposals: [{ number: 1 }] });
    expect(await writer.requests()).toEqual([{ number: 1, status: 'draft' }]);
    await writer.staysQuiet();
  });

  it('makes a page once when it was killed with its changes on the way and started again at once', async () => {
    const writer = writerOf('held');
    await writer.sync();
    writer.write('fresh.md', '# Fresh\n\nNew.\n');
    const held = proxy.hold(/^POST \/v1\/spaces\/[^/]+\/change-requests\/[^/]+\/content/u);
    const first = writer.start('sync');
    await Promise.race([held.here, first.ended]);
    await first.end('SIGKILL');

    const second = writer.start('sync', '--json');
    await sleep(1500);
    await held.release();
    await second.ended;

    const diff = JSON.parse((await writer.run('cr', 'diff', '1', '--json')).out) as {
      files: { path: string; kind: string }[];
    };
    expect(diff.files.filter(({ kind }) => kind === 'added').map(({ path }) => path)).toEqual(['fresh.md']);
    await writer.staysQuiet();
  });

  it('proposes only the page that is edited after a change request with two others was archived', async () => {
    const writer = writerOf('declined');
    await writer.sync();
    for (const name of ['p1', 'p2']) writer.write(`${name}.md`, `# ${name}\n\nText, better.\n`);
    await writer.sync();
    expect((await writer.run('cr', 'archive', '1')).code).toBe(0);
    writer.write('p3.md', '# p3\n\nText, better.\n');

    const report = await writer.sync();

    expect(report.proposals).toMatchObject([{ number: 2, edits: [{ kind: 'edit', path: 'p3.md' }] }]);
    await writer.staysQuiet();
  });
});
