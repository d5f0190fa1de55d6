import type { IntegrationEvent } from '../../contract/index.ts';
import { nameOfIntegration, notFound, openIntegration } from '../access/index.ts';
import type { Handlers } from '../handler.ts';
import { pageOfTable } from '../paging.ts';

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
    return pageOfTable(ctx, {
      list: ['events', key],
      query,
      table: 'integration_events',
      where: 'integration = ?',
      bound: [key],
      order: 'descending',
      items: (rows: EventRow[]) => rows.map(eventJson),
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
