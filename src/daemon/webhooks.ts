import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock/index.ts';

/** One `POST /hooks/<name>`: says "look again" for a space, or for all. */
export interface HookConfig {
  readonly name: string;
  readonly secret: string;
  readonly space?: string;
}

export interface HookDelivery {
  name: string;
  /** `X-Tidemark-Timestamp`: seconds since the epoch. */
  timestamp: string | undefined;
  /** `X-Tidemark-Signature`: `sha256=` and the HMAC of `<timestamp>.<body>` in hex. */
  signature: string | undefined;
  body: Uint8Array;
}

export type HookVerdict =
  | { accepted: true; space: string | null }
  | { accepted: false; reason: 'unknown' | 'unsigned' | 'late' | 'forged' | 'replayed' };

/** Deliveries may be so much older or newer than our clock, and are remembered for as long. */
const windowMs = 5 * 60_000;
const mostRemembered = 10_000;

/** Tells real deliveries from forged, late and replayed ones. */
export function createHookGuard(
  hooks: readonly HookConfig[],
  clock: Clock,
): (delivery: HookDelivery) => HookVerdict {
  const seen = new Map<string, number>();
  const byName = new Map(hooks.map((hook) => [hook.name, hook]));
  return ({ name, timestamp, signature, body }) => {
    const hook = byName.get(name);
    if (!hook) return { accepted: false, reason: 'unknown' };
    if (timestamp === undefined || signature === undefined) return { accepted: false, reason: 'unsigned' };
    const expected = signHook(hook.secret, timestamp, body);
    if (!equal(expected, signature)) return { accepted: false, reason: 'forged' };
    const now = clock.now();
    const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1_000 : NaN;
    if (!(Math.abs(now - sentAt) <= windowMs)) return { accepted: false, reason: 'late' };
    for (const [other, at] of seen)
      if (now - at > 2 * windowMs || seen.size > mostRemembered) seen.delete(other);
    if (seen.has(`${name} ${expected}`)) return { accepted: false, reason: 'replayed' };
    seen.set(`${name} ${expected}`, now);
    return { accepted: true, space: hook.space ?? null };
  };
}

/** The signature that a sender puts into `X-Tidemark-Signature`. */
export function signHook(secret: string, timestamp: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
