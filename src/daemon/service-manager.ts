import { execFile } from 'node:child_process';
import { AppError } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';

/** The messages for systemd; each is sent by a `systemd-notify` process, because Node has no datagram sockets. */
export type Notification = 'ready' | 'stopping' | 'alive';

export interface ServiceManagerPorts {
  clock: Clock;
  /** The process's environment: NOTIFY_SOCKET and WATCHDOG_USEC come from systemd. */
  env: Readonly<Record<string, string | undefined>>;
  /** Runs a program and resolves with its exit code; null when there is no such program. */
  run(program: string, args: readonly string[]): Promise<number | null>;
  onTrouble(problem: string): void;
}

export interface ServiceManager {
  tell(what: Notification): Promise<void>;
  /** Says "alive" twice in each watchdog period for as long as `alive` returns true; without it, systemd restarts the process. */
  watch(alive: () => boolean): void;
  close(): void;
}

const messages: Readonly<Record<Notification, readonly string[]>> = {
  ready: ['READY=1'],
  stopping: ['STOPPING=1'],
  alive: ['WATCHDOG=1'],
};

/** Tells the service manager how the process is. Does nothing where no service manager listens. */
export function createServiceManager({ clock, env, run, onTrouble }: ServiceManagerPorts): ServiceManager {
  const listens = (env['NOTIFY_SOCKET'] ?? '') !== '';
  const watchdogMs = watchdogOf(env);
  const stopped = new AbortController();
  const tell = async (what: Notification): Promise<void> => {
    if (!listens) return;
    const code = await run('systemd-notify', messages[what]);
    if (code === 0) return;
    if (code === null && watchdogMs !== null)
      throw new AppError(
        'CONFIG_INVALID',
        'systemd watches this process, and there is no systemd-notify on the PATH',
        {
          hint: 'Without it systemd would restart the daemon again and again: install it, or take WatchdogSec out of the unit.',
        },
      );
    onTrouble(
      code === null
        ? 'there is no systemd-notify on the PATH: systemd is not told how this process is'
        : `systemd-notify ended with ${code}: the unit needs NotifyAccess=all`,
    );
  };
  return {
    tell,
    watch: (alive) => {
      if (!listens || watchdogMs === null) return;
      const loop = async (): Promise<void> => {
        while (!stopped.signal.aborted) {
          await clock.sleep(watchdogMs / 2, stopped.signal);
          if (alive()) await tell('alive');
        }
      };
      loop().catch(() => undefined); // closed
    },
    close: () => stopped.abort(),
  };
}

function watchdogOf(env: ServiceManagerPorts['env']): number | null {
  const ms = Number(env['WATCHDOG_USEC']) / 1_000;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

/** Runs a program whose output does not matter; null when no program has that name. */
export function runProgram(program: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: 10_000 }, (error) => {
      const code = error?.code;
      resolve(error === null ? 0 : code === 'ENOENT' ? null : typeof code === 'number' ? code : 1);
    });
  });
}
