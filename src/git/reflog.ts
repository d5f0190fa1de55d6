import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../clock/index.ts';
import { codeOf } from '../files/index.ts';
import { personText } from './person.ts';
import type { Oid, Person, RepositoryPlace } from './port.ts';

const nothing = '0'.repeat(40);

export interface RefMove {
  ref: string;
  from: Oid | null;
  to: Oid;
}

export interface ReflogOptions {
  place: RepositoryPlace;
  config: ReadonlyMap<string, string>;
  clock: Clock;
  /** The branch that HEAD is on: a move of this branch is also a move of HEAD. */
  branch: string | null;
  reason: string;
}

/** Logs the earlier values of references, as git does, so that a person can go back (`git reflog`). */
export function writeReflog(
  moves: readonly RefMove[],
  { place, config, clock, branch, reason }: ReflogOptions,
): void {
  const setting =
    config.get('core.logallrefupdates')?.toLowerCase() ?? (place.workTree === null ? 'false' : 'true');
  const person: Person = { name: 'tidemark', email: 'tidemark@localhost', at: clock.now() };
  for (const { ref, from, to } of moves) {
    const line = `${from ?? nothing} ${to} ${personText(person)}\t${reason.replace(/\s+/gu, ' ').trim()}\n`;
    append(path.join(place.commonDir, 'logs', ref), line, isLogged(ref, setting));
    if (ref === branch) append(path.join(place.gitDir, 'logs', 'HEAD'), line, setting !== 'false');
  }
}

function isLogged(ref: string, setting: string): boolean {
  if (setting === 'always') return true;
  return setting !== 'false' && /^refs\/(?:heads|remotes|notes)\//u.test(ref);
}

/** An existing log is continued, whatever the configuration says. */
function append(file: string, line: string, create: boolean): void {
  try {
    if (!create && !existsSync(file)) return;
    mkdirSync(path.dirname(file), { recursive: true });
    appendFileSync(file, line);
  } catch (error) {
    // A log is a convenience: a file in the way of its folder must not stop the reference.
    if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'EACCES'].includes(codeOf(error) ?? '')) throw error;
  }
}
