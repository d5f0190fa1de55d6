import type { SiteFiles } from '../../site/index.ts';

/** The file that lists what exports have fetched, by address. */
export const indexName = 'index.json';

/** The valid entries of an index by their addresses. A damaged index is dropped: what it listed is fetched again. */
export function readIndex<Kept>(files: SiteFiles, isValid: (kept: Kept) => boolean): Map<string, Kept> {
  const bytes = files.read(indexName);
  try {
    const read = JSON.parse(bytes === undefined ? '{}' : Buffer.from(bytes).toString('utf8')) as Record<
      string,
      Kept
    >;
    return new Map(Object.entries(read).filter(([, kept]) => isValid(kept)));
  } catch {
    return new Map();
  }
}
