import { relative, resolve, sep } from 'node:path';
import { escapeForTerminal } from '../../base/index.ts';
import type { Paste } from '../../sync/index.ts';
import { loadConfig } from '../config/load.ts';
import type { CommandContext } from '../program.ts';

/**
 * Prints on stdout, byte for byte, the text that a person pastes into the service's own editor, and on stderr where. Sends no
 * request.
 */
export async function paste(
  { world, json, configFile }: CommandContext,
  { path }: { readonly path: string },
): Promise<void> {
  const { config, pathOf } = await loadConfig(world, { file: configFile });
  const root = pathOf(config.repository.path);
  const { pasteOf } = await import('../../sync/index.ts');
  const repository = await world.ports.repository(root);
  try {
    const { git, files } = repository;
    const found = await pasteOf({ git, files }, inRepository(root, world.cwd, path));
    if (json) return void world.stdout.write(`${JSON.stringify(found)}\n`);
    world.stderr.write(`${whereLines(found).map(escapeForTerminal).join('\n')}\n`);
    world.stdout.write(found.body);
  } finally {
    await repository.close();
  }
}

function whereLines({ page, title, space, url, changeRequest, fields }: Paste): string[] {
  const named = title === null ? 'a page' : `the page “${title}”`;
  const where =
    page === null
      ? `Make ${named} in ${space.title}, and paste this below its title.`
      : `Paste this below the title of ${named} in ${space.title}, in place of what is there.`;
  const others = Object.entries(fields).map(
    ([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [
    where,
    ...(url === null ? [] : [`  ${url}`]),
    ...(changeRequest === null
      ? []
      : [`  In change request #${changeRequest.number}, which is open: ${changeRequest.url}`]),
    ...(others.length === 0 ? [] : ['The page also has, in fields of their own:', ...others]),
  ];
}

/** A path relative to the repository: resolved from the current folder, or as written if that is outside of the repository. */
function inRepository(root: string, cwd: string, path: string): string {
  const inner = relative(root, resolve(cwd, path)).split(sep).join('/');
  return inner === '..' || inner.startsWith('../') ? path : inner;
}
