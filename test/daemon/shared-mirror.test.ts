import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { realClock } from '../../src/clock/index.ts';
import { shareMirror, type SpaceWork, type Turns } from '../../src/daemon/index.ts';
import { turnsOf } from './turns-of.ts';
import type { ProposalReport } from '../../src/sync/index.ts';
import { aSummary } from './support.ts';

const signal = new AbortController().signal;

/** A host with one number for all refs, and a copy of it for each worker. */
class Host {
  published = 0;
  readonly moves: string[] = [];

  worker(name: string, during: () => Promise<void> = () => Promise.resolve(), turns?: Turns): SpaceWork {
    let seen = 0;
    let here = 0;
    const work: SpaceWork = {
      spaces: () => Promise.resolve([]),
      look: () => Promise.resolve({ changed: [], unseen: [] }),
      cycle: async () => {
        here = seen + 1;
        await during();
        return aSummary();
      },
    };
    return shareMirror(
      work,
      {
        fetch: async () => {
          here = seen = this.published;
          return { problems: [], hasBranch: true };
        },
        announce: () => Promise.resolve(),
        publish: async () => {
          await Promise.resolve();
          if (this.published !== seen) throw new AppError('REF_MOVED', 'another worker was faster');
          this.published = seen = here;
          this.moves.push(name);
        },
      },
      turns,
    );
  }
}

describe('a mirror that workers share', () => {
  it('never lets two workers move it from the same place', async () => {
    const host = new Host();
    const workers = ['a', 'b', 'c'].map((name) => host.worker(name));

    const results = await Promise.allSettled(
      workers.flatMap((worker) => [1, 2, 3].map(() => worker.cycle({ signal }))),
    );

    const done = results.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBeGreaterThanOrEqual(5);
    expect(host.published).toBe(done);
    expect(host.moves).toHaveLength(done);
  });

  it('does a cycle again from what is published when another worker was faster', async () => {
    const host = new Host();
    let races = 2;
    let cycles = 0;
    const worker = host.worker('a', async () => {
      cycles++;
      if (races-- > 0) host.published += 10;
    });

    await worker.cycle({ signal });

    expect(cycles).toBe(3);
    expect(host.published).toBe(21);
  });

  it('lets a slow worker through among quick ones, which wait while it has the turn', async () => {
    const host = new Host();
    const turns = turnsOf(new Map());
    let tries = 0;
    const slow = host.worker(
      'slow',
      async () => {
        tries++;
        await realClock.sleep(60);
      },
      turns('slow'),
    );
    const ended = new AbortController();
    const quick = ['a', 'b'].map(async (name) => {
      const worker = host.worker(name, () => realClock.sleep(5), turns(name));
      while (!ended.signal.aborted) await worker.cycle({ signal });
    });

    await slow.cycle({ signal });
    await slow.cycle({ signal });
    ended.abort();
    await Promise.all(quick);

    // Of two tries the first loses; a quick cycle that had begun before the turn may win once more.
    expect(tries).toBeLessThanOrEqual(6);
    expect(host.moves.filter((name) => name === 'slow')).toHaveLength(2);
    expect(host.moves.length).toBeGreaterThan(4);
  });

  it('tells what was sent in a cycle that had to be done again', async () => {
    const sent = { space: 'one', number: 7, state: 'proposed' };
    const states = ['proposed', 'unchanged'];
    let lost = false;
    const worker = shareMirror(
      {
        spaces: () => Promise.resolve([]),
        look: () => Promise.resolve({ changed: [], unseen: [] }),
        cycle: () =>
          Promise.resolve({
            ...aSummary(),
            proposals: [{ ...sent, state: states.shift()! } as ProposalReport],
          }),
      },
      {
        fetch: () => Promise.resolve({ problems: [], hasBranch: true }),
        announce: () => Promise.resolve(),
        publish: () => {
          if (lost) return Promise.resolve();
          lost = true;
          return Promise.reject(new AppError('REF_MOVED', 'another worker was faster'));
        },
      },
    );

    expect((await worker.cycle({ signal })).proposals).toEqual([sent]);
  });

  it('gives up with REF_MOVED, which the queue tries again later, when it always loses', async () => {
    const host = new Host();
    const worker = host.worker('a', async () => void host.published++);

    await expect(worker.cycle({ signal })).rejects.toMatchObject({ code: 'REF_MOVED', retry: 'now' });
    expect(host.moves).toEqual([]);
  });

  it('reports what was left alone, and proposes nothing where the branch is not known', async () => {
    const problem = {
      code: 'UNSAFE_PATH' as const,
      message: 'refs/heads/main of the git host was left alone',
    };
    const asked: unknown[] = [];
    const cycles = [true, false].map((hasBranch) =>
      shareMirror(
        {
          spaces: () => Promise.resolve([]),
          look: () => Promise.resolve({ changed: [], unseen: [] }),
          cycle: (options) => {
            asked.push(options.pull);
            return Promise.resolve(aSummary());
          },
        },
        {
          fetch: () => Promise.resolve({ problems: [problem], hasBranch }),
          announce: () => Promise.resolve(),
          publish: () => Promise.resolve(),
        },
      ).cycle({ signal }),
    );

    for (const summary of await Promise.all(cycles))
      expect(summary).toMatchObject({ outcome: 'incomplete', problems: [problem] });
    expect(asked).toEqual([undefined, true]);
  });
});
