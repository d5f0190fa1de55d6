import { editDistance, isSwapped } from './edit-distance.ts';

/** The word of `known` that `word` was most likely meant to be, or undefined when none is similar. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  const wanted = word.toLowerCase();
  return known
    .map((candidate) => ({ candidate, distance: mistakesBetween(wanted, candidate.toLowerCase(), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** Two letters that changed places are one mistake of a typist, not two. */
function mistakesBetween(one: string, other: string, limit: number): number {
  return isSwapped(one, other) ? 1 : editDistance(one, other, limit);
}
