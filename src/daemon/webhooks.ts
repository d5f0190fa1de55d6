import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock/index.ts';

/** The possible senders of a webhook, each with its own way of proving that it knows the secret. */
export const hookSenders = ['tidemark', 'github', 'gitlab', 'gitea'] as const;
export type HookSender = (typeof hookSenders)[number];

/** One `POST /hooks/<name>`: says "look again" for a space, or for all. */
export interface HookConfig {
  readonly name: string;
  readonly secret: string;
  /** Default `tidemark`: our own form, in which the time is signed as well. */
  readonly from?: HookSender;
  readonly space?: string;
  /** The branch whose pushes count, where a git host is the sender; absent: all branches. */
  readonly branch?: string;
}

export interface HookDelivery {
  name: string;
  /** The headers, with lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
}

export type HookVerdict =
  | {
      accepted: true;
      space: string | null;
      /** The delivery is genuine but does not concern us: a push to another branch, or a greeting. */
      idle?: true;
    }
  | { accepted: false; reason: 'unknown' | 'unsigned' | 'late' | 'forged' | 'replayed' };

/** By how much a delivery may be older or newer than our clock, and for how long it is remembered. */
const windowMs = 5 * 60_000;
const mostRemembered = 10_000;

/** Tells genuine deliveries from forged, late and replayed ones. */
export function createHookGuard(
  hooks: readonly HookConfig[],
  clock: Clock,
): (delivery: HookDelivery) => HookVerdict {
  const byName = new Map(hooks.map((hook) => [hook.name, hook]));
  const judgeOwn = ownGuard(clock);
  return (delivery) => {
    const hook = byName.get(delivery.name);
    if (!hook) return { accepted: false, reason: 'unknown' };
    const { from = 'tidemark', space = null } = hook;
    if (from === 'tidemark') return judgeOwn(hook, delivery);
    const proof = proofs[from];
    const given = proof.headers.map((name) => delivery.headers[name]).find((value) => value !== undefined);
    if (given === undefined) return { accepted: false, reason: 'unsigned' };
    if (!equal(proof.expected(hook.secret, delivery.body), given))
      return { accepted: false, reason: 'forged' };
    return { accepted: true, space, ...(concernsUs(hook, delivery) ? {} : { idle: true }) };
  };
}

/** Our own form: the time is signed as well, so that a delivery counts once, and only for a while. */
function ownGuard(clock: Clock): (hook: HookConfig, delivery: HookDelivery) => HookVerdict {
  const seen = new Map<string, number>();
  return ({ name, secret, space = null }, { headers, body }) => {
    const [timestamp, signature] = [headers['x-tidemark-timestamp'], headers['x-tidemark-signature']];
    if (timestamp === undefined || signature === undefined) return { accepted: false, reason: 'unsigned' };
    const expected = signHook(secret, timestamp, body);
    if (!equal(expected, signature)) return { accepted: false, reason: 'forged' };
    const now = clock.now();
    const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1_000 : NaN;
    if (!(Math.abs(now - sentAt) <= windowMs)) return { accepted: false, reason: 'late' };
    for (const [other, at] of seen)
      if (now - at > 2 * windowMs || seen.size > mostRemembered) seen.delete(other);
    if (seen.has(`${name} ${expected}`)) return { accepted: false, reason: 'replayed' };
    seen.set(`${name} ${expected}`, now);
    return { accepted: true, space };
  };
}

/** The signature that a sender puts into `X-Tidemark-Signature`. */
export function signHook(secret: string, timestamp: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/**
 * How git hosts prove that they know the secret. They sign no time: a repeated delivery makes us look again, which costs one list
 * and changes nothing.
 */
const proofs: Record<
  Exclude<HookSender, 'tidemark'>,
  { readonly headers: readonly string[]; expected(secret: string, body: Uint8Array): string }
> = {
  github: {
    headers: ['x-hub-signature-256'],
    expected: (secret, body) => `sha256=${hmac(secret, body)}`,
  },
  gitlab: { headers: ['x-gitlab-token'], expected: (secret) => secret },
  gitea: { headers: ['x-gitea-signature', 'x-forgejo-signature'], expected: hmac },
};

/** The headers in which git hosts name the event. */
const eventHeaders = ['x-github-event', 'x-gitlab-event', 'x-gitea-event', 'x-forgejo-event'];

/** Whether a delivery is a push to the edited branch; a delivery that cannot be read counts as one. */
function concernsUs({ branch }: HookConfig, { headers, body }: HookDelivery): boolean {
  const event = eventHeaders.map((name) => headers[name]).find((value) => value !== undefined);
  if (event !== undefined && !/^push(?: hook)?$/iu.test(event)) return false;
  const ref = refOf(headers['content-type'] ?? '', Buffer.from(body).toString('utf8'));
  return branch === undefined || ref === null || ref === `refs/heads/${branch}`;
}

function refOf(contentType: string, text: string): string | null {
  const isForm = contentType.startsWith('application/x-www-form-urlencoded');
  try {
    const payload = JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text) as unknown;
    const ref = (payload as { ref?: unknown } | null)?.ref;
    return typeof ref === 'string' ? ref : null;
  } catch {
    return null;
  }
}

function hmac(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Compares two strings in a time that reveals neither where they differ nor how long they are. */
function equal(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
}
