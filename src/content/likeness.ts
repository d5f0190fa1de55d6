/** The lines of a text that are not blank. */
export function linesWithText(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The share of lines that two texts have in common, from 0 to 1. */
export function shareOfCommonLines(one: string, other: string): number {
  const lines = linesWithText(one);
  const rest = linesWithText(other);
  if (lines.length === 0 || rest.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const line of rest) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of lines) {
    const left = counts.get(line) ?? 0;
    if (left > 0) common++;
    counts.set(line, left - 1);
  }
  return (2 * common) / (lines.length + rest.length);
}
