import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService } from '../../../src/service/index.ts';
import { createRoleToken, createToken, listTokens, revokeToken } from '../../../src/service/tokens/index.ts';
import { aService, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;

beforeEach(() => {
  world = aService();
});
afterEach(() => world.close());

async function statusWith(authorization: string | undefined): Promise<number> {
  const { statusCode } = await world.embedded.app.inject({
    url: '/v1/user',
    headers: authorization === undefined ? {} : { authorization },
  });
  return statusCode;
}

describe('tokens', () => {
  it('let in everybody who shows one, in the only accepted form', async () => {
    const token = world.tokens.read;

    expect(await statusWith(`Bearer ${token}`)).toBe(200);
    expect(await statusWith(`bearer ${token}`)).toBe(200);
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      token,
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer x ${token}`,
      `Bearer ${token},${token}`,
    ]) {
      expect([header, await statusWith(header)]).toEqual([header, 401]);
    }
    const inQuery = await world.embedded.app.inject({ url: `/v1/user?access_token=${token}` });
    expect(inQuery.statusCode).toBe(401);
  });

  it('stop at once when they are revoked, and when they expire', async () => {
    const ctx = world.context();
    const { token, record } = createToken(ctx, {
      user: 'read@home.test',
      label: 'ci',
      expiresAt: ctx.nowMs + 1000,
    });
    const { token: forever, record: kept } = createToken(ctx, { user: world.users.read, label: 'old' });

    expect([await statusWith(`Bearer ${token}`), await statusWith(`Bearer ${forever}`)]).toEqual([200, 200]);
    world.clock.jump(999);
    expect(await statusWith(`Bearer ${token}`)).toBe(200);
    world.clock.jump(1);
    expect(await statusWith(`Bearer ${token}`)).toBe(401);
    expect(revokeToken(world.context(), kept.id).revokedAt).toBe('2026-01-01T00:00:01.000Z');
    expect(await statusWith(`Bearer ${forever}`)).toBe(401);
    world.clock.jump(5000);
    expect(revokeToken(world.context(), kept.id).revokedAt).toBe('2026-01-01T00:00:01.000Z');
    expect(() => revokeToken(world.context(), 'unknown')).toThrow(/No token/);
    expect(record.expiresAt).toBe('2026-01-01T00:00:01.000Z');
  });

  it('have the rights of their role and no more, and write under their own name', async () => {
    const space = world.newSpace('Guides');
    const [reader, editor] = (['read', 'edit'] as const).map((role) =>
      createRoleToken(world.context(), { organization: world.org, role, label: `robot ${role}` }),
    );
    const open = async (token = ''): Promise<{ statusCode: number; json(): { createdBy?: unknown } }> =>
      world.embedded.app.inject({
        method: 'POST',
        url: `/v1/spaces/${space}/change-requests`,
        headers: { authorization: `Bearer ${token}` },
        payload: { subject: 'By a robot' },
      });

    expect((await open(reader?.token)).statusCode).toBe(403);
    const opened = await open(editor?.token);
    expect(opened.statusCode).toBe(201);
    expect(opened.json().createdBy).toMatchObject({ displayName: 'robot edit' });
    expect(listTokens(world.embedded.service.store).slice(-2)).toMatchObject([
      { label: 'robot read', role: 'read' },
      { label: 'robot edit', role: 'edit' },
    ]);
  });

  it('come only with the first start of a database, even where all were revoked', async () => {
    const data = mkdtempSync(join(tmpdir(), 'tidemark-tokens-'));
    try {
      const unseen = await startService({ data, firstToken: false });
      await unseen.close();
      const first = await startService({ data });
      const { store } = first.embedded.service;
      for (const { id } of listTokens(store)) revokeToken({ store, nowMs: 1 }, id);
      await first.close();
      const second = await startService({ data });
      await second.close();

      expect([unseen.token, typeof first.token, second.token]).toEqual([null, 'string', null]);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });

  it('are shown once: the stored and listed forms cannot be used', async () => {
    const { store } = world.embedded.service;
    const { token } = createToken(world.context(), { user: world.users.read, label: 'ci' });

    expect(JSON.stringify(listTokens(store))).not.toContain(token.slice(8, -4));
    expect(JSON.stringify(store.all('SELECT * FROM tokens'))).not.toContain(token.slice(8, -4));
    expect(listTokens(store).at(-1)).toMatchObject({ label: 'ci', user: world.users.read });
  });

  it('say when they were last used, to within ten minutes', async () => {
    const lastUse = (): string | undefined =>
      listTokens(world.embedded.service.store).find(({ label }) => label === 'read')?.lastUsedAt;
    expect(lastUse()).toBeUndefined();

    await statusWith(`Bearer ${world.tokens.read}`);
    expect(lastUse()).toBe('2026-01-01T00:00:00.000Z');
    world.clock.jump(9 * 60_000);
    await statusWith(`Bearer ${world.tokens.read}`);
    expect(lastUse()).toBe('2026-01-01T00:00:00.000Z');
    world.clock.jump(60_000);
    await statusWith(`Bearer ${world.tokens.read}`);
    expect(lastUse()).toBe('2026-01-01T00:10:00.000Z');
  });

  it('need an existing user, and an end in the future', () => {
    const ctx = world.context();
    expect(() => createToken(ctx, { user: 'nobody@home.test', label: '' })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }) as Error,
    );
    expect(() => createToken(ctx, { user: world.users.read, label: '', expiresAt: ctx.nowMs })).toThrow(
      /expire before/,
    );
    expect(() => createToken(ctx, { user: world.users.read, label: 'x'.repeat(101) })).toThrow(
      /100 characters/,
    );
  });
});
