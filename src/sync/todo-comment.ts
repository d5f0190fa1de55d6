import { isAppError } from '../base/index.ts';
import type { CyclePorts } from './proposals/ports.ts';
import type { SyncConfig } from './config.ts';
import type { CycleContext } from './mirror/context.ts';
import { publish } from './mirror/publish.ts';
import { readProposals } from './state/proposals.ts';
import type { Remote } from './remote/port.ts';
import type { SpaceReport } from './report.ts';
import { stateName } from './state/names.ts';
import { readTodo, isByImport } from './local-edits.ts';
import type { Todo } from './todo.ts';

/** An entry of the list, as it is in the comment. */
interface Entry {
  readonly text: string;
  readonly url: string | null;
  readonly isDone: boolean;
}

/** What is remembered of a space's list in the service. */
interface Noted {
  readonly space: string;
  readonly changeRequest: { readonly id: string; readonly number: number };
  /** The comment's id; null while we do not know whether the comment was made: we look for it before we post it again. */
  readonly comment: string | null;
  readonly entries: readonly Entry[];
  /** The service refuses our comment there, or somebody deleted it. */
  readonly refused?: true;
}

/** The first line of the comment, by which we find the comment when the answer to its creation was lost. */
export const listTitle = '**Left to do by hand.** Tidemark keeps this list, and ticks off what is done.';

export interface KeepLists {
  readonly ports: CyclePorts;
  readonly config: SyncConfig;
  readonly context: CycleContext;
  readonly spaces: readonly SpaceReport[];
}

/**
 * Keeps the list of what a person has to do in the service as one comment on the change request that carries the rest. A cycle
 * that finds the same list as the last one makes no request. Returns the spaces with added notes: a list that cannot be kept
 * makes nothing else fail.
 */
export async function keepTodoComments(input: KeepLists): Promise<readonly SpaceReport[]> {
  const { config, context, spaces } = input;
  if (config.push.todoComment !== true || context.options.dryRun === true) return spaces;
  if (config.push.via === 'content') return spaces;
  const told: SpaceReport[] = [];
  for (const space of spaces) {
    const note = await keepList(input, space.id);
    told.push(note === null ? space : { ...space, notes: [...space.notes, note] });
  }
  return told;
}

async function keepList(input: KeepLists, id: string): Promise<string | null> {
  const { ports, config } = input;
  const { state } = ports;
  const record = state.spaces().get(id);
  if (record === undefined || !isByImport(ports, config)) return null;
  const noted = (await state.ownDocument(pathOf(id))) as Noted | null;
  const isProposed = (await readProposals(state)).some(
    (each) => each.space === id && each.state === 'open' && each.changeRequest !== null,
  );
  if (noted === null && !isProposed) return null;
  const found = await readTodo(ports, config, record);
  if (found === null) return null;
  const { todo, sent } = found;
  const open = sent?.state === 'open' ? sent.changeRequest : null;
  const carrier = open ?? noted?.changeRequest;
  if (carrier === undefined) return null;
  const before = noted?.changeRequest.id === carrier.id ? noted : null;
  const entries = entriesOf(before?.entries ?? [], todo);
  const next: Noted = {
    ...(before ?? { comment: null }),
    ...{ space: id, changeRequest: { id: carrier.id, number: carrier.number }, entries },
  };
  const note = await writeList(input, id, { before, next });
  // Once everything on the list of a closed change request is done, nobody looks at the list any more.
  if (note === null && open === null && entries.every(({ isDone }) => isDone))
    state.setOwnDocument(pathOf(id), null);
  return note;
}

/** Updates the comment when the list has changed. Returns a note for the report. */
async function writeList(
  { context }: KeepLists,
  space: string,
  { before, next }: { before: Noted | null; next: Noted },
): Promise<string | null> {
  const { remote, state } = context;
  const keep = (noted: Noted): void => state.setOwnDocument(pathOf(space), noted);
  const { changeRequest, entries } = next;
  const isSame = listText(before?.entries ?? []) === listText(entries);
  const isAsked = before !== null && before.refused !== true && before.comment === null;
  if (entries.length === 0 || (isSame && !isAsked)) return null;
  if (next.refused === true) {
    keep(next);
    return null;
  }
  try {
    if (before === null) {
      // The note is on disk before the request is made.
      keep(next);
      await publish(context, async () => ({ result: undefined }));
    }
    const there = next.comment ?? (isAsked ? await findList(remote, space, changeRequest.id) : null);
    const comment = await remote.comment(space, changeRequest.id, listText(entries), there ?? undefined);
    keep({ ...next, comment });
    return null;
  } catch (error) {
    if (!isAppError(error) || isAppError(error, ...oursAlone)) throw error;
    const where = `change request #${changeRequest.number}`;
    if (!isAppError(error, ...refusals))
      return `The list of what is left to do by hand could not be written to ${where} just now: the next sync tries again.`;
    keep({ ...next, refused: true });
    return `The service refuses a comment on ${where} with what is left to do by hand: \`tidemark todo\` lists it.`;
  }
}

/** Errors of this machine, or of a person who wants to stop. */
const oursAlone = ['CANCELLED', 'DISK_FULL', 'FILE_SYSTEM', 'REF_MOVED', 'HELD'] as const;

const refusals = [
  ...(['FORBIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'NOT_SUPPORTED_BY_SERVICE', 'NOT_AVAILABLE'] as const),
  ...(['BAD_REQUEST', 'UNPROCESSABLE', 'WRONG_STATE', 'CONFLICT'] as const),
];

async function findList(remote: Remote, space: string, changeRequest: string): Promise<string | null> {
  const comments = await remote.comments(space, changeRequest);
  return comments.find(({ markdown }) => markdown.startsWith(listTitle))?.id ?? null;
}

/** The earlier list, with ticks at what is done by now, and with new entries at its end. */
export function entriesOf(before: readonly Entry[], todo: readonly Todo[]): readonly Entry[] {
  // An entry about local files is nothing that a person can do in the service.
  const open = new Map(todo.filter((each) => each.do !== 'look').map((each) => [each.text, each]));
  const known = new Set(before.map(({ text }) => text));
  return [
    ...before.map((each) => ({
      text: each.text,
      url: open.get(each.text)?.url ?? each.url,
      isDone: !open.has(each.text),
    })),
    ...[...open.values()]
      .filter(({ text }) => !known.has(text))
      .map(({ text, url }) => ({ text, url, isDone: false })),
  ];
}

/** The comment, as markdown. */
export function listText(entries: readonly Entry[]): string {
  const lines = entries.map(
    ({ text, url, isDone }) => `* [${isDone ? 'x' : ' '}] ${text}${url === null ? '' : ` ([open](${url}))`}`,
  );
  return `${[listTitle, '', ...lines].join('\n')}\n`;
}

function pathOf(space: string): string {
  return `todo-comments/${stateName(space)}.json`;
}
