import type { Static } from 'typebox';
import { Type } from '../../base/index.ts';
import { dateTime, id, integer, mapOf, oneOf, open, optional, text, uri } from '../shapes.ts';

export const auditSources = ['ui', 'api'] as const;

/** Something that somebody did. The event keeps the names that things had at that time. */
export const auditEvent = open({
  object: Type.Literal('audit-event'),
  id,
  occurredAt: dateTime,
  /** The name of the operation. */
  action: text,
  actor: open({ type: Type.Literal('user'), id, label: optional(text) }),
  source: oneOf(auditSources),
  target: open({ type: text, id, label: optional(text) }),
  /** The space, collection, site or team that the target is in. */
  place: optional(open({ type: text, id, label: optional(text) })),
  schemaVersion: integer,
  /** The chosen values, as far as the event may show them: roles, titles, addresses of people who were invited. */
  payload: mapOf(Type.Unknown()),
  urls: open({ location: uri }),
});
export type AuditEvent = Static<typeof auditEvent>;
export type AuditSource = (typeof auditSources)[number];
