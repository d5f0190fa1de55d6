import type { ChangeRequest, ChangeRequestStatus } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import type { Context } from '../context.ts';
import { unknownUser, usersById } from '../organizations/index.ts';

/** A change request's row. */
export interface ChangeRequestRow {
  readonly id: string;
  readonly space: string;
  readonly number: number;
  readonly subject: string;
  readonly status: ChangeRequestStatus;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** The revision with its present content. */
  readonly revision: string;
  /** The revision of the space that the change request began with. */
  readonly revision_initial: string;
  /** The revision of the space that the change request was last updated to. */
  readonly revision_merged_ancestor: string | null;
  readonly revision_merged: string | null;
  readonly comments: number;
}

/** The change request of a space with this id or number. */
export function changeRequestRow(
  ctx: Pick<Context, 'store'>,
  space: string,
  idOrNumber: string,
): ChangeRequestRow {
  const row =
    ctx.store.get<ChangeRequestRow>(
      'SELECT * FROM change_requests WHERE space = ? AND id = ?',
      space,
      idOrNumber,
    ) ??
    (/^[1-9][0-9]{0,8}$/.test(idOrNumber)
      ? ctx.store.get<ChangeRequestRow>(
          'SELECT * FROM change_requests WHERE space = ? AND number = ?',
          space,
          Number(idOrNumber),
        )
      : undefined);
  if (row === undefined) throw notFound('change request', idOrNumber);
  return row;
}

/** The revision of the primary content that a change request contains. */
export function ancestorOf(row: ChangeRequestRow): string {
  return row.revision_merged_ancestor ?? row.revision_initial;
}

/** Change requests as the interface shows them; one query for all their authors and spaces. */
export function changeRequestsJson(
  ctx: Pick<Context, 'store' | 'baseUrl' | 'appBase'>,
  rows: readonly ChangeRequestRow[],
): ChangeRequest[] {
  const users = usersById(
    ctx,
    rows.map((row) => row.created_by),
  );
  const heads = new Map(
    ctx.store
      .all<{ id: string; revision: string }>(
        'SELECT id, revision FROM spaces WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify([...new Set(rows.map((row) => row.space))]),
      )
      .map(({ id, revision }) => [id, revision]),
  );
  return rows.map((row) => ({
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    space: row.space,
    createdBy: users.get(row.created_by) ?? unknownUser(ctx, row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    revisionInitial: row.revision_initial,
    ...(row.revision_merged_ancestor === null
      ? {}
      : { revisionMergedAncestor: row.revision_merged_ancestor }),
    ...(row.revision_merged === null ? {} : { revisionMerged: row.revision_merged }),
    comments: row.comments,
    outdated: row.status !== 'merged' && heads.get(row.space) !== ancestorOf(row),
    urls: {
      app: `${ctx.appBase}/spaces/${row.space}/~/changes/${row.number}`,
      location: `${ctx.baseUrl}/v1/spaces/${row.space}/change-requests/${row.id}`,
    },
  }));
}

/** One change request as the interface shows it. */
export function changeRequestJson(
  ctx: Pick<Context, 'store' | 'baseUrl' | 'appBase'>,
  row: ChangeRequestRow,
): ChangeRequest {
  return changeRequestsJson(ctx, [row])[0]!;
}
