import { AppError } from '../../base/index.ts';
import type { Access } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { openChangeRequest, openReview } from './change-requests.ts';
import { openComment } from './comments.ts';
import { openIntegration, openPublishing } from './integrations.ts';
import { notFound, openCollection, openOrganization, openSite, openSpace } from './open.ts';
import { limitSiteToken } from './site-tokens.ts';
import { openTeam } from './teams.ts';

interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * The guard before every operation: it opens what the path names, with the right that the operation's row asks for. The guard denies by
 * default: a rule that it does not know lets nobody in. Handlers open what a body names with the same functions.
 */
export function authorize(
  ctx: Context,
  row: { access: Access; path: string },
  { params, query, body }: Asked,
): void {
  limitSiteToken(ctx.caller, row);
  const { access } = row;
  switch (access.on) {
    case 'caller':
      return;
    case 'organization':
      return openOrganization(ctx, named(params, 'organizationId'), access.right);
    case 'collection':
      openCollection(ctx, named(params, 'collectionId'), access.right);
      return;
    case 'space':
      openSpace(ctx, named(params, 'spaceId'), access.right, {
        deleted: row.path.endsWith('/restore'),
        ...(access.shareKey === true ? { shareKey: shareKeyOf(query) } : {}),
      });
      if (params['changeRequestId'] !== undefined)
        openChangeRequest(ctx, params['spaceId']!, params['changeRequestId']);
      return;
    case 'changeRequest':
      if (access.right === 'review')
        return openReview(ctx, named(params, 'spaceId'), named(params, 'changeRequestId'));
      openSpace(ctx, named(params, 'spaceId'), access.right === 'view' ? 'access' : 'edit');
      openChangeRequest(ctx, params['spaceId']!, named(params, 'changeRequestId'));
      return;
    case 'comment':
      openComment(ctx, params, access.right);
      return;
    case 'site':
      openSite(
        ctx,
        { organization: named(params, 'organizationId'), id: named(params, 'siteId') },
        access.right,
        {
          ...(access.shareKey === true ? { visitor: true, shareKey: shareKeyOf(query) } : {}),
        },
      );
      return;
    case 'team':
      openTeam(
        ctx,
        { organization: named(params, 'organizationId'), id: named(params, 'teamId') },
        access.right,
      );
      return;
    case 'invite':
      return openInvite(ctx, named(params, 'organizationId'), named(params, 'inviteId'));
    case 'integration':
      if (access.right === 'publish') return openPublishing(ctx, named(params, 'integrationName'), body);
      openIntegration(ctx, named(params, 'integrationName'), access.right);
      return;
    default:
      throw new AppError('FORBIDDEN', 'Nobody may call this operation: it has no access rule.');
  }
}

/** To know an invite's id is to have the right to it: nobody can guess the id, and whoever has it may accept the invite. */
function openInvite(ctx: Pick<Context, 'store'>, organization: string, id: string): void {
  const invite = ctx.store.get('SELECT 1 FROM invites WHERE organization = ? AND id = ?', organization, id);
  if (invite === undefined) throw notFound('invite', id);
}

function shareKeyOf(query: unknown): string | undefined {
  const key = (query as { shareKey?: unknown }).shareKey;
  return typeof key === 'string' ? key : undefined;
}

function named(params: Asked['params'], name: string): string {
  const value = params[name];
  if (value === undefined) throw new AppError('INTERNAL', `The guard needs the path parameter "${name}".`);
  return value;
}
