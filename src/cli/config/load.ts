import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AppError, messageOf } from '../../base/index.ts';
import { spacesRecordedIn } from '../recorded-spaces.ts';
import type { World } from '../world.ts';
import { parseConfig } from './parse.ts';
import type { Config } from './schema.ts';

export const configFileName = 'sync.config.yaml';

/** A configuration with the base folder of its relative paths. */
export interface LoadedConfig {
  config: Config;
  /** The absolute path of the file; undefined when all values came from flags and the environment. */
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
  /** Whether a command that needs no configuration continues without one that is in the folder of a space. */
  mayBeRefused?: boolean;
}

/** Finds `sync.config.yaml` here or in a folder above, reads and checks it. */
export async function loadConfig(
  world: World,
  { file, overrides = {}, required = true, mayBeRefused = false }: LoadOptions = {},
): Promise<LoadedConfig> {
  const refused: string[] = [];
  const found = await configFile(world, file, refused);
  const told = refused.map(
    (path) => `${path} was not used: it is in the folder of a space and may have come with its content`,
  );
  if (found === undefined && (required || (refused.length > 0 && !mayBeRefused))) {
    throw new AppError(
      'CONFIG_MISSING',
      [`there is no ${configFileName} in ${world.cwd} or in a folder above it`, ...told].join('\n'),
      {
        hint: 'Make one with `tidemark init`, or name one with --config FILE. To see Tidemark at work without any: `tidemark demo`.',
      },
    );
  }
  if (told.length > 0) world.stderr.write(`note: ${told.join('\n')}\n`);
  const text = found === undefined ? undefined : read(found);
  const shown = found === undefined ? 'the environment' : relative(world.cwd, found) || found;
  const config = parseConfig({ text, file: shown, env: world.env, overrides });
  const base = found === undefined ? world.cwd : dirname(found);
  return { config, file: found, pathOf: (path) => (isAbsolute(path) ? path : resolve(base, path)) };
}

async function configFile(
  world: World,
  file: string | undefined,
  refused: string[],
): Promise<string | undefined> {
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
    if (existsSync(path)) {
      if (!(await isInSpace(world, folder))) return path;
      refused.push(path);
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Says whether a folder belongs to a mirrored space, so that other people can write into it: because its repository records it as
 * mirrored, because of a table of contents in the folder or above it in the repository (a clone has no such record, and may have
 * no configuration at all), or because a configuration further up mirrors a space there. The top of a repository belongs to its
 * owner, even if it is a space's folder as well.
 */
async function isInSpace(world: World, folder: string): Promise<boolean> {
  const top = repositoryOf(folder);
  if (top !== undefined && top !== folder) {
    for (let at = folder; at !== top; at = dirname(at)) if (existsSync(join(at, 'SUMMARY.md'))) return true;
    const recorded = await spacesRecordedIn(world, top);
    if (
      recorded.length === 0
        ? existsSync(join(top, 'SUMMARY.md'))
        : recorded.some(({ path }) => isIn(folder, resolve(top, path)))
    )
      return true;
  }
  for (let above = dirname(folder); ; above = dirname(above)) {
    const outer = join(above, configFileName);
    if (above !== folder && existsSync(outer) && mirrorsInto(outer, folder, world.env)) return true;
    if (dirname(above) === above) return false;
  }
}

/** The top of the repository around a folder; undefined outside of repositories. */
function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

function isIn(folder: string, space: string): boolean {
  return folder === space || folder.startsWith(`${space}${sep}`);
}

/** Whether a configuration mirrors a space into a folder. An unreadable configuration counts as no. */
function mirrorsInto(file: string, folder: string, env: World['env']): boolean {
  let config: Config;
  try {
    config = parseConfig({ text: read(file), file, env, overrides: {} });
  } catch {
    return false;
  }
  const root = resolve(dirname(file), config.repository.path);
  const spaces = config.mirror.spaces?.map(({ path }) => resolve(root, path)) ?? [root];
  return spaces.some((space) => isIn(folder, space));
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const why = reasons[(cause as NodeJS.ErrnoException).code ?? ''] ?? messageOf(cause);
    throw new AppError('CONFIG_MISSING', `${path} could not be read: ${why}`, {
      hint: 'A configuration is a file that this user can read. Put one there, or name another one with --config FILE.',
      cause,
    });
  }
}
