/**
 * Tokens for programs that show a published site to its visitors. The service gives one with each address that it looks up. Such a token
 * is a JWT, because these programs read claims in it; the service signs it and stores nothing.
 *
 * A site token belongs to the token that asked for it, and works only as long as that one. What it opens is decided at each request, by
 * the guard: what its owner may read of this one site, and nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a site token says. The names of the fields are those of the hosted service. */
export interface SiteTokenClaims {
  readonly kind: 'site';
  readonly organization: string;
  readonly site: string;
  readonly siteSection?: string;
  readonly siteSpace: string;
  readonly space: string;
  /** The spaces of the site, of many only the first. The guard does not read them: a site's spaces may change at any time. */
  readonly spaces: readonly string[];
  readonly visitorType?: 'human' | 'agent';
  /** What conditions may ask about the visitor. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The key of the share link through which the visitor came. */
  readonly shareKey?: string;
  /** The id of the token that asked. */
  readonly sub: string;
  /** Seconds since the epoch. */
  readonly exp: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const overlapMs = 5 * 60 * 1000;

const header = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * When a token that is given out now ends: five minutes after the next midnight (UTC). All tokens of a day have the same end, so that two
 * requests for one place get the same token, and what a program has cached under it stays of use.
 */
export function endOfSiteToken(nowMs: number): number {
  return (Math.floor(nowMs / dayMs) + 1) * dayMs + overlapMs;
}

/** Signs a site token. */
export function signSiteToken(secret: Uint8Array, claims: SiteTokenClaims): string {
  const signed = `${header}.${encode(claims)}`;
  return `${signed}.${signatureOf(secret, signed)}`;
}

/** Says whether `text` has the form of a site token; whether this service signed it is another question. */
export function isSiteTokenLike(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}

/** What a site token says; undefined for a text that this service did not sign. The caller looks at its end. */
export function readSiteToken(secret: Uint8Array, text: string): SiteTokenClaims | undefined {
  const end = text.lastIndexOf('.');
  const signed = text.slice(0, end);
  const given = Buffer.from(text.slice(end + 1));
  const expected = Buffer.from(signatureOf(secret, signed));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  // The signature says that this service wrote it, and the service signs nothing else with this key.
  return JSON.parse(Buffer.from(signed.slice(header.length + 1), 'base64url').toString()) as SiteTokenClaims;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The key is derived, so that nothing else that the service signs can be taken for a site token. */
function signatureOf(secret: Uint8Array, signed: string): string {
  const key = createHmac('sha256', secret).update('site-token').digest();
  return createHmac('sha256', key).update(signed).digest('base64url');
}
