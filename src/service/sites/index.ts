import type { Context } from '../context.ts';

/** The addresses under which spaces are published, by space id. H5 fills this in. */
export function publishedUrls(
  _ctx: Context,
  _spaces: readonly string[],
  _showing: { shareKey?: string } = {},
): Map<string, { published?: string; public?: string }> {
  return new Map();
}
