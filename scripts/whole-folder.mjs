// Writes a folder of built files beside its place and puts it there when it is whole: whoever reads the old one meanwhile (a running
// program, `npm pack`) never sees half of the new one.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Begins a folder: `path` is where to write. Without `put()`, the folder stays as it was, also when the process fails. */
export function beginFolder(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  removeLeft(folder);
  const path = `${folder}.next-${process.pid}`;
  const old = `${folder}.old-${process.pid}`;
  const remove = () => {
    for (const each of [path, old]) rmSync(each, { recursive: true, force: true });
  };
  remove();
  mkdirSync(path);
  process.once('exit', remove);
  return {
    path,
    put() {
      if (existsSync(folder)) renameSync(folder, old);
      renameSync(path, folder);
      remove();
    },
  };
}

/** Removes what builds left that were killed. */
function removeLeft(folder) {
  const started = new RegExp(`^${basename(folder)}\\.(?:next|old)-(\\d+)$`);
  for (const name of readdirSync(dirname(folder))) {
    const pid = started.exec(name)?.[1];
    if (pid !== undefined && hasEnded(Number(pid)))
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function hasEnded(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
