/** The page that an invitation link leads to, and how somebody takes the invitation. */
import { invitePath, organizationPath, signInPath, tokensPath } from '../paths.ts';
import {
  param,
  type Outcome,
  type SignedOutOutcome,
  type SignedOutVisit,
  type View,
  type Visit,
} from '../visit.ts';
import { unlessHidden } from './frame.ts';

/** For somebody who is signed in. The page says nothing of the organization to somebody who does not belong to it yet. */
export async function invitation(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const known = await unlessHidden(visit.call('getOrganizationById', { params: { organizationId } }));
  return {
    template: 'invitation',
    title: 'You are invited',
    data: {
      title: known?.title,
      home: organizationPath(organizationId),
      action: invitePath(organizationId, param(visit, 'invite')),
    },
  };
}

/** Takes an invitation. */
export async function join(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  await visit.call('joinOrganizationWithInvite', {
    params: { organizationId, inviteId: param(visit, 'invite') },
  });
  return { redirect: organizationPath(organizationId), notice: 'You are in.' };
}

/** For somebody whom the service may not know yet. */
export async function invitationForVisitor({ params, address }: SignedOutVisit): Promise<View> {
  return {
    template: 'strangers-invitation',
    title: 'You are invited',
    data: {
      action: invitePath(params['organization'] ?? '', params['invite'] ?? ''),
      signIn: `${signInPath}?to=${encodeURIComponent(address)}`,
    },
  };
}

/** Takes an invitation as a new person, and signs them in. */
export async function joinAsNewUser({ params, form, parts }: SignedOutVisit): Promise<SignedOutOutcome> {
  const session = parts.sessions.beginWithInvite({
    organization: params['organization'] ?? '',
    invite: params['invite'] ?? '',
    name: form.fields.get('name') ?? '',
  });
  return {
    session,
    redirect: tokensPath,
    notice: 'You are in. Make a token now and keep it: you sign in with it next time.',
  };
}
