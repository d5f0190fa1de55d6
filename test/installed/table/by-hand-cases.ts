import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { watchingProxy } from '../../support/watching-proxy.ts';
import type { AnswerInstead, WatchingProxy } from '../../support/watching-proxy.ts';
import { ask, freePort } from './case.ts';
import type { Bench, Case, Ready } from './case.ts';

interface Writer {
  readonly ready: Ready;
  readonly space: string;
  readonly proxy: WatchingProxy;
  readonly docs: string;
  readonly at: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
  git(...args: string[]): string;
  /** The change request for the edits, with the texts of its comments. */
  proposal(): Promise<{ id: string; url: string; comments: string[] }>;
  end(): Promise<void>;
}

/** A writer with a clone of a space, whose edits go only by imports. */
async function aWriter(
  { serve, ok, folder, installed }: Bench,
  {
    name,
    kind = 'strict',
    instead,
    env = {},
  }: { name: string; kind?: 'full' | 'strict'; instead?: AnswerInstead; env?: Record<string, string> },
): Promise<Writer> {
  const port = await freePort();
  const seed = join(installed.packageFolder, 'templates', 'sample');
  const form = ['--interface', kind, '--import-allow', `127.0.0.1:${port}`];
  const { ready, end } = await serve(['--seed', seed, ...form]);
  const proxy = await watchingProxy(ready.url, instead);
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const given = { TIDEMARK_TOKEN: ready.token ?? '', TIDEMARK_PUSH_IMPORT_PORT: String(port), ...env };
  const at = { cwd, env: given };
  const space = ready.spaces[0]!.id;
  await ok(['init', '--url', proxy.url, '--space', space], at);
  await ok(['sync'], at);
  const docs = join(cwd, 'docs');
  const requests = `/spaces/${space}/change-requests`;
  return {
    ...{ ready, space, proxy, docs, at },
    git: (...args) =>
      execFileSync('git', ['-C', docs, ...args], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: cwd },
      }),
    proposal: async () => {
      const found: { id: string; subject: string; urls: { app: string } }[] = [];
      for (const status of ['draft', 'merged']) {
        const { body } = await ask(ready, 'GET', `${requests}?status=${status}`);
        found.push(...(body as { items: typeof found }).items);
      }
      const own = found.filter(({ subject }) => /\[[0-9a-f-]{17}\]$/u.test(subject));
      const [only, ...others] = own;
      expect(others).toEqual([]);
      const { body } = await ask(ready, 'GET', `${requests}/${only!.id}/comments?format=markdown`);
      const comments = (body as { items: { body: { markdown: string } }[] }).items;
      return { id: only!.id, url: only!.urls.app, comments: comments.map((each) => each.body.markdown) };
    },
    end: async () => {
      await proxy.close();
      await end();
    },
  };
}

/** Deletes the last page of the table of contents, and edits a text. */
function deleteLast({ docs }: Writer): string {
  const summary = readFileSync(join(docs, 'SUMMARY.md'), 'utf8').trimEnd().split('\n');
  const at = summary.findLastIndex((line) => /^\s*\* \[.*\]\(.*\.md\)/.test(line));
  const [, title = '', path = ''] = /\[(.*)\]\((.*\.md)\)/.exec(summary[at]!) ?? [];
  writeFileSync(join(docs, 'SUMMARY.md'), `${summary.toSpliced(at, 1).join('\n')}\n`);
  rmSync(join(docs, path));
  appendFileSync(join(docs, 'alerts.md'), '\nOne more line.\n');
  return title;
}

const comments = /\/comments(?:\/[^/]+)?$/u;

