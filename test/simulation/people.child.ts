import { constants, setPriority } from 'node:os';
import { playPeople } from './people.ts';

/**
 * Plays schedules of people as a process of its own: `first` seed, how far from one seed to the `next`, `count`, and at most
 * `budgetMs`. Says what it found as one line of JSON. Whatever else runs on the machine goes first.
 */
setPriority(constants.priority.PRIORITY_LOW);
const [first, next, count, budgetMs] = process.argv.slice(2).map(Number) as [number, number, number, number];
const { played, finding } = await playPeople({ first, next, count, budgetMs });
const told = finding && [
  ...finding.told,
  `${finding.rule}: ${finding.detail}`,
  `npm run fuzz -- --memory --seed ${finding.seed} --only ${finding.steps.join(',')} plays it again`,
];
process.stdout.write(
  `${JSON.stringify({ played, seed: finding?.seed ?? null, told: told?.join('\n') ?? null })}\n`,
);
