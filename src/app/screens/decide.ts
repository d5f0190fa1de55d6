/**
 * Saves what somebody decided between two sides of a change request. Text that somebody typed is never lost, also when somebody else writes
 * meanwhile.
 */
import { isAppError } from '../../base/index.ts';
import type { ChangeRequestConflict, ContentChange } from '../../contract/index.ts';
import { decide, isUndecided, piecesOf, type Choice } from '../../content/index.ts';
import { withOwnLineEndings } from '../line-endings.ts';
import { field, type Outcome, type Visit } from '../visit.ts';
import { changeRequestPath } from './changes.ts';
import {
  conflictsIn,
  conflictView,
  fileAt,
  conflictPath,
  namedConflict,
  openConflict,
  placeAt,
  stateOfConflict,
  textAt,
  type OpenedConflict,
  type Side,
} from './conflicts.ts';
import { openChange, openContent, type OpenedContent } from './content.ts';
import { nodeIn } from './tree.ts';

/** A decision as changes of the change request's content, or the reason why there is none. */
type Decision = { readonly changes: ContentChange[] } | { readonly problem: string };

const marksAreLeft =
  'The text still has marks of both sides. Take the lines that begin with <<<, |||, === and >>> out.';
const unclear: Decision = { problem: 'A choice is missing: choose what stays, and save again.' };

/** Saves a decision, and goes on to the next one. */
export async function saveDecision(visit: Visit): Promise<Outcome> {
  const content = await openContent(visit);
  const named = namedConflict((name) => visit.form.fields.get(name));
  const typed = visit.form.fields.get('text')?.replaceAll('\r\n', '\n');
  const again = (problem: string): Promise<Outcome> =>
    conflictView(visit, content, named, {
      ...(typed === undefined ? {} : { text: typed }),
      ...{ problem, status: 409 },
    });
  const all = await conflictsIn(visit, content);
  const found = all.find(({ kind, id }) => kind === named.kind && id === named.id);
  if (found === undefined) return again(goneMeanwhile(content));
  if (stateOfConflict(content, found) !== field(visit, 'base'))
    return again(
      'Somebody changed this meanwhile. Below is what both sides say now; what you wrote is kept.',
    );
  const decision = await decisionOf(visit, content, openConflict(visit, content, found));
  if ('problem' in decision) return again(decision.problem);
  const params = { spaceId: content.space.id, changeRequestId: content.change!.id };
  try {
    await visit.call('updateContentInChangeRequest', { params, body: { changes: decision.changes } });
  } catch (error) {
    if (isAppError(error, 'WRONG_STATE', 'NOT_FOUND', 'UNPROCESSABLE', 'BAD_REQUEST', 'TOO_LARGE'))
      return again(error.message);
    throw error;
  }
  return next(visit, content);
}

function goneMeanwhile({ change }: OpenedContent): string {
  const { number, status } = change!;
  if (status === 'draft' || status === 'open')
    return 'Somebody decided this meanwhile. What you wrote was not saved.';
  return `Change request #${number} is ${status} by now. What you wrote was not saved.`;
}

/** Goes on to the next open conflict; when there is none, finishes the update from the space. */
async function next(visit: Visit, content: OpenedContent): Promise<Outcome> {
  const change = await openChange(visit, content.space.id);
  const now = { ...content, change };
  const [following, ...rest] = await conflictsIn(visit, now);
  if (following !== undefined)
    return {
      redirect: conflictPath(now, following),
      notice: `The decision is saved. ${rest.length === 0 ? 'One more waits.' : `${rest.length + 1} more wait.`}`,
    };
  const redirect = changeRequestPath(now);
  if (!change.outdated)
    return { redirect, notice: 'Everything is decided: the change request is up to date.' };
  const params = { spaceId: content.space.id, changeRequestId: change.id };
  const { result } = await visit.call('updateChangeRequest', { params });
  return {
    redirect,
    notice:
      result === 'update'
        ? 'Everything is decided: the change request is up to date.'
        : 'Your decisions are saved. The space changed once more in the same places meanwhile.',
  };
}

