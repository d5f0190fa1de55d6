import { escapeForTerminal } from '../../base/index.ts';
import type { ProgressEvent } from '../../sync/index.ts';
import type { World } from '../world.ts';
import { progressOn } from './progress.ts';

/** Shows a cycle's progress on a terminal. */
export function cycleProgress(world: World): { report: (event: ProgressEvent) => void; end: () => void } {
  const progress = progressOn(world);
  return {
    report: ({ space, done, total }) => {
      const where = space === undefined || space === '.' ? '' : ` ${escapeForTerminal(space)}`;
      progress.update(`Reading pages${where}`, done, total);
    },
    end: () => progress.end(),
  };
}
