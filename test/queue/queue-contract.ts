import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { realClock } from '../../src/clock/index.ts';
import type { JobQueue, JobRun, NewJob, QueueEvent, RetryPolicy, Work } from '../../src/queue/index.ts';

export interface QueueSetup {
  work: Work<string>;
  concurrency?: number;
  retry?: RetryPolicy;
}

/** What both makers promise; `make` gives a fresh, empty queue. */
export function describeQueue(name: string, make: (setup: QueueSetup) => Promise<JobQueue<string>>): void {
  describe(`${name}: the job queue`, () => {
    const open: JobQueue<string>[] = [];
    afterEach(async () => {
      await Promise.all(open.splice(0).map((queue) => queue.close({ graceMs: 0 })));
    });
    const start = async (setup: QueueSetup): Promise<JobQueue<string>> => {
      const queue = await make(setup);
      open.push(queue);
      return queue;
    };

    it('runs a job with its key and data', async () => {
      const runs: Pick<JobRun<string>, 'key' | 'data' | 'priority' | 'attempt'>[] = [];
      const queue = await start({
        work: async ({ key, data, priority, attempt }) => void runs.push({ key, data, priority, attempt }),
      });

      const result = await queue.enqueue({ key: 'space:a', data: 'timer', priority: 'changeRequest' });
      await until(() => runs.length === 1);
      await queue.idle();

      expect(result).toBe('queued');
      expect(runs).toEqual([{ key: 'space:a', data: 'timer', priority: 'changeRequest', attempt: 1 }]);
      expect(await queue.counts()).toEqual({ waiting: 0, delayed: 0, running: 0 });
    });

    it('folds what comes while a job runs into one more run with the newest data', async () => {
      const gate = new Gate();
      const runs: string[] = [];
      const queue = await start({
        work: async ({ data }) => {
          runs.push(data);
          if (data === 'first') await gate.opened;
        },
      });

      await queue.enqueue({ key: 'a', data: 'first' });
      await until(() => runs.length === 1);
      const results = [];
      for (const data of ['second', 'third', 'fourth']) results.push(await queue.enqueue({ key: 'a', data }));
      gate.open();
      await until(() => runs.length === 2);
      await queue.idle();

      expect(results).toEqual(['queued', 'folded', 'folded']);
      expect(runs).toEqual(['first', 'fourth']);
    });

    it('folds what comes before a job starts into that job', async () => {
      const gate = new Gate();
      const runs: string[] = [];
      const queue = await start({
        concurrency: 1,
        work: async ({ key, data }) => {
          runs.push(`${key}=${data}`);
          if (key === 'block') await gate.opened;
        },
      });

      await queue.enqueue({ key: 'block', data: '' });
      await until(() => runs.length === 1);
      const first = await queue.enqueue({ key: 'a', data: 'old' });
      const second = await queue.enqueue({ key: 'a', data: 'new' });
      gate.open();
      await until(() => runs.length === 2);
      await queue.idle();

      expect([first, second]).toEqual(['queued', 'folded']);
      expect(runs).toEqual(['block=', 'a=new']);
    });

    it('never runs two jobs of one key at once, and never more jobs than its concurrency', async () => {
      const running = new Set<string>();
      let most = 0;
      let clashes = 0;
      const queue = await start({
        concurrency: 3,
        work: async ({ key }) => {
          if (running.has(key)) clashes++;
          running.add(key);
          most = Math.max(most, running.size);
          // The first ones wait for each other, so that all places are taken once, however slow the machine is.
          await until(() => most >= 3);
          await realClock.sleep(2);
          running.delete(key);
        },
      });

      for (let round = 0; round < 20; round++)
        for (const key of ['a', 'b', 'c', 'd', 'e']) await queue.enqueue({ key, data: String(round) });
      await queue.idle();

      expect(clashes).toBe(0);
      expect(most).toBe(3);
    });

    it('starts the most urgent job first, and equals in the order in which they came', async () => {
      const { runs } = await inOrder(start, [
        { key: 'links', data: '', priority: 'links' },
        { key: 'space 1', data: '', priority: 'space' },
        { key: 'request', data: '', priority: 'changeRequest' },
        { key: 'space 2', data: '', priority: 'space' },
        { key: 'person', data: '', priority: 'interactive' },
      ]);

      expect(runs).toEqual(['person', 'request', 'space 1', 'space 2', 'links']);
    });

    it('gives a folded job the most urgent priority of its parts', async () => {
      const { runs } = await inOrder(start, [
        { key: 'a', data: '', priority: 'space' },
        { key: 'b', data: '', priority: 'space' },
        { key: 'b', data: '', priority: 'interactive' },
        { key: 'b', data: '', priority: 'links' },
      ]);

      expect(runs).toEqual(['b', 'a']);
    });

    it('gives the job that waits for a running one the most urgent priority, too', async () => {
      const gate = new Gate();
      const runs: string[] = [];
      const queue = await start({
        concurrency: 1,
        work: async ({ key, data }) => {
          runs.push(key + data);
          if (data === '0') await gate.opened;
        },
      });
      await queue.enqueue({ key: 'a', data: '0' });
      await until(() => runs.length === 1);

      await queue.enqueue({ key: 'b', data: '1', priority: 'space' });
      await queue.enqueue({ key: 'a', data: '1', priority: 'interactive' });
      await queue.enqueue({ key: 'a', data: '2', priority: 'links' });
      gate.open();
      await until(() => runs.length === 3);

      expect(runs).toEqual(['a0', 'a2', 'b1']);
    });

    it('holds a delayed job back, and an earlier one of its key brings it forward', async () => {
      const runs: string[] = [];
      const queue = await start({ work: async ({ key, data }) => void runs.push(`${key}=${data}`) });

      await queue.enqueue({ key: 'late', data: 'far', delayMs: 600_000 });
      await queue.enqueue({ key: 'soon', data: 'far', delayMs: 600_000 });
      await queue.enqueue({ key: 'near', data: 'near', delayMs: 30 });
      const brought = await queue.enqueue({ key: 'soon', data: 'now' });
      await until(async () => runs.length === 2 && (await queue.counts()).running === 0);

      expect(brought).toBe('folded');
      expect(runs.toSorted()).toEqual(['near=near', 'soon=now']);
      expect(await queue.counts()).toEqual({ waiting: 0, delayed: 1, running: 0 });
    });

    it('tries a failed job again until it succeeds', async () => {
      const events: QueueEvent[] = [];
      const attempts: number[] = [];
      const queue = await start({
        retry: { attempts: 5, baseMs: 10, capMs: 20 },
        work: async ({ attempt }) => {
          attempts.push(attempt);
          if (attempt < 3) throw new AppError('NO_ANSWER', 'nobody is there');
        },
      });
      queue.onEvent((event) => void events.push(event));

      await queue.enqueue({ key: 'a', data: '' });
      await until(() => events.some((event) => event.type === 'succeeded'));

      expect(attempts).toEqual([1, 2, 3]);
      expect(events.map((event) => event.type)).toEqual([
        'queued',
        'started',
        'retrying',
        'started',
        'retrying',
        'started',
        'succeeded',
      ]);
    });

    it('tries a failed job again no earlier than its failure asks for', async () => {
      const times: number[] = [];
      const queue = await start({
        retry: { attempts: 2, baseMs: 1, capMs: 1 },
        work: async ({ attempt }) => {
          times.push(realClock.monotonic());
          if (attempt === 1) throw new AppError('RATE_LIMITED', 'slow down', { data: { retryAfterMs: 150 } });
        },
      });

      await queue.enqueue({ key: 'a', data: '' });
      await until(() => times.length === 2);

      expect(times[1]! - times[0]!).toBeGreaterThan(140);
    });

    it('does not let a later time push a delayed job back', async () => {
      const runs: string[] = [];
      const queue = await start({ work: async ({ data }) => void runs.push(data) });

      await queue.enqueue({ key: 'a', data: 'early', delayMs: 100 });
      const result = await queue.enqueue({ key: 'a', data: 'late', delayMs: 600_000 });
      await until(() => runs.length === 1);

      expect(result).toBe('folded');
      expect(runs).toEqual(['late']);
    });

    it('is idle once all that was due has run', async () => {
      const runs: string[] = [];
      const queue = await start({
        concurrency: 1,
        work: async ({ key }) => {
          await realClock.sleep(5);
          runs.push(key);
        },
      });

      for (const key of ['a', 'b', 'c']) await queue.enqueue({ key, data: '' });
      await queue.idle();

      expect(runs).toEqual(['a', 'b', 'c']);
    });

    it('tells the priority of a job, and how long it waited beyond its time', async () => {
      const events: QueueEvent[] = [];
      const queue = await start({ concurrency: 1, work: () => realClock.sleep(60) });
      queue.onEvent((event) => void events.push(event));

      await queue.enqueue({ key: 'first', data: '' });
      await queue.enqueue({ key: 'second', data: '', priority: 'links' });
      await until(() => events.filter(({ type }) => type === 'succeeded').length === 2);

      const of = (type: 'queued' | 'started'): unknown[] =>
        events.flatMap((event) => (event.type === type ? [[event.key, event.priority]] : []));
      const told = [
        ['first', 'space'],
        ['second', 'links'],
      ];
      expect([of('queued'), of('started')]).toEqual([told, told]);
      const waited = new Map(
        events.flatMap((each) => (each.type === 'started' ? [[each.key, each.waitedMs]] : [])),
      );
      expect(waited.get('second')).toBeGreaterThan(20);
      expect(waited.get('first')).toBeLessThan(waited.get('second')!);
    });

    it('gives up after its attempts, and takes the key again afterwards', async () => {
      const events: QueueEvent[] = [];
      const attempts: number[] = [];
      const queue = await start({
        retry: { attempts: 2, baseMs: 5, capMs: 5 },
        work: async ({ attempt, data }) => {
          attempts.push(attempt);
          if (data === 'bad') throw new AppError('REMOTE_FAILED', 'the service failed');
        },
      });
      queue.onEvent((event) => void events.push(event));

      await queue.enqueue({ key: 'a', data: 'bad' });
      await until(() => events.some((event) => event.type === 'failed'));
      await queue.idle();
      await queue.enqueue({ key: 'a', data: 'good' });
      await until(() => events.some((event) => event.type === 'succeeded'));

      expect(attempts).toEqual([1, 2, 1]);
    });

    it('does not repeat what needs a person', async () => {
      const events: QueueEvent[] = [];
      const attempts: number[] = [];
      const queue = await start({
        work: async ({ attempt }) => {
          attempts.push(attempt);
          throw new AppError('UNAUTHENTICATED', 'the token was refused');
        },
      });
      queue.onEvent((event) => void events.push(event));

      await queue.enqueue({ key: 'a', data: '' });
      await until(() => events.some((event) => event.type === 'failed'));

      expect(attempts).toEqual([1]);
    });

    it('keeps the back-off of a failing key when equal jobs come, unless a person waits', async () => {
      const attempts: number[] = [];
      const queue = await start({
        // the first wait is at least what the error asks for: far beyond this test
        work: async ({ attempt }) => {
          attempts.push(attempt);
          if (attempt === 1)
            throw new AppError('RATE_LIMITED', 'slow down', { data: { retryAfterMs: 600_000 } });
        },
      });
      await queue.enqueue({ key: 'a', data: '' });
      await until(async () => (await queue.counts()).delayed === 1);

      await queue.enqueue({ key: 'a', data: 'event' });
      await queue.idle();
      const before = [...attempts];
      await queue.enqueue({ key: 'a', data: 'person', priority: 'interactive' });
      await until(() => attempts.length === 2);

      expect(before).toEqual([1]);
      expect(attempts).toEqual([1, 2]);
    });

    it('refuses a second job within atMostEveryMs, and only for jobs that ask for it', async () => {
      const runs: string[] = [];
      const queue = await start({ work: async ({ data }) => void runs.push(data) });

      const results = [
        await queue.enqueue({ key: 'a', data: '1', atMostEveryMs: 60_000 }),
        await queue.enqueue({ key: 'a', data: '2', atMostEveryMs: 60_000 }),
        await queue.enqueue({ key: 'b', data: '3', atMostEveryMs: 60_000 }),
      ];
      await queue.idle();
      results.push(await queue.enqueue({ key: 'a', data: '4' }));
      await until(() => runs.includes('4'));

      expect(results).toEqual(['queued', 'recent', 'queued', 'queued']);
      expect(runs.toSorted()).toEqual(['1', '3', '4']);
    });

    it('cancels a waiting job, and aborts a running one', async () => {
      const events: QueueEvent[] = [];
      const started: string[] = [];
      const queue = await start({
        concurrency: 1,
        work: async ({ key, signal }) => {
          started.push(key);
          await realClock.sleep(600_000, signal);
        },
      });
      queue.onEvent((event) => void events.push(event));
      await queue.enqueue({ key: 'runs', data: '' });
      await until(() => started.length === 1);
      await queue.enqueue({ key: 'waits', data: '' });

      const answers = [
        await queue.cancel('waits'),
        await queue.cancel('runs'),
        await queue.cancel('unknown'),
      ];
      await queue.idle();

      expect(answers).toEqual([true, true, false]);
      expect(started).toEqual(['runs']);
      expect(events.filter((event) => event.type === 'cancelled')).toEqual([
        { type: 'cancelled', key: 'waits' },
        { type: 'cancelled', key: 'runs' },
      ]);
    });

    it('drains: what runs ends, nothing new starts', async () => {
      const gate = new Gate();
      const events: string[] = [];
      const queue = await start({
        concurrency: 1,
        work: async ({ key }) => {
          events.push(`start ${key}`);
          await gate.opened;
          events.push(`end ${key}`);
        },
      });
      await queue.enqueue({ key: 'a', data: '' });
      await until(() => events.length === 1);
      await queue.enqueue({ key: 'b', data: '' });

      const closing = queue.close({ graceMs: 600_000 });
      const refused = await queue.enqueue({ key: 'c', data: '' });
      gate.open();
      const result = await closing;

      expect(refused).toBe('closed');
      expect(result).toBe('drained');
      expect(events).toEqual(['start a', 'end a']);
    });

    it('aborts what does not end within the grace', async () => {
      const seen: unknown[] = [];
      const queue = await start({
        work: untilAborted(seen),
      });
      await queue.enqueue({ key: 'a', data: '' });
      await until(() => seen.length === 1);

      const result = await queue.close({ graceMs: 20 });

      expect(result).toBe('cut');
      expect(seen).toEqual(['started', 'aborted']);
    });

    it('aborts what runs as soon as it is told to give up, whatever the grace', async () => {
      const seen: unknown[] = [];
      const queue = await start({
        work: untilAborted(seen),
      });
      await queue.enqueue({ key: 'a', data: '' });
      await until(() => seen.length === 1);
      const giveUp = new AbortController();

      const closing = queue.close({ graceMs: 600_000, giveUp: giveUp.signal });
      giveUp.abort();

      expect(await closing).toBe('cut');
      expect(seen).toEqual(['started', 'aborted']);
    });
  });
}

