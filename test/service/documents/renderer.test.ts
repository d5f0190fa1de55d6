import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPublished } from '../../conformance/published-schema.ts';
import { aService, type Json, type ServiceFixture } from '../fixture.ts';

/*
 * The calls that the vendor's open source renderer makes to show a site, in the form of its data layer, over a site with sections,
 * variants, includes and a specification. The test compares every answer with the document of the vendor's client.
 */

const published = readPublished('@gitbook/api', ['Space.type']);

let world: ServiceFixture;
let site: string;
let guides: string;
let revision: string;

beforeAll(async () => {
  world = aService();
  guides = world.newSpace('Guides');
  const beta = world.newSpace('Beta');
  for (const space of [guides, beta]) revision = await fill(space);
  revision = (await world.ok(`GET /spaces/${guides}`)).revision as string;
  const made = await world.ok(`POST /orgs/${world.org}/sites`, { title: 'Docs', spaces: [guides] });
  site = made.id as string;
  await world.ok(`POST /orgs/${world.org}/sites/${site}/site-spaces`, { spaceId: beta });
  await world.ok(`POST /orgs/${world.org}/sites/${site}/publish`);
});

afterAll(() => world.close());

async function fill(space: string): Promise<string> {
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
  const file = (name: string, text: string): object => ({
    name,
    contentType: 'text/plain',
    base64: Buffer.from(text).toString('base64'),
  });
  await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
    changes: [
      {
        type: 'insert_files',
        files: [
          file('.gitbook/includes/reuse.md', 'Shared\n'),
          file('.gitbook.yaml', 'redirects:\n  old/start: start.md\n  away: https://example.com/\n'),
        ],
      },
      { type: 'insert_page', document: { markdown: '# Home\n\nWelcome to penguins\n' } },
      {
        type: 'insert_page',
        document: {
          markdown:
            '---\nmetaLinks:\n  canonical: https://example.com/start\n  alternates:\n    - README.md\n---\n\n# Start\n\nFeed the penguins\n\n{% include ".gitbook/includes/reuse.md" %}\n',
        },
      },
    ],
  });
  return (await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`)).revision as string;
}

/** Calls an operation, and compares its answer with the vendor's document where that has the operation. */
async function ask(template: string, path: string, body?: object): Promise<Json> {
  const [method = ''] = path.split(' ');
  const answer = await world.call(path, body);
  const operation = published.find(method, `/v1${template}`);
  expect(operation, `${method} ${template} is in the vendor’s document`).toBeDefined();
  if (operation !== undefined) expect(published.problems(operation, answer.status, answer.body)).toEqual([]);
  return answer.body;
}

const lookUp = (url: string): Promise<Json> => ask('/urls/published', 'POST /urls/published', { url });

describe('the vendor’s renderer is answered', () => {
  it('where an address leads: to a space with the path of the page in it', async () => {
    const base = `http://docs.test/sites/${site}`;

    const start = await lookUp(`${base}/start`);
    const variant = await lookUp(`${base}/beta/start`);

    expect(start).toMatchObject({ site, space: guides, pathname: 'start', basePath: `/sites/${site}/` });
    expect(variant).toMatchObject({
      pathname: 'start',
      basePath: `/sites/${site}/beta/`,
      siteBasePath: `/sites/${site}/`,
    });
    expect(variant.space).not.toBe(guides);
    expect((await world.call('POST /urls/published', { url: 'http://docs.test/sites/none/' })).status).toBe(
      404,
    );
    expect((await world.call('POST /urls/published', { url: `${base}/start` }, 'stranger')).status).toBe(200);
  });

  it('with nothing where visitors have to sign in, except the place to do so', async () => {
    const url = `http://docs.test/sites/${site}/start`;
    await world.ok(`PATCH /orgs/${world.org}/sites/${site}`, { visibility: 'visitor-auth' });

    const unknown = await world.call('POST /urls/published', { url });
    await world.ok(`PATCH /orgs/${world.org}/sites/${site}/publishing/auth`, {
      fallbackURL: 'https://id.example/',
    });
    const told = await world.ok('POST /urls/published', { url, visitor: { jwtToken: 'a.b.c' } });
    await world.ok(`PATCH /orgs/${world.org}/sites/${site}`, { visibility: 'public' });

    expect(unknown.status).toBe(404);
    expect(told).toEqual({ target: 'external', site, redirect: 'https://id.example/' });
  });

  it('the site, its space, the revision and the page of a path', async () => {
    const inSpace = '/spaces/{spaceId}';
    const page = await ask(
      `${inSpace}/revisions/{revisionId}/path/{pagePath}`,
      `GET /spaces/${guides}/revisions/${revision}/path/start`,
    );

    await ask(
      '/orgs/{organizationId}/sites/{siteId}/published',
      `GET /orgs/${world.org}/sites/${site}/published`,
    );
    await ask(inSpace, `GET /spaces/${guides}`);
    await ask(
      `${inSpace}/revisions/{revisionId}`,
      `GET /spaces/${guides}/revisions/${revision}?metadata=true`,
    );
    const base = `GET /spaces/${guides}/revisions/${revision}/page/${page.id}`;
    const template = `${inSpace}/revisions/{revisionId}/page/{pageId}`;
    const document = await ask(
      `${template}/document`,
      `${base}/document?evaluated=deterministic-only&dereferenced=reusable-contents`,
    );
    await ask(template, `${base}?format=markdown`);

    expect(document.nodes.map(({ type }: Json) => type)).toEqual(['paragraph', 'paragraph']);
    expect(await world.ok(`${base}/meta-links`)).toMatchObject({
      canonical: { kind: 'url', url: 'https://example.com/start' },
      alternates: [{ kind: 'page' }],
    });
  });

  it('where old paths lead, what a search finds, and who somebody is', async () => {
    const base = `/orgs/${world.org}/sites/${site}`;
    const template = '/orgs/{organizationId}/sites/{siteId}';

    const moved = await ask(`${template}/redirect`, `GET ${base}/redirect?source=/old/start`);
    // The document of this release does not know targets outside of the site; later releases do.
    const away = await world.ok(`GET ${base}/redirect?source=/beta/away`);
    const found = await ask(`${template}/search`, `POST ${base}/search`, { query: 'penguins', mode: 'all' });
    const current = await world.ok(`POST ${base}/search`, {
      query: 'penguins',
      scope: { mode: 'default', currentSiteSpace: 'none', restrictTo: 'currentSiteSpace' },
    });
    const user = await ask('/users/{userId}', `GET /users/${world.users.admin}`);

    expect(moved).toMatchObject({
      target: `http://docs.test/sites/${site}/start`,
      redirect: { destination: { kind: 'site-page' } },
    });
    expect(away.target).toBe('https://example.com/');
    expect((await world.call(`GET ${base}/redirect?source=/none`)).status).toBe(404);
    expect(found.items).toHaveLength(2);
    expect(found.items[0].pages).toHaveLength(2);
    expect(current.items).toEqual([]);
    expect(user.id).toBe(world.users.admin);
    expect((await world.call(`GET /users/${world.users.admin}`, undefined, 'stranger')).status).toBe(404);
  });

  it('with nothing of a space that is closed to the caller', async () => {
    const closed = world.newSpace('Closed');
    await fill(closed);
    await world.ok(`PATCH /spaces/${closed}`, { defaultLevel: null });
    const made = await world.ok(`POST /orgs/${world.org}/sites`, { title: 'Staff', spaces: [closed] });
    const base = `/orgs/${world.org}/sites/${made.id as string}`;

    const found = await world.ok(`POST ${base}/search`, { query: 'penguins' }, 'read');
    const moved = await world.call(`GET ${base}/redirect?source=/old/start`, undefined, 'read');

    expect(found.items).toEqual([]);
    expect(moved.status).toBe(404);
    expect((await world.ok(`POST ${base}/search`, { query: 'penguins' })).items).toHaveLength(1);
  });

  it('what an embed shows, and what a specification contains', async () => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { tags: ['pets'] }, post: {} } },
      components: { schemas: { Pet: { type: 'object' } } },
    });
    await world.ok(`POST /orgs/${world.org}/openapi`, { slug: 'pets', source: { text } });
    await world.embedded.service.background.idle();
    const source = (props: object): object => ({
      source: {
        type: 'builtin:openapi',
        props,
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
      },
      seed: '1',
    });
    const compute = `POST /spaces/${guides}/content/computed/document`;

    const embed = await ask(
      '/spaces/{spaceId}/embed',
      `GET /spaces/${guides}/embed?url=https://www.example.com/a/film`,
    );
    const content = await world.ok(`GET /orgs/${world.org}/openapi/pets/versions/latest/content`);
    const operations = await ask(
      '/spaces/{spaceId}/content/computed/document',
      compute,
      source({ doc: 'operations', page: 'pets' }),
    );
    const models = await world.ok(compute, source({ doc: 'models' }));

    expect(embed).toEqual({ title: 'film', site: 'example.com', type: 'link' });
    expect(content.filesystem[0].specification.info.title).toBe('Pets');
    expect(operations.nodes.map(({ data }: Json) => `${data.method} ${data.path}`)).toEqual(['get /pets']);
    expect(models.nodes.map(({ data }: Json) => data.schemas)).toEqual([['Pet']]);
    expect((await world.call(compute, { source: { type: 'integration:x' }, seed: '1' })).status).toBe(422);
  });
});
