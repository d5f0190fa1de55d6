import { createColors } from 'picocolors';
import type { Output, World } from '../world.ts';

export type Style = ReturnType<typeof createColors>;

/**
 * Colours for one output. `--color` decides first, through the environment (see talk.ts), then `NO_COLOR`, then `FORCE_COLOR`, then
 * whether the output is a terminal with colours.
 */
export function styleFor(output: Output, env: World['env']): Style {
  if ((env['NO_COLOR'] ?? '') !== '') return createColors(false);
  const forced = env['FORCE_COLOR'] ?? '';
  if (forced !== '') return createColors(!['0', 'false'].includes(forced));
  return createColors(output.isTTY && env['TERM'] !== 'dumb');
}
