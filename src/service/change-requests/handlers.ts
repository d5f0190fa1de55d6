import { AppError, isAppError } from '../../base/index.ts';
import { largestContentFile } from '../../contract/index.ts';
import type { ChangeRequest, ContentChange, InsertFilesChange } from '../../contract/index.ts';
import { downloadUrl } from '../content/downloads.ts';
import { changeRequestRoot } from './root.ts';
import { addRevision, readRevision } from '../content/revisions.ts';
import { newId } from '../context.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { pageOf } from '../paging.ts';
import { spaceRow } from '../spaces/space.ts';
import { applyChanges } from './apply.ts';
import type { FileBytes } from './apply.ts';
import { changeRequestJson, changeRequestRow, changeRequestsJson } from './change-request.ts';
import type { ChangeRequestRow } from './change-request.ts';
import { conflictsOf, noteDecisions } from './conflicts.ts';
import { activeChangeRequest, mergeChangeRequest, updateChangeRequest, markFilesDecided } from './merge.ts';
import { countChangeRequests, setStatus, touchChangeRequest } from './state.ts';

export const changeRequestHandlers = {
  listChangeRequestsForSpace: (ctx, { params, query }) => {
    const status = query.status ?? 'open';
    const contributor = query.contributor ?? null;
    const where = `space = ?1 AND status = ?2 AND (?3 IS NULL OR created_by = ?3 OR EXISTS (
      SELECT 1 FROM change_request_contributors WHERE change_request = change_requests.id AND user = ?3))`;
    const bound = { 1: params.spaceId, 2: status, 3: contributor };
    return pageOf<ChangeRequestRow, ChangeRequest>(ctx, {
      list: ['change-requests', params.spaceId, status, contributor],
      query,
      count: () =>
        ctx.store.get<{ count: number }>(
          `SELECT count(*) AS count FROM change_requests WHERE ${where}`,
          bound,
        )!.count,
      rows: (after, limit) => {
        const last = after?.[0];
        return ctx.store.all<ChangeRequestRow>(
          `SELECT * FROM change_requests WHERE ${where} AND (?4 IS NULL OR number < ?4) ORDER BY number DESC LIMIT ?5`,
          { ...bound, 4: last ?? null, 5: limit },
        );
      },
      position: (row) => [row.number],
      items: (rows) => changeRequestsJson(ctx, rows),
    });
  },

  createChangeRequest: (ctx, { params, body }) => {
    const id = createChangeRequest(ctx, params.spaceId, body.subject ?? '');
    return changeRequestJson(ctx, changeRequestRow(ctx, params.spaceId, id));
  },

  getChangeRequestById: (ctx, { params }) =>
    changeRequestJson(ctx, changeRequestRow(ctx, params.spaceId, params.changeRequestId)),

  updateChangeRequestById: (ctx, { params, body }) => {
    const row = changeRequestRow(ctx, params.spaceId, params.changeRequestId);
    if (row.status === 'merged' && body.status !== undefined) {
      throw new AppError('WRONG_STATE', `The change request #${row.number} is merged, and stays so.`, {
        hint: 'Create a new change request to change the content again.',
      });
    }
    if (body.subject !== undefined && body.subject !== row.subject) {
      ctx.store.run('UPDATE change_requests SET subject = ? WHERE id = ?', body.subject, row.id);
      touchChangeRequest(ctx, row, {});
    }
    if (body.status !== undefined && body.status !== row.status) setStatus(ctx, row, body.status);
    return changeRequestJson(ctx, changeRequestRow(ctx, params.spaceId, row.id));
  },

  mergeChangeRequest: (ctx, { params }) =>
    mergeChangeRequest(ctx, changeRequestRow(ctx, params.spaceId, params.changeRequestId)),

  updateChangeRequest: (ctx, { params }) =>
    updateChangeRequest(ctx, changeRequestRow(ctx, params.spaceId, params.changeRequestId)),

  getChangeRequestConflicts: (ctx, { params }) => ({
    conflicts: conflictsOf(ctx, changeRequestRow(ctx, params.spaceId, params.changeRequestId)),
  }),

  updateContentInChangeRequest: {
    outside: async (ctx, { params, body }) => {
      activeChangeRequest(ctx, params);
      const bytes = await readFileBytes(ctx, body.changes);
      return (now) => {
        const row = activeChangeRequest(now, params);
        const applied = applyChanges(now, changeRequestRoot(now, params), body.changes, bytes);
        markFilesDecided(
          now,
          row,
          applied.files.map(({ file }) => file),
        );
        noteDecisions(now, row, { changes: body.changes, applied });
        saveContent(now, row, applied.content);
        const location = (page: string): string =>
          `${now.baseUrl}/v1/spaces/${row.space}/change-requests/${row.id}/content/page/${page}`;
        return {
          changeRequest: changeRequestJson(now, changeRequestRow(now, row.space, row.id)),
          changes: applied.pages.map(({ object, page, ref }) => ({
            object,
            page: { id: page, urls: { location: location(page) } },
            ...(ref === undefined ? {} : { ref }),
          })),
          ...(applied.files.length === 0
            ? {}
            : {
                insertedFiles: applied.files.map(({ file, ref }) => ({
                  id: file.id,
                  name: file.name,
                  downloadURL: downloadUrl(now, row.space, file),
                  ...(ref === undefined ? {} : { ref }),
                })),
              }),
        };
      };
    },
  },
} satisfies Partial<Handlers>;

