import { AppError } from '../base/index.ts';
import type { World } from './world.ts';

/** Waits until somebody asks the process to end. */
export function untilStopped({ stop }: World): Promise<void> {
  if (stop.aborted) return Promise.resolve();
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
}

/** Throws CANCELLED if somebody asked the process to end. */
export function throwIfStopped({ stop }: World): void {
  if (stop.aborted) throw new AppError('CANCELLED', `stopped by ${String(stop.reason)}`);
}
