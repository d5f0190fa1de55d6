import type { Clock } from '../../clock/port.ts';

export interface SiteWatch {
  close(): Promise<void>;
}

/** How long to wait after a save before making the site again, because editors write in steps. */
const settleMs = 25;

/**
 * Calls `again` after each change below `folders`: one run at a time. Changes during a run lead to one more run. The error of a
 * failed run goes to `failed`, and the watch continues.
 */
export async function watchSite(
  folders: readonly string[],
  { again, failed, clock }: { again: () => Promise<void>; failed: (error: unknown) => void; clock: Clock },
): Promise<SiteWatch> {
  const { watch } = await import('chokidar');
  const watcher = watch([...folders], {
    ignoreInitial: true,
    ignored: (path) =>
      /(?:^|[/\\])(?:\.git|node_modules)(?:[/\\]|$)/.test(path) ||
      /(?:~|\.sw[px]|\.tidemark-new)$/.test(path),
  });
  let wanted = false;
  let running: Promise<void> | undefined;
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    while (wanted && !stop.signal.aborted) {
      wanted = false;
      try {
        await clock.sleep(settleMs, stop.signal);
        await again();
      } catch (error) {
        if (!stop.signal.aborted) failed(error);
      }
    }
    running = undefined;
  };
  const changed = (): void => {
    wanted = true;
    running ??= run();
  };
  watcher.on('all', changed);
  await new Promise<void>((resolve, reject) => {
    watcher.once('ready', resolve);
    watcher.once('error', reject);
  });
  watcher.on('error', failed);
  return {
    close: async () => {
      stop.abort();
      await watcher.close();
      await running;
    },
  };
}
