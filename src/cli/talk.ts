import type { World } from './world.ts';

export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];

/** The options of every command that decide what it says, and how. */
export interface OutputOptions {
  json?: boolean | undefined;
  quiet?: boolean | undefined;
  color?: ColorChoice | undefined;
}

/**
 * Applies `--json`, `--quiet` and `--color` to the world of a command. With `--json`, stderr has failures alone, for the program that reads
 * them; only a person at a terminal sees progress and questions there as well.
 */
export function withOutputOptions(
  world: World,
  { json = false, quiet = false, color = 'auto' }: OutputOptions,
): World {
  const isSilent = quiet || (json && !world.stderr.isTTY);
  return {
    ...world,
    env: colouredEnv(world.env, color),
    stderr: isSilent ? { ...silent, flush: () => world.stderr.flush() } : world.stderr,
  };
}

/** Drops notes and progress. Failures still appear, because they are printed on the real stderr. */
const silent = { write: () => undefined, isTTY: false, columns: 80 };

/** The flag takes precedence over both variables: one of them is set to match the flag, and the other is removed. */
function colouredEnv({ ...env }: World['env'], color: ColorChoice): World['env'] {
  if (color === 'auto') return env;
  return {
    ...env,
    NO_COLOR: color === 'never' ? '1' : undefined,
    FORCE_COLOR: color === 'always' ? '1' : undefined,
  };
}
