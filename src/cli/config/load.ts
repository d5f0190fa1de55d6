import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { AppError, messageOf } from '../../base/index.ts';
import type { World } from '../world.ts';
import { parseConfig } from './parse.ts';
import type { Config } from './schema.ts';

export const configFileName = 'sync.config.yaml';

/** A configuration with the folder that its relative paths start from. */
export interface LoadedConfig {
  config: Config;
  /** The file, absolute; undefined when everything came from flags and the environment. */
  file: string | undefined;
  /** Makes a path of the configuration absolute. */
  pathOf(path: string): string;
}

export interface LoadOptions {
  /** `--config FILE`. */
  file?: string | undefined;
  overrides?: Readonly<Record<string, unknown>>;
  /** Whether a missing file is an error (the default). */
  required?: boolean;
}

/** Finds `sync.config.yaml` here or in a folder above, reads and checks it. */
export function loadConfig(
  world: World,
  { file, overrides = {}, required = true }: LoadOptions = {},
): LoadedConfig {
  const found = configFile(world, file);
  if (found === undefined && required) {
    throw new AppError(
      'CONFIG_MISSING',
      `there is no ${configFileName} in ${world.cwd} or in a folder above it`,
      {
        hint: 'Make one with `tidemark init`, or name one with --config FILE. To see Tidemark at work without any: `tidemark demo`.',
      },
    );
  }
  const text = found === undefined ? undefined : read(found);
  const shown = found === undefined ? 'the environment' : relative(world.cwd, found) || found;
  const config = parseConfig({ text, file: shown, env: world.env, overrides });
  const base = found === undefined ? world.cwd : dirname(found);
  return { config, file: found, pathOf: (path) => (isAbsolute(path) ? path : resolve(base, path)) };
}

function configFile(world: World, file: string | undefined): string | undefined {
  const named = file ?? world.env['TIDEMARK_CONFIG'];
  if (named !== undefined && named !== '') {
    const path = resolve(world.cwd, named);
    if (existsSync(path)) return path;
    throw new AppError('CONFIG_MISSING', `there is no configuration at ${path}`, {
      hint: 'Check --config (or TIDEMARK_CONFIG), or make one with `tidemark init`.',
    });
  }
  for (let folder = world.cwd; ; folder = dirname(folder)) {
    const path = join(folder, configFileName);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AppError('CONFIG_MISSING', `${path} could not be read: ${messageOf(cause)}`, { cause });
  }
}
