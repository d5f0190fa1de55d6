import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock } from '../../src/clock/index.ts';
import { createLog, scrub } from '../../src/daemon/index.ts';

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

    expect(scrub(`got ${token}, https://me:pass@host/x, "authorization":"Bearer abc.def"`, [])).toBe(
      'got ***, https://***@host/x, "authorization":"***"',
    );
  });
});
