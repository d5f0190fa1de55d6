import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock } from '../../src/clock/index.ts';
import { createLog, hideSecrets } from '../../src/daemon/index.ts';
import { aDaemon } from './support.ts';

const secret = 'a "quoted" s3cret/with+signs';

function lines(pretty: boolean) {
  const written: string[] = [];
  const log = createLog({
    clock: new ManualClock(),
    pretty,
    level: 'debug',
    secrets: () => [secret],
    write: (text) => void written.push(text),
  });
  return { log, written };
}

describe('the log', () => {
  it('writes JSON lines with level, time and facts', () => {
    const { log, written } = lines(false);

    log.info({ space: 'guides' }, 'cycle');

    expect(JSON.parse(written.join(''))).toEqual({
      ...{ level: 'info', time: '2026-01-01T00:00:00.000Z', space: 'guides', msg: 'cycle' },
    });
  });

  it('writes readable lines on a terminal, with no control characters of strangers', () => {
    const { log, written } = lines(true);

    log.warn(
      { title: 'a\u001b]52;c;x\u0007', err: new AppError('NO_ANSWER', 'nobody', { hint: 'wait' }) },
      'try again',
    );

    const text = written.join('');

    const bare = text.replace(/\u001b\[\d+m/g, '');
    expect(bare).toBe(
      '00:00:00 warn  try again title=a\\u001b]52;c;x\\u0007\n               nobody\n               wait\n',
    );
  });

  it.each([
    ['a message', (log: ReturnType<typeof lines>['log']) => log.info(`token ${secret}`)],
    ['a fact', (log: ReturnType<typeof lines>['log']) => log.info({ deep: { token: secret } }, 'x')],
    [
      'an error',
      (log: ReturnType<typeof lines>['log']) => log.error({ err: new Error(`no ${secret}`) }, 'x'),
    ],
    [
      'a URL',
      (log: ReturnType<typeof lines>['log']) =>
        log.info({ url: `http://h/?t=${encodeURIComponent(secret)}` }, 'x'),
    ],
  ])('takes secrets out by value, wherever they stand: %s', (_name, say) => {
    for (const pretty of [false, true]) {
      const { log, written } = lines(pretty);

      say(log);

      expect(written.join('')).not.toContain('s3cret');
      expect(written.join('')).toContain('***');
    }
  });

  it('knows tokens and credentials by their form, too', () => {
    const token = `tdm_${'aB3'.repeat(12)}`;

    expect(hideSecrets(`got ${token}, https://me:pass@host/x, "authorization":"Bearer abc.def"`, [])).toBe(
      'got ***, https://***@host/x, "authorization":"***"',
    );
  });
});

describe('lines that are repeated', () => {
  function aLog(level: 'info' | 'debug') {
    const clock = new ManualClock();
    const lines: Record<string, unknown>[] = [];
    const log = createLog({
      ...{ clock, pretty: false, level },
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    return { clock, log, lines };
  }

  it('come once in ten minutes, with how often they were left out, although times and attempts differ', async () => {
    const { clock, log, lines } = aLog('info');

    for (let attempt = 1; attempt <= 30; attempt++) {
      log.warn({ space: 'api', attempt, againInMs: attempt * 7 }, 'try again');
      await clock.advance(60_000);
    }

    expect(lines.map(({ attempt, repeated }) => [attempt, repeated])).toEqual([
      [1, undefined],
      [11, 9],
      [21, 9],
    ]);
  });

  it('are others for another space, another failure, and another message', () => {
    const { log, lines } = aLog('info');

    log.warn({ space: 'api' }, 'try again');
    log.warn({ space: 'guides' }, 'try again');
    log.warn({ space: 'api', err: new AppError('NO_ANSWER', 'nobody there') }, 'try again');
    log.error({ space: 'api' }, 'gave up');

    expect(lines).toHaveLength(4);
  });

  it('include cycles that end incomplete again, whatever made them begin', () => {
    const { log, lines } = aLog('info');

    for (const reason of ['schedule', 'recovery', 'schedule'])
      log.info({ space: 'api', reason, outcome: 'incomplete', commits: 0 }, 'cycle');
    for (const reason of ['schedule', 'recovery'])
      log.info({ space: 'api', reason, outcome: 'changed', commits: 0 }, 'cycle');

    expect(lines.map(({ outcome }) => outcome)).toEqual(['incomplete', 'changed', 'changed']);
  });

  it('leave out no turn from good to bad, so that each end of an outage has its beginning', () => {
    const { log, lines } = aLog('info');

    for (let outage = 0; outage < 2; outage++) log.warn({ turn: 'bad', code: 'NO_ANSWER' }, 'no good answer');

    expect(lines).toHaveLength(2);
  });

  it('all come while the whole log is asked for, and so does what is not a warning', () => {
    const [all, usual] = [aLog('debug'), aLog('info')];

    for (let time = 0; time < 3; time++) {
      all.log.warn('the same');
      usual.log.info('the same');
    }

    expect([all.lines.length, usual.lines.length]).toEqual([3, 3]);
  });
});

describe('the level of the log', () => {
  it('is what the configuration says, and a signal turns all of it on and off', async () => {
    const { clock, work, daemon, lines } = aDaemon({ logLevel: 'error' });
    const cycles = (): number => lines.filter(({ msg }) => msg === 'nothing new').length;
    await daemon.start();
    await clock.advance(1_000);
    const before = cycles();
    daemon.toggleVerbose();
    work.moved = ['id-api'];
    await clock.advance(90_000);
    const during = cycles();
    daemon.toggleVerbose();
    work.moved = ['id-api'];
    await clock.advance(90_000);
    const after = cycles();
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(before).toBe(0);
    expect(during).toBeGreaterThan(0);
    expect(after).toBe(during);
  });
});
