import { badRequest, operations, parseBody, parseParams, parseQuery } from '../../contract/index.ts';
import type { Operation, OperationId, Parsed, ResultOf } from '../../contract/index.ts';
import { Answer, PrintedJson } from '../answer.ts';
import { revisionRoot } from '../content/roots.ts';
import { contextOf } from '../context.ts';
import type { Caller, Service } from '../context.ts';
import type { Handlers, Input } from '../handler.ts';
import { perform } from '../perform.ts';
import type { AccessGate } from '../perform.ts';
import { previewOfSite, previewsOf, type PreviewedLooks } from '../preview/index.ts';
import { rateLimited } from '../rate/index.ts';
import type { RateLimiter } from '../rate/index.ts';
import { acceptAnswer, beginSignOn, finishSignOn, serviceMetadata, signOnMethods } from '../saml/index.ts';
import { spaceSource } from '../sites/index.ts';
import { noteTokenUse } from '../tokens/index.ts';
import type { OperationInput, CallOperation, WebParts } from './port.ts';
import { sessionsOf } from './sessions.ts';

interface Inside {
  readonly service: Service;
  readonly handlers: Handlers;
  readonly gate: AccessGate;
  readonly limiter: RateLimiter;
  readonly looks: PreviewedLooks;
}

/** The service as the web app sees it. */
export function webParts(inside: Inside): WebParts {
  const { service, gate, limiter } = inside;
  return {
    call: callerInside(inside),
    contentOf: (caller, space, revision) => {
      const ctx = contextOf(service, caller);
      const params = { spaceId: space.id, revisionId: revision };
      gate.authorize(ctx, operations.getRevisionById, { params, query: {}, body: undefined });
      const row = revisionRoot(ctx, params).revision;
      return () => spaceSource(service, space, row);
    },
    previewsOf: (caller, { space, change }) => previewsOf(service, gate, { caller, space, change }),
    previewOfSite: (caller, site, look) =>
      previewOfSite(inside, { caller, site, ...(look === undefined ? {} : { look }) }),
    sessions: sessionsOf(inside),
    signOn: {
      waysFor: (email) => signOnMethods(service, email),
      begin: (provider, to) => beginSignOn(service, provider, to),
      accept: (provider, answer) => acceptAnswer(service, provider, answer),
      finish: (code, browser) => finishSignOn(service, code, browser),
      metadata: (provider) => serviceMetadata(service, provider),
    },
    spend: (spender) => {
      const nowMs = service.clock.now();
      const state = limiter.take(spender, nowMs);
      if (state.exceeded) throw rateLimited(spender, state, nowMs);
    },
    origin: () => new URL(service.appBase).origin,
    filesOrigin: () => new URL(service.baseUrl).origin,
    random: service.random,
    now: () => service.clock.now(),
    state: () => service.store.version(),
    sleep: (ms, signal) => service.clock.sleep(ms, signal),
    log: service.log,
  };
}

function callerInside({ service, handlers, gate }: Inside): CallOperation {
  return async <Id extends OperationId>(
    caller: Caller,
    id: Id,
    asked: OperationInput<Id>,
  ): Promise<ResultOf<Id>> => {
    const row: Operation = operations[id];
    const context = contextOf(service, caller);
    const result = await perform({
      context,
      id,
      handler: handlers[id],
      input: readAsked(id, asked),
      gate,
      source: 'ui',
    });
    noteTokenUse(service.store, caller, context.nowMs);
    if (row.method !== 'GET') service.background.wake();
    const body: unknown = result instanceof Answer ? result.body : result;
    return (body instanceof PrintedJson ? JSON.parse(body.text) : body) as ResultOf<Id>;
  };
}

/** Reads a page's call as strictly as a request over HTTP, defaults included. */
function readAsked<Id extends OperationId>(id: Id, { params, query, body }: OperationInput<Id>): Input<Id> {
  type Word = string | number | boolean | undefined;
  const given = Object.entries((query ?? {}) as Record<string, Word>).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const parts = [
    parseParams(id, (params ?? {}) as Record<string, string>),
    parseQuery(id, new URLSearchParams(given).toString()),
    parseBody(id, body),
  ] as const;
  const [read, asks, holds] = parts;
  if (read.ok && asks.ok && holds.ok) return { params: read.value, query: asks.value, body: holds.value };
  throw badRequest(parts.flatMap((part: Parsed<unknown>) => (part.ok ? [] : part.problems)));
}
