import type { ChangeRequest } from '../../contract/index.ts';

/** The states in which a change request can be written into and merged. */
export const openStatuses = ['draft', 'open'] as const satisfies readonly ChangeRequest['status'][];

export function isOpen(status: string): status is (typeof openStatuses)[number] {
  return status === 'draft' || status === 'open';
}

/** The revision of the space that a change request is based on. */
export function baseRevisionOf({
  revisionMergedAncestor,
  revisionInitial,
}: Pick<ChangeRequest, 'revisionMergedAncestor' | 'revisionInitial'>): string {
  return revisionMergedAncestor ?? revisionInitial;
}
