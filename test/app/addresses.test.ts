import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceFixture } from '../service/fixture.ts';
import { appOrigin, aServiceWithApp, signedIn, Visitor } from './visitor.ts';

let fixture: ServiceFixture;
let visitor: Visitor;
let space: string;

beforeAll(async () => {
  fixture = aServiceWithApp();
  visitor = await signedIn(fixture);
  space = fixture.newSpace('Guides');
  const { id } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'First pages' });
  await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
    changes: [
      { type: 'insert_page', title: 'Welcome', document: { markdown: 'See [the guide](guide.md).' } },
      { type: 'insert_page', title: 'Guide', document: { markdown: '## Steps\n\nSeldomword here.' } },
    ],
  });
  await fixture.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
});
afterAll(() => fixture.close());

/** The addresses of the app in an answer of the interface. */
function appAddresses(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(appAddresses);
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    key === 'urls' && typeof (value as { app?: unknown }).app === 'string'
      ? [(value as { app: string }).app, ...appAddresses(value)]
      : appAddresses(value),
  );
}

describe('every address of the app that the interface gives', () => {
  const kinds: Record<string, () => Promise<unknown>> = {
    organization: () => fixture.ok(`GET /orgs/${fixture.org}`),
    collection: async () => {
      await fixture.ok(`POST /orgs/${fixture.org}/collections`, { title: 'Shelf' });
      return fixture.ok(`GET /orgs/${fixture.org}/collections`);
    },
    space: () => fixture.ok(`GET /spaces/${space}`),
    'page and revision': () => fixture.ok(`GET /spaces/${space}/content`),
    'earlier revision': async () => {
      const { revision } = await fixture.ok(`GET /spaces/${space}`);
      return fixture.ok(`GET /spaces/${space}/revisions/${revision}`);
    },
    'change request and its pages': async () => {
      const { id } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Second' });
      return [
        await fixture.ok(`GET /spaces/${space}/change-requests/${id}`),
        await fixture.ok(`GET /spaces/${space}/change-requests/${id}/content`),
      ];
    },
    'search result': () => fixture.ok(`GET /orgs/${fixture.org}/search?query=seldomword`),
    site: () => fixture.ok(`POST /orgs/${fixture.org}/sites`, { title: 'Docs', spaces: [space] }),
    specification: () =>
      fixture.ok(`POST /orgs/${fixture.org}/openapi`, {
        slug: 'pets',
        source: { text: '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}' },
      }),
    'integration and its installation': async () => {
      const made = await fixture.ok('POST /integrations/bell', {
        title: 'Bell',
        description: 'Rings.',
        scopes: [],
        organization: fixture.org,
        script: 'addEventListener("x", () => {})',
        runtime: 'v1',
      });
      return [made, await fixture.ok('POST /integrations/bell/installations', { organization: fixture.org })];
    },
  };

  it.each(Object.entries(kinds))('opens a page: %s', async (_, ask) => {
    const addresses = appAddresses(await ask());

    expect(addresses.length).toBeGreaterThan(0);
    for (const address of new Set(addresses)) {
      expect(address.startsWith(`${appOrigin}/app/`)).toBe(true);
      const { pathname, hash } = new URL(address);
      const { status, html } = await visitor.get(pathname);
      expect({ address, status }).toEqual({ address, status: 200 });
      if (hash !== '') expect(html).toContain(`id="${hash.slice(1)}"`);
    }
  });
});

describe('an address that cannot be read', () => {
  it.each(['/app/%E0%A4%A', '/app/spaces/%zz'])(
    'gets a whole page of the app as its answer: %s',
    async (path) => {
      for (const somebody of [visitor, new Visitor(fixture)]) {
        const { status, html, headers } = await somebody.get(path);
        expect(status).toBe(400);
        expect(html).toContain('<h1>The address cannot be read.</h1>');
        expect(html).toContain('<main');
        expect(headers['content-security-policy']).toContain("default-src 'none'");
        expect(html.includes('Sign out')).toBe(somebody === visitor);
      }
    },
  );

  it('gets an answer in the interface’s form where it does not belong to the app', async () => {
    for (const [host, url] of [
      ['app.test', '/v1/%E0%A4%A'],
      ['docs.test', '/app/%E0%A4%A'],
    ] as const) {
      const answer = await fixture.embedded.app.inject({ url, headers: { host } });
      expect([answer.statusCode, answer.json<{ error: { code: number } }>().error.code]).toEqual([400, 400]);
    }
  });
});
