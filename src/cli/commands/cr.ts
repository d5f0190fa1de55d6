import { AppError, escapeForTerminal } from '../../base/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import type { AnsweredChangeRequest, ListedChangeRequest } from '../../sync/index.ts';
import { loadConfig } from '../config/load.ts';
import { isConfirmed } from '../confirm.ts';
import { openMirror, type Mirror } from '../connect.ts';
import { elapsedText } from '../output/status.ts';
import { unifiedDiff } from '../output/unified-diff.ts';
import { styleFor } from '../output/style.ts';
import { table } from '../output/table.ts';
import { adviceLines } from '../output/advice.ts';
import type { CommandContext } from '../program.ts';
import { countText } from '../output/count-text.ts';

export interface ChangeRequestOptions {
  number?: string;
  space?: string;
  subject?: string;
  status?: ChangeRequest['status'] | 'all';
}

export interface DiffOptions extends ChangeRequestOptions {
  exitCode?: boolean;
}

export interface MergeOptions extends ChangeRequestOptions {
  yes?: boolean;
  /** Merge a draft, for which nobody has requested a review. */
  draft?: boolean;
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
  const rows = found.map(({ space: { path }, changeRequest: each, advice }) => [
    path,
    `#${each.number}`,
    stateOf(each, advice !== undefined),
    elapsedText(each.updatedAt, world.clock.now()),
    each.subject,
  ]);
  const style = styleFor(world.stdout, world.env);
  world.stdout.write(
    `${table(['folder', 'number', 'status', 'updated', 'subject'], rows, { columns: world.stdout.columns, style }).join('\n')}\n`,
  );
  const advice = found.flatMap((each) => (each.advice === undefined ? [] : [each.advice]));
  if (advice.length > 0)
    world.stdout.write(`\n${adviceLines(advice, style, world.stdout.columns).join('\n')}\n`);
}

/** The states of a change request in one cell. */
function stateOf({ status, outdated }: ChangeRequest, inConflict: boolean): string {
  return [status, ...(inConflict ? ['conflict'] : outdated ? ['outdated'] : [])].join(', ');
}

export async function show(context: CommandContext, options: ChangeRequestOptions): Promise<void> {
  const name = nameOf(options);
  tell(context, await withMirror(context, ({ sync }) => sync.changeRequests.show(name)));
}

/** Opens a draft for review: the named one, or else that of the branch. With a subject alone, makes a new change request. */
export async function open(context: CommandContext, options: ChangeRequestOptions): Promise<void> {
  const { subject, space } = options;
  const inSpace = space === undefined ? {} : { space };
  const named = options.number === undefined ? undefined : nameOf(options);
  const opened = await withMirror(context, async ({ sync: { changeRequests } }) => {
    if (named === undefined && subject !== undefined) return changeRequests.open({ subject, ...inSpace });
    const name = named ?? (await changeRequests.ofBranch(inSpace));
    return changeRequests.review(name, subject === undefined ? {} : { subject });
  });
  tell(context, opened);
}

export async function diff(context: CommandContext, options: DiffOptions): Promise<number> {
  const { world, json } = context;
  const name = nameOf(options);
  const found = await withMirror(context, ({ sync }) => sync.changeRequests.diff(name));
  if (json) world.stdout.write(`${JSON.stringify(found)}\n`);
  else {
    const style = styleFor(world.stdout, world.env);
    const { status, number } = found.changeRequest;
    if (status === 'archived')
      world.stderr.write(`Change request #${number} was archived: this is what its merge would change.\n`);
    for (const file of found.files) world.stdout.write(unifiedDiff(file, style));
    if (found.files.length === 0) world.stderr.write('It changes nothing.\n');
  }
  return options.exitCode === true && found.files.length > 0 ? 1 : 0;
}

export async function update(context: CommandContext, options: ChangeRequestOptions): Promise<number> {
  const name = nameOf(options);
  const updated = await withMirror(context, ({ sync }) => sync.changeRequests.update(name));
  tell(context, updated);
  return conflictExit(updated.result);
}

/** Asks before merging. A draft is merged only if the person confirms that. */
export async function merge(context: CommandContext, options: MergeOptions): Promise<number> {
  const name = nameOf(options);
  const { ask } = context.world;
  if (options.yes !== true && ask === null) {
    throw new AppError('USAGE', `nobody can be asked whether to merge change request #${name.number}`, {
      hint: `Say it with the command: ${mergeCommand(options, '--yes')}`,
    });
  }
  const merged = await withMirror(context, async ({ sync }) => {
    const found = await sync.changeRequests.show(name);
    demandReviewed(found, options);
    if (options.yes !== true && ask !== null && !(await isConfirmed(ask, mergeQuestion(found)))) {
      throw new AppError('CANCELLED', `change request #${name.number} was not merged`);
    }
    return sync.changeRequests.merge(name);
  });
  tell(context, merged);
  return conflictExit(merged.result);
}

