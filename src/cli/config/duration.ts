const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The pattern of a duration. It has at most seven digits: the time after ten million days is no date any more. */
export const durationPattern = '^[0-9]{1,7}(ms|s|m|h|d)$';

/** The pattern of a duration that is not zero. */
export const timeSpanPattern = '^0{0,6}[1-9][0-9]{0,6}(ms|s|m|h|d)$';

/** Milliseconds of a duration such as `60s`; null for any other text. */
export function readDuration(text: string, pattern = durationPattern): number | null {
  if (!new RegExp(pattern).test(text)) return null;
  const [, count = '0', unit = 'ms'] = /^([0-9]+)([a-z]+)$/.exec(text) ?? [];
  return Number(count) * unitMs[unit as keyof typeof unitMs];
}

/** Milliseconds of a duration that is valid by the schema. */
export function durationMs(text: string): number {
  return readDuration(text) ?? 0;
}
