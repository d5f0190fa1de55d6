import { constants, setPriority } from 'node:os';
import { playMany, tell } from './many-schedules.ts';

/**
 * Plays schedules as a process of its own: `first` seed, how far from one seed to the `next`, `count`, and at most `budgetMs`.
 * Says what it found as one line of JSON. Whatever else runs on the machine goes first.
 */
setPriority(constants.priority.PRIORITY_LOW);
const [first, next, count, budgetMs] = process.argv.slice(2).map(Number) as [number, number, number, number];
const { played, finding } = await playMany({ first, next, count, budgetMs });
process.stdout.write(
  `${JSON.stringify({ played, seed: finding?.seed ?? null, told: finding && tell(finding) })}\n`,
);
