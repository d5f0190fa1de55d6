import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The top of the git checkout around a folder, without symbolic links; undefined outside of checkouts. */
export function checkoutAround(folder: string): string | undefined {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}
