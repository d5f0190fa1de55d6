import { operations } from '../contract/index.ts';
import type { AuditSource, Operation, OperationId } from '../contract/index.ts';
import { Answer, PrintedJson } from './answer.ts';
import { withAuditEvent } from './audit/index.ts';
import { contextOf } from './context.ts';
import type { Caller, Context } from './context.ts';
import { loadDocuments, needsDocuments } from './documents/module.ts';
import type { DirectHandler, Handler, Input } from './handler.ts';
import type { Store } from './store/index.ts';

/** Decides who may call, and what they may do. */
export interface AccessGate {
  /** Finds the owner of the token in an `Authorization` header. Throws UNAUTHENTICATED for a missing, wrong or expired token. */
  authenticate(store: Store, header: string | undefined, nowMs: number, secret: Uint8Array): Caller;
  /** Lets the caller pass, or throws: FORBIDDEN, or NOT_FOUND for an object that the caller must not know of. */
  authorize(
    context: Context,
    row: Operation,
    input: { params: Record<string, string>; query: unknown; body: unknown },
  ): void;
}

/** A call of an operation. */
interface Request<Id extends OperationId, Work> {
  readonly context: Context;
  readonly id: Id;
  readonly handler: Work;
  readonly input: Input<Id>;
  readonly gate: AccessGate;
  /** The way that the call came in. */
  readonly source: AuditSource;
}

/** Guards and runs an operation that writes and waits for nothing, in one transaction or in the open one. */
export function performNow<Id extends OperationId>(request: Request<Id, DirectHandler<Id>>): unknown {
  const { context, id, handler, input, gate } = request;
  context.late?.beforeWrite();
  return context.store.transaction(() => {
    gate.authorize(context, operations[id], input);
    return noted(request, () => handler(context, input));
  });
}

function noted<Result>(
  { context, id, source, input }: Request<OperationId, unknown>,
  work: () => Result,
): Result {
  return operations[id].writes ? withAuditEvent(context, { id, source, input }, work) : work();
}

/**
 * Guards and runs one operation. The same transaction checks the rights, does the work and records what was done. Every write for a caller
 * passes here.
 */
export async function perform(request: Request<OperationId, Handler<OperationId>>): Promise<unknown> {
  const { context, id, handler, input, gate } = request;
  const row: Operation = operations[id];
  const guarded = <Result>(work: () => Result): Result => {
    gate.authorize(context, row, input);
    return work();
  };
  if (needsDocuments(row, input)) await loadDocuments();
  if (typeof handler === 'function') {
    if (row.method !== 'GET') return performNow({ ...request, handler });
    const work = (): unknown => guarded(() => handler(context, input as never));
    const late = isShownLate(row) ? context.late?.store() : null;
    if (late) {
      const before = Object.assign(Object.create(context) as Context, { store: late });
      gate.authorize(before, row, input);
      return handler(before, input);
    }
    return row.paging === 'cursor' ? listAnswer({ context, row, input, gate, work }) : work();
  }
  const finish = await guarded(() => handler.outside(context, input as never));
  const work = (): unknown => {
    const now = contextOf(context, context.caller);
    return guarded(() => noted({ ...request, context: now }, () => finish(now)));
  };
  if (row.method !== 'GET') context.late?.beforeWrite();
  // A list that needed something from outside is the most worth keeping.
  return row.paging === 'cursor'
    ? listAnswer({ context, row, input, gate, work })
    : context.store.transaction(work);
}

/**
 * Whether an answer may be an earlier state: mirrors read spaces through these operations. A search is not among them, since it updates its
 * index first.
 */
function isShownLate({ path }: Operation): boolean {
  return /^\/v1\/spaces\/|\/(?:site-)?spaces$/.test(path) && !path.includes('search');
}

/** A shorter answer takes less time to make than to look up. */
const keptLength = 20_000;

/**
 * A list that was answered before, as long as nothing at all was written since: callers that ask again and again for news (as mirrors do)
 * cost next to nothing. Rights are checked first, as always.
 */
function listAnswer({
  context,
  row,
  input,
  gate,
  work,
}: {
  context: Context;
  row: Operation;
  input: Input<OperationId>;
  gate: AccessGate;
  work: () => unknown;
}): unknown {
  const { store, cache, caller, baseUrl } = context;
  const asked = JSON.stringify([row.path, input, caller.userId, caller.site, baseUrl]);
  const known = cache.printedLists.get(store.version(), asked);
  if (known !== undefined) {
    gate.authorize(context, row, input);
    return new PrintedJson(known);
  }
  const result = work();
  if (result instanceof Answer) return result;
  const text = result instanceof PrintedJson ? result.text : JSON.stringify(result);
  // The state after the work: a search may have updated its index.
  if (text.length >= keptLength) cache.printedLists.set(store.version(), asked, text, text.length);
  return new PrintedJson(text);
}
