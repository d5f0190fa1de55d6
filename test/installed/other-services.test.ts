import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { importsWithoutIdentities } from '../support/odd-service.ts';
import { watchingProxy } from '../support/watching-proxy.ts';
import type { AnswerInstead, WatchingProxy } from '../support/watching-proxy.ts';
import { ask, freePort, runTable } from './table/case.ts';
import type { Bench, Case, Ready } from './table/case.ts';

interface ChangeRequest {
  readonly id: string;
  readonly subject: string;
  readonly status: string;
}

/** A service with one form of the interface, the proxy before it, and a writer with a clone of its first space. */
interface Writer {
  readonly service: Ready;
  readonly space: string;
  readonly proxy: WatchingProxy;
  readonly docs: string;
  readonly world: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
  git(...args: string[]): string;
  /** The change requests for edits, including merged ones. */
  proposed(): Promise<ChangeRequest[]>;
  /** Merges the proposed change requests, as a person does in the app. */
  merge(): Promise<void>;
  /** The titles of pages in the mirror's table of contents. */
  titles(): string[];
  end(): Promise<void>;
}

async function aWriter(
  { serve, ok, folder, installed }: Bench,
  {
    kind,
    name,
    instead,
    seed = join(installed.packageFolder, 'templates', 'sample'),
    ignoresIdentities = false,
  }: {
    kind: 'full' | 'strict';
    name: string;
    instead?: AnswerInstead;
    seed?: string;
    ignoresIdentities?: boolean;
  },
): Promise<Writer> {
  const port = await freePort();
  const tampered = ignoresIdentities
    ? await importsWithoutIdentities(() => `http://127.0.0.1:${port}`)
    : null;
  const allowed = tampered === null ? [] : ['--import-allow', new URL(tampered.url).host];
  const form = ['--interface', kind, '--import-allow', `127.0.0.1:${port}`, ...allowed];
  const { ready: service, end } = await serve(['--seed', seed, ...form]);
  const proxy = await watchingProxy(service.url, instead);
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const env = {
    ...{ TIDEMARK_TOKEN: service.token ?? '', TIDEMARK_PUSH_IMPORT_PORT: String(port) },
    ...(tampered === null ? {} : { TIDEMARK_PUSH_IMPORT_URL: tampered.url }),
  };
  const world = { cwd, env };
  const space = service.spaces[0]!.id;
  await ok(['init', '--url', proxy.url, '--space', space], world);
  await ok(['sync'], world);
  const docs = join(cwd, 'docs');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', docs, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: cwd },
    });
  const proposed = async (): Promise<ChangeRequest[]> => {
    const all = [];
    for (const status of ['draft', 'open', 'merged']) {
      const { body } = await ask(service, 'GET', `/spaces/${space}/change-requests?status=${status}`);
      all.push(...(body as { items: ChangeRequest[] }).items);
    }
    return all.filter(({ subject }) => !subject.endsWith('(do not merge)'));
  };
  return {
    ...{ service, space, proxy, docs, world, proposed, git },
    merge: async () => {
      for (const { id, status } of await proposed())
        if (status !== 'merged') {
          const path = `/spaces/${space}/change-requests/${id}/merge`;
          expect((await ask(service, 'POST', path)).body).toMatchObject({ result: 'merge' });
        }
    },
    titles: () => {
      const summary = git('show', 'docs/main:SUMMARY.md');
      return [...summary.matchAll(/^\s*\* \[(.*?)\]/gm)].map(([, title = '']) => title);
    },
    end: async () => {
      await proxy.close();
      await tampered?.close();
      await end();
    },
  };
}

/** Takes imports of one page at a time, and no archives. */
const pagesAlone: AnswerInstead = (what, body) =>
  what.endsWith('/content/import') && body.includes('"zip"')
    ? { status: 422, body: { error: { code: 422, message: 'No archives here' } } }
    : null;

