import { escapeForTerminal } from '../../base/index.ts';
import type { ProgressEvent } from '../../sync/index.ts';
import type { World } from '../world.ts';
import { progressOn } from './progress.ts';

const labels: Readonly<Record<ProgressEvent['phase'], string>> = {
  spaces: 'Looking at the spaces',
  tree: 'Reading the page tree',
  pages: 'Reading pages',
  files: 'Reading files',
  'change-requests': 'Reading change requests',
  metadata: 'Reading metadata',
  commit: 'Writing commits',
  'working-tree': 'Updating files',
  proposal: 'Sending edits',
};

/** Shows a cycle's progress on a terminal. */
export function cycleProgress(world: World): { report: (event: ProgressEvent) => void; end: () => void } {
  const progress = progressOn(world);
  return {
    report: ({ phase, space, done, total }) => {
      const where = space === undefined || space === '.' ? '' : ` ${escapeForTerminal(space)}`;
      progress.update(`${labels[phase]}${where}`, done, total);
    },
    end: () => progress.end(),
  };
}
