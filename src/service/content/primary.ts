import type { User } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { recordSpaceEvent } from '../integrations/record-event.ts';
import { userById } from '../organizations/users.ts';
import { spaceRow, touchSpace } from '../spaces/space.ts';

/** Makes a revision the present content of its space, and records it for the integrations of its organization. */
export function setPrimaryContent(ctx: Context, space: string, revision: string): void {
  ctx.store.run('UPDATE spaces SET revision = ? WHERE id = ?', revision, space);
  touchSpace(ctx, space);
  recordSpaceEvent(ctx, spaceRow(ctx, space), {
    type: 'space_content_updated',
    revisionId: revision,
    updatedBy: [callerAsShown(ctx)],
  });
}

/** The caller without an e-mail address, since the owner of an integration may be another organization. */
function callerAsShown(ctx: Context): User {
  const { email: _, ...shown } = userById(ctx, ctx.caller.userId);
  return shown;
}
