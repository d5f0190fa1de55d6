import { AppError } from '../base/index.ts';
import type { World } from './world.ts';

/** Waits until the process is asked to end. */
export function untilStopped({ stop }: World): Promise<void> {
  if (stop.aborted) return Promise.resolve();
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
}

/** Throws CANCELLED when the process was asked to end. */
export function throwIfStopped({ stop }: World): void {
  if (stop.aborted) throw new AppError('CANCELLED', `stopped by ${String(stop.reason)}`);
}
