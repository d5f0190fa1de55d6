/** The tokens of the person who is signed in. */
import { AppError } from '../../base/index.ts';
import { listOf } from '../lists.ts';
import { tokensPath } from '../paths.ts';
import { field, type Outcome, type Visit } from '../visit.ts';

const day = 24 * 60 * 60 * 1000;
/** How long a token may last, in days. */
const lives = [7, 30, 90, 365] as const;

/** The person's own tokens. */
export function tokens(visit: Visit): Promise<Outcome> {
  return shown(visit, undefined);
}

/** Makes or revokes a token. The secret is in this one answer and nowhere else. */
export async function changeTokens(visit: Visit): Promise<Outcome> {
  switch (field(visit, 'do')) {
    case 'make': {
      const days = lives.find((each) => String(each) === field(visit, 'days'));
      const made = await visit.call('createTokenForAuthenticatedUser', {
        body: {
          label: field(visit, 'label').trim(),
          ...(days === undefined ? {} : { expiresAt: new Date(visit.nowMs + days * day).toISOString() }),
        },
      });
      return shown(visit, made.token);
    }
    case 'revoke':
      await visit.call('revokeTokenForAuthenticatedUser', { params: { tokenId: field(visit, 'token') } });
      return { redirect: tokensPath, notice: 'The token is revoked.' };
    default:
      throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  }
}

async function shown(visit: Visit, made: string | undefined): Promise<Outcome> {
  const own = await listOf(visit, 'listTokensForAuthenticatedUser', {}, 500);
  return {
    template: 'tokens',
    title: 'Your tokens',
    crumbs: [{ title: 'Home', href: '/app' }],
    data: {
      made,
      lives,
      action: tokensPath,
      tokens: own.map((token) => ({ ...token, isOfSession: token.id === visit.caller.tokenId })),
    },
  };
}
