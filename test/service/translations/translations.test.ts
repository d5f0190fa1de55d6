import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService, everybody, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let base: string;

beforeEach(() => {
  world = aService();
  base = `/orgs/${world.org}/translations`;
});
afterEach(() => world.close());

describe('translation settings', () => {
  it('are created, listed, changed and deleted', async () => {
    const created = await world.call(`POST ${base}`, { title: 'French' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        object: 'translation-settings',
        title: 'French',
        languages: ['en'],
        permissions: { view: true, edit: true },
      },
    });
    expect((await world.ok(`GET ${base}`)).items).toEqual([created.body]);
    world.clock.jump(1000);

    const changed = await world.ok(`PUT ${base}/${created.body.id}`, {
      title: 'Deutsch',
      languages: ['de', 'fr', 'de'],
    });

    expect(changed).toEqual({
      ...created.body,
      title: 'Deutsch',
      languages: ['de', 'fr'],
      updatedAt: '2026-01-01T00:00:01.000Z',
    });
    expect(await world.ok(`GET ${base}/${created.body.id}`)).toEqual(changed);
    expect((await world.ok(`PUT ${base}/${created.body.id}`, { title: 'T' })).languages).toEqual([
      'de',
      'fr',
    ]);
    expect((await world.call(`DELETE ${base}/${created.body.id}`)).status).toBe(204);
    expect((await world.call(`GET ${base}/${created.body.id}`)).status).toBe(404);
  });

  it('may name their space, when the caller sees it', async () => {
    const space = world.newSpace('Manual');
    const body = {
      title: 'x',
      source: { space, language: 'en' },
      language: 'fr',
      instructions: { tone: 'formal' },
    };

    expect(await world.ok(`POST ${base}`, body)).toMatchObject({ ...body, languages: ['fr'] });
    const foreign = world.newSpace('Other', world.otherOrg);
    expect(
      (await world.call(`POST ${base}`, { title: 'x', source: { space: foreign, language: 'en' } })).status,
    ).toBe(404);
  });

  it('are made by people who create content', async () => {
    for (const who of everybody) {
      const { status } = await world.call(`POST ${base}`, { title: 'x' }, who);
      expect([who, status]).toEqual([
        who,
        who === 'admin' || who === 'create' ? 201 : who === 'stranger' ? 404 : 403,
      ]);
    }
    for (const body of [
      {},
      { title: '' },
      { title: 't'.repeat(101) },
      { title: 'x', languages: ['tlh'] },
      { title: 'x', languages: [] },
    ]) {
      expect((await world.call(`POST ${base}`, body)).status).toBe(400);
    }
  });
});
