import { AppError, escapeForTerminal } from '../../base/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import type { ListedChangeRequest } from '../../sync/index.ts';
import { loadConfig } from '../config/load.ts';
import { openMirror, type Mirror } from '../connect.ts';
import { ago } from '../output/status.ts';
import { unifiedDiff } from '../output/unified-diff.ts';
import { styleFor } from '../output/style.ts';
import { table } from '../output/table.ts';
import { wholeNumber } from '../arguments.ts';
import type { CommandContext } from '../program.ts';

export interface ChangeRequestOptions {
  number?: string;
  space?: string;
  subject?: string;
  status?: ChangeRequest['status'] | 'all';
}

export async function list(
  context: CommandContext,
  { space, status = 'all' }: ChangeRequestOptions,
): Promise<void> {
  const { world, json } = context;
  const statuses = status === 'all' ? (['draft', 'open', 'merged', 'archived'] as const) : [status];
  const found = await withMirror(context, ({ sync }) =>
    sync.changeRequests.list({ statuses: [...statuses], ...(space === undefined ? {} : { space }) }),
  );
  if (json) {
    world.stdout.write(`${JSON.stringify(found)}\n`);
    return;
  }
  if (found.length === 0) {
    world.stderr.write('There are none.\n');
    return;
  }
  const rows = found.map(({ space: { path }, changeRequest: each }) => [
    path,
    `#${each.number}`,
    each.status + (each.outdated ? ', outdated' : ''),
    ago(each.updatedAt, world.clock.now()),
    each.subject,
  ]);
  const style = styleFor(world.stdout, world.env);
  world.stdout.write(
    `${table(['folder', 'number', 'status', 'updated', 'subject'], rows, { columns: world.stdout.columns, style }).join('\n')}\n`,
  );
}

export async function show(context: CommandContext, options: ChangeRequestOptions): Promise<void> {
  tell(context, await withMirror(context, ({ sync }) => sync.changeRequests.show(nameOf(options))));
}

/** With a number: a draft becomes open for review. Without: a new change request. */
export async function open(context: CommandContext, options: ChangeRequestOptions): Promise<void> {
  const { subject, space } = options;
  const opened = await withMirror(context, async ({ sync, client }) => {
    if (options.number === undefined) {
      if (subject === undefined) {
        throw new AppError('USAGE', 'a new change request needs a subject', {
          hint: 'tidemark cr open --subject "What it is about", or name a number to ask for its review.',
        });
      }
      return sync.changeRequests.open({ subject, ...(space === undefined ? {} : { space }) });
    }
    const found = await sync.changeRequests.show(nameOf(options));
    const params = { spaceId: found.space.id, changeRequestId: found.changeRequest.id };
    const changeRequest = await client.updateChangeRequestById({
      params,
      body: { status: 'open', ...(subject === undefined ? {} : { subject }) },
    });
    return { ...found, changeRequest };
  });
  tell(context, opened);
}

export async function diff(context: CommandContext, options: ChangeRequestOptions): Promise<number> {
  const { world, json } = context;
  const found = await withMirror(context, ({ sync }) => sync.changeRequests.diff(nameOf(options)));
  if (json) world.stdout.write(`${JSON.stringify(found)}\n`);
  else {
    const style = styleFor(world.stdout, world.env);
    for (const file of found.files) world.stdout.write(unifiedDiff(file, style));
    if (found.files.length === 0) world.stderr.write('It changes nothing.\n');
  }
  return found.files.length === 0 ? 0 : 1;
}

export async function update(context: CommandContext, options: ChangeRequestOptions): Promise<number> {
  const updated = await withMirror(context, ({ sync }) => sync.changeRequests.update(nameOf(options)));
  tell(context, updated);
  return conflictExit(context, updated.result);
}

export async function merge(context: CommandContext, options: ChangeRequestOptions): Promise<number> {
  const merged = await withMirror(context, ({ sync }) => sync.changeRequests.merge(nameOf(options)));
  tell(context, merged);
  return conflictExit(context, merged.result);
}

export async function archive(context: CommandContext, options: ChangeRequestOptions): Promise<void> {
  tell(context, await withMirror(context, ({ sync }) => sync.changeRequests.archive(nameOf(options))));
}

export async function checkout(context: CommandContext, options: ChangeRequestOptions): Promise<void> {
  const { world, json } = context;
  const result = await withMirror(context, ({ sync }) => sync.changeRequests.checkout(nameOf(options)));
  if (json) world.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    world.stderr.write(
      `${result.created ? 'Made' : 'There is'} the branch ${escapeForTerminal(result.branch)} at ${result.commit.slice(0, 7)}.\n`,
    );
    world.stdout.write(`git switch ${escapeForTerminal(result.branch)}\n`);
  }
}

async function withMirror<Result>(
  { world, configFile }: CommandContext,
  work: (mirror: Mirror) => Promise<Result>,
): Promise<Result> {
  const mirror = await openMirror(world, loadConfig(world, { file: configFile }), { create: false });
  try {
    return await work(mirror);
  } finally {
    await mirror.close();
  }
}

function nameOf({ number, space }: ChangeRequestOptions): { number: number; space?: string } {
  return { number: wholeNumber((number ?? '').replace(/^#/, '')), ...(space === undefined ? {} : { space }) };
}

function tell({ world, json }: CommandContext, found: ListedChangeRequest & { result?: string }): void {
  if (json) {
    world.stdout.write(`${JSON.stringify(found)}\n`);
    return;
  }
  const { bold, dim, yellow } = styleFor(world.stdout, world.env);
  const { number, subject, status, outdated, createdBy, updatedAt, comments, urls } = found.changeRequest;
  world.stdout.write(
    [
      `${bold(`#${number} ${escapeForTerminal(subject) || 'no subject'}`)}  ${dim(escapeForTerminal(found.space.path))}`,
      `  ${status}${outdated ? yellow(', outdated: the primary content has moved on') : ''}${found.result === undefined ? '' : `, ${found.result}`}`,
      `  by ${escapeForTerminal(createdBy.displayName)}, updated ${ago(updatedAt, world.clock.now())}${comments > 0 ? `, ${comments} comments` : ''}`,
      `  ${dim(escapeForTerminal(urls.app))}`,
      '',
    ].join('\n'),
  );
}

function conflictExit({ world, json }: CommandContext, result: string): number {
  if (result !== 'conflicts') return 0;
  if (!json)
    world.stderr.write(
      'Both sides changed the same lines: resolve them in the change request (its pages hold both texts), then try again.\n',
    );
  return 5;
}
