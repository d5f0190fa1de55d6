// Accepts changed pictures of pages: `npm run look -- hints cards-dark`, or without names all pictures (then for this release of
// the browser). Look at the pictures first: the failing test says where they are.
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