/** What is left to do by hand on a service that takes only imports, or not even those. */
export const byHandCases: readonly Case[] = [
  {
    uses: ['sync', 'todo', 'todo --fail-on-todo'],
    says: '[SYNC-61] what is left to do by hand is one comment on the change request, with links, ticked off when it is done',
    work: async (bench) => {
      // A service where a test can delete a page, as people do in the app.
      const env = { TIDEMARK_PUSH_VIA: 'import' };
      const writer = await aWriter(bench, { name: 'comment', kind: 'full', env });
      const title = deleteLast(writer);
      await bench.ok(['sync'], writer.at);
      const { comments: first, id } = await writer.proposal();
      const { url: link } = (await bench.json<{ lists: { items: { url: string }[] }[] }>(['todo'], writer.at))
        .lists[0]!.items[0]!;
      expect(link).toMatch(new RegExp(`/spaces/${writer.space}/.+`));
      expect(first).toEqual([expect.stringContaining(`[ ] Delete *${title}* ([open](${link}))`)]);
      expect((await bench.run(['todo', '--fail-on-todo'], writer.at)).code).toBe(5);

      await bench.ok(['sync'], writer.at);
      const from = writer.proxy.seen.length;
      expect(await bench.ok(['sync'], writer.at)).toContain('Nothing new');
      expect(writer.proxy.seen.slice(from).filter(({ what }) => comments.test(what))).toEqual([]);

      // A person merges, and then deletes the page in the service.
      const merge = `/spaces/${writer.space}/change-requests/${id}/merge`;
      expect((await ask(writer.ready, 'POST', merge)).status).toBe(200);
      await bench.ok(['sync'], writer.at);
      expect((await writer.proposal()).comments).toEqual(first);
      await removePage(writer, title);
      await bench.ok(['sync'], writer.at);
      const { comments: last } = await writer.proposal();
      expect(last).toEqual([expect.stringContaining(`[x] Delete *${title}*`)]);
      expect(await bench.ok(['todo', '--fail-on-todo'], writer.at)).toContain('Nothing is left to do');
      await writer.end();
    },
  },
  {
    uses: ['sync', 'todo'],
    says: 'a service that refuses comments is told of once, and nothing fails; without the comment nothing is asked',
    work: async (bench) => {
      const instead: AnswerInstead = (what) =>
        what.startsWith('POST') && comments.test(what)
          ? { status: 403, body: { error: { code: 403, message: 'No comments here' } } }
          : null;
      const writer = await aWriter(bench, { name: 'refused', instead });
      const title = deleteLast(writer);
      const told = 'The service refuses a comment on change request #';
      expect(await bench.ok(['sync'], writer.at)).toContain(told);
      appendFileSync(join(writer.docs, 'alerts.md'), '\nAnother line.\n');
      expect(await bench.ok(['sync'], writer.at)).not.toContain(told);
      expect(await bench.ok(['todo'], writer.at)).toContain(`Delete *${title}*`);
      await writer.end();

      const env = { TIDEMARK_PUSH_TODO_COMMENT: 'false' };
      const silent = await aWriter(bench, { name: 'silent', env });
      deleteLast(silent);
      await bench.ok(['sync'], silent.at);
      expect(silent.proxy.seen.filter(({ what }) => comments.test(what))).toEqual([]);
      await silent.end();
    },
  },
  {
    uses: ['daemon'],
    says: 'the daemon says in its log, its status and its page what of the edits cannot be sent',
    work: async (bench) => {
      const writer = await aWriter(bench, { name: 'told' });
      deleteLast(writer);
      const port = await freePort();
      const env = { ...writer.at.env, TIDEMARK_HTTP_PORT: String(port), TIDEMARK_PUSH_DEBOUNCE: '100ms' };
      const daemon = bench.start(['daemon'], { ...writer.at, env });
      const [line] = await daemon.until(/^.*not sent: .*\n/m);
      const reason = /not sent: ([^"]+)/.exec(line)?.[1] ?? '';

      const status = (accept: string): Promise<Response> =>
        fetch(`http://127.0.0.1:${port}/status`, { headers: { accept } });
      const told = (await (await status('application/json')).json()) as {
        spaces: { unsaid: string[] }[];
      };
      const page = await (await status('text/html')).text();
      await daemon.end();

      expect(line).toContain('tidemark todo');
      expect(reason.length).toBeGreaterThan(10);
      expect(told.spaces[0]!.unsaid.join('\n')).toContain(reason.trim().slice(0, 40));
      expect(page).toContain('left to do by hand (<code>tidemark todo</code>)');
      await writer.end();
    },
  },
  {
    uses: ['sync', 'todo', 'todo --fail-on-todo'],
    says: 'the new name of a page is told as its address, and is done when somebody has set that in the service',
    work: async (bench) => {
      // A service where a test can set an address, as people do in the app.
      const env = { TIDEMARK_PUSH_VIA: 'import' };
      const writer = await aWriter(bench, { name: 'address', kind: 'full', env });
      writer.git('mv', 'alerts.md', 'warnings.md');
      const summary = join(writer.docs, 'SUMMARY.md');
      writeFileSync(summary, readFileSync(summary, 'utf8').replace('(alerts.md)', '(warnings.md)'));
      await bench.ok(['sync'], writer.at);
      const told = '[ ] Set the address of *Alerts* to warnings';
      expect(await bench.ok(['todo'], writer.at)).toContain(told);
      expect((await bench.run(['todo', '--fail-on-todo'], writer.at)).code).toBe(5);

      await changePage(writer, 'Alerts', (page) => ({ type: 'update_page', page, slug: 'warnings' }));
      await bench.ok(['sync'], writer.at);
      expect(await bench.ok(['todo', '--fail-on-todo'], writer.at)).toContain('Nothing is left to do');
      expect(readFileSync(join(writer.docs, 'warnings.md'), 'utf8')).toContain('# Alerts');
      await writer.end();
    },
  },
  {
    uses: ['sync', 'sync --dry-run', 'todo'],
    says: 'where a new page comes is said before it is sent, and the order of the service can be taken over',
    work: async (bench) => {
      const writer = await aWriter(bench, { name: 'order' });
      const summary = join(writer.docs, 'SUMMARY.md');
      writeFileSync(join(writer.docs, 'own.md'), '# New one\n\nText.\n');
      const lines = readFileSync(summary, 'utf8').split('\n');
      const at = lines.findIndex((line) => line.startsWith('* [')) + 1;
      writeFileSync(summary, lines.toSpliced(at, 0, '* [New one](own.md)').join('\n'));
      // The first edit shows whether edits go by an import.
      expect(await bench.ok(['sync', '--dry-run'], writer.at)).toMatch(
        /own\.md comes (?:last at its level: an import cannot set the order of pages|to the end of the space)/,
      );
      await bench.ok(['sync'], writer.at);
      expect(await bench.ok(['todo'], writer.at)).toContain('[ ] Move *New one* to the top level, behind');
      const { id, comments: list } = await writer.proposal();
      expect(list).toEqual([expect.stringContaining('[ ] Move *New one* to the top level, behind')]);
      const merge = `/spaces/${writer.space}/change-requests/${id}/merge`;
      expect((await ask(writer.ready, 'POST', merge)).status).toBe(200);
      await bench.ok(['sync'], writer.at);

      const told = await bench.ok(['todo'], writer.at);
      const [, command = ''] =
        /To take over the order .*: git (restore -s docs\/main -- .*)/.exec(told) ?? [];
      writer.git(...command.split(' '));

      expect(await bench.ok(['todo'], writer.at)).toContain('Nothing is left to do by hand.');
      await bench.ok(['sync'], writer.at);
      expect(await bench.ok(['sync'], writer.at)).toContain('Nothing new');
      expect(readFileSync(join(writer.docs, 'own.md'), 'utf8')).toContain('# New one');
      await writer.end();
    },
  },
  {
    uses: ['sync', 'cr paste', 'tidemark --json'],
    says: 'where no way of an import works, cr paste prints what to paste of a page, and where',
    work: async (bench) => {
      // The service does not fetch the import.
      const instead: AnswerInstead = (what) =>
        what.endsWith('/content/import')
          ? { status: 422, body: { error: { code: 422, message: 'That cannot be fetched' } } }
          : null;
      const writer = await aWriter(bench, { name: 'paste', instead });
      const body = 'Text with “signs”.\r\n\r\n* one\r\n* two  \r\n\r\n\tcode\r\n';
      const page = `---\r\ndescription: About it\r\n---\r\n\r\n# Brand new\r\n\r\n${body}`;
      writeFileSync(join(writer.docs, 'brand.md'), page);
      appendFileSync(join(writer.docs, 'alerts.md'), '\nOne more line.\n');
      const refused = await bench.run(['sync'], writer.at);
      expect([refused.code, refused.out + refused.err]).toEqual([
        expect.any(Number),
        expect.stringContaining('does not fetch'),
      ]);
      expect(refused.code).not.toBe(0);

      const fresh = await bench.run(['cr', 'paste', 'docs/brand.md'], writer.at);
      expect(fresh).toMatchObject({ code: 0, out: body });
      expect(fresh.err).toMatch(/Make the page “Brand new” in .*, and paste this below its title\./);
      expect(fresh.err).toContain('description: About it');
      expect(fresh.err).toContain(`/spaces/${writer.space}`);

      const known = await bench.run(['cr', 'paste', 'alerts.md'], {
        ...writer.at,
        cwd: writer.docs,
        env: { ...writer.at.env, TIDEMARK_CONFIG: join(writer.at.cwd, 'sync.config.yaml') },
      });
      expect(known.err + String(known.code)).toMatch(
        /paste this below the title of the page “Alerts”[^]*\n0$/i,
      );
      const text = readFileSync(join(writer.docs, 'alerts.md'), 'utf8');
      expect(known.out.endsWith('\nOne more line.\n')).toBe(true);
      expect(text.endsWith(known.out)).toBe(true);
      expect(known.out).not.toContain('# Alerts');

      const nothing = await bench.run(['cr', 'paste', 'nothing.md', '--json'], writer.at);
      expect(nothing.code).toBe(3);
      await writer.end();
    },
  },
];

/** Somebody deletes a page in the service. */
const removePage = (writer: Writer, title: string): Promise<void> =>
  changePage(writer, title, (page) => ({ type: 'delete_page', page }));

/** Somebody changes a page in the service, with a change request that is merged at once. */
async function changePage(
  { ready, space }: Writer,
  title: string,
  changeOf: (page: string) => object,
): Promise<void> {
  const requests = `/spaces/${space}/change-requests`;
  const { body } = await ask(ready, 'GET', `/spaces/${space}/content/pages`);
  const flat = (pages: readonly Listed[]): Listed[] =>
    pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  const page = flat((body as { pages: Listed[] }).pages).find((each) => each.title === title)!;
  const made = await ask(ready, 'POST', requests, { subject: `A change of ${title}` });
  const { id } = made.body as { id: string };
  const changes = [changeOf(page.id)];
  expect((await ask(ready, 'POST', `${requests}/${id}/content`, { changes })).status).toBe(200);
  expect((await ask(ready, 'POST', `${requests}/${id}/merge`)).status).toBe(200);
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly pages?: readonly Listed[];
}
