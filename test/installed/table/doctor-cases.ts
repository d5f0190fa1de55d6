import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  importsWithoutIdentities,
  lateObjects,
  lateTrees,
  oddService,
  refusing,
  singlePages,
  without,
} from '../../support/odd-service.ts';
import type { OnTheWay } from '../../support/odd-service.ts';
import { ask, freePort } from './case.ts';
import type { Bench, Case, Ready } from './case.ts';

type Kind = 'full' | 'strict';

interface Row {
  readonly property: string;
  readonly state: string;
  readonly found: string;
  readonly means: string;
}

interface Deep {
  readonly deep: { readonly findings: readonly Row[]; readonly left: readonly string[] };
}

/** The services with both forms of the interface, each with a space for trials, and the port from which they fetch imports. */
const shared: { services?: Record<Kind, Ready>; importPort?: number; tamperedUrl?: string } = {};

async function theServices(bench: Bench): Promise<Required<typeof shared>> {
  if (shared.services === undefined) {
    const importPort = await freePort();
    const tampered = await importsWithoutIdentities(() => `http://127.0.0.1:${importPort}`);
    const seed = join(bench.folder, 'given');
    mkdirSync(seed);
    const pages = { 'README.md': '# Welcome\n', 'lent.md': '# Tidemark conformance page\n' };
    const summary = '# Table of contents\n\n* [Welcome](README.md)\n* [Tidemark conformance page](lent.md)\n';
    for (const [path, text] of Object.entries({ ...pages, 'SUMMARY.md': summary }))
      writeFileSync(join(seed, path), text);
    const allow = [`127.0.0.1:${importPort}`, new URL(tampered.url).host];
    const serve = async (kind: Kind): Promise<Ready> => {
      const allowed = allow.flatMap((host) => ['--import-allow', host]);
      return (await bench.serve(['--seed', seed, '--interface', kind, ...allowed])).ready;
    };
    const services = { full: await serve('full'), strict: await serve('strict') };
    Object.assign(shared, { services, importPort, tamperedUrl: tampered.url });
  }
  return shared as Required<typeof shared>;
}

interface Given {
  readonly kind: Kind;
  readonly onTheWay?: OnTheWay;
  /** Whether the service fetches imports through a proxy that removes identities. */
  readonly isTampered?: boolean;
  /** Whether the service reaches the import host. */
  readonly isReached?: boolean;
}

/** A folder with a configuration for the first space of a service. */
async function configured(
  { folder, ok }: Bench,
  { url, token, spaces }: Ready,
  name: string,
): Promise<{ cwd: string; env: { TIDEMARK_TOKEN: string } }> {
  const cwd = join(folder, name);
  const env = { TIDEMARK_TOKEN: token ?? '' };
  if (existsSync(cwd)) return { cwd, env };
  mkdirSync(cwd);
  await ok(['init', '--url', url, '--space', spaces[0]!.id], { cwd, env });
  return { cwd, env };
}

/** Runs `doctor --deep` against a service through the proxy. */
async function tried(bench: Bench, given: Given): Promise<{ code: number | null; deep: Deep['deep'] }> {
  const { services, importPort, tamperedUrl } = await theServices(bench);
  const service = services[given.kind];
  const odd = await oddService(service.url, given.onTheWay ?? ((_what, _body, pass) => pass()));
  const { isTampered = false, isReached = true } = given;
  const env = {
    ...(await configured(bench, service, given.kind)).env,
    TIDEMARK_SERVICE_URL: odd.url,
    TIDEMARK_TRUST_ORIGIN: odd.url,
    TIDEMARK_PUSH_IMPORT_PORT: String(isReached ? importPort : await freePort()),
    ...(isTampered ? { TIDEMARK_PUSH_IMPORT_URL: tamperedUrl } : {}),
  };
  const args = ['doctor', '--deep', '--space', service.spaces[0]!.id, '--yes', '--json'];
  const { code, out, err } = await bench.run(args, { env, cwd: join(bench.folder, given.kind) });
  await odd.close();
  expect(err).toBe('');
  return { code, deep: (JSON.parse(out) as Deep).deep };
}

const rows = ({ findings }: Deep['deep'], state: string): string[] =>
  findings.filter((row) => row.state === state).map(({ property }) => property);

/** What people see of a space: its pages, and change requests that nobody archived. */
async function seen(service: Ready): Promise<unknown> {
  const base = `/spaces/${service.spaces[0]!.id}`;
  const made = await ask(service, 'POST', `${base}/change-requests`, { subject: 'Look' });
  const { id } = made.body as { id: string };
  const { body } = await ask(service, 'GET', `${base}/change-requests/${id}/content/pages`);
  await ask(service, 'PATCH', `${base}/change-requests/${id}`, { status: 'archived' });
  const drafts = await ask(service, 'GET', `${base}/change-requests?status=draft`);
  const titles = (body as { pages: { title: string }[] }).pages.map(({ title }) => title);
  return { titles, drafts: (drafts.body as { items: unknown[] }).items };
}

