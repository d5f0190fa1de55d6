import type { Clock, Random } from '../clock/index.ts';
import { randomBase62 } from './base62.ts';
import type { Background } from './background.ts';
import type { Outgoing } from './outgoing/index.ts';
import type { LateReaders, Store, Vault } from './store/index.ts';
import type { ContentCache } from './tree/tree.ts';

/** Who asks: a user, through one of their tokens. */
export interface Caller {
  readonly userId: string;
  readonly tokenId: string;
}

/** Something to tell the operator about; never holds a secret. */
export interface Log {
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
}

/** What lives as long as the service does. */
export interface Service {
  readonly store: Store;
  /** What shows readers an earlier state for a while; undefined where everybody is shown what is true. */
  readonly late: LateReaders | undefined;
  /** Seals and opens what the database holds in secret. */
  readonly vault: Vault;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Content that was read lately; a value of it never changes, since it is kept by hash. */
  readonly cache: ContentCache;
  /** The key of everything that the service signs (cursors, download addresses). */
  readonly secret: Uint8Array;
  /** Where the service is reached, without a slash at the end. */
  readonly baseUrl: string;
  /** What every address of the web app begins with, without a slash at the end. */
  readonly appBase: string;
  readonly interface: 'full' | 'strict';
  /** The Chromium that prints PDFs; undefined where there is none. */
  readonly browser: string | undefined;
  /** Asks other machines, behind the guard against private addresses. */
  readonly outgoing: Outgoing;
  /** Work beside requests: reading OpenAPI specifications, indexing for the search. */
  readonly background: Background;
}

/** What a handler works with: the service, one moment and (where the operation needs one) the caller. */
export interface Context extends Service {
  /** Milliseconds since the epoch; one moment for the whole request. */
  readonly nowMs: number;
  /** The same moment as ISO 8601. */
  readonly now: string;
  readonly caller: Caller;
}

/** A context for `caller` at the present moment. */
export function contextOf(service: Service, caller: Caller): Context {
  const nowMs = service.clock.now();
  // The service's baseUrl is known only once it listens, so it is read through, not copied.
  return Object.assign(Object.create(service) as Service, {
    nowMs,
    now: new Date(nowMs).toISOString(),
    caller,
  });
}

/** A new opaque id: 20 characters, about 119 bits. */
export function newId({ random }: Pick<Service, 'random'>): string {
  return randomBase62(random, 20);
}
