import { Type } from '../../base/index.ts';
import { group, pageQuery } from '../operation.ts';
import type { AuditEvent } from '../resources/audit-event.ts';
import { closed, dateTime, id, listOf, optional, ref } from '../shapes.ts';

const audit = group('Audit', { source: 'extension' });
const Event = ref<AuditEvent>('AuditEvent');
const administer = { on: 'organization', right: 'admin' } as const;

export const auditExtensions = {
  listOrganizationAuditEvents: audit.list('/v1/orgs/{organizationId}/audit-events', {
    summary: 'List what was done in an organization and by whom, the newest first',
    access: administer,
    query: closed({
      ...pageQuery,
      from: optional(dateTime),
      to: optional(dateTime),
      action: optional(Type.String({ minLength: 1, maxLength: 100 })),
      actor: optional(id),
      target: optional(id),
    }),
    result: listOf(Event),
  }),
  getOrganizationAuditEvent: audit.get('/v1/orgs/{organizationId}/audit-events/{auditEventId}', {
    summary: 'Get one thing that was done',
    access: administer,
    result: Event,
  }),
};
