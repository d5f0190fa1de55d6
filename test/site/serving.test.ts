import { SignJWT } from 'jose';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ManualClock, realClock } from '../../src/clock/index.ts';
import {
  answerFromFiles,
  evaluateExpression,
  memoryFiles,
  passGate,
  publishedSite,
  serveSite,
  watchSite,
  type SiteGate,
} from '../../src/site/index.ts';
import { aSite, exported, summary } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': summary('* [Home](README.md)', '* [Guide](guide.md)', '* [Staff](staff.md)'),
  'README.md': '# Home\n\n[guide](guide.md)\n',
  'guide.md': '# Guide\n\nWords.\n',
  'staff.md': '---\nif: visitor.claims.isStaff\n---\n\n# Staff\n\nOnly us.\n',
  '.gitbook/assets/page.html': '<script>1</script>',
};

describe('answers from files', () => {
  it('are those of a good host: clean addresses, markdown when asked, headers, a page for what is not there', async () => {
    const files = memoryFiles();
    await exported(
      aSite({ ...texts, 'README.md': '# Home\n\n{% file src=".gitbook/assets/page.html" %}\n' }),
      { files },
    );
    const answer = (path: string, accept = 'text/html'): string => {
      const { status, headers } = answerFromFiles(files, path, { accept });
      return `${status} ${headers['Content-Type'] ?? ''} ${headers['Content-Disposition'] ?? ''}`.trim();
    };

    expect(answer('')).toBe('200 text/html; charset=utf-8');
    expect(answer('guide')).toBe('200 text/html; charset=utf-8');
    expect(answer('guide', 'text/markdown')).toBe('200 text/markdown; charset=utf-8');
    expect(answer('guide.md')).toBe('200 text/markdown; charset=utf-8');
    expect(answerFromFiles(files, 'guide/?a=1', { base: '/docs/' })).toMatchObject({
      status: 308,
      headers: { Location: '/docs/guide?a=1' },
    });
    expect(answer('nowhere/')).toBe('404 text/html; charset=utf-8');
    expect(answer('_files/page-html.txt')).toBe('200 text/plain; charset=utf-8 attachment');
    expect(answer('nowhere')).toBe('404 text/html; charset=utf-8');
    for (const path of [
      '../secret',
      '..%2fsecret',
      '%00',
      '.tidemark-export.json',
      '%E0%A4%A',
      '/etc/passwd',
    ])
      expect(answer(path)).toMatch(/^404/);
    expect(answerFromFiles(files, '').headers['Content-Security-Policy']).not.toContain('unsafe');
  });

  it('reach a browser, which is told to reload', async () => {
    const files = memoryFiles();
    await exported(aSite(texts), { files });
    const server = await serveSite(files);
    try {
      const live = await fetch(`${server.url}~live`);
      const reader = (live.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      server.reload();
      const told = new TextDecoder().decode((await reader.read()).value);

      expect(told).toBe('data: reload\n\n');
      expect(await (await fetch(`${server.url}guide`)).text()).toContain('Words.');
      expect((await fetch(server.url, { method: 'POST' })).status).toBe(405);
    } finally {
      await server.close();
    }
  });
});

describe('a site below a path of its host', () => {
  it('is found at its own address without the slash', async () => {
    const files = memoryFiles();
    await exported(aSite(texts), { files, baseUrl: '/docs/' });
    const server = await serveSite(files, { basePath: '/docs/' });
    try {
      const { origin } = new URL(server.url);
      const led = async (path: string): Promise<string> =>
        (await fetch(origin + path)).url.slice(origin.length);

      expect(await led('/docs')).toBe('/docs/');
      expect(await led('/docs?a=1')).toBe('/docs/?a=1');
      expect(await led('/docs/guide/')).toBe('/docs/guide');
      expect((await fetch(`${origin}/docsx`)).status).toBe(404);
    } finally {
      await server.close();
    }
  });
});

describe('a watch', () => {
  it('runs again after a save, continues after a failure, and stops', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-watch-'));
    const runs: string[] = [];
    let wake = (): void => undefined;
    const next = (): Promise<void> => new Promise((resolve) => (wake = resolve));
    const watch = await watchSite(() => [folder], {
      clock: realClock,
      failed: (error) => {
        runs.push((error as Error).message);
        wake();
      },
      again: async () => {
        runs.push('run');
        if (runs.length === 1) throw new Error('not now');
        wake();
      },
    });
    try {
      const first = next();
      writeFileSync(join(folder, 'a.md'), 'a');
      await first;
      const second = next();
      writeFileSync(join(folder, 'a.md'), 'b');
      await second;
    } finally {
      await watch.close();
      rmSync(folder, { recursive: true });
    }

    expect(runs.slice(0, 3)).toEqual(['run', 'not now', 'run']);
  });
});

