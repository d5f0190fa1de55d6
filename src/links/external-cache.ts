import type { ExternalResult } from './external-ask.ts';
import type { ExternalCache } from './external.ts';

/** A cache of external results from the text of a file; `print` returns the text to write back. */
export function fileExternalCache(text: string | null): ExternalCache & { print(): string } {
  const results = new Map<string, ExternalResult>();
  for (const result of readResults(text)) results.set(result.url, result);
  return {
    get: (url) => results.get(url) ?? null,
    set: (result) => void results.set(result.url, result),
    print: () => {
      const rows = [...results.values()].sort((one, other) => (one.url < other.url ? -1 : 1));
      return `{"version":2,"results":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}\n`;
    },
  };
}

const outcomes = new Set(['alive', 'redirected', 'dead', 'private', 'refused']);

/** A damaged file, or one of another version, counts as an empty cache, because the cache only saves requests. */
function readResults(text: string | null): ExternalResult[] {
  if (text === null) return [];
  try {
    const value = JSON.parse(text) as { version?: unknown; results?: unknown };
    if (value.version !== 2 || !Array.isArray(value.results)) return [];
    return (value.results as Partial<ExternalResult>[]).filter(
      (row): row is ExternalResult =>
        typeof row.url === 'string' && typeof row.checkedAt === 'number' && outcomes.has(String(row.outcome)),
    );
  } catch {
    return [];
  }
}
