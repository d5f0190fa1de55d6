import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { playOnCores } from './players.ts';

/** Plays schedules from ever new seeds until it is stopped, or until one finds something; `SIMULATION_SEED` is where it begins. */
const cores = availableParallelism();
let first = Number(process.env['SIMULATION_SEED'] ?? randomInt(2 ** 40));
let played = 0;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stop.abort();
    process.exit(0);
  });
for (;;) {
  const results = await playOnCores({ first, count: 500 * cores, budgetMs: Infinity }, cores, {
    signal: stop.signal,
  });
  played += results.reduce((sum, each) => sum + each.played, 0);
  process.stdout.write(`${played} schedules, the last ones from seed ${first}\n`);
  const told = results.flatMap((each) => each.told ?? []);
  if (told.length > 0) {
    process.stdout.write(`${told.join('\n\n')}\n`);
    process.exit(1);
  }
  first = randomInt(2 ** 40);
}