/** Adds a draft change request that begins with the present primary content; copies nothing. */
function createChangeRequest(ctx: Context, space: string, subject: string): string {
  const id = newId(ctx);
  const { revision } = spaceRow(ctx, space);
  const { number } = ctx.store.get<{ number: number }>(
    'UPDATE spaces SET next_number = next_number + 1 WHERE id = ? RETURNING next_number - 1 AS number',
    space,
  )!;
  ctx.store.run(
    `INSERT INTO change_requests (id, space, number, subject, status, created_by, created_at, updated_at, revision, revision_initial)
     VALUES (?, ?, ?, ?, 'draft', ?, ?, ?, ?, ?)`,
    ...[id, space, number, subject, ctx.caller.userId, ctx.now, ctx.now, revision, revision],
  );
  countChangeRequests(ctx, space);
  return id;
}

/** Makes `content` the present content of a change request, in a new revision when it is different. */
export function saveContent(
  ctx: Context,
  row: ChangeRequestRow,
  content: { root: string; files: string; reusable: string },
): string {
  const before = readRevision(ctx.store, row.revision);
  const same =
    before.root === content.root && before.files === content.files && before.reusable === content.reusable;
  const revision = same
    ? row.revision
    : addRevision(ctx, { space: row.space, type: 'edits', parents: [row.revision], content });
  if (!same) touchChangeRequest(ctx, row, { revision });
  return revision;
}

/** Reads the bytes of all files of a batch: decodes them, or downloads them behind the guard. */
async function readFileBytes(ctx: Context, changes: readonly ContentChange[]): Promise<FileBytes> {
  const bytes = new Map<object, Uint8Array>();
  for (const change of changes) {
    if (change.type !== 'insert_files') continue;
    for (const file of change.files) bytes.set(file, await bytesOf(ctx, file));
  }
  return bytes;
}

async function bytesOf(
  ctx: Context,
  { name, base64, url }: InsertFilesChange['files'][number],
): Promise<Uint8Array> {
  if ((base64 === undefined) === (url === undefined)) {
    throw new AppError('BAD_REQUEST', `The file "${name}" needs either "base64" or "url".`);
  }
  if (base64 !== undefined) {
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.toString('base64') !== base64)
      throw new AppError('BAD_REQUEST', `The file "${name}" is not base64.`);
    if (bytes.byteLength > largestContentFile)
      throw new AppError('TOO_LARGE', `The file "${name}" is larger than 1 MB.`);
    return bytes;
  }
  return (await download(ctx, url!)).body;
}

/** Downloads what a request names; every failure there is the request's fault, and is reported as such. */
export async function download(
  ctx: Pick<Context, 'outgoing'>,
  url: string,
  options: { accept?: string; maxBytes?: number } = {},
): Promise<{ url: string; body: Uint8Array; headers: Readonly<Record<string, string>> }> {
  try {
    const answer = await ctx.outgoing(url, options);
    if (answer.status < 200 || answer.status > 299) {
      throw new AppError('UNPROCESSABLE', `${url} answered with status ${answer.status}.`);
    }
    return answer;
  } catch (error) {
    if (isAppError(error, 'TIMEOUT', 'NO_ANSWER', 'ANSWER_TOO_LARGE', 'REDIRECT_REFUSED')) {
      throw new AppError('UNPROCESSABLE', error.message, { cause: error });
    }
    throw error;
  }
}
