import { statSync } from 'node:fs';
import { basename, sep } from 'node:path';
import type { FSWatcher } from 'chokidar';
import type * as chokidar from 'chokidar';
import { isEditorsFile } from '../../base/index.ts';
import type { Clock } from '../../clock/port.ts';

export interface SiteWatch {
  close(): Promise<void>;
}

export interface SiteWatchOptions {
  readonly again: () => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly clock: Clock;
  /** Folders whose changes do not count, such as an output folder in the source. Asked after each run. */
  readonly without?: () => readonly string[];
}

/** How long to wait after a save before making the site again, because editors write in steps. */
const settleMs = 25;
/**
 * How often to look at the watched paths themselves. The system tells of changes in a folder, but not that a folder was put back or
 * that its parent was renamed.
 */
const lookMs = 100;

/**
 * Calls `again` after each change of the files and folders of `paths`: one run at a time. Changes during a run lead to one more run.
 * A path may be missing, now or for a while: that it went or came is a change, too. `paths` is asked again after each run. The error
 * of a failed run goes to `failed`, and the watch continues.
 */
export async function watchSite(
  paths: () => readonly string[],
  options: SiteWatchOptions,
): Promise<SiteWatch> {
  const { watch } = await import('chokidar');
  const running = new RunningWatch(paths, options, watch);
  await running.start();
  return running;
}

/** A watched path, as it was at the last look. */
interface WatchedPath {
  stamp: string;
  /** Whether the last look found another stamp. The change counts when the next look finds the same one: editors empty files first. */
  unsettled: boolean;
  /** The watch of what is in a folder. */
  watcher?: FSWatcher;
}

class RunningWatch implements SiteWatch {
  readonly #paths: () => readonly string[];
  readonly #options: SiteWatchOptions;
  readonly #watch: typeof chokidar.watch;
  readonly #stop = new AbortController();
  readonly #watched = new Map<string, WatchedPath>();
  #without: readonly string[] = [];
  #wanted = false;
  #running: Promise<void> | undefined;
  #looking: Promise<void> | undefined;

  constructor(paths: () => readonly string[], options: SiteWatchOptions, watch: typeof chokidar.watch) {
    this.#paths = paths;
    this.#options = options;
    this.#watch = watch;
  }

  /** Resolves when no change can be missed any more. */
  async start(): Promise<void> {
    await Promise.all(this.#follow());
    this.#looking = this.#lookOn();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#looking;
    await this.#running;
    for (const { watcher } of this.#watched.values()) await watcher?.close();
  }

  #changed(): void {
    this.#wanted = true;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    const { again, failed, clock } = this.#options;
    while (this.#wanted && !this.#stop.signal.aborted) {
      this.#wanted = false;
      try {
        await clock.sleep(settleMs, this.#stop.signal);
        await again();
      } catch (error) {
        if (!this.#stop.signal.aborted) failed(error);
      }
      if (!this.#stop.signal.aborted) for (const ready of this.#follow()) void ready.catch(failed);
    }
    this.#running = undefined;
  }

  /** Begins to watch the paths that are new among `paths`, and ends the watch of those that are no longer. */
  #follow(): Promise<void>[] {
    this.#without = this.#options.without?.() ?? [];
    const paths = new Set(this.#paths());
    for (const [path, { watcher }] of this.#watched) {
      if (paths.has(path)) continue;
      this.#watched.delete(path);
      void watcher?.close();
    }
    return [...paths]
      .filter((path) => !this.#watched.has(path))
      .map((path) => {
        const watched: WatchedPath = { stamp: stampOf(path), unsettled: false };
        this.#watched.set(path, watched);
        return this.#watchFolder(path, watched);
      });
  }

  async #lookOn(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await clock.sleep(lookMs, signal).catch(() => undefined);
      if (!signal.aborted) for (const [path, watched] of this.#watched) this.#look(path, watched);
    }
  }

  /** Compares a path with its last look. */
  #look(path: string, watched: WatchedPath): void {
    const stamp = stampOf(path);
    if (stamp === watched.stamp && !watched.unsettled) return;
    watched.unsettled = stamp !== watched.stamp && stamp.startsWith('file');
    watched.stamp = stamp;
    if (watched.unsettled) return;
    void watched.watcher?.close();
    delete watched.watcher;
    this.#changed();
    // What came before the new watch was ready is seen by one more run.
    void this.#watchFolder(path, watched).then(() => {
      if (watched.watcher !== undefined && !this.#stop.signal.aborted) this.#changed();
    }, this.#options.failed);
  }

  /** Watches what is in a folder. Files and missing paths have no more than the look at them. */
  async #watchFolder(path: string, watched: WatchedPath): Promise<void> {
    if (!watched.stamp.startsWith('folder')) return;
    const watcher = this.#watch(path, {
      ignoreInitial: true,
      ignored: (each) => this.#isIgnored(each, path),
    });
    watched.watcher = watcher;
    watcher.on('all', (event, each) => {
      // The watcher does not notice when the folder is back.
      if (event === 'unlinkDir' && each === path) watched.stamp = '';
      this.#changed();
    });
    await new Promise<void>((resolve, reject) => {
      watcher.once('ready', resolve);
      watcher.once('error', reject);
    });
    watcher.on('error', this.#options.failed);
  }

  #isIgnored(path: string, watched: string): boolean {
    return (
      /[/\\](?:\.git|node_modules)(?:[/\\]|$)/.test(path.slice(watched.length)) ||
      isEditorsFile(basename(path)) ||
      path.endsWith('.tidemark-new') ||
      this.#without.some((each) => path === each || path.startsWith(`${each}${sep}`))
    );
  }
}

/** What changes when a path is replaced, and, of a file, when it is written. */
function stampOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'gone';
    const { dev, ino, birthtimeMs, mtimeMs, size } = stats;
    return stats.isDirectory()
      ? `folder ${dev} ${ino} ${birthtimeMs}`
      : `file ${dev} ${ino} ${mtimeMs} ${size}`;
  } catch {
    return 'gone';
  }
}
