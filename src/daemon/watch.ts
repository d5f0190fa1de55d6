import { access } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { watch as watchFiles } from 'chokidar';
import { isEditorsFile } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';

export interface WatchOptions {
  clock: Clock;
  /** The working tree. */
  root: string;
  /** The mapped folders in it, with `/`; `.` for all of it. */
  folders: readonly string[];
  /** How long a folder must be quiet before its change is reported. */
  debounceMs: number;
  /** Called once for each mapped folder and quiet moment, with the paths (below `root`) of all files that changed. */
  onChange: (paths: ReadonlySet<string>) => void;
  /** Called for trouble that ends the watching (too many files for the system); the schedule goes on without it. */
  onTrouble: (error: unknown) => void;
}

export interface Watch {
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** While one of these files exists, git is at work: we would see half of a checkout or a rebase. */
const gitAtWork = [
  'index.lock',
  'rebase-merge',
  'rebase-apply',
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
];
const gitPollMs = 500;
const mostGitWaitMs = 10 * 60_000;

/**
 * Watches the mapped folders, and the branch heads, for changes. It only gives hints: it may miss changes, and it also reports
 * our own writes; the scan of the cycle that it asks for decides.
 */
export function watchFolders({ clock, root, folders, debounceMs, onChange, onTrouble }: WatchOptions): Watch {
  const git = join(root, '.git');
  const heads = [join(git, 'HEAD'), join(git, 'refs', 'heads')];
  const targets = [...folders.map((folder) => (folder === '.' ? root : join(root, folder))), ...heads];
  const pending = new Map<string, { readonly wait: AbortController; readonly paths: Set<string> }>();
  let closed = false;

  const watcher = watchFiles(targets, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => isIgnored(relative(root, path)),
  });
  const ready = new Promise<void>((resolve) => watcher.once('ready', () => resolve()));

  const quiet = async (signal: AbortSignal): Promise<void> => {
    await clock.sleep(debounceMs, signal);
    const from = clock.monotonic();
    while (clock.monotonic() - from < mostGitWaitMs && (await isGitAtWork(git)))
      await clock.sleep(gitPollMs, signal);
  };

  watcher.on('all', (_event, path) => {
    const changed = relative(root, path).split(sep).join('/');
    if (closed || changed === '' || isAbsolute(changed)) return;
    const key = changed.startsWith('.git/') ? '.git' : folderOf(changed, folders);
    const before = pending.get(key);
    before?.wait.abort();
    const wait = new AbortController();
    const paths = (before?.paths ?? new Set()).add(changed);
    pending.set(key, { wait, paths });
    quiet(wait.signal).then(
      () => {
        pending.delete(key);
        onChange(paths);
      },
      () => undefined, // there was another change, or the watch has ended
    );
  });
  watcher.on('error', onTrouble);

  return {
    ready,
    close: async () => {
      closed = true;
      for (const { wait } of pending.values()) wait.abort();
      await watcher.close();
    },
  };
}

/**
 * Ignores git's own files except for the heads (we write the other references ourselves), and the temporary files that editors
 * and we put beside files.
 */
function isIgnored(path: string): boolean {
  const parts = path.split(sep);
  if (parts[0] === '.git') return !leadsToHeads(parts.slice(1)) || (parts.at(-1) ?? '').endsWith('.lock');
  if (parts.includes('node_modules') || parts.includes('.git')) return true;
  const name = parts.at(-1) ?? '';
  return name.startsWith('.tidemark-') || isEditorsFile(name);
}

function leadsToHeads([first, second]: readonly string[]): boolean {
  if (first === undefined || first === 'HEAD') return true;
  return first === 'refs' && (second === undefined || second === 'heads');
}

function folderOf(path: string, folders: readonly string[]): string {
  const holding = folders.filter(
    (folder) => folder === '.' || path === folder || path.startsWith(`${folder}/`),
  );
  return holding.reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '');
}

async function isGitAtWork(git: string): Promise<boolean> {
  const there = await Promise.all(
    gitAtWork.map((name) =>
      access(join(git, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return there.includes(true);
}