const cases: Case[] = [
  ...(['full', 'strict'] as const).map((kind): Case => ({
    uses: ['serve --interface', 'sync'],
    says: `[SYNC-17] a page that was moved with git mv and edited ends in no conflict on a ${kind} service once it is merged`,
    work: async (bench) => {
      const writer = await aWriter(bench, { kind, name: `moved-${kind}` });
      const moved = 'stations/moved-here.md';
      writer.git('mv', 'stations/read-a-series.md', moved);
      appendFileSync(join(writer.docs, moved), '\nA line of mine.\n');
      await bench.ok(['sync'], writer.world);
      await writer.merge();

      const after = await bench.run(['sync'], writer.world);
      const quiet = await bench.run(['sync'], writer.world);

      expect([after.code, quiet.code]).toEqual([0, 0]);
      expect(quiet.out).toContain('Nothing new');
      expect(readFileSync(join(writer.docs, moved), 'utf8')).toContain('A line of mine.');
      expect(await writer.proposed()).toHaveLength(1);
      await writer.end();
    },
  })),
  {
    uses: ['sync'],
    says: '[SYNC-48] a new page that goes alone by an import keeps its name, is made once, and follows its merge',
    work: async (bench) => {
      const writer = await aWriter(bench, { kind: 'strict', name: 'alone', instead: pagesAlone });
      const before = writer.titles();
      const summary = join(writer.docs, 'SUMMARY.md');
      writeFileSync(join(writer.docs, 'own.md'), 'Just a text.\n');
      writeFileSync(join(writer.docs, 'stations', 'below.md'), '# Below all stations\n\nText.\n');
      const [first = '', ...rest] = readFileSync(summary, 'utf8').split(/(?<=\n)(?=\s*\* )/u);
      const entries = ['* [A name of its own](own.md)\n', '* [Below](stations/below.md)\n'];
      writeFileSync(summary, [first, rest[0] ?? '', ...entries, ...rest.slice(1)].join(''));

      const imports = (): number =>
        writer.proxy.writes.filter((what) => what.endsWith('/content/import')).length;
      await bench.ok(['sync'], writer.world);
      const once = imports();
      await bench.ok(['sync'], writer.world);
      expect(imports()).toBe(once);
      expect(await writer.proposed()).toHaveLength(1);
      await writer.merge();
      const after = await bench.run(['sync'], writer.world);

      expect({ code: after.code, out: after.out }).toMatchObject({ code: 0 });
      expect((await bench.ok(['sync'], writer.world)).split('\n')).toContainEqual(
        expect.stringContaining('Nothing new'),
      );
      expect(writer.titles().toSorted()).toEqual(
        [...before, 'A name of its own', 'Below all stations'].toSorted(),
      );
      expect(writer.git('rev-list', '--count', 'main..docs/main').trim()).toBe('0');
      expect(readFileSync(summary, 'utf8')).toContain(entries[0]);
      await writer.end();
    },
  },
];

/** How often a whole tree was read since `from`: of a change request, of a revision or of the primary content. */
function treesRead({ seen }: WatchingProxy, from: number): number {
  const trees =
    /^GET \/v1\/spaces\/[^/]+\/(?:change-requests\/[^/]+\/content|revisions\/[^/?]+|content)(?:\?.*)?$/;
  return seen.slice(from).filter(({ what }) => trees.test(what)).length;
}

/** A folder of documentation with a number of pages. */
function folderOf(path: string, pages: number): string {
  mkdirSync(path);
  const names = Array.from({ length: pages }, (_, at) => `page-${String(at).padStart(4, '0')}`);
  for (const name of names) writeFileSync(join(path, `${name}.md`), `# ${name}\n\nIts text.\n`);
  const lines = names.map((name) => `* [${name}](${name}.md)`);
  writeFileSync(join(path, 'SUMMARY.md'), `# Table of contents\n\n${lines.join('\n')}\n`);
  return path;
}

/** The number does not matter for the counts; set `PUSH_PAGES=1000` to verify that. */
const pagesAround = Number(process.env['PUSH_PAGES'] ?? 60);

