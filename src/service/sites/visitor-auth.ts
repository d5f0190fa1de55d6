/** Visitors who sign in somewhere else and come with a token: the key that both sides share. */
import { AppError } from '../../base/index.ts';
import type { PublishingAuth } from '../../contract/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Context, Service } from '../context.ts';
import { randomBase62 } from '../base62.ts';

/** About 190 bits. */
const keyLength = 32;

interface Row {
  readonly privateKey: string;
  readonly fallbackUrl: string | null;
}

type Opening = Pick<Service, 'store' | 'vault'>;

/** The keys that the gate of a site needs; undefined for a site whose visitors do not sign in. */
export function visitorKeys(
  service: Opening,
  site: string,
): { keys: string[]; signInUrl?: string } | undefined {
  const row = readRow(service, site);
  return row === undefined
    ? undefined
    : { keys: [row.privateKey], ...withoutNulls({ signInUrl: row.fallbackUrl }) };
}

/** Gives a site its first key, when its visitors sign in. */
export function ensureVisitorKey(ctx: Opening & Pick<Context, 'random' | 'now'>, site: string): void {
  if (readRow(ctx, site) !== undefined) return;
  ctx.store.run(
    'INSERT INTO site_visitor_keys (site, private_key, updated_at) VALUES (?, ?, ?)',
    ...[site, newKey(ctx, site), ctx.now],
  );
}

/** Gives a site another key. From now on, tokens with the old key are refused. */
export function replaceVisitorKey(ctx: Context, site: string): void {
  openRow(ctx, site);
  ctx.store.run(
    'UPDATE site_visitor_keys SET private_key = ?, updated_at = ? WHERE site = ?',
    ...[newKey(ctx, site), ctx.now, site],
  );
}

/** Sets the address for visitors without a valid token; null: none. */
export function setSignInUrl(ctx: Context, site: string, url: string | null): void {
  openRow(ctx, site);
  if (url !== null && !/^https?:\/\//iu.test(url))
    throw new AppError('BAD_REQUEST', '"fallbackURL" must be an http or https address.');
  ctx.store.run(
    'UPDATE site_visitor_keys SET fallback_url = ?, updated_at = ? WHERE site = ?',
    ...[url, ctx.now, site],
  );
}

/** The settings as the interface shows them, the key included: whoever signs tokens needs it. */
export function publishingAuthJson(ctx: Context, site: string): PublishingAuth {
  const row = openRow(ctx, site);
  return {
    object: 'publishing-auth',
    backend: 'custom',
    privateKey: row.privateKey,
    ...withoutNulls({ fallbackURL: row.fallbackUrl }),
  };
}

/** A new key, sealed. */
function newKey(ctx: Opening & Pick<Context, 'random'>, site: string): string {
  return ctx.vault.seal('visitorKey', [site], randomBase62(ctx.random, keyLength));
}

function readRow({ store, vault }: Opening, site: string): Row | undefined {
  const row = store.get<{ private_key: string; fallback_url: string | null }>(
    'SELECT private_key, fallback_url FROM site_visitor_keys WHERE site = ?',
    site,
  );
  return (
    row && { privateKey: vault.open('visitorKey', [site], row.private_key), fallbackUrl: row.fallback_url }
  );
}

function openRow(ctx: Opening, site: string): Row {
  const row = readRow(ctx, site);
  if (row !== undefined) return row;
  throw new AppError('WRONG_STATE', 'The visitors of this site do not sign in.', {
    hint: 'Set its visibility to "visitor-auth" first.',
  });
}
