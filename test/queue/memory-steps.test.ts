import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import {
  createMemoryQueue,
  type JobQueue,
  type JobRun,
  type QueueEvent,
  type Work,
} from '../../src/queue/index.ts';

type Setup = Partial<Parameters<typeof createMemoryQueue<string>>[0]>;

/** A queue in memory on a clock that is moved by hand, with all that it tells. */
function aQueue(work: Work<string>, setup: Setup = {}) {
  const clock = new ManualClock();
  const queue = createMemoryQueue<string>({ clock, random: seededRandom(1), work, ...setup });
  const events: QueueEvent[] = [];
  const stop = queue.onEvent((event) => void events.push(event));
  return { clock, queue, events, stop };
}

/** Work that ends when the test says so; a job that is told to fail throws. */
function byHand() {
  const runs: JobRun<string>[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work: Work<string> = (run) => {
    runs.push(run);
    return new Promise((resolve, reject) =>
      ends.set(run.key, (error) => (error === undefined ? resolve() : reject(error))),
    );
  };
  const end = (key: string, error?: Error): void => ends.get(key)!(error);
  return { runs, work, end, keys: () => runs.map(({ key, data }) => key + data) };
}

const busy = new AppError('OVERLOADED', 'busy');
const add = (queue: JobQueue<string>, ...keys: string[]) =>
  Promise.all(keys.map((key) => queue.enqueue({ key, data: '' })));

describe('a queue in memory', () => {
  it('runs eight jobs at once where nobody says how many, and more or fewer when it is told', async () => {
    const { work, runs, end } = byHand();
    const { clock, queue } = aQueue(work);
    await add(queue, ...'abcdefghijkl');
    await clock.advance(0);
    const atFirst = runs.length;
    queue.setConcurrency(10);
    await clock.advance(0);
    const then = runs.length;
    queue.setConcurrency(1);
    end('a');
    await clock.advance(0);

    expect([atFirst, then, runs.length]).toEqual([8, 10, 10]);
  });

  it('tells what waits, what is delayed and what runs, with what follows a running job', async () => {
    const { work } = byHand();
    const { clock, queue } = aQueue(work, { concurrency: 1 });
    await add(queue, 'a', 'b', 'c');
    await queue.enqueue({ key: 'late', data: '', delayMs: 1_000 });
    await clock.advance(0);
    const before = await queue.counts();
    await add(queue, 'a');

    expect(before).toEqual({ waiting: 2, delayed: 1, running: 1 });
    expect(await queue.counts()).toEqual({ waiting: 3, delayed: 1, running: 1 });
  });

  it('tells listeners until they stop listening', async () => {
    const { events, queue, stop, clock } = aQueue(() => Promise.resolve());
    await add(queue, 'a');
    await clock.advance(0);
    stop();
    await add(queue, 'b');
    await clock.advance(0);

    expect(events.map((event) => event.type)).toEqual(['queued', 'started', 'succeeded']);
  });

  it('tells the priority that a job has after folding', async () => {
    const { work } = byHand();
    const { events, queue, clock } = aQueue(work, { concurrency: 1 });
    await add(queue, 'runs');
    await clock.advance(0);
    for (const key of ['waits', 'runs'])
      for (const priority of ['links', 'changeRequest', 'space'] as const)
        await queue.enqueue({ key, data: '', priority });

    const told = events.flatMap((event) =>
      'priority' in event ? [[event.type, event.key, event.priority]] : [],
    );
    expect(told.slice(2)).toEqual([
      ['queued', 'waits', 'links'],
      ['folded', 'waits', 'changeRequest'],
      ['folded', 'waits', 'changeRequest'],
      ['queued', 'runs', 'links'],
      ['folded', 'runs', 'changeRequest'],
      ['folded', 'runs', 'changeRequest'],
    ]);
  });

  it('starts what follows a running job at the earliest of its times', async () => {
    const { work, end, keys } = byHand();
    const { clock, queue } = aQueue(work);
    await add(queue, 'a');
    await clock.advance(0);
    await queue.enqueue({ key: 'a', data: '1', delayMs: 500 });
    await queue.enqueue({ key: 'a', data: '2', delayMs: 900 });
    end('a');
    await clock.advance(499);
    const before = keys();
    await clock.advance(1);

    expect(before).toEqual(['a']);
    expect(keys()).toEqual(['a', 'a2']);
  });

  it('counts a negative delay as none', async () => {
    const { events, queue, clock } = aQueue(() => Promise.resolve());
    await queue.enqueue({ key: 'a', data: '', delayMs: -500 });
    await clock.advance(0);

    expect(events).toContainEqual(expect.objectContaining({ type: 'started', waitedMs: 0 }));
  });

  it('does not let a later time push a delayed job back', async () => {
    const { work, keys } = byHand();
    const { clock, queue } = aQueue(work);
    await queue.enqueue({ key: 'a', data: '1', delayMs: 500 });
    await queue.enqueue({ key: 'a', data: '2', delayMs: 900 });
    await clock.advance(500);

    expect(keys()).toEqual(['a2']);
  });

  it('runs a delayed job once after it was brought forward', async () => {
    const { work, keys, end } = byHand();
    const { clock, queue } = aQueue(work);
    await queue.enqueue({ key: 'a', data: '1', delayMs: 500 });
    await queue.enqueue({ key: 'a', data: '2' });
    await clock.advance(0);
    end('a');
    await clock.advance(10_000);

    expect(keys()).toEqual(['a2']);
    expect(await queue.counts()).toEqual({ waiting: 0, delayed: 0, running: 0 });
  });

  it('lets a waiting job pass others when it becomes more urgent, and never fall behind', async () => {
    const { work, keys, end } = byHand();
    const { clock, queue } = aQueue(work, { concurrency: 1 });
    await add(queue, 'first', 'a', 'b');
    await clock.advance(0);
    await queue.enqueue({ key: 'b', data: '!', priority: 'changeRequest' });
    await queue.enqueue({ key: 'b', data: '?', priority: 'links' });
    for (const key of ['first', 'b']) {
      end(key);
      await clock.advance(0);
    }

    expect(keys()).toEqual(['first', 'b?', 'a']);
  });

  it('remembers only the refusals that still hold, however many keys there were', async () => {
    const { queue, clock } = aQueue(() => Promise.resolve());
    const once = (key: string, atMostEveryMs: number) => queue.enqueue({ key, data: '', atMostEveryMs });
    await once('long', 60_000);
    for (let key = 0; key < 9_999; key++) await once(String(key), 10);
    await clock.advance(10);

    // The next one makes room.
    expect(await once('new', 60_000)).toBe('queued');
    expect(await once('long', 60_000)).toBe('recent');
    expect(await once('new', 60_000)).toBe('recent');
    expect(await once('5', 60_000)).toBe('queued');
  });

  it('takes the key again when its time is over, to the millisecond', async () => {
    const { queue, clock } = aQueue(() => Promise.resolve());
    const once = () => queue.enqueue({ key: 'a', data: '', atMostEveryMs: 100 });

    await once();
    await clock.advance(99);
    const before = await once();
    await clock.advance(1);

    expect([before, await once()]).toEqual(['recent', 'queued']);
  });

  it('is idle at once when nothing runs, and not while something does', async () => {
    const { work, end } = byHand();
    const { clock, queue } = aQueue(work);
    let idle = 0;
    await queue.enqueue({ key: 'late', data: '', delayMs: 1_000 });
    void queue.idle().then(() => idle++);
    await clock.advance(0);
    await add(queue, 'a');
    await clock.advance(0);
    void queue.idle().then(() => idle++);
    await clock.advance(0);
    const while1 = idle;
    end('a');
    await clock.advance(0);

    expect([while1, idle]).toEqual([1, 2]);
  });
});

describe('a failed job of a queue in memory', () => {
  it('keeps its data and its priority where nobody asked for it meanwhile', async () => {
    const { work, runs, end } = byHand();
    const { clock, queue, events } = aQueue(work);
    await queue.enqueue({ key: 'a', data: '1', priority: 'changeRequest' });
    await clock.advance(10);
    end('a', busy);
    await clock.advance(60_000);

    expect(runs.map(({ data, priority, attempt }) => [data, priority, attempt])).toEqual([
      ['1', 'changeRequest', 1],
      ['1', 'changeRequest', 2],
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'retrying', key: 'a', attempt: 1, tookMs: 10, error: busy }),
    );
  });

  it('takes the newest data and the more urgent priority, and keeps its time', async () => {
    const { work, runs, end } = byHand();
    const { clock, queue } = aQueue(work);
    const limited = new AppError('RATE_LIMITED', 'slow down', { data: { retryAfterMs: 5_000 } });
    await queue.enqueue({ key: 'a', data: '1', priority: 'changeRequest' });
    await clock.advance(0);
    await queue.enqueue({ key: 'a', data: '2', priority: 'links' });
    end('a', limited);
    await clock.advance(4_999);
    const before = runs.length;
    await clock.advance(1);

    expect(before).toBe(1);
    expect(runs.at(-1)).toMatchObject({ data: '2', priority: 'changeRequest', attempt: 2 });
  });

  it('runs again at once where a person asked meanwhile', async () => {
    const { work, runs, end } = byHand();
    const { clock, queue } = aQueue(work);
    const limited = new AppError('RATE_LIMITED', 'slow down', { data: { retryAfterMs: 5_000 } });
    await add(queue, 'a', 'b');
    await clock.advance(0);
    await queue.enqueue({ key: 'a', data: 'me', priority: 'interactive' });
    await queue.enqueue({ key: 'b', data: 'me', priority: 'interactive', delayMs: 60_000 });
    end('a', limited);
    end('b', limited);
    await clock.advance(0);
    const now = runs.slice(2).map(({ key, priority }) => [key, priority]);
    await clock.advance(5_000);

    expect(now).toEqual([['a', 'interactive']]);
    expect(runs.at(-1)).toMatchObject({ key: 'b', attempt: 2 });
  });

  it('that failed for good makes way for what followed it', async () => {
    const { work, runs, end } = byHand();
    const { clock, queue, events } = aQueue(work, { retry: { attempts: 1, baseMs: 1, capMs: 1 } });
    await add(queue, 'a');
    await clock.advance(0);
    await queue.enqueue({ key: 'a', data: 'next' });
    await clock.advance(5);
    end('a', busy);
    await clock.advance(0);

    expect(runs.at(-1)).toMatchObject({ data: 'next', attempt: 1 });
    expect(events).toContainEqual({ type: 'failed', key: 'a', attempt: 1, tookMs: 5, error: busy });
  });

  it('is tried five times where nobody says how often', async () => {
    const { clock, queue, events } = aQueue(() => Promise.reject(busy));
    await add(queue, 'a');
    await clock.advance(600_000);

    expect(events.filter((event) => event.type === 'started')).toHaveLength(5);
  });

  it('is not tried again while the queue closes', async () => {
    const { work, end, runs } = byHand();
    const { clock, queue, events } = aQueue(work);
    await add(queue, 'a');
    await clock.advance(0);
    const closing = queue.close();
    end('a', busy);
    await clock.advance(60_000);

    expect(await closing).toBe('drained');
    expect(runs).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'failed' });
  });
});

