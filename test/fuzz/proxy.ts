import { findOperation, operations, type Operation } from '../../src/contract/index.ts';
import { startFaultProxy } from '../harness/fault-proxy.ts';
import type { Answer, FaultProxy, ProxyFault } from '../harness/fault-proxy.ts';

/** A request as the proxy sees it: its number since the plan was made, and what it asks. */
export interface Passing {
  readonly at: number;
  readonly method: string;
  readonly path: string;
}

/** Old answers for a while: what a reader is shown after a write by a service with caches. */
export interface Staleness {
  /** So long after a write. */
  readonly ms: number;
}

/**
 * The way between the program and a server. It can do what a network does, and shows old content for some seconds after a
 * write and 404 for what was just made, where that is asked for.
 */
export class Way {
  readonly heard: string[];
  /** Requests that write, since the start. */
  writes = 0;
  /** Decides what happens to a request; null: it goes through. */
  plan: (passing: Passing) => ProxyFault | null = () => null;
  staleness: Staleness | null = null;
  /** What is shown where no plan says otherwise. */
  #usual: Staleness | null = null;
  /** Lets nothing through but the operations of the specification: a service that has no more, to whoever comes this way. */
  strict = false;
  readonly #name: string;
  readonly #proxy: FaultProxy;
  readonly #seen = new Map<string, { readonly at: number; readonly answer: Answer }>();
  #at = 0;
  #staleUntil = 0;
  #wroteAt = 0;
  readonly #fresh = new Set<string>();

  private constructor(name: string, proxy: FaultProxy, heard: string[]) {
    this.#name = name;
    this.#proxy = proxy;
    this.heard = heard;
    proxy.plan = ({ method, path }) => this.#decide(method, path);
    proxy.hear = (asked, answer) => this.#hear(asked, answer);
  }

  static async open(name: string, heard: string[]): Promise<Way> {
    return new Way(name, await startFaultProxy(), heard);
  }

  get url(): string {
    return this.#proxy.url;
  }

  /** Where the server is now. */
  leadTo(target: string): void {
    this.#proxy.target = target;
  }

  /** Numbers requests from 0 again, with another plan. */
  begin(plan: Way['plan'], staleness: Staleness | null = this.#usual): void {
    this.#at = 0;
    this.plan = plan;
    this.staleness = staleness;
  }

  /** From now on, and until {@link clear}, old content is shown after each write. */
  becomeLate(staleness: Staleness): void {
    this.staleness = this.#usual = staleness;
  }

  /** Nothing is wrong any more. */
  clear(): void {
    this.#usual = null;
    this.begin(() => null);
    this.#staleUntil = 0;
    this.#fresh.clear();
    this.#seen.clear();
  }

  async close(): Promise<void> {
    await this.#proxy.close();
  }

  #decide(method: string, path: string): ProxyFault | null {
    const passing = { at: this.#at++, method, path };
    if (method !== 'GET' && !path.endsWith('/git-upload-pack')) this.writes++;
    if (this.strict && isExtension(method, path)) return { kind: 'answered', status: 404 };
    const fault = this.plan(passing) ?? this.#old(passing);
    if (fault)
      this.heard.push(`${this.#name}: ${method} ${path.split('?')[0]!.slice(-70)}: ${wordsOf(fault)}`);
    return fault;
  }

  #old({ method, path }: Passing): ProxyFault | null {
    if (method !== 'GET' || performance.now() > this.#staleUntil) return null;
    if ([...this.#fresh].some((id) => path.includes(id))) return { kind: 'answered', status: 404 };
    const old = this.#seen.get(path);
    return old && old.at < this.#wroteAt && old.at > this.#wroteAt - longestMemoryMs
      ? { kind: 'old', answer: old.answer }
      : null;
  }

  #hear({ method, path }: { method: string; path: string }, answer: Answer): void {
    const now = performance.now();
    if (method === 'GET') {
      if (answer.status === 200) this.#seen.set(path, { at: now, answer });
      return;
    }
    if (!this.staleness || answer.status >= 400) return;
    this.#wroteAt = now;
    this.#staleUntil = now + this.staleness.ms;
    const made = /"id":"([^"]+)"/u.exec(answer.body.toString('latin1'))?.[1];
    if (method === 'POST' && /\/change-requests$/u.test(path) && made !== undefined) this.#fresh.add(made);
  }
}

function isExtension(method: string, path: string): boolean {
  const found = findOperation(method, path.split('?')[0]!);
  return found !== null && (operations[found.id] as Operation).source === 'extension';
}

/** No cache of a service shows what is older than that. */
const longestMemoryMs = 5000;

function wordsOf(fault: ProxyFault): string {
  switch (fault.kind) {
    case 'latency':
      return `answered ${fault.ms} ms late`;
    case 'reset-before':
      return 'cut before the server saw it';
    case 'reset-after':
      return 'done, and cut before the answer';
    case 'truncated':
      return 'the answer is cut in the middle';
    case 'slow-body':
      return `a pause of ${fault.ms} ms in the answer`;
    case 'answered':
      return `answered with ${fault.status} by something on the way`;
    case 'answered-after':
      return `done, and answered with ${fault.status} by something on the way`;
    case 'old':
      return 'answered with what was true before the last write';
  }
}
