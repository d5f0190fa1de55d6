import type { World } from '../world.ts';
import { styleFor } from './style.ts';

export interface Progress {
  /** Shows the progress of a long job. `total` may be unknown at first. */
  update(label: string, done: number, total?: number): void;
  /** Removes the bar. */
  end(): void;
}

const intervalMs = 80;

/** A progress line on stderr, redrawn in place; without a terminal, nothing is shown. */
export function progressOn(world: World): Progress {
  const { stderr, clock } = world;
  if (!stderr.isTTY || world.env['TERM'] === 'dumb') return { update: () => {}, end: () => {} };
  const { cyan, dim } = styleFor(stderr, world.env);
  let drawnAt = -Infinity;
  let drawn = false;
  return {
    update(label, done, total) {
      const finished = total !== undefined && done >= total;
      if (!finished && clock.monotonic() - drawnAt < intervalMs) return;
      drawnAt = clock.monotonic();
      drawn = true;
      const width = Math.max(10, Math.min(30, stderr.columns - label.length - 24));
      const share = total ? Math.min(1, done / total) : 0;
      const filled = Math.round(share * width);
      const bar = total ? `${cyan('━'.repeat(filled))}${dim('━'.repeat(width - filled))} ` : '';
      const count = total === undefined ? String(done) : `${done}/${total}`;
      stderr.write(`\r\u001b[2K${label} ${bar}${dim(count)}`);
    },
    end() {
      if (drawn) stderr.write('\r\u001b[2K');
      drawn = false;
    },
  };
}