cases.push(
  ...(['full', 'strict'] as const).map((kind): Case => ({
    uses: ['sync'],
    says: `a saved text costs a ${kind} service ${kind === 'strict' ? 'one reading' : 'no reading'} of the tree, and a new page one, also beside other edits`,
    work: async (bench) => {
      const seed = folderOf(join(bench.folder, `many-${kind}`), pagesAround);
      const writer = await aWriter(bench, { kind, name: `cost-${kind}`, seed });
      const save = async (line: string): Promise<number> => {
        appendFileSync(join(writer.docs, 'page-0030.md'), `\n${line}\n`);
        const from = writer.proxy.seen.length;
        await bench.ok(['sync'], writer.world);
        return treesRead(writer.proxy, from);
      };

      // The first edit also tests that imports keep pages, which takes two more readings.
      expect(await save('First.')).toBe(kind === 'strict' ? 3 : 0);
      expect(await save('Second.')).toBe(kind === 'strict' ? 1 : 0);
      await writer.merge();
      await bench.ok(['sync'], writer.world);
      expect(await save('Third.')).toBe(kind === 'strict' ? 1 : 0);

      await writer.merge();
      await bench.ok(['sync'], writer.world);
      const make = async (name: string): Promise<number> => {
        writeFileSync(join(writer.docs, `${name}.md`), `# ${name}\n\nNew here.\n`);
        const from = writer.proxy.seen.length;
        await bench.ok(['sync'], writer.world);
        return treesRead(writer.proxy, from);
      };
      // The base tree of the change request is kept from one process to the next; the resulting tree is read.
      expect(await make('fresh')).toBe(1);
      expect(await writer.proposed()).toHaveLength(3);
      expect(await bench.ok(['sync'], writer.world)).toContain('Nothing new');
      await writer.merge();
      await bench.ok(['sync'], writer.world);
      const kept = join(writer.docs, '.git', 'tidemark', 'cache');
      for (const name of readdirSync(kept)) writeFileSync(join(kept, name), 'Not what was kept.');
      expect(await make('damaged')).toBe(2);
      await writer.merge();
      await bench.ok(['sync'], writer.world);
      expect(await make('again')).toBe(1);
      // The change request now has edits of this writer, and the tree after those edits is kept as well.
      expect(await save('Fourth.')).toBe(1);
      expect(await make('joined')).toBe(1);
      await writer.merge();
      expect(await bench.run(['sync'], writer.world)).toMatchObject({ code: 0 });
      for (const name of ['fresh', 'damaged', 'again', 'joined'])
        expect(writer.titles().filter((title) => title === name)).toHaveLength(1);
      await writer.end();
    },
  })),
  {
    uses: ['sync', 'status', 'todo', 'doctor'],
    says: '[SYNC-46] a service that ignores identities is tried once, gets no edit and no copy, and each command says so',
    work: async (bench) => {
      const writer = await aWriter(bench, { kind: 'strict', name: 'ignoring', ignoresIdentities: true });
      appendFileSync(join(writer.docs, 'alerts.md'), '\nOne more line.\n');
      const imports = (): number =>
        writer.proxy.writes.filter((what) => what.endsWith('/content/import')).length;
      const first = await bench.run(['sync'], writer.world);
      const tried = imports();
      const second = await bench.run(['sync'], writer.world);
      const told = await bench.run(['status'], writer.world);

      for (const { out, err } of [first, second, told])
        expect(out + err).toContain('Tidemark cannot send edits');
      expect([first.code, second.code]).toEqual([3, 3]);
      expect(imports()).toBe(tried);
      expect(await writer.proposed()).toEqual([]);
      expect(await bench.ok(['todo'], writer.world)).toContain('Paste the text of alerts.md into *Alerts*');
      expect((await bench.run(['doctor'], writer.world)).out).toMatch(
        /^! imports +This service creates another page, .*: Tidemark cannot send edits$/mu,
      );
      await writer.end();
    },
  },
  {
    uses: ['sync', 'status'],
    says: '[SYNC-46] a change request that an import puts copies into is archived at once, and nothing more is sent',
    work: async (bench) => {
      const writer = await aWriter(bench, { kind: 'strict', name: 'worse', ignoresIdentities: true });
      // At first, the service keeps identities, and the trial says so.
      const { TIDEMARK_PUSH_IMPORT_URL: _tampered, ...env } = writer.world.env as Record<string, string>;
      const edit = (line: string): void => appendFileSync(join(writer.docs, 'alerts.md'), `\n${line}\n`);
      edit('First.');
      await bench.ok(['sync'], { ...writer.world, env });
      await writer.merge();
      await bench.ok(['sync'], { ...writer.world, env });
      edit('Second.');

      const ended = await bench.run(['sync'], writer.world);
      const imports = writer.proxy.writes.filter((what) => what.endsWith('/content/import')).length;
      const again = await bench.run(['sync'], writer.world);

      for (const { code, out, err } of [ended, again])
        expect([code, out + err]).toEqual([3, expect.stringContaining('Tidemark cannot send edits')]);
      expect((await writer.proposed()).map(({ status }) => status)).toEqual(['merged']);
      expect(writer.proxy.writes.filter((what) => what.endsWith('/content/import'))).toHaveLength(imports);
      const left = await ask(
        writer.service,
        'GET',
        `/spaces/${writer.space}/change-requests?status=archived`,
      );
      const { items } = left.body as { items: ChangeRequest[] };
      expect(items.filter(({ subject }) => !subject.endsWith('(do not merge)'))).toHaveLength(1);
      expect(readFileSync(join(writer.docs, 'alerts.md'), 'utf8')).toContain('Second.');
      expect((await bench.run(['status'], writer.world)).out).toContain('Tidemark cannot send edits');
      await writer.end();
    },
  },
  {
    uses: ['sync', 'restore'],
    says: '[SYNC-49] what a colleague writes into the reading window is told and kept, and the window is archived',
    work: async (bench) => {
      const writer = await aWriter(bench, { kind: 'strict', name: 'window' });
      const requests = `/spaces/${writer.space}/change-requests`;
      const { body } = await ask(writer.service, 'GET', `${requests}?status=draft`);
      const window = (body as { items: ChangeRequest[] }).items.find(({ subject }) =>
        subject.includes('reading window'),
      );
      const page = readFileSync(join(writer.docs, 'alerts.md'), 'utf8');
      const colleague = createServer((_, answer) => {
        answer.setHeader('content-type', 'text/markdown').end(`${page}\nWritten by a colleague.\n`);
      });
      colleague.listen(Number(writer.world.env['TIDEMARK_PUSH_IMPORT_PORT']), '127.0.0.1');
      await once(colleague, 'listening');
      const url = `http://127.0.0.1:${writer.world.env['TIDEMARK_PUSH_IMPORT_PORT']}/page.md`;
      const imported = { url, source: 'markdown' };
      const wrote = await ask(writer.service, 'POST', `${requests}/${window?.id}/content/import`, imported);
      expect(wrote.status).toBe(201);
      colleague.close();

      const told = await bench.ok(['sync'], writer.world);

      expect(told).toMatch(/Somebody wrote into the reading window #\d+, which nobody merges: alerts\.md\./);
      const archived = await ask(writer.service, 'GET', `${requests}/${window?.id}`);
      expect(archived.body).toMatchObject({ status: 'archived' });
      expect(await bench.ok(['restore'], writer.world)).toContain('alerts.md');
      expect(readFileSync(join(writer.docs, 'alerts.md'), 'utf8')).toBe(page);
      expect(await bench.ok(['sync'], writer.world)).toContain('Nothing new');
      await writer.end();
    },
  },
  {
    uses: ['sync', 'init --organization'],
    says: 'an organization whose spaces no list names is an error, not a mirror of nothing',
    work: async ({ serve, ok, run, folder }) => {
      const { ready, end } = await serve(['--interface', 'strict']);
      const cwd = join(folder, 'unlisted');
      mkdirSync(cwd);
      const world = { cwd, env: { TIDEMARK_TOKEN: ready.token ?? '' } };
      await ok(['init', '--url', ready.url, '--organization', ready.organization], world);

      const { code, out, err } = await run(['sync'], world);

      expect({ isError: code !== 0, said: out + err }).toEqual({
        isError: true,
        said: expect.stringContaining('The service cannot list the spaces of an organization') as string,
      });
      await end();
    },
  },
  {
    uses: ['serve --seed', 'init --space', 'init --site', 'init --force', 'doctor'],
    says: 'doctor says what a look costs at the interval, and that the site is cheaper than its spaces by name',
    work: async ({ serve, ok, folder }) => {
      const sample = join(packageRoot(), 'templates', 'sample');
      const { ready, end } = await serve(['--interface', 'strict', '--seed', sample]);
      const cwd = join(folder, 'by-name');
      mkdirSync(cwd);
      const world = { cwd, env: { TIDEMARK_TOKEN: ready.token ?? '' } };
      const count = ready.spaces.length;
      const site = ready.sites[0]!;
      const spaces = ready.spaces.flatMap(({ id }) => ['--space', `${id}=${id}`]);
      await ok(['init', '--url', ready.url, ...spaces], world);
      const byName = await ok(['doctor'], world);
      await ok(['init', '--force', '--url', ready.url, '--site', site.id], world);
      const bySite = await ok(['doctor'], world);

      expect(count).toBeGreaterThan(1);
      const looks = `a look at ${count} spaces takes`;
      expect(byName).toContain(`${looks} ${count} requests: ${count} a minute at schedule.interval 60s`);
      const hint = `Name the site “${site.title}” (${site.id}) under mirror.sites instead of the spaces: 1 request then.`;
      expect(byName).toContain(hint);
      expect(bySite).toContain(`${looks} 1 request: 1 a minute at schedule.interval 60s`);
      expect(bySite).not.toContain('instead of the spaces');
      await end();
    },
  },
);

runTable('an installed mirror of other services', cases);
