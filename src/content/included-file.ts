import { decodePercent } from './targets.ts';

/**
 * The reusable content that an include shows, for everybody who reads includes; null for a path to anything else. The path is relative to the
 * file of the include, as `pathOf` resolves it, and names the whole file: no folder, no part of a page, no name without its ending.
 */
export function includedFile(
  written: string,
  pathOf: (written: string) => string | null,
  isReusable: (path: string) => boolean,
): string | null {
  for (const spelling of new Set([decodePercent(written), written])) {
    const path = pathOf(spelling);
    if (path !== null && isReusable(path)) return path;
  }
  return null;
}