describe('the gate', () => {
  const key = 'k'.repeat(32);
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const now = Date.UTC(2026, 0, 1) / 1000;
  const auth: SiteGate = {
    visibility: 'visitor-auth',
    published: true,
    visitorAuth: { keys: [key], signInUrl: 'https://login.example' },
  };
  const token = (
    claims: Record<string, unknown>,
    options: { alg?: string; secret?: string } = {},
  ): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: options.alg ?? 'HS256' })
      .sign(new TextEncoder().encode(options.secret ?? key));

  it('opens only for the people that the visibility names', async () => {
    const outcome = async (gate: SiteGate, request = {}): Promise<string> =>
      (await passGate(gate, request, clock)).outcome;
    const shared: SiteGate = { visibility: 'share-link', published: true, shareKeys: ['abc'] };

    expect(await outcome({ visibility: 'public', published: true })).toBe('welcome');
    expect(await outcome({ visibility: 'public', published: false })).toBe('absent');
    expect(await outcome({ visibility: 'unlisted', published: true })).toBe('welcome');
    expect(await outcome({ visibility: 'private', published: true })).toBe('absent');
    expect(await outcome(shared)).toBe('absent');
    expect(await outcome(shared, { shareKey: 'abd' })).toBe('absent');
    expect(await outcome(shared, { shareKey: '' })).toBe('absent');
    expect(await outcome(shared, { shareKey: 'abc' })).toBe('welcome');
    expect(await outcome(auth)).toBe('sign-in');
  });

  it('reads a visitor token: pinned algorithm, an end that is near, claims that cannot be forged as unsigned', async () => {
    const good = await passGate(
      auth,
      { token: await token({ exp: now + 600, isStaff: true, unsigned: { isAdmin: true } }) },
      clock,
    );
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ exp: now + 600 })).toString('base64url')}.`;
    const refused = [
      await token({ exp: now - 60 }),
      await token({}),
      await token({ exp: now + 90 * 24 * 3600 }),
      await token({ exp: now + 600, iat: now + 300 }),
      await token({ exp: now + 600, nbf: now + 300 }),
      await token({ exp: now + 600 }, { alg: 'HS512', secret: 'k'.repeat(64) }),
      await token({ exp: now + 600 }, { secret: 'x'.repeat(32) }),
      none,
      'a'.repeat(10_000),
      'nonsense',
    ];

    expect(good).toMatchObject({
      outcome: 'welcome',
      visitor: { visitor: { claims: { isStaff: true, unsigned: {} } } },
    });
    for (const each of refused)
      expect(await passGate(auth, { token: each }, clock)).toEqual({
        outcome: 'sign-in',
        location: 'https://login.example',
      });
  });
});

describe('a published site', () => {
  it('answers each page with the bytes that an export has, and to each visitor their own', async () => {
    const options = { baseUrl: 'https://docs.example/tides/', clock: new ManualClock() };
    const site = publishedSite(aSite(texts), options);
    const { text } = await exported(aSite(texts), { baseUrl: options.baseUrl });
    const shown = async (path: string, accept = 'text/html'): Promise<string> =>
      new TextDecoder().decode((await site.answer(path, { accept })).body);
    const staff = publishedSite(aSite(texts), {
      ...options,
      visitor: { visitor: { claims: { isStaff: true, unsigned: {} } } },
    });

    expect(await shown('guide')).toBe(text('guide.html'));
    expect(await shown('')).toBe(text('index.html'));
    expect(await shown('guide', 'text/markdown')).toBe(text('guide.md'));
    expect(await shown('_search/index.json')).toBe(text('_search/index.json'));
    expect((await site.answer('staff')).status).toBe(404);
    expect((await staff.answer('staff')).status).toBe(200);
  });
});

describe('expressions', () => {
  const names = { visitor: { claims: { unsigned: {}, plan: 'pro', seats: 3, tags: ['a'] } } };
  const value = (source: string): unknown => {
    const result = evaluateExpression(source, names);
    return result.ok ? result.value : 'not understood';
  };

  it('are only the service’s small language, without the rest of JavaScript', () => {
    expect(value('visitor.claims.plan === "pro" && visitor.claims.seats > 2')).toBe(true);
    expect(value('visitor.claims.unsigned.deep.er ? "a" : "b"')).toBe('b');
    expect(value('visitor.claims.plan.charAt(0).toUpperCase() + visitor.claims.plan.slice(1)')).toBe('Pro');
    expect(value('`on ${visitor.claims.plan}`')).toBe('on pro');
    expect(value('visitor.claims.tags.includes("a") || false')).toBe(true);
    expect(value('"pro" in visitor')).toBe(false);
    expect(value('visitor.constructor')).toBeUndefined();
    expect(value('visitor.__proto__.polluted')).toBeUndefined();
    expect(value('process.exit')).toBeUndefined();
    expect(value('process.exit(1)')).toBe('not understood');
    expect(value('visitor.claims.plan.constructor("x")')).toBe('not understood');
    expect(value('(function(){})()')).toBe('not understood');
    expect(value('a = 1')).toBe('not understood');
    expect(value('('.repeat(100))).toBe('not understood');
  });
});
