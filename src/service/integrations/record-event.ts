import type { integrationEventTypes } from '../../contract/index.ts';
import { newId } from '../context.ts';
import type { Context } from '../context.ts';

type EventType = (typeof integrationEventTypes)[number];

/** The content of an event, beside its own id and its place. */
interface Happening {
  readonly type: EventType;
  readonly [field: string]: unknown;
}

/** How many events of an integration are kept; older ones are dropped as new ones come. */
export const maxEvents = 1000;

/** Records what happened to one installation. */
export function recordEvent(
  { store, random, now }: Pick<Context, 'store' | 'random' | 'now'>,
  { integration, id: installation }: { integration: string; id: string },
  happening: Happening,
): void {
  const eventId = newId({ random });
  store.run(
    'INSERT INTO integration_events (id, integration, installation, payload, created_at) VALUES (?, ?, ?, ?, ?)',
    ...[eventId, integration, installation],
    ...[JSON.stringify({ eventId, installationId: installation, ...happening }), now],
  );
  store.run(
    `DELETE FROM integration_events WHERE integration = ?1 AND number <=
       (SELECT number FROM integration_events WHERE integration = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)`,
    { 1: integration, 2: maxEvents },
  );
}

/** Records what happened to a space, for each active installation of its organization that applies to all spaces. */
export function recordSpaceEvent(
  ctx: Pick<Context, 'store' | 'random' | 'now'>,
  { id: space, organization }: { id: string; organization: string },
  happening: Happening,
): void {
  const installations = ctx.store.all<{ integration: string; id: string }>(
    `SELECT integration, id FROM integration_installations AS installation JOIN integrations ON name = integration
     WHERE organization = ? AND status = 'active' AND space_selection = 'all' AND target IN ('all', 'space')
     ORDER BY installation.number`,
    organization,
  );
  for (const installation of installations) recordEvent(ctx, installation, { spaceId: space, ...happening });
}
