import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, escapeForTerminal, isAppError, packageRoot } from '../../base/index.ts';
import { configFileName } from '../config/load.ts';
import { parseConfig } from '../config/parse.ts';
import { schemaLocation } from '../config/schema-location.ts';
import { configTemplate, type ChosenOptions } from '../config/template.ts';
import { connect } from '../connect.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';
import { chooseMirror, type Choice } from './init-choice.ts';

export interface InitOptions {
  url?: string;
  repository?: string;
  branch?: string;
  space?: readonly string[];
  organization?: string;
  collection?: readonly string[];
  site?: readonly string[];
  force?: boolean;
}

export async function init({ world, json }: CommandContext, options: InitOptions): Promise<void> {
  const file = join(world.cwd, configFileName);
  if (existsSync(file) && options.force !== true) {
    throw new AppError('USAGE', `${configFileName} is already here`, {
      hint: 'Edit it, or replace it with `tidemark init --force`.',
    });
  }
  const complete =
    world.ask === null ? demandAll(world, options) : await questions(world, world.ask, options);
  const chosen = withToken(chosenBy(complete));
  const text = configTemplate(chosen, schemaLocation(world.cwd, packageRoot()));
  check(text, chosen);
  writeFileSync(file, text, { flag: options.force === true ? 'w' : 'wx' });

  if (json) {
    world.stdout.write(`${JSON.stringify({ file, options: chosen })}\n`);
    return;
  }
  const { bold, dim } = styleFor(world.stderr, world.env);
  world.stderr.write(`Wrote ${bold(configFileName)}.\n`);
  if (!world.env['TIDEMARK_TOKEN']) {
    world.stderr.write(
      `${dim('next:')} export TIDEMARK_TOKEN=…   ${dim('the API token, from the service')}\n`,
    );
  }
  world.stderr.write(
    `${dim('next:')} tidemark doctor          ${dim('looks whether everything is in place')}\n`,
  );
  world.stderr.write(
    `${dim('next:')} tidemark sync --dry-run  ${dim('shows what the first sync would do')}\n`,
  );
}

function chosenBy({
  url,
  repository,
  branch,
  space,
  organization,
  collection,
  site,
}: InitOptions): ChosenOptions {
  const named = {
    '--space': space,
    '--organization': organization,
    '--collection': collection,
    '--site': site,
  };
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    throw new AppError('USAGE', `${given.map(([flag]) => flag).join(' and ')} were both given`, {
      hint: 'A configuration mirrors spaces, or an organization, collections or sites: name one of them.',
    });
  }
  return {
    'service.url': url ?? 'http://127.0.0.1:8787',
    'repository.path': repository ?? './docs',
    ...(branch === undefined ? {} : { 'repository.branch': branch }),
    ...(space === undefined ? {} : { 'mirror.spaces': space.map((text) => spaceOf(text, space.length)) }),
    ...(organization === undefined ? {} : { 'mirror.organization': organization }),
    ...(collection === undefined ? {} : { 'mirror.collections': collection }),
    ...(site === undefined ? {} : { 'mirror.sites': site }),
  };
}

const withToken = (chosen: ChosenOptions): ChosenOptions => ({
  ...chosen,
  'service.token': '${TIDEMARK_TOKEN}',
});

function spaceOf(text: string, count: number): { id: string; path: string } {
  const [id = '', path] = text.split(/=(.*)/s);
  if (id !== '' && path !== '') return { id, path: path ?? (count === 1 ? '.' : id) };
  throw new AppError('USAGE', `--space ${text} is not of the form id=folder`, {
    hint: 'For example --space V2euUoapjerbu1hCxVIv=guides.',
  });
}

/** Without a terminal, we guess nothing, so the options must say what to mirror from where. */
function demandAll({ env }: World, options: InitOptions): InitOptions {
  const { url = env['TIDEMARK_SERVICE_URL'], space, organization, collection, site } = options;
  const missing = [
    ...(url === undefined || url === '' ? ['--url URL'] : []),
    ...((space ?? organization ?? collection ?? site)
      ? []
      : ['one of --space ID=FOLDER, --organization ID, --collection ID, --site ID']),
  ];
  if (missing.length === 0) return { ...options, ...(url === undefined ? {} : { url }) };
  throw new AppError('USAGE', `nobody can be asked here, and these are missing: ${missing.join('; ')}`, {
    hint: 'Name them, or run `tidemark init` on a terminal, where it asks.',
  });
}

async function questions(
  world: World,
  ask: (question: string) => Promise<string>,
  options: InitOptions,
): Promise<InitOptions> {
  const answer = async (question: string, preset: string): Promise<string> =>
    (await ask(`${question} [${preset}]: `)).trim() || preset;
  const knownUrl = world.env['TIDEMARK_SERVICE_URL'] || 'http://127.0.0.1:8787';
  const url = options.url ?? (await answer('Where is the service?', knownUrl));
  const repository = options.repository ?? (await answer('Where shall the git repository be?', './docs'));
  const { space, organization, collection, site } = options;
  const complete = { ...options, url, repository };
  if (space ?? organization ?? collection ?? site) return complete;
  const picked = await pickFrom(world, ask, url);
  if (picked !== null) return { ...complete, ...picked };
  const spaces = (
    await ask('Which spaces (id=folder, several apart by blanks; empty: all that the token sees)? ')
  ).trim();
  return { ...complete, ...(spaces === '' ? {} : { space: spaces.split(/\s+/) }) };
}

/** A person's choice from the service's lists; null without a token, or if the service has no lists. */
async function pickFrom(
  world: World,
  ask: (question: string) => Promise<string>,
  url: string,
): Promise<Choice | null> {
  if (!world.env['TIDEMARK_TOKEN']) return null;
  try {
    const env = { TIDEMARK_TOKEN: world.env['TIDEMARK_TOKEN'] };
    const config = parseConfig({
      text: undefined,
      file: configFileName,
      env,
      overrides: { 'service.url': url },
    });
    const connection = await connect(world, config);
    try {
      return await chooseMirror(connection.client, { ask, write: (text) => world.stderr.write(text) });
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!isAppError(error) || error.code === 'CANCELLED') throw error;
    world.stderr.write(`The spaces cannot be listed: ${escapeForTerminal(error.message)}\n`);
    return null;
  }
}

/** Refuses to write a file that we could not read. */
function check(text: string, chosen: ChosenOptions): void {
  try {
    parseConfig({ text, file: configFileName, env: { TIDEMARK_TOKEN: 'checked later' } });
  } catch (error) {
    if (!isAppError(error, 'CONFIG_INVALID')) throw error;
    throw new AppError('USAGE', error.message.replace(/^\S+:\d+:\d+: /gm, ''), {
      hint: 'Nothing was written.',
      data: { chosen },
    });
  }
}
