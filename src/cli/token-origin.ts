import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, makeFolders } from '../base/index.ts';
import { isConfirmed } from './confirm.ts';
import type { World } from './world.ts';

/** The origins that each token was used with, by the hash of the token. */
type Origins = Readonly<Record<string, readonly string[]>>;

/** The largest number of remembered tokens. The oldest are dropped first. */
const mostTokens = 200;

/**
 * Allows a token only for the origin that it was first used with, and for origins that a person has confirmed since. A
 * configuration that came with content, or with somebody's branch, can name any service, but that service must not get the token.
 *
 * @returns a function that remembers the origin. Call it after the service has answered, so that an address where nothing
 * listens (the default one, before there is a configuration) does not become the token's first origin.
 */
export async function bindToken(world: World, token: string, url: string): Promise<() => void> {
  const { origin } = new URL(url);
  const file = originsFile(world.env);
  if (file === null) return () => undefined;
  const known = readOrigins(file);
  const key = createHash('sha256').update(`tidemark:token:${token}`).digest('hex');
  const origins = Object.hasOwn(known, key) ? (known[key] ?? []) : [];
  if (origins.includes(origin)) return () => undefined;
  if (origins.length > 0 && !isTrusted(world, origin) && !(await isAgreed(world, origin, origins)))
    throw new AppError('ORIGIN_NOT_TRUSTED', `this token was never used with ${origin}, and was not sent`, {
      hint: `It was used with ${origins.join(', ')}. If you mean this service, add --trust-origin (or set TIDEMARK_TRUST_ORIGIN=${origin}); if not, look where the configuration comes from.`,
      data: { origin, known: origins },
    });
  return () => {
    // Read again, because another command may have written meanwhile.
    const { [key]: own = [], ...others } = readOrigins(file);
    const kept = Object.entries(others).slice(1 - mostTokens);
    writeOrigins(file, Object.fromEntries([...kept, [key, [...new Set([...own, origin])]]]));
  };
}

function isTrusted({ trustOrigin, env }: World, origin: string): boolean {
  const named = env['TIDEMARK_TRUST_ORIGIN'];
  return (
    trustOrigin === true || (named !== undefined && URL.canParse(named) && new URL(named).origin === origin)
  );
}

async function isAgreed({ ask }: World, origin: string, known: readonly string[]): Promise<boolean> {
  if (ask === null) return false;
  return isConfirmed(ask, `Your token was used with ${known.join(', ')} so far. Send it to ${origin}, too?`);
}

/** A file outside of every repository; null if the environment names no personal folder. */
function originsFile(env: World['env']): string | null {
  const home = env['HOME'] || env['USERPROFILE'];
  const state = env['XDG_STATE_HOME'] || (home ? join(home, '.local', 'state') : '');
  return state === '' ? null : join(state, 'tidemark', 'token-origins.json');
}

function readOrigins(file: string): Origins {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    const value = JSON.parse(text) as unknown;
    if (isOrigins(value)) return value;
  } catch {
    // Reported below.
  }
  throw new AppError(
    'CONFIG_INVALID',
    `${file} cannot be read: it says which service each token belongs to`,
    {
      hint: 'Remove the file if you know where your token goes: the next use of a token is remembered again.',
    },
  );
}

function isOrigins(value: unknown): value is Origins {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (list) => Array.isArray(list) && list.every((origin) => typeof origin === 'string'),
    )
  );
}

/** If nothing can be written (in a read-only container), each use counts as the first one. */
function writeOrigins(file: string, origins: Origins): void {
  try {
    makeFolders(dirname(file), 0o700);
    const next = `${file}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify(origins, null, 2)}\n`, { mode: 0o600 });
    renameSync(next, file);
  } catch {
    return;
  }
}
