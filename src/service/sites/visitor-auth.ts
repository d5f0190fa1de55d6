/** Visitors who sign in somewhere else and come with a token: the key that the two sides share. */
import { AppError } from '../../base/index.ts';
import type { PublishingAuth } from '../../contract/index.ts';
import { present } from '../absent.ts';
import type { Context, Service } from '../context.ts';
import { randomBase62 } from '../tokens/base62.ts';

/** About 190 bits. */
const keyLength = 32;

interface Row {
  readonly private_key: string;
  readonly fallback_url: string | null;
}

/** What the gate of a site needs; undefined for one that visitors do not sign in to. */
export function visitorKeys(
  { store }: Pick<Service, 'store'>,
  site: string,
): { keys: string[]; signInUrl?: string } | undefined {
  const row = readRow({ store }, site);
  return row === undefined
    ? undefined
    : { keys: [row.private_key], ...present({ signInUrl: row.fallback_url }) };
}

/** Gives a site whose visitors sign in its first key. */
export function ensureVisitorKey(
  ctx: Pick<Service, 'store' | 'random'> & Pick<Context, 'now'>,
  site: string,
): void {
  if (readRow(ctx, site) !== undefined) return;
  ctx.store.run(
    'INSERT INTO site_visitor_keys (site, private_key, updated_at) VALUES (?, ?, ?)',
    ...[site, randomBase62(ctx.random, keyLength), ctx.now],
  );
}

/** Gives a site another key. Tokens that were signed with the old one are refused from now on. */
export function replaceVisitorKey(ctx: Context, site: string): void {
  openRow(ctx, site);
  ctx.store.run(
    'UPDATE site_visitor_keys SET private_key = ?, updated_at = ? WHERE site = ?',
    ...[randomBase62(ctx.random, keyLength), ctx.now, site],
  );
}

/** Sets where visitors without a valid token are sent; null: nowhere. */
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
    privateKey: row.private_key,
    ...present({ fallbackURL: row.fallback_url }),
  };
}

function readRow({ store }: Pick<Service, 'store'>, site: string): Row | undefined {
  return store.get<Row>('SELECT private_key, fallback_url FROM site_visitor_keys WHERE site = ?', site);
}

function openRow(ctx: Pick<Service, 'store'>, site: string): Row {
  const row = readRow(ctx, site);
  if (row !== undefined) return row;
  throw new AppError('WRONG_STATE', 'The visitors of this site do not sign in.', {
    hint: 'Set its visibility to "visitor-auth" first.',
  });
}
