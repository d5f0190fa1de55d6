/** Follows the handbook as a reader: runs its commands with the installed program, and compares the output with the pages. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { usesOf } from '../support/command-tree.ts';
import { isShown, stepsOf, Terminal } from '../support/console-story.ts';
import { installedProgram, type Installed } from '../support/installed.ts';

const guide = join(packageRoot(), 'docs', 'guide');
const read = (page: string): string => readFileSync(join(guide, page), 'utf8');
/** The pages, in the order of the table of contents, which is the order of the story. */
const pages = [...read('SUMMARY.md').matchAll(/\]\(([^)]+\.md)\)/gu)].map(([, page = '']) => page);

let installed: Installed;
let folder: string;
beforeAll(async () => {
  installed = await installedProgram();
  folder = mkdtempSync(join(tmpdir(), 'tidemark-handbook-'));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the handbook', () => {
  it('names every page in its table of contents', () => {
    const files = readdirSync(guide, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );

    expect(files.filter((file) => file !== 'SUMMARY.md').sort()).toEqual([...pages].sort());
  });

  it('has no broken link, and exports without a warning', async () => {
    const links = await installed.run(['links', guide, '--offline'], { cwd: folder });
    const site = await installed.run(['export', guide, '--out', 'site', '--json'], { cwd: folder });

    expect(links).toMatchObject({ code: 0, out: expect.stringContaining('No broken links') as string });
    expect(site).toMatchObject({ code: 0, err: '' });
  });

  it('shows commands and options that the program has', () => {
    const lines = pages.flatMap((page) =>
      [...read(page).matchAll(/(?:^|[`$] ?)tidemark ((?:[^`\n|>#…]|\$\([^)]*\))*)/gmu)].map(
        ([, words = '']) => [page, words] as const,
      ),
    );

    expect(lines.length).toBeGreaterThan(100);
    for (const [page, words] of lines) {
      const plain = words.trim().replace(/"[^"]*"|'[^']*'/gu, 'text');
      expect(() => usesOf(plain.split(/\s+/u)), `${page}: tidemark ${words}`).not.toThrow();
    }
  });

  it('tells a story that the installed program plays exactly', { timeout: 240_000 }, async () => {
    const [service, daemon] = [await freePort(), await freePort()];
    const terminal = new Terminal({ cwd: aDesk(), env: anEnvironment() });
    const asPlayed = (text: string): string =>
      text.replaceAll('8787', String(service)).replaceAll('9464', String(daemon));
    try {
      for (const { at, command, expected, stays } of pages.flatMap((page) => stepsOf(page, read(page)))) {
        const wanted = expected.map(asPlayed);
        const port = stays ? ` --port ${service}` : '';
        const printed = stays
          ? await terminal.start(command + port, (lines) => isShown(wanted, lines))
          : await terminal.run(asPlayed(command));

        if (!isShown(wanted, printed)) expect(printed, `${at}: ${command}`).toEqual(wanted);
      }
    } finally {
      await terminal.close();
    }
  });
});

/** A folder with the program on the path, and a git with a user name. */
function aDesk(): string {
  const [desk, bin] = [join(folder, 'desk'), join(folder, 'bin')];
  mkdirSync(desk);
  mkdirSync(bin);
  writeFileSync(join(bin, 'tidemark'), `#!/bin/sh\nexec "${installed.node}" "${installed.program}" "$@"\n`);
  chmodSync(join(bin, 'tidemark'), 0o755);
  writeFileSync(join(folder, '.gitconfig'), '[user]\n  name = Ada\n  email = ada@example.com\n');
  return desk;
}

function anEnvironment(): Readonly<Record<string, string>> {
  return {
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    LC_ALL: 'C.UTF-8',
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
