import { homedir } from 'node:os';
import { join } from 'node:path';
import { prepareForRun } from './export/v8-settings.ts';
import type { CommandWork } from './program.ts';
import type { World } from './world.ts';

/**
 * Loads a command whose code is too large for the package to hold in compiled form, with the code that an earlier run compiled on this
 * machine; the first run leaves it in the cache.
 */
export async function withCompiledCode<Options>(
  { env, compiledCode }: Pick<World, 'env' | 'compiledCode'>,
  load: () => Promise<CommandWork<Options>>,
): Promise<CommandWork<Options>> {
  if (compiledCode === undefined) return load();
  const folder = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tidemark', 'compiled');
  const file = join(folder, `node-${process.version}-${process.arch}`);
  prepareForRun('short');
  compiledCode.use(file);
  const work = await load();
  return async (context, options) => {
    const code = await work(context, options);
    // V8 takes compiled code only with the settings that it was kept with.
    prepareForRun('short');
    compiledCode.keep(file);
    return code;
  };
}
