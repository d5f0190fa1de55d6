import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/service/context.ts';
import { seedFolder } from '../../../src/service/seeding.ts';
import { readPublished } from '../../conformance/published-schema.ts';
import { aService, type Asker, type Json, type ServiceFixture } from '../fixture.ts';

/*
 * The calls that the vendor's open source renderer makes to show a site, in the form of its data layer, over a site with sections,
 * variants, includes and a specification. The test compares every answer with the document of the vendor's client. As the renderer does,
 * it looks an address up with its own token, and makes all other calls with the token of that answer.
 */

const published = readPublished('@gitbook/api', ['Space.type']);

let world: ServiceFixture;
let site: string;
let guides: string;
let revision: string;
/** The token of the answer that looked the site up. */
let showing: Asker;

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
  const { apiToken } = await world.ok('POST /urls/published', { url: `http://docs.test/sites/${site}/` });
  showing = { token: apiToken as string };
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
          file(
            '.gitbook/tags.yaml',
            '- tag: new\n  label: New here\n  icon: star\n- tag: plain\n  color: mauve\n- 7\n',
          ),
          file('.gitbook.yaml', 'redirects:\n  old/start: start.md\n  away: https://example.com/\n'),
        ],
      },
      { type: 'insert_page', document: { markdown: '# Home\n\nWelcome to penguins\n' } },
      {
        type: 'insert_page',
        document: {
          markdown:
            '---\nmetaLinks:\n  canonical: https://example.com/start\n  alternates:\n    - README.md\n---\n\n# Start\n\nFeed the penguins\n\n{% include ".gitbook/includes/reuse.md" %}\n\n{% tabs %}\n{% tab title="One" %}\n1. First\n{% endtab %}\n{% endtabs %}\n',
        },
      },
    ],
  });
  return (await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`)).revision as string;
}

/** Calls an operation, and compares its answer with the vendor's document where that has the operation. */
async function ask(template: string, path: string, body?: object, who: Asker = showing): Promise<Json> {
  const [method = ''] = path.split(' ');
  const answer = await world.call(path, body, who);
  const operation = published.find(method, `/v1${template}`);
  expect(operation, `${method} ${template} is in the vendor’s document`).toBeDefined();
  if (operation !== undefined) expect(published.problems(operation, answer.status, answer.body)).toEqual([]);
  return answer.body;
}

/** The types of pages and of all pages below them. */
function typesOf(pages: Json[]): string[] {
  return pages.flatMap(({ type, pages: below = [] }: Json) => [type, ...typesOf(below)]);
}

/** A space with a table of contents that has a computed entry. */
function seededReference(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-reference-'));
  const entry = [
    '* ```yaml',
    '  type: builtin:openapi',
    '  props:',
    '    models: false',
    '  dependencies:',
    '    spec:',
    '      ref:',
    '        kind: openapi',
    '        spec: zoo',
    '  ```',
  ].join('\n');
  writeFileSync(join(folder, 'README.md'), '# Reference\n');
  writeFileSync(
    join(folder, 'SUMMARY.md'),
    `# Table of contents\n\n* [Reference](README.md)\n\n## API\n\n${entry}\n`,
  );
  const { spaces } = seedFolder(world.context(), folder, { organization: world.org });
  rmSync(folder, { recursive: true, force: true });
  return spaces[0]!.id;
}

/** All nodes of a document. */
function nodesOf({ nodes = [], fragments = [] }: Json): Json[] {
  return [...nodes, ...fragments].flatMap((node: Json) => [node, ...nodesOf(node)]);
}

