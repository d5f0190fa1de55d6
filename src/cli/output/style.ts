import { createColors } from 'picocolors';
import type { Output, World } from '../world.ts';

export type Style = ReturnType<typeof createColors>;

/** Colours for one output: none without a TTY, with `NO_COLOR`, or on a dumb terminal; `FORCE_COLOR` asks for them. */
export function styleFor(output: Output, env: World['env']): Style {
  const refused = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  const forced = !['', '0', undefined].includes(env['FORCE_COLOR']);
  return createColors(!refused && (forced || output.isTTY));
}
