import { describe, expect, it } from 'vitest';
import { noAnswer } from '../../src/http/failures.ts';

const request = { method: 'GET' as const, url: 'https://docs.example.com/v1/user', headers: {} };

describe('a request that got no answer', () => {
  it.each([
    ['ENOTFOUND', 'DNS does not know the name docs.example.com'],
    ['EAI_AGAIN', 'DNS gives no answer for the name docs.example.com'],
  ])('says that it is the name, where DNS failed with %s', (code, why) => {
    const cause = Object.assign(new Error(`getaddrinfo ${code}`), { code, hostname: 'docs.example.com' });
    const { message, hint } = noAnswer(request, 'no', cause);

    expect(message).toBe(`GET https://docs.example.com/v1/user got no answer: ${why}`);
    expect(hint).toContain('name servers');
  });

  it('says what the system said otherwise', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

    expect(noAnswer(request, 'no', cause).message).toContain('connect ECONNREFUSED 127.0.0.1:1');
  });
});
