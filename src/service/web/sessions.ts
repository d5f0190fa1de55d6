import { AppError } from '../../base/index.ts';
import { contextOf } from '../context.ts';
import type { Service } from '../context.ts';
import { inviteHandlers } from '../invites/index.ts';
import { createUser } from '../organizations/index.ts';
import { performNow } from '../perform.ts';
import type { AccessGate } from '../perform.ts';
import {
  callerOfSession,
  createSession,
  endSession,
  endSessionsOf,
  takeSignInCode,
} from '../sessions/index.ts';
import type { Sessions } from './port.ts';

interface Inside {
  readonly service: Service;
  readonly gate: AccessGate;
}

/** How many characters a person's name may have. */
const longestName = 100;

/** The sessions of the app, and the ways to begin one. */
export function sessionsOf(inside: Inside): Sessions {
  const { service, gate } = inside;
  const { store, random, clock } = service;
  const at = () => ({ store, random, nowMs: clock.now() });
  return {
    beginWithToken: (token) => {
      const now = at();
      const caller = gate.authenticate(store, `Bearer ${token}`, now.nowMs, service.secret);
      // A session may do all that its person may; a site token may not.
      if (caller.site !== undefined)
        throw new AppError('UNAUTHENTICATED', 'This token only shows a site; nobody signs in with it.');
      return store.transaction(() => createSession(now, caller));
    },
    beginWithCode: (code) =>
      store.transaction(() => {
        const now = at();
        const user = takeSignInCode(now, code);
        return user === undefined ? undefined : createSession(now, { userId: user, tokenId: '' });
      }),
    beginWithInvite: (invitation) =>
      store.transaction(() => createSession(at(), invited(inside, invitation))),
    callerOf: (secret) => callerOfSession(at(), secret),
    end: (secret) => store.transaction(() => endSession({ store }, secret)),
    endAllOf: (user) => store.transaction(() => endSessionsOf({ store }, user)),
  };
}

/**
 * A new person who took an invitation, through the operation that takes one. The form asks for no address: nothing here could prove it, and
 * somebody with another person's address would get that person's later invitations.
 */
function invited(
  { service, gate }: Inside,
  { organization, invite, name }: Parameters<Sessions['beginWithInvite']>[0],
) {
  const displayName = name.trim().replace(/\s+/gu, ' ');
  if (displayName === '' || [...displayName].length > longestName || /\p{C}/u.test(displayName))
    throw new AppError('BAD_REQUEST', `A name has 1 to ${longestName} characters that can be seen.`);
  const isSignedInElsewhere = service.store.get(
    'SELECT 1 FROM organizations WHERE id = ? AND sso = 1',
    organization,
  );
  if (isSignedInElsewhere !== undefined)
    throw new AppError('FORBIDDEN', 'This organization lets people in only through its own sign-in.', {
      hint: 'Sign in first; open the invitation then.',
    });
  const now = new Date(service.clock.now()).toISOString();
  const userId = createUser({ store: service.store, random: service.random, now }, displayName);
  const caller = { userId, tokenId: '' };
  performNow({
    context: contextOf(service, caller),
    id: 'joinOrganizationWithInvite',
    handler: inviteHandlers.joinOrganizationWithInvite,
    input: { params: { organizationId: organization, inviteId: invite }, query: {}, body: undefined },
    gate,
    source: 'ui',
  });
  return caller;
}
