import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { serveGit } from '../support/git-http-backend.ts';
import { ask, runTable } from './table/case.ts';
import type { Bench, Case, Ready } from './table/case.ts';

/** A server of files that somebody else publishes: returns bytes by path, or nothing. */
async function publisher(
  read: (path: string) => Uint8Array | null,
): Promise<{ url: string; given: string[]; close(): void }> {
  const given: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const bytes = read(path);
    if (bytes === null) return void response.writeHead(404).end();
    given.push(path);
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, given, close };
}

/** The texts that one change request adds to a space, joined. */
async function proposedText(service: Ready): Promise<string> {
  const space = `/spaces/${service.spaces[0]!.id}`;
  const { body } = await ask(service, 'GET', `${space}/change-requests?status=draft`);
  const drafts = (body as { items: { id: string; subject: string }[] }).items.filter(
    ({ subject }) => !subject.endsWith('(do not merge)'),
  );
  expect(drafts).toHaveLength(1);
  const content = `${space}/change-requests/${drafts[0]!.id}/content`;
  const { pages } = (await ask(service, 'GET', `${content}/pages`)).body as {
    pages: { id: string; title: string }[];
  };
  const id = pages.find(({ title }) => title === 'Alerts')?.id ?? '';
  const page = await ask(service, 'GET', `${content}/page/${id}?format=markdown`);
  return (page.body as { markdown: string }).markdown;
}

/** A service that only imports, and only from `url`, with a clone of its first space. */
async function aClone(
  { serve, ok, folder, installed }: Bench,
  { name, url, env }: { name: string; url: string; env: Readonly<Record<string, string>> },
): Promise<{
  ready: Ready;
  at: { cwd: string; env: Record<string, string> };
  end(): Promise<unknown>;
}> {
  const seed = join(installed.packageFolder, 'templates', 'sample');
  const form = ['--interface', 'strict', '--import-allow', new URL(url).host];
  const { ready, end } = await serve(['--seed', seed, ...form]);
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  const at = { cwd, env: { TIDEMARK_TOKEN: ready.token ?? '', ...env } };
  await ok(['init', '--url', ready.url, '--space', ready.spaces[0]!.id], at);
  await ok(['sync'], at);
  appendFileSync(join(cwd, 'docs', 'alerts.md'), '\nCarried by somebody else.\n');
  return { ready, at, end };
}

