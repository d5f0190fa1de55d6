import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/index.ts';
import type { Random } from '../../clock/port.ts';
import type { Level } from '../access/index.ts';
import { newId, type Caller } from '../context.ts';
import type { Store } from '../store/index.ts';
import { hashToken, isWellFormedToken, generateToken, tokenHint } from './format.ts';
import { isSiteTokenLike, readSiteToken, type SiteTokenClaims } from './site-token.ts';

/** What answers show of a token after its creation: never the token itself. */
export interface TokenRecord {
  readonly id: string;
  /** Its first and last characters. */
  readonly hint: string;
  readonly user: string;
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly revokedAt?: string;
  /** Exact to within ten minutes. */
  readonly lastUsedAt?: string;
}

/** A token in the list, with its owner. */
export interface ListedToken extends TokenRecord {
  readonly userName: string;
  /** The role of its user in the organization; null for a guest, and for somebody who was removed. */
  readonly role: Level;
}

interface TokenRow {
  id: string;
  hash: string;
  hint: string;
  user: string;
  label: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

const maxLabelLength = 100;
const lastUsedGrainMs = 10 * 60_000;

/**
 * Creates a token for `user` (an id or an e-mail address). The result's `token` is its only appearance.
 *
 * @param expiresAt milliseconds since the epoch; without it the token is valid until somebody revokes it.
 */
export function createToken(
  { store, random, nowMs }: { store: Store; random: Random; nowMs: number },
  { user, label, expiresAt }: { user: string; label: string; expiresAt?: number },
): { token: string; record: TokenRecord } {
  const owner = store.get<{ id: string }>('SELECT id FROM users WHERE id = ?1 OR email = ?1', { 1: user });
  if (owner === undefined) {
    throw new AppError('NOT_FOUND', `No user has the id or e-mail address "${user}".`, {
      hint: 'Ask for the list of users, or seed the service first.',
    });
  }
  if ([...label].length > maxLabelLength)
    throw new AppError('BAD_REQUEST', `The label is longer than ${maxLabelLength} characters.`);
  if (expiresAt !== undefined && expiresAt <= nowMs) {
    throw new AppError('BAD_REQUEST', 'The token would expire before it is made.', {
      hint: 'Give a time that is still to come.',
    });
  }
  const token = generateToken(random);
  const row: TokenRow = {
    id: newId({ random }),
    hash: hashToken(token),
    hint: tokenHint(token),
    user: owner.id,
    label,
    created_at: iso(nowMs),
    expires_at: expiresAt === undefined ? null : iso(expiresAt),
    revoked_at: null,
    last_used_at: null,
  };
  store.run(
    'INSERT INTO tokens (id, hash, hint, user, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...[row.id, row.hash, row.hint, row.user, row.label, row.created_at, row.expires_at],
  );
  return { token, record: recordOf(row) };
}

/** All tokens, oldest first, including revoked and expired ones. */
export function listTokens(store: Store): ListedToken[] {
  const rows = store.all<TokenRow & { user_name: string; role: Level }>(
    `SELECT tokens.*, users.display_name AS user_name,
       (SELECT role FROM members JOIN organizations ON organizations.id = organization
        WHERE members.user = tokens.user ORDER BY position LIMIT 1) AS role
     FROM tokens JOIN users ON users.id = tokens.user ORDER BY tokens.created_at, tokens.rowid`,
  );
  return rows.map((row) => ({ ...recordOf(row), userName: row.user_name, role: row.role }));
}

/** Whether this database ever had a token, even one that was revoked. */
export function hasTokens(store: Store): boolean {
  return store.get('SELECT 1 FROM tokens LIMIT 1') !== undefined;
}

/** Makes a token useless from the next request on. Revoking a token twice keeps the first time. */
export function revokeToken({ store, nowMs }: { store: Store; nowMs: number }, id: string): TokenRecord {
  store.run('UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', iso(nowMs), id);
  const row = store.get<TokenRow>('SELECT * FROM tokens WHERE id = ?', id);
  if (row === undefined) {
    throw new AppError('NOT_FOUND', `No token has the id "${id}".`, {
      hint: 'See "tidemark serve token list".',
    });
  }
  return recordOf(row);
}

/**
 * Reads the `Authorization` header of a request. Every failure is a 401 that says what is wrong. This tells nobody which tokens exist,
 * since nobody can guess one.
 *
 * @param secret the key of what the service signs; a site token is signed with it.
 */
export function authenticate(
  store: Store,
  header: string | undefined,
  nowMs: number,
  secret: Uint8Array,
): Caller {
  if (header === undefined || header === '')
    throw unauthenticated('The request has no Authorization header.');
  const match = /^bearer +([^\s]+)$/i.exec(header);
  if (match === null) throw unauthenticated('The Authorization header does not say "Bearer TOKEN".');
  const token = match[1]!;
  const site = isSiteTokenLike(token) ? openedSite(secret, token, nowMs) : undefined;
  const row = site === undefined ? rowOfToken(store, token) : rowWithId(store, site.sub);
  if (row.revoked_at !== null) throw unauthenticated('The token was revoked.');
  if (row.expires_at !== null && Date.parse(row.expires_at) <= nowMs)
    throw unauthenticated('The token has expired.');
  return { userId: row.user, tokenId: row.id, ...(site === undefined ? {} : { site: siteOf(site) }) };
}

function rowOfToken(store: Store, token: string): TokenRow {
  if (!isWellFormedToken(token))
    throw unauthenticated('The token is not one of this service: its form or checksum is wrong.');
  const hash = hashToken(token);
  const row = store.get<TokenRow>('SELECT * FROM tokens WHERE hash = ?', hash);
  if (row === undefined || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) {
    throw unauthenticated('The token is not known here.');
  }
  return row;
}

function rowWithId(store: Store, id: string): TokenRow {
  const row = store.get<TokenRow>('SELECT * FROM tokens WHERE id = ?', id);
  if (row === undefined) throw unauthenticated('The token that asked for this site token is not known here.');
  return row;
}

function openedSite(secret: Uint8Array, token: string, nowMs: number): SiteTokenClaims {
  const claims = readSiteToken(secret, token);
  if (claims === undefined)
    throw unauthenticated('The token is not one of this service: its form or signature is wrong.');
  if (claims.exp * 1000 <= nowMs) throw unauthenticated('The token has expired.');
  return claims;
}

function siteOf({ site, organization, shareKey }: SiteTokenClaims): NonNullable<Caller['site']> {
  return { id: site, organization, ...(shareKey === undefined ? {} : { shareKey }) };
}

/** Remembers when a token was last used; writes at most once in ten minutes for each. Call after a request succeeded. */
export function noteTokenUse(store: Store, caller: Caller, nowMs: number): void {
  const row = store.get<{ last_used_at: string | null }>(
    'SELECT last_used_at FROM tokens WHERE id = ?',
    caller.tokenId,
  );
  if (row === undefined) return;
  if (row.last_used_at !== null && nowMs - Date.parse(row.last_used_at) < lastUsedGrainMs) return;
  store.run('UPDATE tokens SET last_used_at = ? WHERE id = ?', iso(nowMs), caller.tokenId);
}

function unauthenticated(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message, {
    hint: 'Send "Authorization: Bearer TOKEN" with a token of "tidemark serve token create".',
  });
}

function recordOf(row: TokenRow): TokenRecord {
  return {
    id: row.id,
    hint: row.hint,
    user: row.user,
    label: row.label,
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
