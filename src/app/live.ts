/**
 * Tells open pages about what others do: each page gets one event when something that it shows has changed, and then its stream ends. A
 * page works without these events. An event says nothing but that something changed, and the check uses the rights of the person who asks.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isAppError } from '../base/index.ts';
import type { ChangeRequest, Space } from '../contract/index.ts';
import type { WebParts } from '../service/index.ts';
import { livePath } from './paths.ts';
import type { Visit } from './visit.ts';
import { ownOrganizations, waitingFor, type Waiting } from './waiting.ts';

/** How often the server checks whether anything was written at all; only then does it check what pages show. */
const everyMs = 1000;
/** How often a stream says that it is alive, for proxies that end silent streams. */
const beatMs = 20_000;
/** How long a stream lasts; after that, the browser opens another one. */
const lifeMs = 10 * 60_000;
/** How many streams may be open at once, in all and for one session. */
export const liveLimits = { all: 200, session: 6 };

/** The address of the event stream that says when the start page is out of date. */
export function liveAddressOfHome(waiting: Waiting): string {
  return livePath({ seen: stampOfHome(waiting) });
}

function stampOfHome({ asked, open, mine }: Waiting): string {
  return stamp(
    [asked, open, mine].map((list) => list.map(({ id, status, updatedAt }) => [id, status, updatedAt])),
  );
}

/** The address of the event stream that says when an open page about a space or a change request is out of date. */
export function liveAddress(space: Space, change?: ChangeRequest): string {
  return livePath({ space: space.id, change: change?.id, seen: stampOf(space, change) });
}

/** Names the state of what pages about a space or a change request show. */
function stampOf(space: Space, change: ChangeRequest | undefined): string {
  const shown =
    change === undefined
      ? [space.revision, space.title, space.comments, space.changeRequestsOpen, space.changeRequestsDraft]
      : [change.revision, change.status, change.subject, change.updatedAt, change.comments, change.outdated];
  return stamp(shown);
}

function stamp(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
}

/**
 * The present stamp of the page that an address of {@link liveAddress} or {@link liveAddressOfHome} names; undefined when the person may no
 * longer see the page.
 */
export async function currentStamp(visit: Visit): Promise<string | undefined> {
  const { call, query } = visit;
  const [spaceId, changeRequestId] = [query.get('space'), query.get('change')];
  try {
    if (spaceId === null) return stampOfHome(await waitingFor(visit, await ownOrganizations(visit)));
    const space = await call('getSpaceById', { params: { spaceId } });
    if (changeRequestId === null) return stampOf(space, undefined);
    const params = { spaceId, changeRequestId };
    return stampOf(space, await call('getChangeRequestById', { params }));
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

interface Watched {
  /** The session that the stream belongs to: streams of one session are counted. */
  readonly session: string;
  /** The stamp of what the page shows. */
  readonly seen: string;
  isSignedIn(): boolean;
  /** The stamp of what the page would show now; undefined when the person may no longer see it. */
  look(): Promise<string | undefined>;
}

/** The streams that are open. */
export class LiveStreams {
  readonly #parts: Pick<WebParts, 'state' | 'sleep'>;
  readonly #stop = new AbortController();
  readonly #open: string[] = [];

  constructor(parts: Pick<WebParts, 'state' | 'sleep'>) {
    this.#parts = parts;
  }

  /** A stream of events for one page; undefined when too many are open. */
  watch(watched: Watched): Readable | undefined {
    const own = this.#open.filter((session) => session === watched.session);
    if (this.#open.length >= liveLimits.all || own.length >= liveLimits.session) return undefined;
    this.#open.push(watched.session);
    const stream = Readable.from(this.#events(watched));
    // Called whether the stream ended by itself or was cut, also before anything was read.
    stream.once('close', () => this.#open.splice(this.#open.indexOf(watched.session), 1));
    return stream;
  }

  /** Ends all streams. */
  end(): void {
    this.#stop.abort(new Error('The service ends.'));
  }

  async *#events({ seen, isSignedIn, look }: Watched): AsyncGenerator<string> {
    yield 'retry: 5000\n\n';
    let state: string | undefined;
    for (let waited = 0; waited < lifeMs && !this.#stop.signal.aborted; waited += everyMs) {
      if (!isSignedIn()) {
        yield event('ended');
        return;
      }
      const present = this.#parts.state();
      if (present !== state) {
        state = present;
        const stamp = await look();
        if (stamp !== seen) {
          yield event(stamp === undefined ? 'ended' : 'changed');
          return;
        }
      }
      if (waited % beatMs === beatMs - everyMs) yield ': alive\n\n';
      // Stopping the server is not a failure of the stream.
      await this.#parts.sleep(everyMs, this.#stop.signal).catch(() => undefined);
    }
  }
}

function event(name: 'changed' | 'ended'): string {
  return `event: ${name}\ndata: .\n\n`;
}
