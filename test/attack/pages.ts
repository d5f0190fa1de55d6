import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { aliveOn } from '../site/alive-pages.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { payloads } from '../site/payloads.ts';
import { writeFiles, type Ground } from './ground.ts';
import { firstLine, type Kind, type Verdict } from './kind.ts';

/** Where a payload stands in a page. */
const places: Readonly<Record<string, (payload: string) => string>> = {
  'by itself': (payload) => payload,
  'in a list': (payload) => `* ${payload.replaceAll('\n', '\n  ')}`,
  'in a table': (payload) => `| a | b |\n| - | - |\n| ${line(payload)} | b |`,
  'in a heading': (payload) => `## ${line(payload)}`,
  'in a hint': (payload) => `{% hint style="info" %}\n${payload}\n{% endhint %}`,
  'in a label': (payload) => `[${line(payload)}](page.md "${line(payload)}") ![${line(payload)}](x.png)`,
};

/** What no page is without: the places of a page that hold one payload each. */
const frame = (payload: string): string =>
  `---\ndescription: ${JSON.stringify(payload)}\nicon: ${JSON.stringify(payload)}\n---\n\n# ${line(payload).slice(0, 80)}\n\n`;

const line = (payload: string): string => payload.replace(/\s+/gu, ' ');
const perPage = 250;

interface Placed {
  readonly vector: string;
  readonly text: string;
  readonly payload: string;
}

/** Payloads in the pages of a site that the installed program exports, opened in a real browser. */
export const pages: Kind = {
  name: 'pages',
  missing: hasBrowser ? null : 'chromium',
  play: async (ground) => {
    const placed = Object.entries(places).flatMap(([where, put]) =>
      payloads().map((payload) => ({ vector: `${where}: ${payload}`, text: put(payload), payload })),
    );
    const browser = await launch();
    try {
      await checkJudge(browser);
      const groups = Array.from({ length: Math.ceil(placed.length / perPage) }, (_, at) =>
        placed.slice(at * perPage, (at + 1) * perPage),
      );
      const broken = await aliveIn(ground, browser, groups);
      // Of a page that is alive each payload gets a page of its own.
      const suspects = groups.filter((_, at) => broken.has(at)).flat();
      const alone = await aliveIn(
        ground,
        browser,
        suspects.map((each) => [each]),
      );
      const culprits = new Map(suspects.map((each, at) => [each, alone.get(at) ?? null]));
      const verdicts = placed.map((each): Verdict => ({
        vector: each.vector,
        broken: culprits.get(each) ?? null,
      }));
      const loose = [...broken].filter(([at]) => !groups[at]?.some((each) => culprits.get(each)));
      return [
        ...verdicts,
        ...loose.map(([at, reason]) => ({ vector: `page ${at}, as a whole`, broken: reason })),
      ];
    } finally {
      await browser.close();
    }
  },
};

/** Exports a page for each group, and gives what the pages did, by the number of the group. */
async function aliveIn(
  ground: Ground,
  browser: Browser,
  groups: readonly (readonly Placed[])[],
): Promise<Map<number, string>> {
  if (groups.length === 0) return new Map();
  const folder = ground.folder('pages');
  const list = groups.map(
    (group, at) => `* [${line(group[0]?.payload ?? '').replace(/[[\]()]/gu, ' ')}](p${at}.md)`,
  );
  writeFiles(join(folder, 'docs'), {
    'README.md': '# Home\n',
    'SUMMARY.md': `# Table of contents\n\n* [Home](README.md)\n${list.join('\n')}\n`,
    ...Object.fromEntries(
      groups.map((group, at) => [
        `p${at}.md`,
        `${frame(group[0]?.payload ?? '')}${group.map(({ text }) => text).join('\n\n')}\n`,
      ]),
    ),
  });
  const { code, err } = await ground.run(['export', 'docs', '--out', 'site'], { cwd: folder });
  if (code !== 0) throw new Error(`The export ended with ${code}: ${firstLine(err)}`);
  const url = await serveFolder(ground, join(folder, 'site'));
  const names = groups.map((_, at) => `p${at}`);
  const missing = names.filter((name) => !existsSync(join(folder, 'site', `${name}.html`)));
  if (missing.length > 0) throw new Error(`The export wrote no page ${missing.join(', ')}.`);
  const alive = await aliveOn(browser, url, [
    'index.html',
    'search.html',
    ...names.map((name) => `${name}.html`),
  ]);
  const found = new Map<number, string>();
  for (const reason of alive) found.set(Number(/\/p(\d+)\.html/u.exec(reason)?.[1] ?? 0), reason);
  return found;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
};

/** A host that knows types by their endings, and sends none of our headers. */
async function serveFolder(ground: Ground, folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    if (!path.startsWith(folder) || !statSync(path, { throwIfNoEntry: false })?.isFile())
      return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[path.slice(path.lastIndexOf('.') + 1)] ?? 'text/plain' });
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ground.later(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A page that does all that is looked for must be seen, else "held" would mean nothing. */
async function checkJudge(browser: Browser): Promise<void> {
  const page =
    '<!doctype html><script>window.__alive=1;alert(1)</script><a href="javascript:x">x</a><img src="http://127.0.0.1:1/x">';
  const server = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const seen = (await aliveOn(browser, url, [''])).join('\n');
  server.closeAllConnections();
  server.close();
  for (const sign of ['opened a dialog', 'ran a payload', 'links to', 'asked http'])
    if (!seen.includes(sign)) throw new Error(`The judge does not see that a page ${sign}.`);
}