const lookUp = (url: string): Promise<Json> =>
  ask('/urls/published', 'POST /urls/published', { url }, 'admin');

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

  it('with a token whose claims it can read, and which has more than two minutes left', async () => {
    const { apiToken } = await lookUp(`http://docs.test/sites/${site}/`);

    const claims = JSON.parse(Buffer.from((apiToken as string).split('.')[1] ?? '', 'base64url').toString());

    expect(claims).toMatchObject({ kind: 'site', organization: world.org, site, space: guides });
    expect(claims.exp).toBeGreaterThan(world.clock.now() / 1000 + 120);
    expect(claims.claims ?? {}).toEqual({});
  });

  it('the same place for every beginning of an address, wherever the answer is complete', async () => {
    for (const path of ['', 'start', 'beta', 'beta/start', 'guides/start', 'start/deeper/page']) {
      const whole = `http://docs.test/sites/${site}/${path}`;
      const { space, pathname } = await lookUp(whole);
      const parts = path.split('/');
      const complete: string[] = [];
      for (const [at] of parts.entries()) {
        const beginning = parts.slice(0, at).map((part) => `/${part}`);
        const answer = await lookUp(`http://docs.test/sites/${site}${beginning.join('')}`);
        if (answer.complete !== true) continue;
        const rest = [answer.pathname as string, ...parts.slice(at)].filter((part) => part !== '');
        complete.push(`${answer.space} ${rest.join('/')}`);
      }
      for (const place of complete) expect([path, place]).toEqual([path, `${space} ${pathname}`]);
    }
    expect((await lookUp(`http://docs.test/sites/${site}/`)).complete).toBe(false);
    expect((await lookUp(`http://docs.test/sites/${site}/beta`)).complete).toBe(true);
    expect((await lookUp(`http://docs.test/sites/${site}/start`)).complete).toBe(true);
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
    const whole = await ask(
      `${inSpace}/revisions/{revisionId}`,
      `GET /spaces/${guides}/revisions/${revision}?metadata=true`,
    );
    // Entries of a list of updates name their tags; label and color are here.
    expect(whole.tags).toEqual([
      { slug: 'new', label: 'New here', color: 'default', icon: 'star' },
      { slug: 'plain', label: 'plain', color: 'default' },
    ]);
    const base = `GET /spaces/${guides}/revisions/${revision}/page/${page.id}`;
    const template = `${inSpace}/revisions/{revisionId}/page/{pageId}`;
    const document = await ask(
      `${template}/document`,
      `${base}/document?evaluated=deterministic-only&dereferenced=reusable-contents`,
    );
    await ask(template, `${base}?format=markdown`);

    expect(document.nodes.map(({ type }: Json) => type)).toEqual(['paragraph', 'paragraph', 'tabs']);
    // The renderer refuses tabs without keys.
    const keys = nodesOf(document).map(({ key }) => key);
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(keys.length);
    expect(await world.ok(`${base}/meta-links`, undefined, showing)).toMatchObject({
      canonical: { kind: 'url', url: 'https://example.com/start' },
      alternates: [{ kind: 'page' }],
    });
  });

  it('with the pages of a specification in the place of a computed entry, which the renderer refuses', async () => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Zoo', version: '1' },
      tags: [{ name: 'Feeding times', description: 'Who is fed when.' }],
      paths: { '/feed': { get: { summary: 'List', tags: ['Feeding times'] }, post: { summary: 'Feed' } } },
    });
    await world.ok(`POST /orgs/${world.org}/openapi`, { slug: 'zoo', source: { text } });
    await world.embedded.service.background.idle();
    const reference = seededReference();
    await world.ok(`POST /orgs/${world.org}/sites/${site}/site-spaces`, { spaceId: reference });
    const { revision: id } = await world.ok(`GET /spaces/${reference}`);
    const base = `GET /spaces/${reference}/revisions/${id as string}`;
    const revisionTemplate = '/spaces/{spaceId}/revisions/{revisionId}';

    const shown = await ask(revisionTemplate, `${base}?metadata=true`);
    const written = await world.ok(base);
    const uncomputed = await world.ok(`${base}?computed=false`, undefined, showing);
    const [, group] = shown.pages as [Json, Json];
    const [feeding, rest] = group.pages as [Json, Json];
    const document = await ask(
      `${revisionTemplate}/page/{pageId}/document`,
      `${base}/page/${feeding.id}/document?evaluated=deterministic-only&dereferenced=reusable-contents`,
    );
    const markdown = await ask(
      `${revisionTemplate}/page/{pageId}`,
      `${base}/page/${feeding.id}?format=markdown&format.markdown.refs=stable`,
    );

    expect(typesOf(shown.pages)).not.toContain('computed');
    expect(typesOf(written.pages)).toContain('computed');
    expect(typesOf(uncomputed.pages)).toContain('computed');
    expect([feeding.title, feeding.path, feeding.description]).toEqual([
      'Feeding times',
      'api/feeding-times',
      'Who is fed when.',
    ]);
    expect([rest.title, rest.path]).toEqual(['Zoo', 'api/zoo']);
    expect(document.nodes.map(({ type }: Json) => type)).toEqual(['paragraph', 'openapi-operation']);
    expect(document.nodes[1].data).toMatchObject({ method: 'get', path: '/feed', ref: { spec: 'zoo' } });
    expect(markdown.markdown).toContain('# Feeding times');
    await ask(`${revisionTemplate}/path/{pagePath}`, `${base}/path/api%2Ffeeding-times`);
    expect((await world.ok(`${base}/page/${feeding.id}/meta-links`, undefined, showing)).canonical).toBe(
      undefined,
    );
    expect((await world.call(`${base}/page/${feeding.id}`)).status).toBe(404);
  });

  it('ids that a selector of a web page can name', async () => {
    const { structure } = await world.ok(
      `GET /orgs/${world.org}/sites/${site}/published`,
      undefined,
      showing,
    );
    const ids = JSON.stringify(structure).match(/(?<="id":")[^"]+/gu) ?? [];

    expect(ids.length).toBeGreaterThan(3);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z]\w*$/u);
    const made = Array.from({ length: 1000 }, () => newId(world.embedded.service));
    expect(made.filter((id) => !/^[A-Za-z]\w{19}$/u.test(id))).toEqual([]);
    expect(new Set(made).size).toBe(made.length);
  });

  it('where old paths lead, what a search finds, and who somebody is', async () => {
    const base = `/orgs/${world.org}/sites/${site}`;
    const template = '/orgs/{organizationId}/sites/{siteId}';

    const moved = await ask(`${template}/redirect`, `GET ${base}/redirect?source=/old/start`);
    // The document of this release does not know targets outside of the site; later releases do.
    const away = await world.ok(`GET ${base}/redirect?source=/beta/away`, undefined, showing);
    const found = await ask(`${template}/search`, `POST ${base}/search`, { query: 'penguins', mode: 'all' });
    const scope = { mode: 'default', currentSiteSpace: 'none', restrictTo: 'currentSiteSpace' };
    const current = await world.ok(`POST ${base}/search`, { query: 'penguins', scope }, showing);
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
    const content = await world.ok(
      `GET /orgs/${world.org}/openapi/pets/versions/latest/content`,
      undefined,
      showing,
    );
    const operations = await ask(
      '/spaces/{spaceId}/content/computed/document',
      compute,
      source({ doc: 'operations', page: 'pets' }),
    );
    const models = await world.ok(compute, source({ doc: 'models' }), showing);

    expect(embed).toEqual({ title: 'film', site: 'example.com', type: 'link' });
    expect(content.filesystem[0].specification.info.title).toBe('Pets');
    expect(operations.nodes.map(({ data }: Json) => `${data.method} ${data.path}`)).toEqual(['get /pets']);
    expect(models.nodes.map(({ data }: Json) => data.schemas)).toEqual([['Pet']]);
    expect((await world.call(compute, { source: { type: 'integration:x' }, seed: '1' })).status).toBe(422);
  });
});
