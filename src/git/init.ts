import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError, makeFolders } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import { fileSystemError } from '../files/index.ts';
import { isRunning } from './lock-file.ts';
import { assertRefName } from './names.ts';
import { openRepository, type DiskRepository } from './repository.ts';

const asideMark = '.tidemark-';

export interface InitOptions {
  /** The branch of the first commit. Default `main`. */
  branch?: string;
  /** Without a working tree. */
  bare?: boolean;
}

/**
 * Makes a repository at `folder` and opens it. The folder is made if necessary, and what is in it stays. The repository is made
 * aside and gets its name in one step. Throws CONFLICT when there is a repository already.
 */
export function initRepository(
  folder: string,
  { clock }: { clock: Clock },
  { branch = 'main', bare = false }: InitOptions = {},
): DiskRepository {
  assertRefName(`refs/heads/${branch}`);
  const gitDir = bare ? folder : path.join(folder, '.git');
  if (existsSync(path.join(gitDir, 'HEAD'))) {
    throw new AppError('CONFLICT', `There is a repository at ${folder} already`, {
      hint: 'Use it, or choose another path.',
    });
  }
  const aside = `${gitDir}${asideMark}${process.pid}`;
  try {
    makeFolders(path.dirname(gitDir));
    sweepUnfinished(gitDir);
    rmSync(aside, { recursive: true, force: true });
    for (const name of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info']) {
      makeFolders(path.join(aside, name));
    }
    writeFileSync(path.join(aside, 'config'), configText(bare));
    writeFileSync(path.join(aside, 'info', 'exclude'), '');
    writeFileSync(path.join(aside, 'HEAD'), `ref: refs/heads/${branch}\n`);
    renameSync(aside, gitDir);
  } catch (error) {
    // Where the folder is a file, removing would fail as well, and hide why.
    if (existsSync(aside)) rmSync(aside, { recursive: true, force: true });
    throw fileSystemError(error, `Making a repository at ${folder}`);
  }
  return openRepository(folder, { clock });
}

/** Removes what killed processes left while they made this repository. */
function sweepUnfinished(gitDir: string): void {
  const folder = path.dirname(gitDir);
  const prefix = `${path.basename(gitDir)}${asideMark}`;
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : NaN;
    if (Number.isInteger(pid) && !isRunning(pid))
      rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function configText(bare: boolean): string {
  const lines = ['[core]', 'repositoryformatversion = 0', 'filemode = true', `bare = ${bare}`];
  return `${[...lines, ...(bare ? [] : ['logallrefupdates = true'])].join('\n\t')}\n`;
}
