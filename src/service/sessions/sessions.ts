import type { Random } from '../../clock/port.ts';
import type { Caller } from '../context.ts';
import type { Store } from '../store/index.ts';
import { hashToken, randomBase62 } from '../tokens/index.ts';

interface At {
  readonly store: Store;
  readonly random: Random;
  readonly nowMs: number;
}

/** How long a session lasts, whatever happens in it. */
const sessionDurationMs = 30 * 24 * 60 * 60 * 1000;
/** How long the address that a service prints at its start can be opened. */
const codeDurationMs = 24 * 60 * 60 * 1000;

/** About 178 bits, as many as a token has. */
const secretLength = 30;

/**
 * Begins a session and returns its secret, which appears nowhere else. A session ends with the token or the provider that it began with.
 */
export function createSession(
  { store, random, nowMs }: At,
  { userId, tokenId }: Caller,
  provider: string | null = null,
): string {
  const secret = randomBase62(random, secretLength);
  store.run('DELETE FROM app_sessions WHERE expires_at <= ?', nowMs);
  store.run(
    'INSERT INTO app_sessions (hash, user, token, provider, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[
      hashToken(secret),
      userId,
      tokenId === '' ? null : tokenId,
      provider,
      nowMs,
      nowMs + sessionDurationMs,
    ],
  );
  return secret;
}

/** The owner of a session; undefined when there is no such session, or when the session or its token has ended. */
export function callerOfSession({ store, nowMs }: Omit<At, 'random'>, secret: string): Caller | undefined {
  const row = store.get<{ user: string; token: string | null }>(
    `SELECT app_sessions.user, token FROM app_sessions LEFT JOIN tokens ON tokens.id = token
     WHERE app_sessions.hash = ?1 AND app_sessions.expires_at > ?2
       AND (token IS NULL OR (revoked_at IS NULL AND (tokens.expires_at IS NULL OR tokens.expires_at > ?3)))`,
    { 1: hashToken(secret), 2: nowMs, 3: new Date(nowMs).toISOString() },
  );
  return row === undefined ? undefined : { userId: row.user, tokenId: row.token ?? '' };
}

/** Ends one session. */
export function endSession({ store }: Pick<At, 'store'>, secret: string): void {
  store.run('DELETE FROM app_sessions WHERE hash = ?', hashToken(secret));
}

/** Ends all sessions of a user, on every machine, and the one-time addresses that would begin another session. */
export function endSessionsOf({ store }: Pick<At, 'store'>, user: string): void {
  store.run('DELETE FROM app_sessions WHERE user = ?', user);
  store.run('DELETE FROM app_sign_in_codes WHERE user = ?', user);
}

/** Makes a code that signs `user` in, once. */
export function createSignInCode({ store, random, nowMs }: At, user: string): string {
  const code = randomBase62(random, secretLength);
  store.run('DELETE FROM app_sign_in_codes WHERE expires_at <= ?', nowMs);
  store.run(
    'INSERT INTO app_sign_in_codes (hash, user, expires_at) VALUES (?, ?, ?)',
    ...[hashToken(code), user, nowMs + codeDurationMs],
  );
  return code;
}

/** Uses up a code, and returns the user whom it signs in; undefined for a used, expired or made-up code. */
export function takeSignInCode({ store, nowMs }: Omit<At, 'random'>, code: string): string | undefined {
  const row = store.get<{ user: string; expires_at: number }>(
    'DELETE FROM app_sign_in_codes WHERE hash = ? RETURNING user, expires_at',
    hashToken(code),
  );
  return row === undefined || row.expires_at <= nowMs ? undefined : row.user;
}
