// Takes the pictures of the handbook and the README, with the built program, a service with the sample documentation, and Chromium.
// Run it after a visible change (`npm run pictures`), look at the pictures, and commit them.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { root } from './ready.mjs';

const program = join(root, 'dist', 'main.js');
const assets = join(root, 'docs', 'guide', '.gitbook', 'assets');
const args = [
  ...['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];
const folder = mkdtempSync(join(tmpdir(), 'tidemark-pictures-'));
const running = [];

/** Starts the built program and returns the first match in its output. */
function start(args, pattern) {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder });
  running.push(child);
  let said = '';
  return new Promise((resolve, reject) => {
    child.on('close', () => reject(new Error(`tidemark ${args.join(' ')} ended:\n${said}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        const match = pattern.exec(said);
        if (match) resolve(match[0]);
      });
  });
}

const seed = join(root, 'templates', 'sample');
const service = JSON.parse(
  await start(['serve', '--port', '0', '--seed', seed, '--json'], /^\{"event":"ready".*\}$/m),
);

async function api(method, path, body) {
  const answer = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? {} : answer.json();
}

const guides = service.spaces.find(({ title }) => title === 'Guides');

/** The page with a title, among pages and all pages below them. */
const pageCalled = (title, pages) =>
  pages.find((page) => page.title === title) ??
  pages.map((page) => pageCalled(title, page.pages ?? [])).find((page) => page !== undefined);

/** Opens a change request with an edit and a comment, as a writer and a reviewer would, and returns the change request. */
async function openChangeRequest() {
  const { pages } = await api('GET', `/spaces/${guides.id}/content/pages`);
  const page = pageCalled('Tides in five minutes', pages);
  const at = `/spaces/${guides.id}/content/page/${page.id}?format=markdown`;
  const { markdown } = await api('GET', at);
  const edited = markdown
    .replace('Twice a month sun and moon', 'Twice a month, at new and at full moon, sun and moon')
    .replace('In between they pull across: *neaps*.', 'In between they pull at right angles: *neaps*.');
  if (!edited.includes('right angles'))
    throw new Error('The sample page does not have the sentences to edit.');
  const request = await api('POST', `/spaces/${guides.id}/change-requests`, {
    subject: 'Say when springs come',
  });
  const path = `/spaces/${guides.id}/change-requests/${request.id}`;
  await api('POST', `${path}/content`, {
    changes: [{ type: 'update_page', page: page.id, document: { markdown: edited } }],
  });
  await api('POST', `${path}/comments`, {
    page: page.id,
    body: { markdown: 'Good. Could a **drawing** show the right angle?' },
  });
  return api('GET', path);
}

async function take(context, address, name, prepare = () => undefined) {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'load' });
  await prepare(page);
  const picture = await page.screenshot();
  await page.close();
  // A palette is enough for a page without photographs, and makes the file in the package a third as large.
  await sharp(picture)
    .png({ palette: true, quality: 95, effort: 10 })
    .toFile(join(assets, `${name}.png`));
}

let browser;
try {
  mkdirSync(assets, { recursive: true });
  const request = await openChangeRequest();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium',
    args,
  });
  const context = await browser.newContext({
    viewport: { width: 1200, height: 800 },
    reducedMotion: 'reduce',
  });
  await take(context, service.app.signIn, 'app-home');
  await take(context, request.urls.app, 'app-change-request', (page) =>
    page.getByText('page changed').evaluate((heading) => scrollTo(0, heading.offsetTop - 24)),
  );
  const site = join(folder, 'site');
  const url = await start(
    ['export', join(seed, 'guides'), '--out', site, '--serve', '0'],
    /http:\/\/127[\d.:]+/,
  );
  await take(context, `${url}/getting-started/quickstart`, 'site-page');
} finally {
  await browser?.close();
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