const cases: Case[] = [
  {
    uses: ['doctor'],
    says: 'doctor warns when the service has a public name and its imports are to come from this machine',
    work: async (bench) => {
      const { folder, serve, installed } = bench;
      const seed = join(installed.packageFolder, 'templates', 'sample');
      const form = ['--interface', 'strict', '--allow-host', 'docs.example.com'];
      const { ready, end } = await serve(['--seed', seed, ...form]);
      const cwd = join(folder, 'public');
      mkdirSync(cwd, { recursive: true });
      // The public name leads to this machine, but only for the program.
      const names = join(cwd, 'names.cjs');
      writeFileSync(
        names,
        `const dns = require('node:dns');
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name === 'docs.example.com' ? '127.0.0.1' : name, ...rest);
`,
      );
      const env = { TIDEMARK_TOKEN: ready.token ?? '', NODE_OPTIONS: `--require ${names}` };
      const at = { cwd, env };
      await bench.ok(['init', '--url', ready.url, '--space', ready.spaces[0]!.id], at);
      await bench.ok(['sync'], at);
      expect((await bench.run(['doctor'], at)).out).not.toContain('the service is on the public network');
      const config = join(cwd, 'sync.config.yaml');
      const { port } = new URL(ready.url);
      const text = readFileSync(config, 'utf8').replace(
        new URL(ready.url).origin,
        `http://docs.example.com:${port}`,
      );
      writeFileSync(config, text);
      const told = await bench.run(['--trust-origin', 'doctor'], at);
      expect(told.out.replace(/\s+/gu, ' ')).toMatch(
        /the service is on the public network, and http:\/\/\S+ is not: the service cannot fetch edits from there/u,
      );
      await end();
    },
  },
  {
    uses: ['sync', 'doctor'],
    says: 'edits go to a service that only imports through a folder that something else publishes',
    work: async (bench) => {
      const folder = join(bench.folder, 'published');
      const asked = new Set<string>();
      // Like the artifacts of a CI job: written files can be fetched a while later.
      const server = await publisher((path) => {
        const file = join(folder, path.replace(/^\/artifacts\//u, ''));
        const isNew = !asked.has(path);
        asked.add(path);
        return isNew || !existsSync(file) ? null : readFileSync(file);
      });
      const { ready, at, end } = await aClone(bench, {
        ...{ name: 'by-folder', url: server.url },
        env: {
          TIDEMARK_PUSH_IMPORT_FOLDER: folder,
          TIDEMARK_PUSH_IMPORT_FOLDER_URL: `${server.url}/artifacts/{path}`,
        },
      });

      await bench.ok(['sync'], at);

      expect(await proposedText(ready)).toContain('Carried by somebody else.');
      expect(server.given.filter((path) => /^\/artifacts\/tidemark-[\w-]{43}\//u.test(path))).toEqual(
        server.given,
      );
      expect(readdirSync(folder)).toEqual([]);
      expect(await bench.ok(['sync'], at)).toContain('Nothing new');
      expect(await bench.ok(['doctor'], at)).toContain(
        `what is published for an import comes back from ${server.url}`,
      );

      server.close();
      appendFileSync(join(at.cwd, 'docs', 'alerts.md'), '\nOne more.\n');
      const env = { ...at.env, TIDEMARK_PUSH_IMPORT_WAIT: '1s' };
      const { code, out, err } = await bench.run(['sync'], { ...at, env });
      expect([code, out + err]).toEqual([3, expect.stringContaining('Check push.importFolderUrl')]);
      expect(readdirSync(folder)).toEqual([]);
      await end();
    },
  },
  {
    uses: ['sync', 'doctor'],
    says: "edits go to a service that only imports through the git host's raw addresses, and leave no reference there",
    work: async (bench) => {
      const root = join(bench.folder, 'host');
      const repository = join(root, 'docs.git');
      mkdirSync(root);
      const git = (...args: string[]): Buffer => execFileSync('git', ['-C', repository, ...args]);
      execFileSync('git', ['init', '-q', '--bare', '-b', 'main', repository]);
      const host = await serveGit(root);
      const raw = await publisher((path) => {
        const [, commit = '', file = ''] = /^\/docs\/raw\/commit\/([0-9a-f]{40})\/(.+)$/u.exec(path) ?? [];
        // A raw address returns the file that a reference leads to.
        const isNamed = git('for-each-ref', '--format=%(objectname)').toString().split('\n').includes(commit);
        return isNamed ? git('cat-file', 'blob', `${commit}:${file}`) : null;
      });
      const { ready, at, end } = await aClone(bench, {
        ...{ name: 'by-git', url: raw.url },
        env: {
          TIDEMARK_REPOSITORY_REMOTE: `${host.url}/docs.git`,
          TIDEMARK_PUSH_IMPORT_RAW_URL: `${raw.url}/docs/raw/commit/{commit}/{path}`,
        },
      });

      await bench.ok(['sync'], at);

      expect(await proposedText(ready)).toContain('Carried by somebody else.');
      expect(raw.given.length).toBeGreaterThanOrEqual(4);
      const refs = (): string => git('for-each-ref', '--format=%(refname)').toString();
      expect(refs()).toContain('refs/remotes/docs/main');
      expect(refs()).not.toContain('import');
      expect(await bench.ok(['doctor'], at)).toContain(
        `what is published for an import comes back from ${raw.url}`,
      );
      expect(refs()).not.toContain('import');
      expect(await bench.ok(['sync'], at)).toContain('Nothing new');
      raw.close();
      await host.close();
      await end();
    },
  },
  {
    uses: ['status'],
    says: 'no way of an import is plain http beyond this machine, unless the configuration allows it',
    work: async ({ run, ok, folder }) => {
      const cwd = join(folder, 'plain');
      mkdirSync(cwd);
      const base = { TIDEMARK_TOKEN: 'unused' };
      await ok(['init', '--url', 'http://127.0.0.1:1', '--space', 'abc'], { cwd, env: base });
      const plain = 'http://192.0.2.7:9465';
      const remote = { TIDEMARK_REPOSITORY_REMOTE: 'https://192.0.2.7/docs.git' };
      const key = { TIDEMARK_PUSH_IMPORT_STORE_KEY: 'key', TIDEMARK_PUSH_IMPORT_STORE_SECRET: 'secret' };
      const ways: Record<string, Record<string, string>> = {
        importUrl: { TIDEMARK_PUSH_IMPORT_URL: plain },
        importHost: { TIDEMARK_PUSH_IMPORT_HOST: '192.0.2.7' },
        importFolderUrl: {
          TIDEMARK_PUSH_IMPORT_FOLDER: 'out',
          TIDEMARK_PUSH_IMPORT_FOLDER_URL: `${plain}/{path}`,
        },
        importRawUrl: { ...remote, TIDEMARK_PUSH_IMPORT_RAW_URL: `${plain}/{commit}/{path}` },
        importStore: { ...key, TIDEMARK_PUSH_IMPORT_STORE: `${plain}/bucket` },
      };
      for (const [option, given] of Object.entries(ways)) {
        const env = { ...base, ...given };
        const refused = await run(['status'], { cwd, env });
        expect([option, refused.code]).toEqual([option, 2]);
        expect(refused.err).toContain(`push.${option}`);
        expect(refused.err).toContain('must be https');
        const allowed = await run(['status'], {
          cwd,
          env: { ...env, TIDEMARK_PUSH_ALLOW_PLAIN_HTTP: 'true' },
        });
        // A store always needs https, because otherwise the signatures of its key and the edits would be sent unencrypted.
        expect(allowed.err.includes('must be https')).toBe(option === 'importStore');
      }
    },
  },
];

runTable('an installed mirror whose edits somebody else carries', cases);
