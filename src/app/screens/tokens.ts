/** The tokens of the person who is signed in. */
import { AppError } from '../../base/index.ts';
import { listOf } from '../lists.ts';
import { tokensPath } from '../paths.ts';
import { field, type Outcome, type Visit } from '../visit.ts';

const day = 24 * 60 * 60 * 1000;
/** How long a token may last, in days. */
const lives = [7, 30, 90, 365] as const;

/** The person's own tokens, and once the secret of the one that was just made. */
export async function tokens(visit: Visit): Promise<Outcome> {
  const name = visit.query.get('made');
  if (name === null) return shown(visit);
  const made = visit.once.take(name, { user: visit.user.id, nowMs: visit.nowMs });
  return shown(visit, made === undefined ? { isGone: true } : { made });
}

/** Makes or revokes a token. The secret is on the page that follows, once, and nowhere else: a reload of that page makes no other token. */
export async function changeTokens(visit: Visit): Promise<Outcome> {
  switch (field(visit, 'do')) {
    case 'make': {
      const days = lives.find((each) => String(each) === field(visit, 'days'));
      const { token = '' } = await visit.call('createTokenForAuthenticatedUser', {
        body: {
          label: field(visit, 'label').trim(),
          ...(days === undefined ? {} : { expiresAt: new Date(visit.nowMs + days * day).toISOString() }),
        },
      });
      const name = Buffer.from(visit.parts.random.bytes(16)).toString('base64url');
      visit.once.keep(name, { value: token, user: visit.user.id, nowMs: visit.nowMs });
      return { redirect: `${tokensPath}?made=${name}` };
    }
    case 'revoke': {
      const tokenId = field(visit, 'token');
      if (tokenId === visit.caller.tokenId && field(visit, 'sure') === '')
        return shown(visit, { asked: tokenId });
      await visit.call('revokeTokenForAuthenticatedUser', { params: { tokenId } });
      return { redirect: tokensPath, notice: 'The token is revoked.' };
    }
    default:
      throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  }
}

/** What the page has beside the list of tokens. */
interface Beside {
  /** The secret of a new token. */
  readonly made?: string;
  /** Whether the secret of a new token was shown before. */
  readonly isGone?: true;
  /** The token of this session, when the person has to say once more that it should end. */
  readonly asked?: string;
}

async function shown(visit: Visit, beside: Beside = {}): Promise<Outcome> {
  const own = await listOf(visit, 'listTokensForAuthenticatedUser', {}, 500);
  return {
    template: 'tokens',
    title: 'Your tokens',
    crumbs: [{ title: 'Home', href: '/app' }],
    data: {
      ...beside,
      lives,
      action: tokensPath,
      tokens: own.map((token) => ({ ...token, isOfSession: token.id === visit.caller.tokenId })),
    },
  };
}
