import { Daemon, type DaemonOptions } from './daemon.ts';
import type { ServiceManager } from './service-manager.ts';

export interface RunDaemonOptions extends DaemonOptions {
  /** Aborted when the process is asked to end: running cycles end, then `runDaemon` returns. */
  stop: AbortSignal;
  /** Calls back for each SIGHUP; returns a function that stops this. */
  onReload(callback: () => void): () => void;
  /** Calls back for each SIGUSR2, which turns the whole log on and off; returns a function that stops this. */
  onVerbose?(callback: () => void): () => void;
  /** Is told when the daemon is ready, that it is alive, and that it ends. */
  manager?: ServiceManager;
  /** Called once the daemon runs, with the address that it listens on. */
  onReady?(url: string | undefined): void;
}

/** Runs a daemon or worker until it is asked to stop. */
export async function runDaemon({
  stop,
  onReload,
  onVerbose,
  onReady,
  manager,
  ...options
}: RunDaemonOptions): Promise<void> {
  const daemon = new Daemon(options);
  // This comes before the start: a SIGHUP that nobody listens to would end the process. An early one is answered already.
  const silence = onReload(() => void daemon.reload());
  const quiet = onVerbose?.(() => daemon.toggleVerbose());
  const early = (): void => void daemon.stop();
  stop.addEventListener('abort', early, { once: true });
  await daemon.start();
  try {
    if (!stop.aborted) await manager?.tell('ready');
    manager?.watch(() => daemon.isAlive());
    if (!stop.aborted) onReady?.(daemon.url);
    if (!stop.aborted)
      await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
    await manager?.tell('stopping');
  } finally {
    silence();
    quiet?.();
    await daemon.stop();
    manager?.close();
  }
}
