import type { Clock } from '../clock/index.ts';
import type { JobQueue, Work } from '../queue/port.ts';
import { longestWaitMs, type Checked, type ExternalResult } from './external-ask.ts';
import type { HostSettings } from './external-hosts.ts';

/** After more 429 answers than this, a host gets no further requests. */
const mostTooMany = 2;

/** The addresses to request, and how. */
export interface HostRounds {
  readonly clock: Clock;
  /** Addresses by their host. */
  readonly waiting: ReadonlyMap<string, string[]>;
  readonly settings: (url: string) => HostSettings;
  readonly check: (url: string) => Promise<Checked>;
  readonly openQueue: (work: Work<null>) => JobQueue<null>;
  readonly onResult: (result: ExternalResult) => void;
}

/** One host: its remaining addresses, and when it may be requested again. */
interface Host {
  readonly name: string;
  readonly urls: string[];
  readonly settings: HostSettings;
  /** The host's jobs that run or wait: one for each address that is requested at the same time. */
  jobs: number;
  /** When the next address may be requested. */
  next: number;
  /** Until when the host asked us to wait. */
  heldUntil: number;
  /** How many addresses still got 429 after all tries. */
  tooMany: number;
  /** The answer that ended the host's round early. */
  ended: ExternalResult | null;
}

/** A following job: its place among the host's jobs, and how long it waits. */
type NextJob = readonly [place: string, delayMs: number];

/**
 * Requests addresses through the queue: one job for each host, and after its first answer several jobs for a host that allows
 * more. A host that is away, or asks for a long wait, would delay the run for each of its addresses, so its remaining addresses
 * are skipped.
 */
export async function askByHost({ clock, waiting, openQueue, ...rounds }: HostRounds): Promise<void> {
  if (waiting.size === 0) return;
  const hosts = new Map([...waiting].map(([name, urls]) => [name, hostFor(name, urls, rounds.settings)]));
  let left = hosts.size;
  let allDone: () => void = () => undefined;
  let failed: (error: unknown) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    allDone = resolve;
    failed = reject;
  });
  const queue = openQueue(async ({ key }) => {
    const [place = '', name = ''] = key.split(' ');
    const host = hosts.get(name);
    if (host === undefined) return;
    try {
      const following = await workOn(host, place, { clock, ...rounds });
      host.jobs += following.length - 1;
      for (const [next, delayMs] of following)
        await queue.enqueue({ key: `${next} ${name}`, data: null, priority: 'links', delayMs });
    } catch (error) {
      failed(error);
      return;
    }
    if (host.jobs > 0) return;
    finish(host, rounds);
    left -= 1;
    if (left === 0) allDone();
  });
  for (const name of hosts.keys()) void queue.enqueue({ key: `0 ${name}`, data: null, priority: 'links' });
  try {
    await ended;
    await queue.idle();
  } finally {
    await queue.close();
  }
}

function hostFor(name: string, urls: string[], settings: HostRounds['settings']): Host {
  return {
    name,
    urls,
    settings: settings(urls[0] ?? ''),
    jobs: 1,
    next: 0,
    heldUntil: 0,
    tooMany: 0,
    ended: null,
  };
}

/** Requests the host's next address, unless the host asked us to wait, and returns the following jobs. */
async function workOn(
  host: Host,
  place: string,
  { clock, check, onResult }: Pick<HostRounds, 'clock' | 'check' | 'onResult'>,
): Promise<NextJob[]> {
  // This job was scheduled before the host asked us to wait, so it is scheduled again for later.
  if (host.heldUntil > clock.now()) return [[place, turnOf(host, clock.now())]];
  const isFirst = host.next === 0;
  const url = host.ended === null ? host.urls.shift() : undefined;
  if (url === undefined) return [];
  const { result, isAway, waitMs } = await check(url);
  const now = clock.now();
  host.next = Math.max(host.next, now + Math.max(host.settings.intervalMs, waitMs));
  host.heldUntil = Math.max(host.heldUntil, now + waitMs);
  if (result.status === 429) host.tooMany += 1;
  const endsRound = isAway || waitMs > longestWaitMs || host.tooMany > mostTooMany;
  // What was under way when the round ended has a result of its own.
  if (!endsRound || host.ended !== null) onResult(result);
  else host.ended = result;
  if (host.ended !== null || host.urls.length === 0) return [];
  const others = isFirst ? Math.min(host.settings.concurrency, host.urls.length) - 1 : 0;
  const places = [place, ...Array.from({ length: others }, (_, at) => String(at + 1))];
  return places.map((each) => [each, turnOf(host, now)]);
}

/** How long a job waits. Also reserves the time, so that the next job waits longer. */
function turnOf(host: Host, now: number): number {
  const delayMs = Math.max(0, host.next - now);
  host.next = now + delayMs + host.settings.intervalMs;
  return delayMs;
}

function finish({ ended, urls }: Host, { onResult }: Pick<HostRounds, 'onResult'>): void {
  if (ended === null) return;
  const rest = urls.splice(0);
  onResult(rest.length === 0 ? ended : { ...ended, notAsked: rest.length });
  for (const url of rest) onResult({ ...ended, url, outcome: 'skipped' });
}