const services: readonly (readonly [what: string, given: Given, fails: string[], cannot: string[]])[] = [
  ['shows what was before a write for a while', { kind: 'full', onTheWay: lateTrees(1) }, ['reads'], []],
  ['answers 404 on what was just made', { kind: 'full', onTheWay: lateObjects(1) }, ['made'], []],
  [
    'ignores the identity in an import',
    { kind: 'strict', isTampered: true },
    ['identities'],
    ['moves', 'merges'],
  ],
  [
    'takes single pages alone',
    { kind: 'strict', onTheWay: singlePages },
    ['imports'],
    ['order', 'files', 'moves'],
  ],
  [
    'takes no content changes and shows no revisions',
    { kind: 'full', onTheWay: without(/\/revisions\/|^POST .*\/content$/u) },
    [],
    ['moves'],
  ],
  [
    'does not reach the import host',
    { kind: 'strict', isReached: false },
    ['writing', 'imports'],
    ['revisions', 'identities', 'others', 'bytes', 'names', 'order', 'files', 'moves', 'merges'],
  ],
  [
    'refuses merges',
    { kind: 'full', onTheWay: refusing((what) => what.endsWith('/merge'), 500) },
    ['merges'],
    [],
  ],
];

export const doctorCases: readonly Case[] = [
  ...(['full', 'strict'] as const).map((kind): Case => ({
    uses: ['doctor --deep', 'doctor --space', 'doctor --yes'],
    says: `doctor --deep passes on the embedded service in its ${kind} form, and leaves nothing there`,
    long: kind === 'strict',
    work: async (bench) => {
      const service = (await theServices(bench)).services[kind];
      const before = await seen(service);

      const { code, deep } = await tried(bench, { kind });

      expect({
        fails: rows(deep, 'fail'),
        cannot: rows(deep, 'not possible'),
        left: deep.left,
        code,
      }).toEqual({
        ...{ fails: [], cannot: kind === 'full' ? [] : ['moves'], left: [], code: 0 },
      });
      expect(await seen(service)).toEqual(before);
    },
  })),
  // test/trial plays these services in memory.
  ...services.map(([what, given, fails, cannot]): Case => ({
    long: true,
    uses: ['doctor --deep', 'doctor --space', 'doctor --yes'],
    says: `doctor --deep says of a service that ${what} in which rows that shows`,
    work: async (bench) => {
      const { code, deep } = await tried(bench, given);

      expect({ fails: rows(deep, 'fail'), cannot: rows(deep, 'not possible') }).toEqual({ fails, cannot });
      expect(code).toBe(fails.length === 0 ? 0 : 3);
      expect(deep.left).toEqual([]);
    },
  })),
  {
    uses: ['doctor --deep', 'doctor --space', 'serve --lag'],
    says: 'doctor --deep says how late a service shows what was written, and prints a row for each property',
    long: true,
    work: async (bench) => {
      await theServices(bench);
      const seed = join(bench.folder, 'given');
      const { ready, end } = await bench.serve(['--seed', seed, '--lag', '300ms']);
      const at = await configured(bench, ready, 'late');
      const command = ['doctor', '--deep', '--space', ready.spaces[0]!.id];

      const unasked = await bench.run(command, at);
      const asked = await bench.run([...command, '--yes'], at);
      await end();

      expect(unasked.code).toBe(2);
      expect(unasked.out).toContain('It touches no other page.');
      expect(unasked.err).toContain('tidemark doctor --deep --space ID --yes');
      expect(asked.code).toBe(3);
      expect(asked.out).toMatch(/^fail {10}What was just made is there$/mu);
      expect(asked.out).toMatch(/^fail {10}A read shows the write before it$/mu);
      expect(asked.out).toMatch(/^pass {10}A merge brings the edits$/mu);
      expect(asked.out).toContain('A sync waits for its own writes, up to push.lag');
      expect(asked.out).toContain('The service fails 2 of 14 properties that sync relies on.');
    },
  },
  {
    uses: ['doctor', 'doctor --deep', 'doctor --space'],
    says: 'doctor tries nothing without a space that is given for it',
    work: async (bench) => {
      const deep = await bench.run(['doctor', '--deep']);
      const shallow = await bench.run(['doctor', '--space', 'guides']);

      expect([deep.code, deep.err]).toEqual([2, expect.stringContaining('--deep needs a space')]);
      expect([shallow.code, shallow.err]).toEqual([2, expect.stringContaining('without --deep')]);
    },
  },
];
