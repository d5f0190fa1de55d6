import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Caller, Service } from '../context.ts';
import { rateHeaders, rateLimited } from '../rate/index.ts';
import type { RateLimiter, BudgetOwner } from '../rate/index.ts';
import type { AccessGate } from '../perform.ts';

/** Finds the caller and counts the request against their budget, before anything else is read. */
export type ReceiveRequest = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Every answer of the interface reports the budget that was used: that of the token, or that of the address where there is no valid token.
 * The route decides whether its operation needs a token.
 */
export function createReceiver({
  service,
  gate,
  limiter,
}: {
  service: Service;
  gate: AccessGate;
  limiter: RateLimiter;
}): ReceiveRequest {
  return (request, reply) => {
    if (!/^\/v1(?:[/?]|$)/.test(request.raw.url ?? '')) return;
    const nowMs = service.clock.now();
    const found = identify(() =>
      gate.authenticate(service.store, authorizationOf(request), nowMs, service.secret),
    );
    const spender: BudgetOwner =
      'caller' in found ? { token: found.caller.tokenId } : { address: request.socket.remoteAddress ?? '' };
    const state = limiter.take(spender, nowMs);
    reply.headers(rateHeaders(state));
    if (state.exceeded) throw rateLimited(spender, state, nowMs);
    if ('caller' in found) request.caller = found.caller;
    else request.refusal = found.refusal;
  };
}

/** Counts a request that nobody can read against the address that it came from, and returns the headers that say what is left. */
export type CountAddress = (address: string | undefined) => Record<string, string>;

export function createAddressCounter(service: Service, limiter: RateLimiter): CountAddress {
  return (address = '') => rateHeaders(limiter.take({ address }, service.clock.now()));
}

/** Adds the receiver to every request, also to requests that no operation answers. */
export function addReceiver(app: FastifyInstance, receive: ReceiveRequest): void {
  app.addHook('onRequest', async (request, reply) => receive(request, reply));
}

/** The caller of an operation; throws with the reason where there is none. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw request.refusal;
  return request.caller;
}

function identify(authenticate: () => Caller): { caller: Caller } | { refusal: unknown } {
  try {
    return { caller: authenticate() };
  } catch (refusal) {
    return { refusal };
  }
}

/** The only `Authorization` header. With two of them, two readers could see two callers. */
function authorizationOf(request: FastifyRequest): string | undefined {
  const { rawHeaders } = request.raw;
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'authorization') seen += 1;
  if (seen > 1) throw new AppError('BAD_REQUEST', 'The request has two Authorization headers.');
  return request.headers.authorization;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
    refusal?: unknown;
  }
}