describe('a cancelled job of a queue in memory', () => {
  it('does not start where it waits, nor what follows it where it runs', async () => {
    const { work, runs, end } = byHand();
    const { clock, queue, events } = aQueue(work, { concurrency: 1 });
    await add(queue, 'a', 'b');
    await queue.enqueue({ key: 'late', data: '', delayMs: 1_000 });
    await clock.advance(0);
    await add(queue, 'a');
    const answers = await Promise.all(['a', 'b', 'late'].map((key) => queue.cancel(key)));
    end('a', new Error('stopped'));
    await clock.advance(60_000);

    expect(answers).toEqual([true, true, true]);
    expect(runs).toHaveLength(1);
    expect(events.filter((event) => event.type === 'cancelled').map((event) => event.key)).toEqual([
      ...['b', 'late', 'a'],
    ]);
    expect(await queue.counts()).toEqual({ waiting: 0, delayed: 0, running: 0 });
  });

  it('that ends well all the same has succeeded', async () => {
    const { work, end } = byHand();
    const { clock, queue, events } = aQueue(work);
    await add(queue, 'a');
    await clock.advance(0);
    await queue.cancel('a');
    end('a');
    await clock.advance(0);

    expect(events.at(-1)).toMatchObject({ type: 'succeeded' });
  });

  it('makes way for what was added after it was cancelled', async () => {
    const { work, end, runs } = byHand();
    const { clock, queue } = aQueue(work);
    await add(queue, 'a');
    await clock.advance(0);
    await queue.cancel('a');
    await queue.enqueue({ key: 'a', data: 'again' });
    end('a', new Error('stopped'));
    await clock.advance(0);

    expect(runs.at(-1)).toMatchObject({ data: 'again', attempt: 1 });
  });

  it('makes those who wait for a quiet queue go on, where it was all that was due', async () => {
    const { work, end, runs } = byHand();
    const { clock, queue } = aQueue(work, { concurrency: 1 });
    await add(queue, 'a', 'b');
    await clock.advance(0);
    let idle = false;
    void queue.idle().then(() => (idle = true));
    end('a');
    await queue.cancel('b');
    await clock.advance(0);

    expect(idle).toBe(true);
    expect(runs).toHaveLength(1);
  });

  it('has a signal that says why, whenever somebody asks for it', async () => {
    const { work, runs } = byHand();
    const { clock, queue } = aQueue(work);
    await add(queue, 'a', 'b');
    await clock.advance(0);
    const [a, b] = runs as [JobRun<string>, JobRun<string>];
    const asked = a.signal;
    const before = asked.aborted;
    await queue.cancel('a');
    await queue.cancel('b');

    expect([before, asked.aborted, b.signal.aborted]).toEqual([false, true, true]);
    expect(a.signal).toBe(asked);
    expect([asked.reason, b.signal.reason]).toMatchObject([
      { code: 'CANCELLED', message: 'The job a was cancelled.' },
      { code: 'CANCELLED', message: 'The job b was cancelled.' },
    ]);
  });

  it('has a signal that many may listen to without a warning', async () => {
    const { work, runs } = byHand();
    const { clock, queue } = aQueue(work);
    await add(queue, 'a');
    await clock.advance(0);
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    for (let listener = 0; listener < 50; listener++)
      runs[0]!.signal.addEventListener('abort', () => void listener);
    await new Promise((resolve) => setTimeout(resolve, 1));
    process.off('warning', note);

    expect(warnings).toEqual([]);
  });
});

