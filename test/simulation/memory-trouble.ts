import { AppError } from '../../src/base/index.ts';
import { diceOf } from '../people/dice.ts';
import type { Trouble } from '../people/world.ts';
import { Killed } from './world.ts';

/** Something that the program does, as the ports see it. */
export interface Step {
  readonly port: string;
  readonly when: string;
  /** Whether it is a request to the service. */
  readonly remote: boolean;
  /** It is a request to the git host. */
  readonly host?: true;
}

/** What goes wrong at each step of one cycle; throws to make it go wrong. */
export function troubleSteps({ kind, dice: seed }: Trouble, heard: string[]): (step: Step) => void {
  const dice = diceOf(seed);
  let at = 0;
  const killAt = dice.number(dice.chance(0.5) ? 20 : 120);
  const share = dice.pick([0.05, 0.15, 0.4])!;
  let away = dice.number(10);
  return ({ port, when, remote, host }) => {
    const step = at++;
    switch (kind) {
      case 'kill the program':
        if (step !== killAt) return;
        heard.push(`the program is killed at ${port}, ${when} it`);
        throw new Killed();
      case 'network':
        if (!(remote || host) || !dice.chance(share)) return;
        heard.push(`${port} fails, ${when} ${remote ? 'the service' : 'the git host'} has done it`);
        throw new AppError(when === 'after' ? 'OUTCOME_UNKNOWN' : 'REMOTE_FAILED', `${port} failed`);
      case 'bad gateway':
        if (!remote || !dice.chance(0.05)) return;
        heard.push(`${port} is answered with 502, ${when} the service has done it`);
        throw new AppError(when === 'after' ? 'OUTCOME_UNKNOWN' : 'REMOTE_FAILED', `${port}: 502`);
      case 'kill the service':
        if (!remote || step < killAt / 4 || away-- <= 0) return;
        heard.push(`the service is away at ${port}`);
        throw new AppError(when === 'after' ? 'OUTCOME_UNKNOWN' : 'NO_ANSWER', `${port} failed`);
      case 'kill the git host':
        if (!host || step < killAt / 4 || away-- <= 0) return;
        heard.push(`the git host is away at ${port}`);
        throw new AppError(when === 'after' ? 'OUTCOME_UNKNOWN' : 'NO_ANSWER', `${port} failed`);
      case 'stale reads':
      case 'locked folder':
        return;
    }
  };
}
