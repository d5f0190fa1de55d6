/** What waits for a person: change requests that they are asked to review, others that are open, and their own. */
import type { ChangeRequest, Organization } from '../contract/index.ts';
import { listOf } from './lists.ts';
import type { Visit } from './visit.ts';

/** How many change requests of each kind the page looks at in one organization: those that changed last. */
const looked = 50;

export interface Waiting {
  readonly asked: readonly ChangeRequest[];
  readonly open: readonly ChangeRequest[];
  readonly mine: readonly ChangeRequest[];
}

/** The organizations whose content the start page shows. */
export function ownOrganizations(visit: Visit): Promise<Organization[]> {
  return listOf(visit, 'listOrganizationsForAuthenticatedUser', {}, 50);
}

/** What waits for this person in all of their organizations: each change request once, the newest first. */
export async function waitingFor(visit: Visit, organizations: readonly Organization[]): Promise<Waiting> {
  const me = visit.user.id;
  const waiting = { asked: [] as ChangeRequest[], open: [] as ChangeRequest[], mine: [] as ChangeRequest[] };
  for (const { id } of organizations) {
    const list = (query: object): Promise<ChangeRequest[]> =>
      listOf(
        visit,
        'listChangeRequestsForOrganization',
        { params: { organizationId: id }, query: { status: ['open'], ...query } },
        looked,
      );
    waiting.asked.push(...(await list({ requestedReviewer: me })));
    waiting.mine.push(...(await list({ contributor: me, status: ['open', 'draft'] })));
    waiting.open.push(...(await list({})));
  }
  const isAsked = new Set(waiting.asked.map(({ id }) => id));
  const isMine = ({ createdBy, status }: ChangeRequest): boolean => createdBy.id === me || status === 'draft';
  const newest = (one: ChangeRequest, other: ChangeRequest): number =>
    one.updatedAt < other.updatedAt ? 1 : -1;
  return {
    asked: waiting.asked.sort(newest),
    mine: waiting.mine.filter((change) => isMine(change) && !isAsked.has(change.id)).sort(newest),
    open: waiting.open.filter((change) => !isMine(change) && !isAsked.has(change.id)).sort(newest),
  };
}
