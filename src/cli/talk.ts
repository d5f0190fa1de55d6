import type { World } from './world.ts';

export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];

/** Applies `--quiet` and `--color` to the world of a command. */
export function withOutputOptions(
  world: World,
  { quiet = false, color = 'auto' }: { quiet?: boolean | undefined; color?: ColorChoice | undefined },
): World {
  return {
    ...world,
    env: colouredEnv(world.env, color),
    stderr: quiet ? { ...silent, flush: () => world.stderr.flush() } : world.stderr,
  };
}

/** Drops notes and progress. Failures still appear, because run.ts prints them on the real stderr. */
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
