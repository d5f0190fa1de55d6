/** Tries to lock a repository, and checks its folder. Argument: the folder. Prints what is said of it as JSON. */
import path from 'node:path';
import { systemError } from '../../src/base/index.ts';
import { folderChecks } from '../../src/cli/commands/doctor-checks.ts';
import { realClock } from '../../src/clock/index.ts';
import { holdRepository, initRepository, openRepository } from '../../src/git/index.ts';

const [root = ''] = process.argv.slice(2);
const clock = realClock;
const said = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return systemError(error).toJSON();
  }
};
const { place } = openRepository(path.join(root, 'docs'), { clock });
const told = {
  locked: said(() => holdRepository(place, 'a command')),
  made: said(() => initRepository(path.join(root, 'new'), { clock })),
  checks: folderChecks([root, path.join(root, 'docs'), path.join(root, 'new')]),
};
process.stdout.write(JSON.stringify(told));
