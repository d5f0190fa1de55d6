/** Records what was done by whom, in the transaction that does it: an event exists exactly when its change does. */
import { createHmac } from 'node:crypto';
import {
  operations,
  type AuditedAction,
  type AuditSource,
  type Operation,
  type OperationId,
} from '../../contract/index.ts';
import { Answer } from '../answer.ts';
import type { Context } from '../context.ts';
import { createdObject, organizationOf, subjectOf, type Subject, type NamedObject } from './subject.ts';

/** How long events are kept. After that, later writes remove them, two at a time. */
const keptMs = 366 * 24 * 60 * 60 * 1000;

/** An operation that changes something, with its request. */
export interface AuditedWrite {
  readonly id: OperationId;
  readonly source: AuditSource;
  readonly input: { readonly params: unknown; readonly body: unknown };
}

/** Does the work of an operation, and records it. */
export function withAuditEvent<Result>(
  ctx: Context,
  { id, source, input }: AuditedWrite,
  work: () => Result,
): Result {
  const row: Operation = operations[id];
  const params = input.params as Record<string, string>;
  // Names are read before the work, since something that the work deletes has no name afterwards.
  const from = organizationOf(ctx, params, input.body);
  const { target, place } = subjectOf(ctx, row.path, params);
  const result = work();
  const made = createdObject(row.path, result instanceof Answer ? result.body : result);
  const subject = {
    target: made ?? target,
    place: place ?? (made === undefined ? undefined : placeOf(target)),
  };
  // A move to another organization is recorded in both organizations.
  const to = 'spaceId' in params || 'collectionId' in params ? organizationOf(ctx, params, undefined) : from;
  for (const organization of new Set([from, to]))
    if (organization !== undefined)
      noteAuditEvent(ctx, { organization, action: id, source, subject, body: input.body });
  return result;
}

/** The place of something new is what it was made in; something that was made in the organization itself has no place. */
function placeOf(target: NamedObject | undefined): NamedObject | undefined {
  return target?.type === 'organization' ? undefined : target;
}

/** Records one thing that the caller of `ctx` did. */
export function noteAuditEvent(
  ctx: Context,
  {
    organization,
    action,
    source,
    subject: { target, place },
    body,
  }: {
    readonly organization: string;
    readonly action: AuditedAction;
    readonly source: AuditSource;
    readonly subject: Subject;
    readonly body: unknown;
  },
): void {
  const { store, caller, now, nowMs } = ctx;
  if (target === undefined) return;
  const { number } = store.get<{ number: number }>(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM audit_events',
  )!;
  const actor = store.get<{ name: string }>(
    'SELECT display_name AS name FROM users WHERE id = ?',
    caller.userId,
  );
  store.run(
    `INSERT INTO audit_events (number, id, organization, occurred_at, action, source, actor, actor_label,
       target_type, target, target_label, place_type, place, place_label, payload)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[number, idOf(ctx, number), organization, now, action, source, caller.userId, actor?.name ?? null],
    ...[target.type, target.id, target.label ?? null],
    ...[place?.type ?? null, place?.id ?? null, place?.label ?? null],
    JSON.stringify(shown(body)),
  );
  store.run(
    `DELETE FROM audit_events WHERE occurred_at < ? AND number IN
       (SELECT number FROM audit_events WHERE organization = ? ORDER BY number LIMIT 2)`,
    ...[new Date(nowMs - keptMs).toISOString(), organization],
  );
}

/** An id for the event that does not reveal how much is done in other organizations. */
function idOf({ secret }: Pick<Context, 'secret'>, number: number): string {
  const bytes = createHmac('sha256', secret).update(`audit\n${number}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Fields of requests with choices, none of which is secret. Nothing else of a request is kept. */
const shownFields = [
  ...['role', 'level', 'status', 'visibility', 'defaultLevel', 'defaultRole', 'title', 'subject', 'basename'],
  ...['emails', 'teams', 'members', 'users', 'sso', 'inviteLinks', 'hostname', 'emailDomains'],
] as const;

const longest = { text: 200, list: 50 };

function shown(body: unknown): Record<string, unknown> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return Object.fromEntries(
    shownFields.flatMap((name) => {
      const value = shortened(Object.hasOwn(given, name) ? given[name] : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return [...value].slice(0, longest.text).join('');
  if (typeof value === 'boolean' || value === null) return value;
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, longest.list).flatMap((each) => (typeof each === 'string' ? shortened(each) : []));
}
