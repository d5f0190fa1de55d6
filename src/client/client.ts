import { AppError } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import type { ItemOf, ListOperationId, OperationId, ResultOf } from '../contract/index.ts';
import { operationIds } from '../contract/index.ts';
import { createRetryingTransport, defaultMaxBytes, defaultTimeoutMs } from '../http/index.ts';
import type { HttpTransport, RetryingOptions } from '../http/index.ts';
import { readAnswer } from './answer.ts';
import { requestOf } from './call.ts';
import type { CallArguments, LooseInput, RequestContext } from './call.ts';
import { createCapabilities } from './capabilities.ts';
import type { Capabilities } from './capabilities.ts';
import { download } from './download.ts';
import type { Download, DownloadOptions } from './download.ts';
import { mayHaveHadEffect, unknownOutcome } from './failure.ts';
import { itemsOf, pagesOf } from './paging.ts';
import { rateReportOf } from './rate.ts';
import type { RateReport } from './rate.ts';

export interface ClientOptions {
  readonly transport: HttpTransport;
  /** For files on other hosts; absent: the same transport. */
  readonly elsewhere?: HttpTransport;
  /** The address where the interface's paths begin, for example `https://api.example.com`. */
  readonly baseUrl: string;
  readonly token?: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly userAgent?: string;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** How often and how long to try again; `attempts: 1` never tries again. */
  readonly retry?: Pick<RetryingOptions, 'attempts' | 'longestWaitMs' | 'onRetry'>;
  /** Called with the rate headers of every answer, including those of repeated attempts. */
  readonly onRate?: (report: RateReport) => void;
}

/** One method for each operation of the table. */
export type OperationMethods = {
  readonly [Id in OperationId]: (...input: CallArguments<Id>) => Promise<ResultOf<Id>>;
};

export interface Client extends OperationMethods {
  /** The address to which it sends its requests. */
  readonly baseUrl: string;
  /** Calls an operation by its name, for code that handles all operations. */
  call<Id extends OperationId>(id: Id, input: LooseInput): Promise<ResultOf<Id>>;
  /** Reads all items of a list, page by page, each once. */
  list<Id extends ListOperationId>(
    id: Id,
    ...input: CallArguments<Id>
  ): AsyncGenerator<ItemOf<Id>, void, undefined>;
  /** Reads the pages of a list, with `count` and other members. */
  pages<Id extends ListOperationId>(
    id: Id,
    ...input: CallArguments<Id>
  ): AsyncGenerator<ResultOf<Id>, void, undefined>;
  /** Fetches the bytes of a file from its `downloadURL`. */
  download(address: string, options?: DownloadOptions): Promise<Download>;
  /** The extensions that the server has. */
  readonly capabilities: Capabilities;
}

/** Makes a client of the interface from the table and a transport. The owner of the transport closes it. */
export function createClient(options: ClientOptions): Client {
  const context = contextOf(options);
  const watched = watchRates(options.transport, options.onRate);
  const ports = { clock: options.clock, random: options.random, ...options.retry };
  const here = createRetryingTransport(watched, ports);
  const elsewhere =
    options.elsewhere === undefined ? here : createRetryingTransport(options.elsewhere, ports);
  const capabilities = createCapabilities(call);

  async function call<Id extends OperationId>(id: Id, input: LooseInput): Promise<ResultOf<Id>> {
    const missing = capabilities.missing(id);
    if (missing !== undefined) {
      throw new AppError('NOT_SUPPORTED_BY_SERVICE', `The service does not have ${id}`, {
        data: { operation: id, feature: missing },
      });
    }
    const request = requestOf(id, input, context);
    try {
      // An answer may contain more than the contract's type says; we only rely on that type.
      return readAnswer(id, request, await here.send(request), input.onBadItem) as ResultOf<Id>;
    } catch (error) {
      throw mayHaveHadEffect(error) ? unknownOutcome(id, error) : error;
    }
  }

  const pages = <Id extends ListOperationId>(id: Id, ...[input]: CallArguments<Id>) =>
    pagesOf<ResultOf<Id> & { items: ItemOf<Id>[] }>(
      id,
      (input ?? {}) as LooseInput,
      (loose) => call(id, loose) as Promise<ResultOf<Id> & { items: ItemOf<Id>[] }>,
    );

  const methods = Object.fromEntries(
    operationIds.map((id) => [id, (input: LooseInput = {}) => call(id, input)]),
  ) as unknown as OperationMethods;

  return {
    ...methods,
    baseUrl: context.baseUrl.href,
    call,
    pages,
    list: (id, ...input) => itemsOf(pages(id, ...input)),
    download: (address, more = {}) => download(address, more, { context, here, elsewhere }),
    capabilities,
  };
}

function contextOf(options: ClientOptions): RequestContext {
  const {
    baseUrl,
    token,
    userAgent = 'tidemark',
    timeoutMs = defaultTimeoutMs,
    maxBytes = defaultMaxBytes,
  } = options;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '') {
    throw new AppError('CONFIG_INVALID', `"${baseUrl}" is not the http or https address of a service`, {
      hint: 'Set service.url to the address that the interface has, without /v1.',
    });
  }
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new AppError('CONFIG_INVALID', 'The token holds characters that no token has', {
      hint: 'Set the token again, without line breaks or blanks.',
    });
  }
  return { baseUrl: url, token, userAgent, timeoutMs, maxBytes };
}

function watchRates(inner: HttpTransport, onRate: ClientOptions['onRate']): HttpTransport {
  if (onRate === undefined) return inner;
  return {
    send: async (request) => {
      const response = await inner.send(request);
      onRate(rateReportOf(response));
      return response;
    },
    close: () => inner.close(),
  };
}
