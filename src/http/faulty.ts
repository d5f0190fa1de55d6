import type { Clock, Random } from '../clock/index.ts';
import { cancelled, noAnswer } from './failures.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from './port.ts';

/** One thing that goes wrong with a request. */
export type Fault =
  /** No connection is made. */
  | { readonly kind: 'refused' }
  /** The connection breaks before the server has seen the request, which the sender cannot know. */
  | { readonly kind: 'dropped-before' }
  /** The server does its work, and the answer is lost. */
  | { readonly kind: 'dropped-after' }
  | { readonly kind: 'slow'; readonly ms: number }
  /** The answer ends early, and nothing shows it (for a body that ends with its connection). */
  | { readonly kind: 'truncated'; readonly bytes: number }
  /** The server gives this answer without doing the work. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** Decides what goes wrong with request number `index`; null: nothing. */
export type FaultPlan = (request: HttpRequest, index: number) => Fault | null;

/** A transport that fails according to its plan; for tests and the simulation. */
export function createFaultyTransport(
  inner: HttpTransport,
  plan: FaultPlan,
  { clock }: { clock: Clock },
): HttpTransport {
  let index = 0;

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const fault = plan(request, index++);
    switch (fault?.kind) {
      case undefined:
        return inner.send(request);
      case 'refused':
        throw noAnswer(request, 'no', new Error('connect ECONNREFUSED (injected)'));
      case 'dropped-before':
        throw noAnswer(request, 'unknown', new Error('other side closed (injected, before processing)'));
      case 'dropped-after':
        await inner.send(request);
        throw noAnswer(request, 'unknown', new Error('other side closed (injected, after processing)'));
      case 'slow':
        try {
          await clock.sleep(fault.ms, request.signal);
        } catch (cause) {
          throw cancelled(request, cause);
        }
        return inner.send(request);
      case 'truncated': {
        const response = await inner.send(request);
        return { ...response, body: response.body.subarray(0, fault.bytes) };
      }
      case 'answered':
        return {
          status: fault.status,
          headers: { 'content-type': 'application/json', ...fault.headers },
          body: new TextEncoder().encode(
            fault.body ?? JSON.stringify({ error: { code: fault.status, message: 'injected' } }),
          ),
        };
    }
  }

  return { send, close: () => inner.close() };
}

export interface FaultRates {
  readonly refused?: number;
  readonly droppedBefore?: number;
  readonly droppedAfter?: number;
  readonly slow?: number;
  readonly truncated?: number;
  readonly tooMany?: number;
  readonly serverError?: number;
}

/** A plan that draws faults with the given chances (0 to 1, together at most 1). */
export function randomFaults(random: Random, rates: FaultRates): FaultPlan {
  const draws: [number, () => Fault][] = [
    [rates.refused ?? 0, () => ({ kind: 'refused' })],
    [rates.droppedBefore ?? 0, () => ({ kind: 'dropped-before' })],
    [rates.droppedAfter ?? 0, () => ({ kind: 'dropped-after' })],
    [rates.slow ?? 0, () => ({ kind: 'slow', ms: Math.floor(random.number() * 5000) })],
    [rates.truncated ?? 0, () => ({ kind: 'truncated', bytes: Math.floor(random.number() * 100) })],
    [rates.tooMany ?? 0, () => ({ kind: 'answered', status: 429, headers: { 'retry-after': '1' } })],
    [rates.serverError ?? 0, () => ({ kind: 'answered', status: 502 })],
  ];
  return () => {
    let left = random.number();
    for (const [chance, fault] of draws) {
      if (left < chance) return fault();
      left -= chance;
    }
    return null;
  };
}