function demandReviewed({ changeRequest }: ListedChangeRequest, options: MergeOptions): void {
  if (changeRequest.status !== 'draft' || options.draft === true) return;
  const space = options.space === undefined ? '' : ` --space ${options.space}`;
  throw new AppError('WRONG_STATE', `change request #${changeRequest.number} is a draft`, {
    hint:
      `Ask for its review first: tidemark cr open ${changeRequest.number}${space}\n` +
      `Or merge the draft as it is: ${mergeCommand(options, '--draft')}`,
  });
}

function mergeCommand({ number = '', space, yes, draft }: MergeOptions, added: '--yes' | '--draft'): string {
  const flags = [
    ...(space === undefined ? [] : [`--space ${space}`]),
    ...(draft === true || added === '--draft' ? ['--draft'] : []),
    ...(yes === true || added === '--yes' ? ['--yes'] : []),
  ];
  return `tidemark cr merge ${number.replace(/^#/, '')} ${flags.join(' ')}`;
}

function mergeQuestion({ space, changeRequest: { number, subject, status } }: ListedChangeRequest): string {
  const what = `${status === 'draft' ? 'draft ' : ''}#${number} “${escapeForTerminal(subject) || 'no subject'}”`;
  return `Merge ${what} into ${escapeForTerminal(space.title)}?`;
}

export async function archive(context: CommandContext, options: ChangeRequestOptions): Promise<void> {
  const name = nameOf(options);
  tell(context, await withMirror(context, ({ sync }) => sync.changeRequests.archive(name)));
}

export async function checkout(context: CommandContext, options: ChangeRequestOptions): Promise<void> {
  const { world, json } = context;
  const name = nameOf(options);
  const result = await withMirror(context, ({ sync }) => sync.changeRequests.checkout(name));
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
  const mirror = await openMirror(world, await loadConfig(world, { file: configFile }), { create: false });
  try {
    return await work(mirror);
  } finally {
    await mirror.close();
  }
}

function nameOf({ number = '', space }: ChangeRequestOptions): { number: number; space?: string } {
  const digits = number.replace(/^#/, '');
  if (!/^[0-9]{1,15}$/.test(digits)) {
    throw new AppError('USAGE', `“${number}” is not the number of a change request`, {
      hint: 'A whole number is wanted, such as 3: `tidemark cr list` shows the numbers.',
    });
  }
  return { number: Number(digits), ...(space === undefined ? {} : { space }) };
}

function tell({ world, json }: CommandContext, found: Told): void {
  if (json) {
    world.stdout.write(`${JSON.stringify(found)}\n`);
    return;
  }
  const style = styleFor(world.stdout, world.env);
  const { bold, dim, yellow, red } = style;
  const { number, subject, status, outdated, createdBy, updatedAt, comments, urls } = found.changeRequest;
  world.stdout.write(
    [
      `${bold(`#${number} ${escapeForTerminal(subject) || 'no subject'}`)}  ${dim(escapeForTerminal(found.space.path))}`,
      `  ${escapeForTerminal(status)}${outdated ? yellow(', outdated: the primary content has moved on') : ''}${resultText(found, red)}`,
      `  by ${escapeForTerminal(createdBy.displayName)}, updated ${elapsedText(updatedAt, world.clock.now())}${comments > 0 ? `, ${countText(comments, 'comment')}` : ''}`,
      `  ${dim(escapeForTerminal(urls.app))}`,
      ...(found.advice === undefined
        ? []
        : ['', ...adviceLines([found.advice], style, world.stdout.columns)]),
      '',
    ].join('\n'),
  );
}

/** A change request, and what the service answered to a merge or an update. */
type Told = ListedChangeRequest & Partial<AnsweredChangeRequest>;

/** The result of a merge or an update, and whether the pages have a conflict. */
function resultText({ result, advice, keptPages }: Told, red: (text: string) => string): string {
  if (keptPages !== undefined)
    return `, ${red('conflict')}: both sides changed the same pages, and no line has to be fixed`;
  if (result === 'conflicts' || advice !== undefined)
    return `, ${red('conflict')}: both sides changed the same lines`;
  // The status of a merged change request says this already.
  return result === undefined || result === 'merge' ? '' : ', updated';
}

function conflictExit(result: string): number {
  return result === 'conflicts' ? 5 : 0;
}
