/**
 * What an answer says about limits, in every dialect in use: the structured fields of the current draft (`RateLimit:
 * "x";r=50;t=30`), those of draft 7 (`RateLimit: limit=100, remaining=50, reset=5`), the three fields of the earlier drafts,
 * `X-RateLimit-*` (reset as seconds from now, epoch seconds or epoch milliseconds) and `Retry-After`. Fields that cannot be
 * understood are ignored, as the draft demands.
 */
export interface RateReading {
  quotas: QuotaReading[];
  /** Null when absent or nonsense. */
  retryAfterMs: number | null;
}

export interface QuotaReading {
  name: string;
  limit: number | null;
  remaining: number;
  /** The time until more may be requested. */
  resetMs: number | null;
  windowMs: number | null;
}

export type Headers = Readonly<Record<string, string>>;

/** The longest time that one answer can make us wait; after that, one request looks again. */
const longestWaitMs = 15 * 60_000;
const longestResetMs = 60 * 60_000;

/** Reads the limits out of headers with lower-case names; `wallNow` is used where the answer has no Date. */
export function readRateHeaders(headers: Headers, wallNow: number): RateReading {
  const serverNow = dateOf(headers['date']) ?? wallNow;
  const found = [...structured(headers), ...draft7(headers), ...threeFields(headers, serverNow)];
  const names = new Set<string>();
  const quotas = found.filter(({ name }) => !names.has(name) && names.add(name));
  return { quotas, retryAfterMs: retryAfter(headers['retry-after'], serverNow) };
}

function retryAfter(value: string | undefined, serverNow: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const date = dateOf(text);
  const ms = date === undefined ? decimal(text) * 1_000 : Math.max(0, date - serverNow);
  if (!(ms >= 0)) return null;
  return Math.min(Math.max(ms, 1_000), longestWaitMs);
}

/** `RateLimit: "name";r=1;t=2` with `RateLimit-Policy: "name";q=100;w=60`. */
function structured(headers: Headers): QuotaReading[] {
  const policies = new Map(items(headers['ratelimit-policy']).map((item) => [item.name, item.parameters]));
  return items(headers['ratelimit']).flatMap(({ name, parameters }) => {
    const remaining = whole(parameters.get('r'));
    const policy = policies.get(name);
    const unit = policy?.get('qu') ?? 'requests';
    if (remaining === null || unit !== 'requests') return [];
    return [
      {
        name,
        limit: whole(policy?.get('q')),
        remaining,
        resetMs: resetFromSeconds(whole(parameters.get('t'))),
        windowMs: seconds(whole(policy?.get('w'))),
      },
    ];
  });
}

/** `RateLimit: limit=100, remaining=50, reset=5` with `RateLimit-Policy: 100;w=60`. */
function draft7(headers: Headers): QuotaReading[] {
  const fields = new Map(
    (headers['ratelimit'] ?? '').split(',').map((part) => {
      const [key = '', value = ''] = part.split('=', 2);
      return [key.trim(), value.trim()] as const;
    }),
  );
  const remaining = whole(fields.get('remaining'));
  if (remaining === null) return [];
  const limit = whole(fields.get('limit'));
  const reset = resetFromSeconds(whole(fields.get('reset')));
  return [
    {
      name: 'default',
      limit,
      remaining,
      resetMs: reset,
      windowMs: windowFor(headers['ratelimit-policy'], limit),
    },
  ];
}

/** `RateLimit-Limit`, `-Remaining`, `-Reset`, with `X-` and with the spelling `X-Rate-Limit-`, too. */
function threeFields(headers: Headers, serverNow: number): QuotaReading[] {
  return ['ratelimit', 'x-ratelimit', 'x-rate-limit'].flatMap((prefix) => {
    const remaining = whole(headers[`${prefix}-remaining`]);
    if (remaining === null) return [];
    const declared = headers[`${prefix}-limit`];
    const limit = whole(declared?.split(/[,;]/, 1)[0]);
    return [
      {
        name: 'default',
        limit,
        remaining,
        resetMs: resetFrom(headers[`${prefix}-reset`], serverNow),
        windowMs: windowFor(declared, limit),
      },
    ];
  });
}

/** The `w` of the entry `<limit>;w=60` in a list such as `100, 100;w=60, 1000;w=3600`. */
function windowFor(list: string | undefined, limit: number | null): number | null {
  for (const entry of (list ?? '').split(',')) {
    const [quota = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const window = parameters.find((parameter) => parameter.startsWith('w='));
    if (window !== undefined && whole(quota) === limit) return seconds(whole(window.slice(2)));
  }
  return null;
}

/** Seconds from now; a number above 10^9 counts as seconds since the epoch, one above 10^12 as milliseconds. */
function resetFrom(text: string | undefined, serverNow: number): number | null {
  const value = decimal((text ?? '').trim());
  if (Number.isNaN(value)) {
    const date = dateOf(text);
    return date === undefined ? null : clampReset(date - serverNow);
  }
  if (value > 1e12) return clampReset(value - serverNow);
  if (value > 1e9) return clampReset(value * 1_000 - serverNow);
  return clampReset(value * 1_000);
}

function resetFromSeconds(value: number | null): number | null {
  return value === null ? null : clampReset(value * 1_000);
}

function clampReset(ms: number): number {
  return Math.min(Math.max(ms, 0), longestResetMs);
}

function seconds(value: number | null): number | null {
  return value === null || value === 0 ? null : value * 1_000;
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
}

function decimal(text: string): number {
  return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

/** An HTTP date; other spellings that `Date.parse` would guess at (`-1`, `2030`) are not accepted. */
function dateOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

interface Item {
  name: string;
  parameters: Map<string, string>;
}

const nameOrToken = /^\s*(?:"((?:[^"\\]|\\["\\])*)"|([A-Za-z*][\w.*:/-]*))/;
const parameter =
  /^\s*;\s*([a-z*][a-z0-9_.*-]*)(?:=(?:"((?:[^"\\]|\\["\\])*)"|(:[A-Za-z0-9+/=]*:|[^\s;,"]+)))?/;

/** A list of structured-field items (strings or tokens) with parameters; empty when any part of it is malformed. */
function items(text: string | undefined): Item[] {
  const found: Item[] = [];
  let rest = text ?? '';
  while (rest.trim() !== '') {
    const head = nameOrToken.exec(rest);
    if (!head) return [];
    rest = rest.slice(head[0].length);
    const parameters = new Map<string, string>();
    for (let match = parameter.exec(rest); match; match = parameter.exec(rest)) {
      parameters.set(match[1] ?? '', match[2] ?? match[3] ?? '');
      rest = rest.slice(match[0].length);
    }
    found.push({ name: head[1] ?? head[2] ?? '', parameters });
    rest = rest.trimStart();
    if (rest === '') break;
    if (!rest.startsWith(',')) return [];
    rest = rest.slice(1);
  }
  return found;
}
