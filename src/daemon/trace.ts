import { messageOf } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import type { HttpTransport } from '../http/port.ts';
import { currentFlow, type FlowTrace } from '../queue/index.ts';

/** A piece of work that took time: a job, or a request in it. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 'internal' | 'client';
  /** The time of day at which it began, in milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Why it failed; absent when it succeeded. */
  readonly failure?: string;
}

/** Receives spans. */
export interface Tracer {
  ended(span: Span): void;
  /** Sends the remaining spans, unless `signal` ends that. */
  close(signal: AbortSignal): Promise<void>;
}

export interface TracerOptions {
  /** Where an OpenTelemetry collector accepts traces over HTTP: `http://…:4318/v1/traces`. */
  endpoint: string;
  transport: HttpTransport;
  clock: Clock;
  /** The sender: name and version of the program, and the name of the worker. */
  resource: Readonly<Record<string, string>>;
  /** Called when a collector does not accept spans: once, until it has accepted some again. */
  onTrouble: (problem: string) => void;
}

const batchMs = 5_000;
const mostSpans = 2_000;
const kinds = { internal: 1, client: 3 } as const;

/** Begins the trace of one job: the trace's id is in the job's log lines and in a header of its requests. */
export function beginTrace(random: Random): FlowTrace {
  return { cycle: hex(random, 16), span: hex(random, 8) };
}

/**
 * Sends spans to a collector in batches (OTLP over HTTP, as JSON). Spans that it does not accept are dropped: traces must not
 * hinder any work.
 */
export function createTracer({ endpoint, transport, clock, resource, onTrouble }: TracerOptions): Tracer {
  let waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let hasTrouble = false;
  const ended = new AbortController();
  const send = async (signal?: AbortSignal): Promise<void> => {
    const spans = waiting;
    waiting = [];
    if (spans.length === 0) return;
    try {
      const { status } = await transport.send({
        method: 'POST',
        url: endpoint,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(printSpans(spans, resource))),
        timeoutMs: 10_000,
        ...(signal === undefined ? {} : { signal }),
      });
      if (status >= 400) throw new Error(`it answered ${status}`);
      hasTrouble = false;
    } catch (error) {
      if (!hasTrouble) onTrouble(messageOf(error));
      hasTrouble = true;
    }
  };
  const later = async (): Promise<void> => {
    await clock.sleep(batchMs, ended.signal).catch(() => undefined);
    if (!ended.signal.aborted) await send();
  };
  return {
    ended: (span) => {
      if (waiting.length < mostSpans) waiting.push(span);
      sending ??= later().finally(() => {
        sending = undefined;
      });
    },
    close: async (signal) => {
      ended.abort();
      await send(signal);
    },
  };
}

/** Marks each request with the cycle that it belongs to (`traceparent`), and reports its duration to the tracer. */
export function traceRequests(
  inner: HttpTransport,
  { clock, random, tracer }: { clock: Clock; random: Random; tracer?: Tracer | undefined },
): HttpTransport {
  return {
    send: async (request) => {
      const trace = currentFlow()?.trace;
      if (trace === undefined) return inner.send(request);
      const spanId = hex(random, 8);
      const headers = { ...request.headers, traceparent: `00-${trace.cycle}-${spanId}-01` };
      const from = clock.now();
      const startedAt = clock.monotonic();
      const tell = (attributes: Span['attributes'], failure?: string): void => {
        const { pathname } = new URL(request.url);
        tracer?.ended({
          ...{ traceId: trace.cycle, spanId, parentSpanId: trace.span, kind: 'client', from },
          ...{ name: `${request.method} ${shapeOf(pathname)}`, to: from + clock.monotonic() - startedAt },
          attributes: { 'http.request.method': request.method, 'url.path': pathname, ...attributes },
          ...(failure === undefined ? {} : { failure }),
        });
      };
      try {
        const response = await inner.send({ ...request, headers });
        const { status } = response;
        tell({ 'http.response.status_code': status }, status >= 400 ? `it answered ${status}` : undefined);
        return response;
      } catch (error) {
        tell({}, messageOf(error));
        throw error;
      }
    },
    close: () => inner.close(),
  };
}

/** A path without its ids, so that spans of the same kind have the same name. */
function shapeOf(path: string): string {
  return path.replace(/\/(?:\d+|[\w-]{15,})(?=\/|$)/gu, '/*');
}

function hex(random: Random, bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString('hex');
}

/** `ExportTraceServiceRequest` in the JSON form of OTLP 1.x: times as strings of nanoseconds. */
function printSpans(spans: readonly Span[], resource: Readonly<Record<string, string>>): unknown {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [
          {
            scope: { name: 'tidemark' },
            spans: spans.map(({ from, to, kind, attributes, failure, ...span }) => ({
              ...span,
              kind: kinds[kind],
              startTimeUnixNano: nanoseconds(from),
              endTimeUnixNano: nanoseconds(to),
              attributes: attributesOf(attributes),
              status: failure === undefined ? { code: 1 } : { code: 2, message: failure },
            })),
          },
        ],
      },
    ],
  };
}

function attributesOf(values: Readonly<Record<string, string | number>>): unknown[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}
