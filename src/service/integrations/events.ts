import type { IntegrationEvent } from '../../contract/index.ts';
import { nameOfIntegration, notFound, openIntegration } from '../access/index.ts';
import type { Handlers } from '../handler.ts';
import { afterPosition, pageOf } from '../paging.ts';

interface EventRow {
  number: number;
  id: string;
  integration: string;
  installation: string;
  payload: string;
  created_at: string;
}

const notRun = 'The event was recorded. This service runs no integration, so no script has handled it.';

export const eventHandlers = {
  listIntegrationEvents: (ctx, { params, query }) => {
    const { key } = openIntegration(ctx, params.integrationName, 'admin');
    return pageOf(ctx, {
      list: ['events', key],
      query,
      count: () =>
        ctx.store.get<{ n: number }>(
          'SELECT count(*) AS n FROM integration_events WHERE integration = ?',
          key,
        )!.n,
      rows: (after, limit) => {
        const { condition, parameters } = afterPosition(['number'], after, 'descending');
        return ctx.store.all<EventRow>(
          `SELECT * FROM integration_events WHERE integration = ? AND ${condition} ORDER BY number DESC LIMIT ?`,
          ...[key, ...parameters, limit],
        );
      },
      position: (row) => [row.number],
      items: (rows) => rows.map(eventJson),
    });
  },

  getIntegrationEvent: (ctx, { params }) => {
    const { key } = openIntegration(ctx, params.integrationName, 'admin');
    const row = ctx.store.get<EventRow>(
      'SELECT * FROM integration_events WHERE integration = ? AND id = ?',
      ...[key, params.eventId],
    );
    if (row === undefined) throw notFound('event', params.eventId);
    return {
      event: eventJson(row),
      trace: { logs: [{ level: 'info', timestamp: row.created_at, message: notRun }] },
    };
  },
} satisfies Partial<Handlers>;

function eventJson(row: EventRow): IntegrationEvent {
  return {
    id: row.id,
    integrationId: nameOfIntegration(row.integration),
    installationId: row.installation,
    createdAt: row.created_at,
    payload: JSON.parse(row.payload) as IntegrationEvent['payload'],
    // The interface knows two states, success and failed: an event that no script received has not failed.
    status: 'success',
  };
}
