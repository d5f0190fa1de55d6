import type { Ended } from '../support/installed.ts';
import type { Ground } from './ground.ts';

/** What became of one vector; `broken` says what it reached, and is null where the program held. */
export interface Verdict {
  readonly vector: string;
  readonly broken: string | null;
}

/** Vectors of one kind, and how they are played against the installed program. */
export interface Kind {
  readonly name: string;
  /** What this machine lacks to play the kind, as TIDEMARK_REQUIRE calls it; null where nothing is missing. */
  readonly missing: string | null;
  /**
   * Plays all vectors. Rejects when the honest case does not work or the judge does not see a live vector: then a verdict
   * would mean nothing.
   */
  play(ground: Ground): Promise<readonly Verdict[]>;
}

/** What is wrong with how a process ended, whatever it was given; null for success and for failures that are told. */
export function endedBadly({ code, err, hung }: Ended & { readonly hung: boolean }): string | null {
  if (hung) return 'the program did not end in time';
  if (code === null) return 'a signal ended the program';
  if (![0, 2, 3, 4, 5, 6].includes(code)) return `the program ended with ${code}: ${firstLine(err)}`;
  if (/this is a bug|unhandled|^\s+at .*\(/imu.test(err)) return `the program says: ${firstLine(err)}`;
  return null;
}

export function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, 300) ?? '';
}

/**
 * The vectors that break a run in which many are played at once: halves are played again until single ones are left, so that
 * the common case, in which all hold, costs one run.
 */
export async function culprits<Vector>(
  vectors: readonly Vector[],
  brokenBy: (some: readonly Vector[]) => Promise<string | null>,
): Promise<Map<Vector, string>> {
  const reason = vectors.length === 0 ? null : await brokenBy(vectors);
  if (reason === null) return new Map();
  const [only] = vectors;
  if (vectors.length === 1 && only !== undefined) return new Map([[only, reason]]);
  const half = vectors.length >> 1;
  const found = new Map([
    ...(await culprits(vectors.slice(0, half), brokenBy)),
    ...(await culprits(vectors.slice(half), brokenBy)),
  ]);
  // Some break it together alone: then each of them counts.
  return found.size > 0 ? found : new Map(vectors.map((vector) => [vector, `together: ${reason}`]));
}

/** Does work for each item, a few at a time, and gives the results in the order of the items. */
export async function each<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as Item, index);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
