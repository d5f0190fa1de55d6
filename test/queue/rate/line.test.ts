import { describe, expect, it } from 'vitest';
import type { Priority } from '../../../src/queue/index.ts';
import { WaitingRequests } from '../../../src/queue/rate/line.ts';

type Request = readonly [name: string, priority: Priority, flow: string];

function lineOf(...requests: readonly Request[]): WaitingRequests<string> {
  const line = new WaitingRequests<string>();
  for (const [name, priority, flow] of requests) line.add(name, priority, flow);
  return line;
}

function takeAll(line: WaitingRequests<string>): string[] {
  const taken: string[] = [];
  for (let next = line.take(); next !== undefined; next = line.take()) taken.push(next);
  return taken;
}

describe('the requests that wait for the budget', () => {
  it('are none at first', () => {
    const line = lineOf();

    expect([line.size, line.nextPriority(), line.take()]).toEqual([0, undefined, undefined]);
  });

  it('go in turns of their flows, and in the order in which they came within one', () => {
    const line = lineOf(
      ...([1, 2, 3].map((turn) => [`a${turn}`, 'space', 'a']) as unknown as Request[]),
      ['b1', 'space', 'b'],
      ['c1', 'space', 'c'],
    );

    expect(takeAll(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('let people go first, whatever the others have had', () => {
    const line = lineOf(['links', 'links', ''], ['space', 'space', ''], ['request', 'changeRequest', '']);
    const first = line.take();
    line.add('me', 'interactive', '');

    expect(line.nextPriority()).toBe('interactive');
    expect([first, ...takeAll(line)]).toEqual(['request', 'me', 'space', 'links']);
  });

  it('go by the shares 3, 2 and 1', () => {
    const line = new WaitingRequests<string>();
    for (let turn = 0; turn < 100; turn++)
      for (const priority of ['links', 'space', 'changeRequest'] as const) line.add(priority, priority, '');

    const had = { links: 0, space: 0, changeRequest: 0 };
    for (let turn = 0; turn < 60; turn++) had[line.take() as keyof typeof had]++;

    expect(had).toEqual({ changeRequest: 30, space: 20, links: 10 });
  });

  it.each([
    ['nobody', false],
    ['a person', true],
  ])(
    'of a class that sent nothing for a while get no more than their share then, while %s waits',
    (_who, waits) => {
      const line = new WaitingRequests<string>();
      for (let turn = 0; turn < 60; turn++) line.add('space', 'space', '');
      for (let turn = 0; turn < 40; turn++) line.take();
      if (waits) line.add('me', 'interactive', '');
      for (let turn = 0; turn < 20; turn++) line.add('links', 'links', '');
      if (waits) line.take();

      const taken = Array.from({ length: 12 }, () => line.take());

      expect(taken.filter((name) => name === 'links')).toHaveLength(4);
    },
  );

  it('are counted', () => {
    const line = lineOf(['a1', 'space', 'a'], ['a2', 'space', 'a'], ['b', 'links', 'b']);
    const before = line.size;
    line.take();
    line.remove('a2', 'space', 'a');

    expect([before, line.size]).toEqual([3, 1]);
  });

  it('can leave, from the middle of their flow too', () => {
    const line = lineOf(['a1', 'space', 'a'], ['a2', 'space', 'a'], ['a3', 'space', 'a']);

    line.remove('a2', 'space', 'a');

    expect(takeAll(line)).toEqual(['a1', 'a3']);
  });

  it('leave no empty flow behind', () => {
    const line = lineOf(['a', 'space', 'a'], ['me', 'interactive', 'm']);

    line.remove('a', 'space', 'a');
    line.remove('me', 'interactive', 'm');

    expect([line.size, line.nextPriority(), line.take()]).toEqual([0, undefined, undefined]);
  });

  it('leave once: what has been taken, or never waited, changes nothing', () => {
    const line = lineOf(['a1', 'space', 'a'], ['a2', 'space', 'a']);
    line.take();

    line.remove('a1', 'space', 'a');
    line.remove('b', 'links', 'b');

    expect([line.size, takeAll(line)]).toEqual([1, ['a2']]);
  });
});
