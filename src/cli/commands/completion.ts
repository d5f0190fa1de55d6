import type { Command } from 'commander';
import { candidatesFor, type Candidate, type LocalNames } from '../completion/candidates.ts';
import { scripts, type Shell } from '../completion/shells.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import type { CommandContext } from '../program.ts';

export function completion({ world }: CommandContext, { shell }: { shell: Shell }): Promise<void> {
  world.stdout.write(scripts[shell]);
  return Promise.resolve();
}

/** Answers a shell. Errors are ignored, because a message would appear in the middle of the line that a person types. */
export async function complete(
  context: CommandContext,
  { words, program }: { words: readonly string[]; program: Command },
): Promise<void> {
  const found = await candidatesFor(program, words, localNames(context));
  const lines = found.map(({ value, says }) => `${value}\t${says}\n`);
  context.world.stdout.write(lines.join(''));
}

const changeRequestRefs = 'refs/remotes/docs/cr/';

/** Names from the configuration and the local mirror. Sends no request to the service. */
function localNames({ world, configFile }: CommandContext): LocalNames {
  const known = async (
    look: (loaded: LoadedConfig) => Candidate[] | Promise<Candidate[]>,
  ): Promise<Candidate[]> => {
    try {
      return (await look(await loadConfig(world, { file: configFile }))).filter(({ value }) =>
        isOneWord(value),
      );
    } catch {
      return []; // no configuration or no mirror yet
    }
  };
  return {
    spaces: () =>
      known(({ config }) =>
        (config.mirror.spaces ?? []).map(({ id, path }) =>
          path === '.' ? { value: id, says: 'the whole repository' } : { value: path, says: id },
        ),
      ),
    changeRequests: () =>
      known(async ({ config, pathOf }) => {
        const { git, close } = await world.ports.repository(pathOf(config.repository.path));
        try {
          const refs = await git.listRefs(changeRequestRefs);
          return refs.map(({ ref }) => {
            const [, folder = '', number = ''] =
              /^(.*?)\/?([^/]*)$/s.exec(ref.slice(changeRequestRefs.length)) ?? [];
            return { value: number, says: folder };
          });
        } finally {
          await close();
        }
      }),
  };
}

/** Whether a shell takes a value as one word. Shells read one candidate per line, and would split or expand other names. */
function isOneWord(value: string): boolean {
  return /^[^\s'"\\$`!*?<>|;&()[\]{}~#]+$/u.test(value);
}
