import type { BodyOf, OperationId, Operations, ParamsOf, QueryOf } from '../contract/index.ts';
import { operations, pathOf } from '../contract/index.ts';
import { AppError } from '../base/index.ts';
import type { HttpRequest } from '../http/index.ts';

/** What each call may have in addition to its operation's own input. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** For a list: called with each item that breaks the contract, which is then left out; without it, such an item fails the call. */
  readonly onBadItem?: (bad: { item: unknown; reason: AppError }) => void;
}

type Empty = Record<never, never>;
type ParamsInput<Id extends OperationId> = keyof ParamsOf<Id> extends never
  ? Empty
  : { readonly params: ParamsOf<Id> };
type QueryInput<Id extends OperationId> =
  Empty extends QueryOf<Id> ? { readonly query?: QueryOf<Id> } : { readonly query: QueryOf<Id> };
type BodyInput<Id extends OperationId> = Operations[Id]['body'] extends null
  ? Empty
  : { readonly body: BodyOf<Id> };

/** The three parts of an operation's input: path, query and body never mix. */
export type CallInput<Id extends OperationId> = ParamsInput<Id> &
  QueryInput<Id> &
  BodyInput<Id> &
  CallOptions;

/** The input as an argument, which may be left out when nothing in it is required. */
export type CallArguments<Id extends OperationId> =
  Empty extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>];

/** The loose form of {@link CallInput}, for code that handles all operations. */
export interface LooseInput extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface RequestContext {
  readonly baseUrl: URL;
  readonly token: string | undefined;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Builds the request of a call. The token is only sent to the configured origin. */
export function requestOf(id: OperationId, input: LooseInput, context: RequestContext): HttpRequest {
  const { method } = operations[id];
  const prefix = context.baseUrl.pathname.replace(/\/$/, '');
  const url = new URL(
    `${prefix}${pathOf(id, input.params ?? {})}${queryString(input.query ?? {})}`,
    context.baseUrl,
  );
  if (url.origin !== context.baseUrl.origin) {
    throw new AppError('ADDRESS_REFUSED', `${id} would leave ${context.baseUrl.origin}`);
  }
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  return {
    method,
    url: url.href,
    headers: {
      accept: 'application/json',
      'user-agent': context.userAgent,
      ...(context.token === undefined ? {} : { authorization: `Bearer ${context.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    timeoutMs: input.timeoutMs ?? context.timeoutMs,
    maxBytes: input.maxBytes ?? context.maxBytes,
    ...(input.signal === undefined ? {} : { signal: input.signal }),
  };
}

function queryString(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
