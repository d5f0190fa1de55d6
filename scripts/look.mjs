// Accepts pictures of pages that look different from before and are right: `npm run look -- hints cards-dark`, or all of them without
// names (then for this release of the browser). Look at them first: the failing test says where they are.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './ready.mjs';

const names = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    'test/site/pictures.test.ts',
    'test/app/every-page.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TIDEMARK_ACCEPT_LOOK: names.length === 0 ? 'all' : names.join(' ') },
  },
);
process.exitCode = status ?? 1;
