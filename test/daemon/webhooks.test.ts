import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { signHook } from '../../src/daemon/index.ts';
import { createHookGuard, type HookDelivery, type HookSender } from '../../src/daemon/webhooks.ts';

const secret = 'a-long-enough-secret';

type Parts = Partial<HookDelivery> & { text?: string; timestamp?: string; signature?: string | undefined };

function setUp() {
  const clock = new ManualClock();
  const guard = createHookGuard(
    [
      { name: 'docs', secret, space: 'id-1' },
      { name: 'all', secret },
    ],
    clock,
  );
  const delivery = ({ name = 'docs', text = '{}', ...parts }: Parts = {}): HookDelivery => {
    const body = Buffer.from(text);
    const timestamp = parts.timestamp ?? String(Math.floor(clock.now() / 1_000));
    const signature = signHook(secret, timestamp, body);
    const headers = {
      'x-tidemark-timestamp': timestamp,
      'x-tidemark-signature': 'signature' in parts ? parts.signature : signature,
    };
    return { name, headers: { ...headers, ...parts.headers }, body: parts.body ?? body };
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

    expect(guard(delivery(parts))).toEqual({ accepted: false, reason });
  });

  it('refuses a header that came twice', () => {
    const { guard, delivery } = setUp();

    expect(guard(delivery({ headers: { 'x-tidemark-signature': undefined } }))).toEqual({
      accepted: false,
      reason: 'unsigned',
    });
  });

  it('refuses a signed time that is not a number', () => {
    const { guard, delivery } = setUp();

    expect(guard(delivery({ timestamp: '1e99' }))).toEqual({ accepted: false, reason: 'late' });
  });
});

describe('webhooks of git hosts', () => {
  const push = '{"ref":"refs/heads/main","after":"1"}';
  const hex = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
  const guardFor = (from: HookSender) =>
    createHookGuard([{ name: 'git', secret, from, branch: 'main' }], new ManualClock());
  /** What each host sends for a body, as its documentation says. */
  const senders: [HookSender, (text: string, event?: string) => Record<string, string>][] = [
    [
      'github',
      (text, event = 'push') => ({ 'x-github-event': event, 'x-hub-signature-256': `sha256=${hex(text)}` }),
    ],
    ['gitlab', (_, event = 'Push Hook') => ({ 'x-gitlab-event': event, 'x-gitlab-token': secret })],
    ['gitea', (text, event = 'push') => ({ 'x-gitea-event': event, 'x-gitea-signature': hex(text) })],
    ['gitea', (text, event = 'push') => ({ 'x-forgejo-event': event, 'x-forgejo-signature': hex(text) })],
  ];
  const deliver = (text: string, headers: Record<string, string>): HookDelivery => ({
    ...{ name: 'git', headers, body: Buffer.from(text) },
  });

  it.each(senders)('are taken from %s when they are signed, again too', (from, headers) => {
    const guard = guardFor(from);
    const delivery = deliver(push, headers(push));

    expect([guard(delivery), guard(delivery)]).toEqual([
      { accepted: true, space: null },
      { accepted: true, space: null },
    ]);
  });

  it.each(senders)(
    'are refused from %s with a wrong proof, an empty one, a shorter one, and without one',
    (from, headers) => {
      const guard = guardFor(from);
      const [name = ''] = Object.keys(headers(push)).filter((each) => /signature|token/.test(each));
      const proof = headers(push)[name] ?? '';
      const wrong = [
        `${proof}0`,
        proof.slice(0, -1),
        '',
        proof.toUpperCase(),
        `sha256=${hex('another body')}`,
      ];

      expect(wrong.map((value) => guard(deliver(push, { ...headers(push), [name]: value })))).toEqual(
        wrong.map(() => ({ accepted: false, reason: 'forged' })),
      );
      expect(guard(deliver(push, {}))).toEqual({ accepted: false, reason: 'unsigned' });
    },
  );

  it('signed for one body do not let another one in', () => {
    for (const [from, headers] of senders.filter(([each]) => each !== 'gitlab'))
      expect(guardFor(from)(deliver('{"ref":"refs/heads/other"}', headers(push)))).toMatchObject({
        accepted: false,
      });
  });

  it.each(senders)('from %s change nothing when another branch was pushed, or nothing', (from, headers) => {
    const guard = guardFor(from);
    const other = '{"ref":"refs/heads/other"}';
    const ping = '{"zen":"Keep it simple."}';

    expect(guard(deliver(other, headers(other)))).toEqual({ accepted: true, space: null, idle: true });
    expect(guard(deliver(ping, headers(ping, 'ping')))).toMatchObject({ idle: true });
  });

  it('are read as a form, too, and what cannot be read makes us look', () => {
    const [, headers] = senders[0] ?? [];
    const guard = guardFor('github');
    const form = `payload=${encodeURIComponent('{"ref":"refs/heads/other"}')}`;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };

    expect(guard(deliver(form, { ...headers?.(form), ...type }))).toMatchObject({ idle: true });
    expect(guard(deliver('{{', { ...headers?.('{{') }))).toEqual({ accepted: true, space: null });
  });
});
