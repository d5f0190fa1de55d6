import type { ProxyFault } from '../harness/fault-proxy.ts';
import { diceOf, type Dice } from '../people/dice.ts';
import type { Trouble } from '../people/world.ts';
import type { GitHostProcess, ServiceProcess } from './servers.ts';

/** What a trouble needs to do its work. */
export interface Scene {
  readonly service: ServiceProcess;
  readonly gitHost: GitHostProcess | null;
  readonly heard: string[];
  /** Kills the program that syncs. */
  killProgram(): void;
}

/** Sets a trouble off; the result ends it, and waits until all servers are there again. */
export function begin({ kind, dice: seed }: Trouble, scene: Scene): () => Promise<void> {
  const dice = diceOf(seed);
  const { service, gitHost } = scene;
  const restarts: Promise<void>[] = [];
  const timers: NodeJS.Timeout[] = [];
  switch (kind) {
    case 'network': {
      const share = dice.pick([0.05, 0.15, 0.4])!;
      service.way.begin(() => (dice.chance(share) ? faultOf(dice) : null));
      gitHost?.way.begin(() => (dice.chance(share) ? faultOf(dice) : null));
      break;
    }
    case 'bad gateway':
      service.way.begin(() => {
        if (!dice.chance(0.05)) return null;
        return { kind: dice.chance(0.5) ? 'answered' : 'answered-after', status: 502 };
      });
      break;
    case 'stale reads':
      service.way.begin(() => null, { ms: 300 + dice.number(2500) });
      break;
    case 'kill the program': {
      const way = gitHost !== null && dice.chance(0.3) ? gitHost.way : service.way;
      if (dice.chance(0.3)) {
        const ms = 200 + dice.number(1500);
        timers.push(
          setTimeout(() => {
            scene.heard.push(`the program is killed after ${ms} ms`);
            scene.killProgram();
          }, ms),
        );
      } else
        atRequest(way, dice, (path) => {
          scene.heard.push(`the program is killed while it asks for ${path}`);
          scene.killProgram();
        });
      break;
    }
    case 'kill the service':
      atRequest(service.way, dice, (path) => {
        scene.heard.push(`the service is killed while it is asked for ${path}`);
        restarts.push(service.killAndRestart());
      });
      break;
    case 'kill the git host':
      if (gitHost)
        atRequest(gitHost.way, dice, (path) => {
          scene.heard.push(`the git host is killed while it is asked for ${path}`);
          restarts.push(gitHost.killAndRestart());
        });
      break;
    case 'locked folder':
      // Permissions do not bind the root of a machine, who may be the one that runs this.
      break;
  }
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    service.way.begin(() => null);
    gitHost?.way.begin(() => null);
    await Promise.all(restarts);
  };
}

/** Does something once, when a request of a number passes: before the server sees it, or when it has done its work. */
function atRequest(way: GitHostProcess['way'], dice: Dice, act: (path: string) => void): void {
  const number = dice.chance(0.5) ? dice.number(6) : dice.number(25);
  const before = dice.chance(0.5);
  let done = false;
  way.begin(({ at, method, path }) => {
    if (done || at < number) return null;
    done = true;
    const what = `${method} ${path.split('?')[0]!.slice(-60)}`;
    if (before) {
      act(what);
      return null;
    }
    setTimeout(() => act(what), 15);
    return { kind: 'latency', ms: 0 };
  });
}

function faultOf(dice: Dice): ProxyFault {
  const faults: readonly ProxyFault[] = [
    { kind: 'latency', ms: 1 + dice.number(200) },
    { kind: 'reset-before' },
    { kind: 'reset-after' },
    { kind: 'reset-after' },
    { kind: 'truncated', share: dice.number(100) / 100 },
    { kind: 'slow-body', ms: dice.pick([20, 200])! },
    {
      kind: 'answered',
      status: 429,
      headers: dice.pick([{}, { 'retry-after': '1' }, { 'retry-after': '-1' }])!,
    },
    { kind: 'answered', status: dice.pick([500, 502, 503, 504])! },
    { kind: 'answered-after', status: dice.pick([502, 504])! },
  ];
  return dice.pick(faults)!;
}
