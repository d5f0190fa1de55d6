import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { signHook } from '../../src/daemon/index.ts';
import { createHookGuard, type HookDelivery } from '../../src/daemon/webhooks.ts';

const secret = 'a-long-enough-secret';

function setUp() {
  const clock = new ManualClock();
  const guard = createHookGuard(
    [
      { name: 'docs', secret, space: 'id-1' },
      { name: 'all', secret },
    ],
    clock,
  );
  const delivery = (parts: Partial<HookDelivery> & { text?: string } = {}): HookDelivery => {
    const body = Buffer.from(parts.text ?? '{}');
    const timestamp = parts.timestamp ?? String(Math.floor(clock.now() / 1_000));
    return { name: 'docs', timestamp, signature: signHook(secret, timestamp, body), body, ...parts };
  };
  return { clock, guard, delivery };
}

describe('webhooks', () => {
  it('accepts what is signed, and says for which space', () => {
    const { guard, delivery } = setUp();

    expect(guard(delivery())).toEqual({ accepted: true, space: 'id-1' });
    expect(guard(delivery({ name: 'all' }))).toEqual({ accepted: true, space: null });
  });

  it('refuses a delivery that comes a second time', () => {
    const { guard, delivery } = setUp();
    const once = delivery();
    guard(once);

    expect(guard(once)).toEqual({ accepted: false, reason: 'replayed' });
    expect(guard(delivery({ text: '{"other":1}' }))).toEqual({ accepted: true, space: 'id-1' });
  });

  it.each([
    [-299, true],
    [299, true],
    [-301, false],
    [301, false],
  ])('judges a delivery that is %d s off: %s', (seconds, accepted) => {
    const { clock, guard, delivery } = setUp();
    const timestamp = String(clock.now() / 1_000 + seconds);

    const verdict = guard(delivery({ timestamp }));

    expect(verdict).toEqual(accepted ? { accepted, space: 'id-1' } : { accepted, reason: 'late' });
  });

  it('cannot be tricked by replaying after it has forgotten', async () => {
    const { clock, guard, delivery } = setUp();
    const once = delivery();
    guard(once);
    await clock.advance(20 * 60_000);
    guard(delivery({ text: 'makes it forget' }));

    expect(guard(once)).toEqual({ accepted: false, reason: 'late' });
  });

  it.each([
    ['another body', { body: Buffer.from('{"x":1}') }, 'forged'],
    [
      'another time under the same signature',
      { signature: signHook(secret, '1', Buffer.from('{}')) },
      'forged',
    ],
    [
      'a wrong secret',
      { signature: signHook('another-long-secret', '1767225600', Buffer.from('{}')) },
      'forged',
    ],
    ['a short signature', { signature: 'sha256=00' }, 'forged'],
    ['no signature', { signature: undefined }, 'unsigned'],
    ['a hook that is not configured', { name: 'other' }, 'unknown'],
  ] as const)('refuses %s', (_name, parts, reason) => {
    const { guard, delivery } = setUp();

    expect(guard({ ...delivery(), ...parts })).toEqual({ accepted: false, reason });
  });

  it('refuses a signed time that is no number', () => {
    const { guard, delivery } = setUp();

    expect(guard(delivery({ timestamp: '1e99' }))).toEqual({ accepted: false, reason: 'late' });
  });
});