/** Adds the jobs while the only place is taken, then lets them run; gives the keys in the order of their starts. */
async function inOrder(
  start: (setup: QueueSetup) => Promise<JobQueue<string>>,
  jobs: readonly NewJob<string>[],
): Promise<{ runs: string[] }> {
  const gate = new Gate();
  const runs: string[] = [];
  let blocked = false;
  const queue = await start({
    concurrency: 1,
    work: async ({ key }) => {
      if (key === 'block') {
        blocked = true;
        await gate.opened;
      } else runs.push(key);
    },
  });
  await queue.enqueue({ key: 'block', data: '' });
  await until(() => blocked);
  for (const job of jobs) await queue.enqueue(job);
  gate.open();
  const expected = new Set(jobs.map((job) => job.key)).size;
  await until(() => runs.length === expected);
  await queue.idle();
  return { runs };
}

/** A promise that somebody else resolves. */
export class Gate {
  open!: () => void;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

/** Waits until `condition` holds; the test's own time limit is what ends it otherwise. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await realClock.sleep(5);
}

/** Work that ends by being aborted alone, and says so. */
function untilAborted(seen: unknown[]): (run: { readonly signal: AbortSignal }) => Promise<void> {
  return async ({ signal }) => {
    seen.push('started');
    await realClock.sleep(600_000, signal).catch((error: unknown) => {
      seen.push('aborted');
      throw error;
    });
  };
}
