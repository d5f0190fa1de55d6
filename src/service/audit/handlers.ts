import { AppError } from '../../base/index.ts';
import type { AuditEvent, AuditSource, QueryOf } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOfTable } from '../paging.ts';
import type { SqlValue } from '../store/index.ts';

interface Row {
  readonly number: number;
  readonly id: string;
  readonly organization: string;
  readonly occurred_at: string;
  readonly action: string;
  readonly source: AuditSource;
  readonly actor: string;
  readonly actor_label: string | null;
  readonly target_type: string;
  readonly target: string;
  readonly target_label: string | null;
  readonly place_type: string | null;
  readonly place: string | null;
  readonly place_label: string | null;
  readonly payload: string;
}

export const auditHandlers = {
  listOrganizationAuditEvents: (ctx, { params, query }) => {
    const { where, bound } = conditionOf(params.organizationId, query);
    return pageOfTable(ctx, {
      list: ['audit', where, ...bound.map(String)],
      query,
      table: 'audit_events',
      where,
      bound,
      order: 'descending',
      items: (rows: Row[]) => rows.map((row) => eventJson(ctx, row)),
    });
  },

  getOrganizationAuditEvent: (ctx, { params }) => {
    const row = ctx.store.get<Row>(
      'SELECT * FROM audit_events WHERE organization = ? AND id = ?',
      ...[params.organizationId, params.auditEventId],
    );
    if (row === undefined) throw notFound('audit event', params.auditEventId);
    return eventJson(ctx, row);
  },
} satisfies Partial<Handlers>;

/** The filters of a query in SQL. A filter by a space, collection, site or team also finds what was done in it. */
function conditionOf(
  organization: string,
  { from, to, action, actor, target }: QueryOf<'listOrganizationAuditEvents'>,
): { where: string; bound: SqlValue[] } {
  const conditions = ['organization = ?'];
  const bound: SqlValue[] = [organization];
  const add = (condition: string, ...values: SqlValue[]): void => {
    conditions.push(condition);
    bound.push(...values);
  };
  if (from !== undefined) add('occurred_at >= ?', timeOf(from));
  if (to !== undefined) add('occurred_at <= ?', timeOf(to));
  if (action !== undefined) add('action = ?', action);
  if (actor !== undefined) add('actor = ?', actor);
  if (target !== undefined) add('(target = ? OR place = ?)', target, target);
  return { where: conditions.join(' AND '), bound };
}

/** A time in the form of the database. A leap second cannot be read, since no clock here has one. */
function timeOf(given: string): string {
  const ms = Date.parse(given);
  if (Number.isNaN(ms)) throw new AppError('BAD_REQUEST', `The time "${given}" cannot be read.`);
  return new Date(ms).toISOString();
}

function eventJson({ baseUrl }: Pick<Context, 'baseUrl'>, row: Row): AuditEvent {
  const thing = (type: string, id: string, label: string | null) => ({
    ...{ type, id },
    ...(label === null ? {} : { label }),
  });
  return {
    object: 'audit-event',
    id: row.id,
    occurredAt: row.occurred_at,
    action: row.action,
    actor: { type: 'user', id: row.actor, ...(row.actor_label === null ? {} : { label: row.actor_label }) },
    source: row.source,
    target: thing(row.target_type, row.target, row.target_label),
    ...(row.place === null ? {} : { place: thing(row.place_type ?? '', row.place, row.place_label) }),
    schemaVersion: 1,
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    urls: { location: `${baseUrl}/v1/orgs/${row.organization}/audit-events/${row.id}` },
  };
}
