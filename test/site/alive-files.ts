import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import { usualType } from './active-files.ts';

/** A browser judges a file by its ending and its bytes, so duplicates are dropped. */
export function oneOfEachKind(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const kinds = new Map(
    [...files].map(([name, bytes]) => [
      `${name.slice(name.lastIndexOf('.'))} ${Buffer.from(bytes)
        .toString('latin1')
        .replace(/[XS]:\w+/g, '')}`,
      name,
    ]),
  );
  return new Map([...kinds.values()].map((name) => [name, files.get(name) ?? new Uint8Array()]));
}

/** The files on a plain host, without our headers; and pages that frame some of them. */
async function host(files: ReadonlyMap<string, Uint8Array>, sendsTypes: boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/') {
      const frames = searchParams
        .getAll('name')
        .map((name) => `<iframe src="/${encodeURIComponent(name)}"></iframe>`);
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>${frames.join('')}`);
      return;
    }
    const name = decodeURIComponent(pathname.slice(1));
    const bytes = files.get(name);
    const type = sendsTypes ? usualType(name) : undefined;
    response.writeHead(bytes ? 200 : 404, type === undefined ? {} : { 'Content-Type': type });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The files that ran something or requested another host: searched in groups, then one by one within such a group. */
export async function aliveIn(
  browser: Browser,
  files: ReadonlyMap<string, Uint8Array>,
  sendsTypes: boolean,
): Promise<string[]> {
  const server = await host(files, sendsTypes);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const context = await browser.newContext({ acceptDownloads: false });
  const names = [...files.keys()];
  const alive: string[] = [];
  const runs = (path: string): Promise<boolean> => actsAt(context, { origin, address: origin + path });
  try {
    while (names.length > 0) {
      const group = names.splice(0, 30);
      const query = new URLSearchParams(group.map((name) => ['name', name]));
      if (!(await runs(`?${query.toString()}`))) continue;
      for (const name of group) if (await runs(encodeURIComponent(name))) alive.push(name);
    }
  } finally {
    await context.close();
    await new Promise((resolve) => server.close(resolve));
  }
  return alive;
}

async function actsAt(
  context: BrowserContext,
  { origin, address }: { origin: string; address: string },
): Promise<boolean> {
  const page = await context.newPage();
  let acts = false;
  page.on('dialog', (dialog) => {
    acts = true;
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) acts = true;
  });
  // A download is not a page, and ends the visit.
  await page.goto(address, { waitUntil: 'load' }).catch(() => undefined);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0))).catch(() => undefined);
  await page.close();
  return acts;
}
