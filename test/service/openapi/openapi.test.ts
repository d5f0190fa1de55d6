import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/base/index.ts';
import { readSpec } from '../../../src/service/openapi/parse.ts';
import { specText } from '../../../src/service/openapi/index.ts';
import type { Outgoing } from '../../../src/service/outgoing/index.ts';
import { aService, everybody, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;

afterEach(() => world.close());

const text = 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n';

/** A network with one address; the test decides its answer. */
function network(answer: () => { status?: number; body?: string } | Promise<never>): Outgoing {
  return async (url) => {
    const { status = 200, body = text } = await answer();
    return { url, status, headers: {}, body: new TextEncoder().encode(body) };
  };
}

function start(outgoing: Outgoing = network(() => ({}))): string {
  world = aService({ outgoing });
  return `/orgs/${world.org}/openapi`;
}

describe('OpenAPI specifications', () => {
  it('are created pending, and read in the background', async () => {
    const specs = start();
    const created = await world.call(`POST ${specs}`, { slug: 'pets', source: { text } });

    expect(created).toMatchObject({
      status: 201,
      body: { object: 'openapi-spec', slug: 'pets', processingState: 'pending' },
    });
    await world.embedded.service.background.idle();
    const spec = await world.ok(`GET ${specs}/pets`, undefined, 'read');
    expect(spec).toMatchObject({
      processingState: 'complete',
      lastProcessedAt: '2026-01-01T00:00:00.000Z',
      permissions: { view: true, edit: false },
      urls: { location: `http://docs.test/v1${specs}/pets` },
    });
    expect('lastProcessErrorCode' in spec).toBe(false);
    expect(specText(world.context(), world.org, 'pets')).toBe(text);
  });

  it('give their newest text at a signed address', async () => {
    const specs = start();
    await world.ok(`POST ${specs}`, { slug: 'pets', source: { text } });
    expect((await world.call(`GET ${specs}/none/versions/latest`)).status).toBe(404);
    await world.embedded.service.background.idle();

    const version = await world.ok(`GET ${specs}/pets/versions/latest`, undefined, 'read');
    const read = (url: string) => world.embedded.app.inject({ url });

    expect(version.id).toBe((await world.ok(`GET ${specs}/pets`)).lastVersion);
    const address = (version.url as string).slice('http://docs.test'.length);
    expect(await read(address)).toMatchObject({ statusCode: 200, body: text });
    expect((await read(`${address.slice(0, -1)}_`)).statusCode).toBe(404);
    expect((await read(address.split('?')[0]!)).statusCode).toBe(404);
    expect((await world.call(`GET ${specs}/pets/versions/latest`, undefined, 'stranger')).status).toBe(404);
  });

  it('come from an address, and make a new version only when the text is new', async () => {
    let body = text;
    const specs = start(network(() => ({ body })));
    const source = { url: 'https://api.example.org/openapi.yaml' };
    const put = async (): Promise<{ status: number; version: string }> => {
      const { status } = await world.call(`PUT ${specs}/pets`, { source });
      await world.embedded.service.background.idle();
      const spec = await world.ok(`GET ${specs}/pets`);
      expect(spec).toMatchObject({ sourceURL: source.url, processingState: 'complete' });
      return { status, version: spec.lastVersion };
    };

    const first = await put();
    const same = await put();
    body = text.replace('Pets', 'Cats');
    const other = await put();

    expect([first.status, same.status, other.status]).toEqual([201, 200, 200]);
    expect(same.version).toBe(first.version);
    expect(other.version).not.toBe(first.version);
  });

  it.each([
    ['FETCH_TIMEOUT', () => Promise.reject(new AppError('TIMEOUT', 'too late'))],
    ['FETCH_ERROR', () => Promise.reject(new AppError('NO_ANSWER', 'nobody'))],
    ['FETCH_ERROR', () => Promise.reject(new AppError('ADDRESS_REFUSED', 'inside'))],
    ['FETCH_ERROR', () => ({ status: 404 })],
    ['PARSE_ERROR', () => ({ body: '<html>' })],
    ['PARSE_ERROR', () => ({ body: '{"openapi":"3.1.0"}' })],
  ] as const)('that cannot be read say %s, and keep the last good version', async (code, failure) => {
    let fails = false;
    const specs = start(network(() => (fails ? failure() : {})));
    const source = { url: 'https://api.example.org/openapi.yaml' };
    await world.ok(`POST ${specs}`, { slug: 'pets', source });
    await world.embedded.service.background.idle();
    const { lastVersion } = await world.ok(`GET ${specs}/pets`);
    fails = true;

    await world.ok(`PUT ${specs}/pets`, { source });
    await world.embedded.service.background.idle();

    expect(await world.ok(`GET ${specs}/pets`)).toMatchObject({
      processingState: 'complete',
      lastProcessErrorCode: code,
      lastVersion,
    });
    fails = false;
    await world.ok(`PUT ${specs}/pets`, { source });
    await world.embedded.service.background.idle();
    expect('lastProcessErrorCode' in (await world.ok(`GET ${specs}/pets`))).toBe(false);
  });

  it('whose source is replaced while it is read are read again', async () => {
    let release = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    const specs = start(async (url) => {
      if (asked++ === 0) await waiting;
      return { url, status: 200, headers: {}, body: new TextEncoder().encode(text) };
    });
    await world.ok(`POST ${specs}`, { slug: 'pets', source: { url: 'https://api.example.org/a' } });
    while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
    expect((await world.ok(`GET ${specs}/pets`)).processingState).toBe('progress');

    await world.ok(`PUT ${specs}/pets`, { source: { text: text.replace('Pets', 'Cats') } });
    release();
    await world.embedded.service.background.idle();

    const spec = await world.ok(`GET ${specs}/pets`);
    expect([spec.processingState, 'sourceURL' in spec]).toEqual(['complete', false]);
    expect(specText(world.context(), world.org, 'pets')).toContain('Cats');
  });

  it('have one slug each, and are deleted', async () => {
    const specs = start();
    await world.ok(`POST ${specs}`, { slug: 'pets', source: { text } });
    expect((await world.call(`POST ${specs}`, { slug: 'pets', source: { text } })).status).toBe(409);
    expect((await world.ok(`GET ${specs}`)).items).toHaveLength(1);

    expect((await world.call(`DELETE ${specs}/pets`)).status).toBe(204);

    expect((await world.call(`GET ${specs}/pets`)).status).toBe(404);
    expect((await world.call(`DELETE ${specs}/pets`)).status).toBe(404);
  });

  it('are accepted from people who may create content, as an address or a text', async () => {
    const specs = start();
    for (const who of everybody) {
      const { status } = await world.call(`PUT ${specs}/${who}`, { source: { text } }, who);
      expect([who, status]).toEqual([
        who,
        who === 'admin' || who === 'create' ? 201 : who === 'stranger' ? 404 : 403,
      ]);
    }
    for (const source of [
      {},
      { url: 'x' },
      { url: 'file:///etc/passwd' },
      { text: '' },
      { text, url: 'https://a.example' },
      null,
    ]) {
      expect((await world.call(`PUT ${specs}/x`, { source })).status).toBe(400);
    }
    expect((await world.call(`POST ${specs}`, { slug: 'a--b', source: { text } })).status).toBe(400);
  });
});

describe('the text of a specification', () => {
  it('is read as JSON or YAML', () => {
    start();
    expect(readSpec(text)).toEqual({ version: '3.1.0', title: 'Pets' });
    expect(readSpec('{"swagger":"2.0","info":{"title":"Old"},"paths":{}}')).toEqual({
      version: '2.0',
      title: 'Old',
    });
  });

  it.each([
    'swagger: "2.0"\ninfo: {title: x}',
    'openapi: 4.0.0\ninfo: {title: x}',
    'openapi: 3.0.0',
    'openapi: 3.0.0\ninfo: {title: x}\npaths: []',
    '- openapi',
    'a: 1\na: 2',
    `openapi: 3.0.0\ninfo: {title: x}\nx: ${'['.repeat(5000)}`,
    `{"openapi":"3.0.0","info":{"title":"x"},"x":${'['.repeat(500)}${']'.repeat(500)}}`,
    [
      'a: &a [1,1,1,1,1,1,1,1,1]',
      ...'bcdefgh'
        .split('')
        .map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(8)}*${'abcdefgh'[at]}]`),
    ].join('\n'),
    '',
    '\u0000',
  ])('is refused in words: %.40j', (source) => {
    start();
    expect(readSpec(source)).toHaveProperty('problem');
  });
});
