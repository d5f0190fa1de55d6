import { Session } from 'node:inspector/promises';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { memoryPlan, playInMemory } from './people.ts';
import { playSchedule } from './schedule.ts';

/**
 * Plays schedules of people, or of pages, and prints the seeds that together run all code of the sync that any of them runs, as one line of JSON
 * (`scripts/choose-schedules.mjs`). A seed that finds something is left out.
 */
const [first = 1, count = 100] = process.argv.slice(3).map(Number);
const plays = {
  people: (seed: number) => playInMemory(memoryPlan(seed)),
  pages: (seed: number) => playSchedule(seed),
}[process.argv[2] as 'people' | 'pages'];
const own = fileURLToPath(import.meta.url);
const ofSync = sectionsOf(readFileSync(own, 'utf8'));
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The characters of the bundle's modules of the sync, and which of them the chosen seeds run. */
const seen = new Uint8Array(readFileSync(own, 'utf8').length);
const chosen: { readonly seed: number; readonly runs: Uint8Array }[] = [];
for (let seed = first; seed < first + count; seed++) {
  const finding = await plays(seed);
  const runs = await charactersRun();
  if (finding !== null) continue;
  if (newIn(runs, seen) === 0) continue;
  for (let at = 0; at < seen.length; at++) seen[at]! |= runs[at]!;
  chosen.push({ seed, runs });
  process.stderr.write(`${seed}: ${chosen.length} chosen\n`);
}
process.stdout.write(`${JSON.stringify(fewestOf(chosen).sort((one, other) => one - other))}\n`);

/** Enough of the seeds that were taken in turn; the seed that adds the most comes first. */
function fewestOf(all: typeof chosen): number[] {
  const covered = new Uint8Array(seen.length);
  const left = new Set(all);
  const kept: number[] = [];
  for (;;) {
    let best: { readonly entry: (typeof chosen)[number]; readonly gain: number } | null = null;
    for (const entry of left) {
      const gain = newIn(entry.runs, covered);
      if (gain > (best?.gain ?? 0)) best = { entry, gain };
    }
    if (best === null) return kept;
    left.delete(best.entry);
    kept.push(best.entry.seed);
    for (let at = 0; at < covered.length; at++) covered[at]! |= best.entry.runs[at]!;
  }
}

function newIn(runs: Uint8Array, known: Uint8Array): number {
  let fresh = 0;
  for (let at = 0; at < runs.length; at++) if (runs[at] === 1 && known[at] === 0) fresh++;
  return fresh;
}

async function charactersRun(): Promise<Uint8Array> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const runs = new Uint8Array(seen.length);
  const script = result.find(({ url }) => url === import.meta.url);
  for (const { ranges } of script?.functions ?? [])
    for (const { startOffset, endOffset, count: times } of ranges)
      runs.fill(times > 0 ? 1 : 0, startOffset, endOffset);
  for (let at = 0; at < runs.length; at++) if (!ofSync[at]) runs[at] = 0;
  return runs;
}

/** Which characters of a bundle are of the modules below `src/sync`: the bundler names each module in a comment. */
function sectionsOf(bundle: string): Uint8Array {
  const marks = new Uint8Array(bundle.length);
  const heads = [...bundle.matchAll(/^\/\/ (\S+\.ts)$/gmu)];
  for (const [at, head] of heads.entries())
    if (head[1]!.startsWith('src/sync/')) marks.fill(1, head.index, heads[at + 1]?.index ?? bundle.length);
  return marks;
}