/** The decision that the form asks for. */
async function decisionOf(visit: Visit, content: OpenedContent, opened: OpenedConflict): Promise<Decision> {
  const { conflict: found, ours, theirs } = opened;
  const what = field(visit, 'do');
  const side = what === 'ours' ? ours : what === 'theirs' ? theirs : undefined;
  if (found.kind === 'file') return fileDecision(visit, content, { opened, side });
  const page = found.id;
  if (what === 'delete') return { changes: [{ type: 'delete_page', page }] };
  if (found.kind === 'tree') return placeDecision(content, found, side ?? what);
  if (found.reason === 'fields') return side === undefined ? unclear : { changes: [named(page, side)] };
  const present = (await content.reader.text(page)) ?? '';
  if (what === 'ours' || what === 'theirs') {
    const markdown = await textAt(side);
    return markdown === undefined ? unclear : textDecision(page, markdown);
  }
  if (what === 'text') return textDecision(page, withOwnLineEndings(present, field(visit, 'text')));
  if (what === 'keep') return { changes: [{ type: 'update_page', page, title: titleIn(content, page) }] };
  const markdown = chosen(visit, present);
  return markdown === undefined ? unclear : textDecision(page, markdown);
}

function textDecision(page: string, markdown: string): Decision {
  if (isUndecided(markdown)) return { problem: marksAreLeft };
  return { changes: [{ type: 'update_page', page, document: { markdown } }] };
}

/** The text after a choice for each place where both sides wrote. */
function chosen(visit: Visit, text: string): string | undefined {
  const pieces = piecesOf(text);
  const choices = pieces
    .filter(({ kind }) => kind === 'open')
    .map((_, at) =>
      (['ours', 'theirs', 'both'] as const).find(
        (each): each is Choice => each === field(visit, `choice-${at}`),
      ),
    );
  return choices.length === 0 ? undefined : decide(pieces, choices);
}

/** Gives a page the name that it has at a side. */
function named(page: string, side: Side): ContentChange {
  const node = nodeIn(side.reader.pages, page)?.node;
  return {
    type: 'update_page',
    page,
    title: node?.title ?? '',
    ...(node !== undefined && 'slug' in node ? { slug: node.slug } : {}),
  };
}

function titleIn({ reader }: OpenedContent, page: string): string {
  return nodeIn(reader.pages, page)?.node.title ?? '';
}

/** Puts a page at the place that it has at a side, or leaves it at its present place. */
function placeDecision(
  content: OpenedContent,
  { id: page }: ChangeRequestConflict,
  wanted: Side | string,
): Decision {
  if (typeof wanted === 'string') {
    const now = nodeIn(content.reader.pages, page);
    return wanted === 'stay' && now !== undefined
      ? { changes: [{ type: 'update_page', page, at: now.at }] }
      : unclear;
  }
  const place = placeAt(wanted);
  if (place === undefined) return unclear;
  return { changes: [{ type: 'update_page', page, into: place.parent, at: place.at }] };
}

/** Writes a file as one side has it, or the text that somebody put together. */
async function fileDecision(
  visit: Visit,
  content: OpenedContent,
  { opened, side }: { opened: OpenedConflict; side: Side | undefined },
): Promise<Decision> {
  const kept = opened.theirs ?? opened.ours;
  const before = await fileAt(kept);
  if (kept === undefined || before === undefined) return unclear;
  const params = { spaceId: content.space.id, revisionId: kept.revision, fileId: kept.id };
  const { contentType } = await visit.call('getFileInRevisionById', { params });
  const written = (bytes: Uint8Array): Decision => ({
    changes: [
      {
        type: 'insert_files',
        files: [{ name: before.path, contentType, base64: Buffer.from(bytes).toString('base64') }],
      },
    ],
  });
  if (field(visit, 'do') === 'text') {
    const text = withOwnLineEndings(Buffer.from(before.bytes).toString('utf8'), field(visit, 'text'));
    return isUndecided(text) ? { problem: marksAreLeft } : written(Buffer.from(text));
  }
  const file = await fileAt(side);
  return file === undefined ? unclear : written(file.bytes);
}
