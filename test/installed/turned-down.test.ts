import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  firstReadyOf,
  installedProgram,
  type Ended,
  type FirstReady,
  type Installed,
  type Running,
} from '../support/installed.ts';
import { ask } from './table/case.ts';

/** A writer’s day with the installed program and its service: a reviewer turns one edit down, merges the next one, and writes as well. */
describe('a writer and a reviewer, with the installed program: an edit that was turned down', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-turned-down-'));
  const folder = join(root, 'clone');
  let installed: Installed;
  let service: Running;
  let ready: FirstReady;
  let space: string;

  beforeAll(async () => {
    installed = await installedProgram();
    const seed = join(root, 'seed');
    mkdirSync(seed);
    mkdirSync(folder);
    writeFileSync(
      join(seed, 'SUMMARY.md'),
      '# Table of contents\n\n* [Tides](README.md)\n* [Moon](moon.md)\n* [Sun](sun.md)\n',
    );
    for (const [name, title] of [
      ['README', 'Tides'],
      ['moon', 'Moon'],
      ['sun', 'Sun'],
    ] as const)
      writeFileSync(join(seed, `${name}.md`), `# ${title}\n\nIt pulls at the sea.\n`);
    service = installed.start(['serve', '--port', '0', '--json', '--seed', seed], { cwd: root });
    ready = await firstReadyOf(service);
    space = ready.spaces[0]!.id;
    expect(await run('init', '--url', ready.url, '--space', `${space}=.`)).toMatchObject({ code: 0 });
    expect(await run('sync')).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await service.end();
    rmSync(root, { recursive: true, force: true });
  });

  const run = (...args: string[]): Promise<Ended> =>
    installed.run(args, {
      cwd: folder,
      env: { TIDEMARK_TOKEN: ready.token, GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1' },
    });
  const contents = join(folder, 'docs', 'SUMMARY.md');
  const listed = (): string => readFileSync(contents, 'utf8');
  const lists = (change: (text: string) => string): void => writeFileSync(contents, change(listed()));
  /** The change requests that wait for a review: a sync makes drafts. */
  const drafts = async (): Promise<readonly { readonly id: string }[]> => {
    const { body } = await ask(ready, 'GET', `/spaces/${space}/change-requests?status=draft`);
    return (body as { items: { id: string }[] }).items;
  };

  it('[SYNC-66] stays in SUMMARY.md when the next edit is merged, and no sync proposes it again', async () => {
    const requests = `/spaces/${space}/change-requests`;
    writeFileSync(join(folder, 'docs', 'stars.md'), '# Stars\n\nThey are too far away.\n');
    lists((text) => `${text}* [Stars](stars.md)\n`.replace('[Moon]', '[The moon]'));
    expect(await run('sync')).toMatchObject({ code: 0 });
    const [declined] = await drafts();
    expect(
      (await ask(ready, 'PATCH', `${requests}/${declined!.id}`, { status: 'archived' })).status,
    ).toBeLessThan(300);

    writeFileSync(join(folder, 'docs', 'wind.md'), '# Wind\n\nIt raises the sea.\n');
    lists((text) => text.replace('* [Sun]', '* [Wind](wind.md)\n* [Sun]'));
    const wanted = listed();
    expect((await run('sync')).out).toContain('stars.md was turned down');
    const [next] = await drafts();
    expect((await ask(ready, 'POST', `${requests}/${next!.id}/merge`)).status).toBeLessThan(300);

    for (let round = 0; round < 2; round++) {
      const { out } = await run('sync');
      expect(out).toContain('stars.md was turned down');
      expect(listed()).toBe(wanted);
      expect(await drafts()).toEqual([]);
    }
  });

  it('[SYNC-107] a reviewer’s line that is taken out of an edited page stays out when the edit is merged', async () => {
    const sun = join(folder, 'docs', 'sun.md');
    const requests = `/spaces/${space}/change-requests`;
    writeFileSync(sun, `${readFileSync(sun, 'utf8')}\nIt also warms the sea.\n`);
    expect((await run('sync')).out).toMatch(/edit +sun\.md/u);
    const [mine] = await drafts();
    const { body } = await ask(ready, 'POST', requests, { subject: 'By a reviewer' });
    const { id } = body as { readonly id: string };
    const page = /^id: (\S+)$/mu.exec(readFileSync(sun, 'utf8'))![1];
    const document = { markdown: '# Sun\n\nIt is a star.\n\nIt pulls at the sea.\n' };
    const changes = [{ type: 'update_page', page, document }];
    expect((await ask(ready, 'POST', `${requests}/${id}/content`, { changes })).status).toBeLessThan(300);
    expect((await ask(ready, 'POST', `${requests}/${id}/merge`)).status).toBeLessThan(300);
    expect((await run('sync')).code).toBeLessThan(4);
    expect(readFileSync(sun, 'utf8')).toContain('It is a star.');

    writeFileSync(sun, readFileSync(sun, 'utf8').replace('It is a star.\n\n', ''));
    expect((await run('sync')).code).toBeLessThan(4);
    expect((await ask(ready, 'POST', `${requests}/${mine!.id}/merge`)).status).toBeLessThan(300);
    expect((await run('sync')).code).toBeLessThan(4);

    expect(readFileSync(sun, 'utf8')).toMatch(
      /\n# Sun\n\nIt pulls at the sea\.\n\nIt also warms the sea\.\n$/u,
    );
  });

  it('[SYNC-81] an edit that is taken back goes from the change request, also when it could not be sent any more', async () => {
    const [sun, moon] = ['sun.md', 'moon.md'].map((name) => join(folder, 'docs', name)) as [string, string];
    const before = readFileSync(moon, 'utf8');
    writeFileSync(sun, `${readFileSync(sun, 'utf8')}\nIt sets in the sea.\n`);
    writeFileSync(moon, `${before}\nIt is made of cheese.\n`);
    expect((await run('sync')).out).toMatch(/edit +moon\.md/u);
    writeFileSync(moon, `${before}\nIt is made of cheese\0.\n`);
    expect((await run('sync')).out).toContain('moon.md is not sent');
    writeFileSync(moon, before);
    expect((await run('sync')).code).toBeLessThan(4);

    const open = await drafts();
    expect(open).toHaveLength(1);
    const merge = `/spaces/${space}/change-requests/${open[0]!.id}/merge`;
    expect((await ask(ready, 'POST', merge)).status).toBeLessThan(300);
    expect((await run('sync')).code).toBeLessThan(4);
    expect(readFileSync(sun, 'utf8')).toContain('It sets in the sea.');
    // The title that SUMMARY.md gives the page is an edit that nobody has taken back.
    expect(readFileSync(moon, 'utf8')).toBe(before.replace('# Moon', '# The moon'));
  });
});
