import { escapeForTerminal } from '../../base/index.ts';
import { loadConfig } from '../config/load.ts';
import { openMirror } from '../connect.ts';
import { styleFor } from '../output/style.ts';
import type { Todo } from '../../sync/index.ts';
import type { CommandContext } from '../program.ts';

export interface TodoOptions {
  readonly failOnTodo?: boolean;
}

/**
 * Lists, by space, the edits that cannot be sent as work for a person, with the change request for the other edits. Sends no
 * request.
 */
export async function todo(
  { world, json, configFile }: CommandContext,
  { failOnTodo = false }: TodoOptions,
): Promise<number> {
  const loaded = await loadConfig(world, { file: configFile });
  const mirror = await openMirror(world, loaded, { create: false });
  try {
    const { spaces, proposals } = await mirror.sync.status();
    const lists = spaces
      .filter((space) => space.todo.length > 0)
      .map(({ id, title, path, contents, todo: items }) => {
        const carrier = proposals.find(({ space, state }) => space === id && state === 'proposed');
        return { space: id, title, path, url: carrier?.url ?? null, items, ...takeOver(contents, items) };
      });
    if (json) world.stdout.write(`${JSON.stringify({ lists })}\n`);
    else {
      const { bold, dim } = styleFor(world.stdout, world.env);
      for (const { title, path, url, items, takeOver: command } of lists) {
        const where = `${dim(path)}${url === null ? '' : `  ${escapeForTerminal(url)}`}`;
        world.stdout.write(`${bold(escapeForTerminal(title))}  ${where}\n`);
        for (const item of items) {
          const link = item.url === null ? '' : `  ${dim(escapeForTerminal(item.url))}`;
          world.stdout.write(`  [ ] ${escapeForTerminal(item.text)}${link}\n`);
        }
        if (items.some((item) => item.do === 'enter'))
          world.stdout.write(`  ${dim('What to paste of a page: tidemark cr paste PAGE')}\n`);
        if (command !== undefined)
          world.stdout.write(
            `  ${dim(`To take over the order of the service instead, in the repository: ${escapeForTerminal(command)}`)}\n`,
          );
      }
      if (lists.length === 0) world.stdout.write('Nothing is left to do by hand.\n');
    }
    return failOnTodo && lists.length > 0 ? 5 : 0;
  } finally {
    await mirror.close();
  }
}

/** The command that replaces the local order of pages by the mirror's. */
function takeOver(contents: string | null, items: readonly Todo[]): { readonly takeOver?: string } {
  if (contents === null || !items.some((item) => item.do === 'move')) return {};
  const quoted = /^[\w./-]+$/u.test(contents) ? contents : `'${contents.replaceAll("'", "'\\''")}'`;
  return { takeOver: `git restore -s docs/main -- ${quoted}` };
}
