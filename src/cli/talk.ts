import type { World } from './world.ts';

export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];

/** The world of a command as `--quiet` and `--color` want it. */
export function talkingWorld(
  world: World,
  { quiet = false, color = 'auto' }: { quiet?: boolean | undefined; color?: ColorChoice | undefined },
): World {
  return {
    ...world,
    env: colouredEnv(world.env, color),
    stderr: quiet ? { ...silent, flush: () => world.stderr.flush() } : world.stderr,
  };
}

/** Notes and progress go nowhere; a failure is reported by run.ts, on the real stderr. */
const silent = { write: () => undefined, isTTY: false, columns: 80 };

/** The flag is stronger than both variables: one of them says what it asks for, and the other is taken away. */
function colouredEnv({ ...env }: World['env'], color: ColorChoice): World['env'] {
  if (color === 'auto') return env;
  return {
    ...env,
    NO_COLOR: color === 'never' ? '1' : undefined,
    FORCE_COLOR: color === 'always' ? '1' : undefined,
  };
}
