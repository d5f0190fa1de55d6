import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  firstReadyOf,
  installedProgram,
  type Ended,
  type FirstReady,
  type Installed,
  type Running,
} from '../support/installed.ts';

export type { FirstReady };

/** How a run ended, or that it had to be killed. */
export type Bounded = Ended & { readonly hung: boolean };

/** What all kinds play on: the installed program, folders of their own, and processes that are ended when all is over. */
export interface Ground {
  readonly installed: Installed;
  /** A new folder; nothing else is in it. */
  folder(name: string): string;
  /** Runs a command to its end, or kills it after `limitMs`. */
  run(
    args: readonly string[],
    options: { cwd: string; env?: Readonly<Record<string, string>>; limitMs?: number },
  ): Promise<Bounded>;
  /** Starts the embedded service with folders as spaces. */
  serve(cwd: string): Promise<FirstReady>;
  /** Something to close when all is over. */
  later(close: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** So long a run may take when all kinds are played at a time on a busy machine. */
const longestRunMs = 150_000;

export async function openGround(): Promise<Ground> {
  const installed = await installedProgram();
  const root = mkdtempSync(join(tmpdir(), 'tidemark-attack-'));
  const closing: (() => Promise<unknown>)[] = [];
  let count = 0;
  return {
    installed,
    folder: (name) => {
      const folder = join(root, `${name}-${++count}`);
      mkdirSync(folder);
      return folder;
    },
    run: async (args, { cwd, env = {}, limitMs = longestRunMs }) => {
      const running = installed.start(args, { cwd, env });
      let hung = false;
      const timer = setTimeout(() => {
        hung = true;
        running.process.kill('SIGKILL');
      }, limitMs);
      const ended = await running.ended;
      clearTimeout(timer);
      return { ...ended, hung };
    },
    serve: async (cwd) => {
      const running: Running = installed.start(['serve', '--json', '--port', '0', '--seed', 'seed'], { cwd });
      closing.push(() => running.end('SIGKILL'));
      return firstReadyOf(running);
    },
    later: (close) => void closing.push(close),
    close: async () => {
      for (const close of closing.reverse()) await close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A space's folder with `pages` pages and one file. */
export function seedSpace(folder: string, title: string, pages = 6): void {
  const names = Array.from({ length: pages - 1 }, (_, at) => `page-${at}`);
  writeFiles(folder, {
    'README.md': `# ${title}\n\n![](.gitbook/assets/a.txt)\n`,
    '.gitbook/assets/a.txt': 'a file\n',
    ...Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n\nWords of ${name}.\n`])),
    'SUMMARY.md': `# Table of contents\n\n* [${title}](README.md)\n${names.map((name) => `* [${name}](${name}.md)\n`).join('')}`,
  });
}

/** Git as a person has it, without anything that this machine configures. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 256 * 1024 * 1024,
  });
}

/** The parts of `.git` that sync writes; everything else of it decides what git runs. */
const ownOfSync = /^\.git\/(?:objects|refs|logs|tidemark|index|packed-refs|HEAD|ORIG_HEAD)(?:\/|$)/u;

/**
 * The files and folders by which git would run something, or that are beside a repository: path → content or kind.
 * The configuration and the token's memory are left out: they are the person's.
 */
export function surroundings(folder: string, repository: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    const from = path.slice(repository.length + 1);
    if (path !== repository && path.startsWith(`${repository}/`)) {
      if (from !== '.git' && !from.startsWith('.git/')) return;
      if (ownOfSync.test(from)) return;
    }
    const name = path.slice(folder.length + 1);
    if (/^(?:sync\.config\.yaml|\.local)$/u.test(name)) return;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      found.set(name, 'folder');
      for (const inner of readdirSync(path)) visit(join(path, inner));
    } else found.set(name, stat ? `${stat.mode} ${readFileSync(path, 'latin1')}` : 'a broken link');
  };
  visit(folder);
  return found;
}

/** What is in the second and not the same in the first. */
export function intruder(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string | null {
  for (const [path, content] of after) if (before.get(path) !== content) return `${path} was written`;
  for (const path of before.keys()) if (!after.has(path)) return `${path} is gone`;
  return null;
}
