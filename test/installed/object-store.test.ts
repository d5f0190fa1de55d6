import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { objectStore } from '../support/object-store.ts';
import { ask, runTable } from './table/case.ts';
import type { Case, Ready } from './table/case.ts';

const found = await objectStore();
if ('missing' in found) console.warn(`left out: ${found.missing}`);

/** The text of the one open change request. */
async function proposedText(service: Ready, title: string): Promise<string> {
  const space = `/spaces/${service.spaces[0]!.id}`;
  const { body } = await ask(service, 'GET', `${space}/change-requests?status=draft`);
  const drafts = (body as { items: { id: string; subject: string }[] }).items.filter(
    ({ subject }) => !subject.endsWith('(do not merge)'),
  );
  expect(drafts).toHaveLength(1);
  const content = `${space}/change-requests/${drafts[0]!.id}/content`;
  const pages = (await ask(service, 'GET', `${content}/pages`)).body as {
    pages: { id: string; title: string }[];
  };
  const id = pages.pages.find((page) => page.title === title)?.id ?? '';
  const page = await ask(service, 'GET', `${content}/page/${id}?format=markdown`);
  return (page.body as { markdown: string }).markdown;
}

const cases: Case[] = [
  {
    uses: ['sync', 'doctor --deep', 'serve --import-allow'],
    says: 'edits go to a service that only imports, through an object store and with no port open here',
    work: async ({ serve, ok, run, folder, installed }) => {
      if ('missing' in found) return;
      const store = await found.start();
      const seed = join(installed.packageFolder, 'templates', 'sample');
      const form = ['--interface', 'strict', '--import-allow', new URL(store.url).host];
      const { ready, end } = await serve(['--seed', seed, ...form]);
      const cwd = join(folder, 'store');
      mkdirSync(cwd);
      const env = {
        TIDEMARK_TOKEN: ready.token ?? '',
        TIDEMARK_PUSH_IMPORT_STORE: `${store.url}/drafts`,
        TIDEMARK_PUSH_IMPORT_STORE_KEY: store.key,
        TIDEMARK_PUSH_IMPORT_STORE_SECRET: store.secret,
      };
      const at = { cwd, env };
      const space = ready.spaces[0]!.id;
      await ok(['init', '--url', ready.url, '--space', space], at);
      await ok(['sync'], at);
      appendFileSync(join(cwd, 'docs', 'alerts.md'), '\nCarried by a store.\n');

      await ok(['sync'], at);

      expect(await proposedText(ready, 'Alerts')).toContain('Carried by a store.');
      const of = (method: string): number =>
        store.seen.filter(({ what, status }) => what.startsWith(`${method} /edits/drafts/`) && status < 300)
          .length;
      // One for the trial of imports, one for the edits; each was fetched by its signed address, and deleted.
      expect([of('PUT'), of('GET'), of('DELETE')]).toEqual([2, 2, 2]);
      expect(await ok(['sync'], at)).toContain('Nothing new');

      const deep = await ok(['doctor', '--deep', '--space', space, '--yes'], at);
      expect(deep).toContain(`what is published for an import comes back from ${new URL(store.url).origin}`);
      expect(deep).toMatch(/^pass {10}An import is fetched from here$/mu);
      const wrong = { ...env, TIDEMARK_PUSH_IMPORT_STORE_SECRET: 'not the secret' };
      appendFileSync(join(cwd, 'docs', 'alerts.md'), '\nOne more.\n');
      const refused = await run(['sync'], { cwd, env: wrong });
      expect(refused.out + refused.err).toContain('answered 403 (SignatureDoesNotMatch)');
      expect(refused.out + refused.err).not.toContain('not the secret');
      await end();
      await store.close();
    },
  },
];

if (process.env['TIDEMARK_REQUIRE']?.split(',').includes('object-store')) {
  it('the object store is there where it must be', () => {
    expect(found).not.toHaveProperty('missing');
  });
}

describe.skipIf('missing' in found)('imports through an object store', () => {
  runTable('an installed mirror with an object store', cases);
});
