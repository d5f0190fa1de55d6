import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { createFileHost } from '../../src/http/index.ts';
import type { PublishedFiles } from '../../src/http/index.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const open: PublishedFiles[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function publish(
  files: Record<string, string>,
  host = createFileHost({ host: '127.0.0.1', port: 0, random: seededRandom(5) }),
): Promise<PublishedFiles> {
  const published = await host.publish(
    new Map(Object.entries(files).map(([path, words]) => [path, text(words)])),
  );
  open.push(published);
  return published;
}

describe('a host of files', () => {
  it('serves what is published below an address that cannot be guessed, and counts who asks', async () => {
    const published = await publish({ 'a b.md': '# A', 'edits.zip': 'PK' });

    const page = await fetch(`${published.url}a%20b.md`);
    const archive = await fetch(`${published.url}edits.zip`);

    expect(new URL(published.url).pathname).toMatch(/^\/[\w-]{43}\/$/u);
    expect([page.status, await page.text(), page.headers.get('content-type')]).toEqual([
      200,
      '# A',
      'text/markdown; charset=utf-8',
    ]);
    expect(archive.headers.get('content-type')).toBe('application/zip');
    expect(published.fetched()).toBe(2);
  });

  it('serves nothing else: no other path, no other key, no other method', async () => {
    const published = await publish({ 'a.md': '# A' });
    const origin = new URL(published.url).origin;

    const statuses = await Promise.all(
      [
        fetch(`${published.url}b.md`),
        fetch(`${published.url}..%2fa.md`),
        fetch(published.url),
        fetch(origin),
        fetch(`${origin}/${'A'.repeat(43)}/a.md`),
        fetch(`${published.url}a.md`, { method: 'POST', body: 'x' }),
        fetch(`${published.url}%ff`),
      ].map(async (answer) => (await answer).status),
    );

    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404]);
  });

  it('listens only while something is published', async () => {
    const host = createFileHost({ host: '127.0.0.1', port: 0, random: seededRandom(6) });
    const [one, other] = [await publish({ 'a.md': 'one' }, host), await publish({ 'a.md': 'other' }, host)];
    expect(new URL(one.url).port).toBe(new URL(other.url).port);

    await one.close();
    expect((await fetch(`${one.url}a.md`)).status).toBe(404);
    expect(await (await fetch(`${other.url}a.md`)).text()).toBe('other');
    await other.close();

    await expect(fetch(`${other.url}a.md`)).rejects.toThrow();
    const again = await publish({ 'a.md': 'again' }, host);
    expect(await (await fetch(`${again.url}a.md`)).text()).toBe('again');
  });

  it('names the address that others reach it by, and says which port is taken', async () => {
    const random = seededRandom(7);
    const published = await publish(
      {},
      createFileHost({ host: '127.0.0.1', port: 0, url: 'https://edits.example.com/t/', random }),
    );
    const taken = Number(
      new URL((await publish({}, createFileHost({ host: '127.0.0.1', port: 0, random }))).url).port,
    );

    expect(published.url).toMatch(/^https:\/\/edits\.example\.com\/t\/[\w-]{43}\/$/u);
    await expect(publish({}, createFileHost({ host: '127.0.0.1', port: taken, random }))).rejects.toThrow(
      `Edits cannot be served for an import on 127.0.0.1:${taken}.`,
    );
  });
});
