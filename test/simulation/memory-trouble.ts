import { AppError } from '../../src/base/index.ts';
import type { Remote } from '../../src/sync/index.ts';
import { diceOf } from '../people/dice.ts';
import type { Trouble } from '../people/world.ts';
import { Killed } from './world.ts';

/** Something that the program does, as the ports see it. */
export interface Step {
  readonly port: string;
  readonly when: string;
  /** Whether it is a request to the service. */
  readonly remote: boolean;
}

/** What goes wrong at each step of one cycle; throws to make it go wrong. */
export function troubleSteps({ kind, dice: seed }: Trouble, heard: string[]): (step: Step) => void {
  const dice = diceOf(seed);
  let at = 0;
  const killAt = dice.number(dice.chance(0.5) ? 20 : 120);
  const share = dice.pick([0.05, 0.15, 0.4])!;
  let away = dice.number(10);
  return ({ port, when, remote }) => {
    const step = at++;
    switch (kind) {
      case 'kill the program':
        if (step !== killAt) return;
        heard.push(`the program is killed at ${port}, ${when} it`);
        throw new Killed();
      case 'network':
        if (!remote || !dice.chance(share)) return;
        heard.push(`${port} fails, ${when} the service has done it`);
        throw new AppError(when === 'after' ? 'OUTCOME_UNKNOWN' : 'REMOTE_FAILED', `${port} failed`);
      case 'kill the service':
        if (!remote || step < killAt / 4 || away-- <= 0) return;
        heard.push(`the service is away at ${port}`);
        throw new AppError(when === 'after' ? 'OUTCOME_UNKNOWN' : 'NO_ANSWER', `${port} failed`);
      case 'stale reads':
      case 'kill the git host':
        return;
    }
  };
}

/** A service that shows for some questions after a write what it showed before, and does not know what was just made. */
export function staleRemote(remote: Remote, { dice: seed }: Trouble, heard: string[]): Remote {
  let left = 0;
  const questions = 2 + diceOf(seed).number(15);
  const before = new Map<string, unknown>();
  const fresh = new Set<string>();
  const wrote = <Result>(result: Result): Result => {
    left = questions;
    return result;
  };
  const asks = ['space', 'content', 'page', 'changes', 'changeRequests', 'changeRequest'] as const;
  const writes = [
    'createChangeRequest',
    'setChangeRequest',
    'merge',
    'update',
    'changeContent',
    'importContent',
  ] as const;
  return new Proxy(remote, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const own = (value as (...input: unknown[]) => Promise<unknown>).bind(target);
      if ((writes as readonly PropertyKey[]).includes(name))
        return async (...input: unknown[]) => {
          const result = wrote(await own(...input));
          if (name === 'createChangeRequest') fresh.add((result as { id: string }).id);
          return result;
        };
      if (!(asks as readonly PropertyKey[]).includes(name)) return own;
      return async (...input: unknown[]) => {
        const key = JSON.stringify([name, input]);
        if (left > 0) {
          left--;
          const unknown = [...fresh].find((id) => key.includes(JSON.stringify(id)));
          if (unknown !== undefined) {
            heard.push(`${String(name)} does not know ${unknown} yet`);
            if (name === 'changeRequest') return null;
            throw new AppError('NOT_FOUND', `${unknown} is not there`);
          }
          if (before.has(key)) {
            heard.push(`${String(name)} shows what was before the last write`);
            return before.get(key);
          }
        }
        const answer = await own(...input);
        before.set(key, answer);
        return answer;
      };
    },
  });
}