describe('a queue in memory that closes', () => {
  it('drops what waits and what would follow, and lets what runs end', async () => {
    const { work, runs, end } = byHand();
    const { clock, queue } = aQueue(work, { concurrency: 1 });
    await add(queue, 'a', 'b');
    await queue.enqueue({ key: 'late', data: '', delayMs: 1_000 });
    await clock.advance(0);
    await add(queue, 'a');
    const closing = queue.close();
    await clock.advance(29_000);
    end('a');
    await clock.advance(0);

    expect(await closing).toBe('drained');
    await clock.advance(60_000);
    expect(runs).toHaveLength(1);
    expect(await queue.enqueue({ key: 'a', data: '' })).toBe('closed');
    expect(clock.waiting).toBe(0);
  });

  it('closes once: a second call waits for the first', async () => {
    const { queue } = aQueue(() => Promise.resolve());

    const first = queue.close();

    expect(queue.close({ graceMs: 5 })).toBe(first);
    expect(await first).toBe('drained');
  });

  it('waits half a minute for what runs, and then for the end of what it had to stop', async () => {
    const { work, runs, end } = byHand();
    const { clock, queue } = aQueue(work);
    await add(queue, 'a');
    await clock.advance(0);
    const { signal } = runs[0]!;
    let closed: string | undefined;
    void queue.close().then((result) => (closed = result));
    await clock.advance(29_999);
    const before = signal.aborted;
    await clock.advance(1);
    const stopped = closed;
    end('a', new Error('stopped'));
    await clock.advance(0);

    expect([before, signal.aborted, stopped, closed]).toEqual([false, true, undefined, 'cut']);
    expect(signal.reason).toMatchObject({
      code: 'CANCELLED',
      message: 'The job a did not end within the grace of 30000 ms.',
    });
  });
});
