import type { Clock, Random } from '../clock/index.ts';
import { randomBase62 } from './base62.ts';
import type { Background } from './background.ts';
import type { Outgoing } from './outgoing/index.ts';
import type { LateReaders, Store, Vault } from './store/index.ts';
import type { ContentCache } from './tree/tree.ts';

/** The caller: a user, through one of their tokens. */
export interface Caller {
  readonly userId: string;
  readonly tokenId: string;
  /** The published site that a site token is for: through it the user only reads this site. Absent with every other token. */
  readonly site?: ShownSite;
}

/** The site that a caller shows to visitors. */
export interface ShownSite {
  readonly id: string;
  readonly organization: string;
  /** The key of the share link through which the visitor came. */
  readonly shareKey?: string;
}

/** Tells the operator about something; never about a secret. */
export interface Log {
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
}

/** Parts that live as long as the service. */
export interface Service {
  readonly store: Store;
  /** Shows readers an earlier state for a while; undefined where everybody sees the present state. */
  readonly late: LateReaders | undefined;
  /** Seals and opens the secrets in the database. */
  readonly vault: Vault;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Content that was read lately; a cached value never changes, since its key is its hash. */
  readonly cache: ContentCache;
  /** The key of everything that the service signs (cursors, download addresses). */
  readonly secret: Uint8Array;
  /** The service's own address, without a slash at the end. */
  readonly baseUrl: string;
  /** The beginning of every address of the web app, without a slash at the end. */
  readonly appBase: string;
  readonly interface: 'full' | 'strict';
  /** The Chromium that prints PDFs; undefined where there is none. */
  readonly browser: string | undefined;
  /** Makes requests to other machines, behind the guard against private addresses. */
  readonly outgoing: Outgoing;
  /** Work beside requests: reading OpenAPI specifications, indexing for the search. */
  readonly background: Background;
}

/** What a handler works with: the service, one moment, and the caller where the operation needs one. */
export interface Context extends Service {
  /** Milliseconds since the epoch; the whole request has one time. */
  readonly nowMs: number;
  /** The same moment as ISO 8601. */
  readonly now: string;
  readonly caller: Caller;
}

/** A context for `caller` at the present moment. */
export function contextOf(service: Service, caller: Caller): Context {
  const nowMs = service.clock.now();
  // The service knows its baseUrl only once it listens, so the context reads it through its prototype and does not copy it.
  return Object.assign(Object.create(service) as Service, {
    nowMs,
    now: new Date(nowMs).toISOString(),
    caller,
  });
}

/**
 * A new opaque id: 20 characters, about 118 bits. It begins with a letter, because programs that show a site use the ids of its parts as
 * ids of HTML elements, and look for them with selectors, in which no id may begin with a digit.
 */
export function newId({ random }: Pick<Service, 'random'>): string {
  return randomBase62(random, 20).replace(/^\d/u, (digit) => 'abcdefghij'.charAt(Number(digit)));
}
