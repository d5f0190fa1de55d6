import { appendFileSync, chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findChromium, printPage } from '../../src/cli/export/chromium.ts';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { temporaryFolder } from '../git/native.ts';
import { hasBrowser } from '../site/browser.ts';
import { testWorld } from '../support/world.ts';

const folder = temporaryFolder('pdf');

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const print = (
  path: string,
  url = 'about:blank',
  signal = new AbortController().signal,
): Promise<Uint8Array> => printPage({ program: path, url, title: 'Harbour', signal });

const profiles = (): string[] => readdirSync(folder).filter((name) => name.startsWith('tidemark-print-'));

describe('the browser that prints', () => {
  it('is the one that CHROMIUM_PATH names, and must be a program', () => {
    const own = program('own', 'exit 0');
    const plain = join(folder, 'plain.txt');
    writeFileSync(plain, '');

    expect(findChromium({ CHROMIUM_PATH: own })).toBe(own);
    for (const path of [plain, folder, join(folder, 'nowhere')])
      expect(() => findChromium({ CHROMIUM_PATH: path })).toThrow(
        `CHROMIUM_PATH names ${path}, which is not a program`,
      );
  });

  it('reports the browser’s own message when it ends, and leaves nothing behind', async () => {
    vi.stubEnv('TMPDIR', folder);
    const broken = program('broken', 'echo "No usable sandbox!" >&2; exit 1');

    await expect(print(broken)).rejects.toMatchObject({
      code: 'INCOMPLETE',
      message: 'Chromium printed no PDF: No usable sandbox!',
    });
    expect(profiles()).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('ends when the command is stopped', async () => {
    const stop = new AbortController();
    const server = await listening((server) =>
      server.once('connection', () => stop.abort(new Error('stopped'))),
    );
    const { port } = server.address() as AddressInfo;
    // It shows by a connection that it runs, and then does nothing.
    const waits = program('waits', `exec bash -c 'exec 9<>/dev/tcp/127.0.0.1/${port}; sleep 600'`);

    await expect(print(waits, 'about:blank', stop.signal)).rejects.toThrow('stopped');
    server.close();
  });

  it.skipIf(!hasBrowser)('says which page it could not open', async () => {
    const server = await listening((server) => server.on('connection', (socket) => socket.destroy()));
    const { port } = server.address() as AddressInfo;

    await expect(print(findChromium(process.env), `http://127.0.0.1:${port}/`)).rejects.toThrow(
      /Chromium printed no PDF: the page could not be opened \(net::ERR_/,
    );
    server.close();
  });
});

describe('a PDF of a site', () => {
  it.each(['out', 'relative', 'serve', 'watch'])('does not go with --%s', async (option) => {
    const world = testWorld({ cwd: folder });

    await expect(
      exportCommand({ world, json: false, configFile: undefined } as never, { pdf: 'x.pdf', [option]: true }),
    ).rejects.toMatchObject({
      code: 'USAGE',
      message: `--pdf makes one file and no site: it does not go with --${option}`,
    });
  });

  it.skipIf(!hasBrowser)(
    'has an outline, tags and a place for each page',
    { timeout: 60_000, tags: ['long'] },
    async () => {
      writeFileSync(join(folder, 'README.md'), '# Harbour\n\n## Berths\n\n[Tides](tides.md)\n');
      writeFileSync(join(folder, 'tides.md'), '# Tides\n\nWater.\n');
      const world = testWorld({ cwd: folder, env: { ...process.env } });

      const code = await exportCommand({ world, json: true, configFile: undefined } as never, {
        folder,
        pdf: 'harbour.pdf',
        isConfigured: false,
      });
      const pdf = readFileSync(join(folder, 'harbour.pdf'), 'latin1');

      expect(code).toBe(0);
      expect(JSON.parse(world.stdout.text)).toMatchObject({ file: join(folder, 'harbour.pdf'), pages: 2 });
      expect(pdf.slice(0, 5)).toBe('%PDF-');
      expect(pdf).toContain('/StructTreeRoot');
      expect([...pdf.matchAll(/\/Title \((.*?)\)/g)].map(([, title]) => title)).toEqual(
        expect.arrayContaining(['Harbour', 'Berths', 'Tides']),
      );
      expect(pdf.match(/\/Type \/Page\b(?!s)/g)?.length).toBe(4);
    },
  );

  it.skipIf(!hasBrowser)(
    'takes the place of an earlier one, until somebody changes it',
    { timeout: 60_000 },
    async () => {
      const docs = join(folder, 'again');
      mkdirSync(docs);
      writeFileSync(join(docs, 'README.md'), '# Harbour\n');
      const make = (): Promise<number | undefined> =>
        exportCommand(
          {
            world: testWorld({ cwd: docs, env: { ...process.env } }),
            json: true,
            configFile: undefined,
          } as never,
          { folder: docs, pdf: 'own.pdf', isConfigured: false },
        );
      writeFileSync(join(docs, 'own.pdf'), '');

      expect(await make()).toBe(0);
      expect(await make()).toBe(0);
      appendFileSync(join(docs, 'own.pdf'), '1 0 obj % a note that somebody added\n');
      await expect(make()).rejects.toMatchObject({ code: 'USAGE' });
    },
  );

  it.each([
    ['a file', (path: string) => writeFileSync(path, '%PDF-1.7\n%%EOF\n')],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('does not take the place of %s that no export wrote', async (kind, put) => {
    const path = join(folder, `${kind.slice(2)}.pdf`);
    put(path);
    const world = testWorld({ cwd: folder, env: { CHROMIUM_PATH: '/nowhere' } });

    await expect(
      exportCommand({ world, json: false, configFile: undefined } as never, { folder, pdf: path }),
    ).rejects.toMatchObject({
      code: 'USAGE',
      message: `the export would overwrite ${path}, which no export wrote`,
      hint: 'Choose another file with --pdf, or move this one away.',
    });
  });
});

function listening(prepare: (server: Server) => void): Promise<Server> {
  const server = createServer();
  prepare(server);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
