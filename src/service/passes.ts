/** Addresses that are good for an hour and need no token: each contains what it is for and until when, and is signed. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Service } from './context.ts';

/** What such an address is for; an address of another kind is refused. */
export type PassKind = 'pdf' | 'preview';

const lifetimeMs = 60 * 60 * 1000;

/** The part of an address that opens `job` for an hour. */
export function passFor(
  service: Pick<Service, 'secret'>,
  kind: PassKind,
  job: object,
  nowMs: number,
): string {
  const payload = Buffer.from(JSON.stringify({ ...job, until: nowMs + lifetimeMs })).toString('base64url');
  return `${payload}.${signatureOf(service, kind, payload)}`;
}

/** The job in an address of {@link passFor}; undefined for an address that this service did not sign, or when the hour is over. */
export function jobOfPass<Job extends object>(
  service: Pick<Service, 'secret' | 'clock'>,
  kind: PassKind,
  pass: string,
): Job | undefined {
  const [payload = '', signature = ''] = pass.split('.');
  const expected = Buffer.from(signatureOf(service, kind, payload));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  // The signature says that this service wrote it.
  const { until, ...job } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Job & {
    until: number;
  };
  return until <= service.clock.now() ? undefined : (job as unknown as Job);
}

function signatureOf({ secret }: Pick<Service, 'secret'>, kind: PassKind, payload: string): string {
  return createHmac('sha256', secret).update(`${kind}\n${payload}`).digest('base64url').slice(0, 22);
}
