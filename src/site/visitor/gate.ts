import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock/port.ts';
import type { Names } from '../../content/expression.ts';

/** The settings that decide who may read a site. */
export interface SiteGate {
  readonly visibility: string;
  readonly published: boolean;
  /** The keys of the site's active share links. */
  readonly shareKeys?: readonly string[];
  readonly visitorAuth?: {
    /** The keys that sign visitor tokens, newest first. An old key stays while it is being replaced. */
    readonly keys: readonly string[];
    readonly audience?: string;
    readonly issuer?: string;
    /** The sign-in address for a visitor without a token. */
    readonly signInUrl?: string;
  };
}

export interface VisitorRequest {
  /** From the address (`/{key}/…` or `?shareKey=`). */
  readonly shareKey?: string;
  /** From `?jwt_token=` or the cookie. */
  readonly token?: string;
}

export type GateAnswer =
  | {
      readonly outcome: 'welcome';
      readonly visitor: Names;
      readonly indexable: boolean;
      readonly expiresAt?: number;
    }
  /** For a visitor without access, the site does not exist. */
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'sign-in'; readonly location: string | undefined };

/** The longest token that we check, in characters. */
const longestToken = 8192;
/** The longest life of a token, in seconds, because a token that never expires cannot be revoked. */
const longestLife = 30 * 24 * 3600;

/** Decides whether somebody may read a site, and as whom. A token must use HS256, must expire, and must not be from the future. */
export async function passGate(gate: SiteGate, request: VisitorRequest, clock: Clock): Promise<GateAnswer> {
  if (!gate.published) return { outcome: 'absent' };
  switch (gate.visibility) {
    case 'public':
      return { outcome: 'welcome', visitor: anonymous, indexable: true };
    case 'unlisted':
      return { outcome: 'welcome', visitor: anonymous, indexable: false };
    case 'share-link': {
      const { shareKey } = request;
      const known = shareKey !== undefined && (gate.shareKeys ?? []).some((key) => sameSecret(key, shareKey));
      return known ? { outcome: 'welcome', visitor: anonymous, indexable: false } : { outcome: 'absent' };
    }
    case 'visitor-auth':
      return signedIn(gate, request, clock);
    default:
      return { outcome: 'absent' };
  }
}

const anonymous: Names = { visitor: { claims: { unsigned: {} } } };

async function signedIn(gate: SiteGate, { token }: VisitorRequest, clock: Clock): Promise<GateAnswer> {
  const { visitorAuth } = gate;
  const refused: GateAnswer = { outcome: 'sign-in', location: visitorAuth?.signInUrl };
  if (visitorAuth === undefined || token === undefined || token.length > longestToken) return refused;
  const { jwtVerify, errors } = await import('jose');
  for (const key of visitorAuth.keys) {
    if (key.length < 16) continue;
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        currentDate: new Date(clock.now()),
        clockTolerance: 5,
        ...(visitorAuth.audience === undefined ? {} : { audience: visitorAuth.audience }),
        ...(visitorAuth.issuer === undefined ? {} : { issuer: visitorAuth.issuer }),
      });
      const { exp = 0, iat, nbf, iss, aud, sub, jti, ...claims } = payload;
      void [nbf, iss, aud, sub, jti];
      const now = Math.floor(clock.now() / 1000);
      if (exp - (iat ?? now) > longestLife || (iat !== undefined && iat > now + 5)) return refused;
      const { unsigned: _forged, ...signed } = claims;
      return {
        outcome: 'welcome',
        visitor: { visitor: { claims: { ...signed, unsigned: {} } } },
        indexable: false,
        expiresAt: exp * 1000,
      };
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return refused;
}

function sameSecret(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && a.length > 0 && timingSafeEqual(a, b);
}
