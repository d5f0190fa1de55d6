import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { installedProgram, readyOf, type Installed, type Ready } from '../support/installed.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-moves-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Serves the same folder by an installed program, asks it to do `work`, and ends it. */
async function served<Result>(program: Installed, work: (ready: Ready) => Promise<Result>): Promise<Result> {
  const args = ['serve', '--json', '--port', '0', '--data', join(folder, 'data')];
  const running = program.start(args, { cwd: folder });
  try {
    const result = await work(await readyOf(running));
    expect(running.err).toBe('');
    return result;
  } finally {
    await running.end();
  }
}

async function ask({ url, token }: Ready, method: string, path: string, body?: unknown): Promise<never> {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path} answered ${answer.status}`).toBe(true);
  return (await answer.json()) as never;
}

// With `npm run nodes`, these are two Nodes with two libraries for SQLite; else one Node that starts again.
it('serves the data that the program on another Node has written, and back again', async () => {
  const programs = [await installedProgram(process.execPath), await installedProgram()];
  const titles: string[] = [];
  let first: string | null = null;
  for (const program of [...programs, ...programs]) {
    await served(program, async (started) => {
      first ??= started.token;
      const ready = { ...started, token: first };
      const title = `Space ${titles.length}`;
      await ask(ready, 'POST', `/orgs/${ready.organization}/spaces`, { title });
      titles.push(title);
      const { items } = await ask(ready, 'GET', `/orgs/${ready.organization}/spaces`);
      expect((items as { title: string }[]).map((space) => space.title).sort()).toEqual(titles);
    });
  }
});
