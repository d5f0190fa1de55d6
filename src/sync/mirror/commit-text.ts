import { withoutControls } from '../../base/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import type { Commit, Person } from '../../git/port.ts';
import { tidemarkAt } from '../tidemark.ts';
import { withoutMark } from './subject-mark.ts';

/** The facts about a mirror commit that its trailers alone tell. */
export interface MirrorTrailers {
  readonly space: string;
  readonly revision: string;
  readonly changeRequest?: number;
}

/** Where a revision comes from, as far as the service says. */
export interface RevisionOrigin {
  readonly id: string;
  readonly createdAt: string;
  readonly type: string;
  readonly mergedFrom?: ChangeRequest | undefined;
}

/** The author and the time of a revision. Equal revisions give equal commits on every machine. */
export function authorOf(origin: RevisionOrigin): Person {
  const at = timeOf(origin.createdAt);
  const user = origin.mergedFrom?.createdBy;
  return user ? personOf(user, at) : tidemarkAt(at);
}

/** The author of a change request's own revisions. */
export function authorOfChangeRequest(changeRequest: ChangeRequest, createdAt: string): Person {
  return personOf(changeRequest.createdBy, timeOf(createdAt));
}

function personOf(user: ChangeRequest['createdBy'], at: number): Person {
  const email = user.email ?? `${user.id}@users.invalid`;
  return { name: oneLine(user.displayName), email: oneLine(email), at };
}

/** An ISO 8601 time in milliseconds; for anything else the epoch, because commits must not depend on the reader's clock. */
function timeOf(text: string): number {
  const at = Date.parse(text);
  return Number.isFinite(at) && at >= 0 ? at : 0;
}

export function messageOfRevision(
  origin: RevisionOrigin,
  space: { id: string; title: string },
  first: boolean,
): string {
  const from = origin.mergedFrom;
  const subject = from
    ? `${withoutMark(from.subject) || 'No subject'} (#${from.number})`
    : first
      ? `Mirror of ${space.title}`
      : `${space.title}: ${labels[origin.type] ?? 'edits'}`;
  return withTrailers(subject, {
    space: space.id,
    revision: origin.id,
    ...(from ? { changeRequest: from.number } : {}),
  });
}

const labels: Readonly<Record<string, string>> = {
  rollback: 'back to an earlier revision',
  update: 'update',
  computed: 'computed content',
};

export function messageOfChangeRequest(changeRequest: ChangeRequest, space: string): string {
  const subject = withoutMark(changeRequest.subject) || `Change request #${changeRequest.number}`;
  return withTrailers(subject, {
    space,
    revision: changeRequest.revision,
    changeRequest: changeRequest.number,
  });
}

function withTrailers(subject: string, trailers: MirrorTrailers): string {
  const lines = [`Space: ${oneLine(trailers.space)}`, `Revision: ${oneLine(trailers.revision)}`];
  if (trailers.changeRequest !== undefined) lines.push(`Change-Request: ${trailers.changeRequest}`);
  return `${oneLine(subject)}\n\n${lines.join('\n')}\n`;
}

/**
 * Makes one line of what people typed, so that it cannot look like a trailer, end the subject, or send commands to the terminal
 * of `git log`.
 */
function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/gu, ' ').trim();
}

/** Reads the trailers of a mirror commit; null for any other commit. */
export function trailersOf(commit: Commit): MirrorTrailers | null {
  const last = commit.message.trimEnd().split('\n\n').at(-1) ?? '';
  const values = new Map<string, string>();
  for (const line of last.split('\n')) {
    const found = /^([A-Z][A-Za-z-]*): (.*)$/.exec(line);
    if (found) values.set(found[1]!, found[2]!);
  }
  const space = values.get('Space');
  const revision = values.get('Revision');
  if (space === undefined || revision === undefined) return null;
  const number = Number(values.get('Change-Request'));
  return { space, revision, ...(Number.isInteger(number) && number > 0 ? { changeRequest: number } : {}) };
}
