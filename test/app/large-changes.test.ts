import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

let fixture: ServiceFixture;
let admin: Visitor;
let space: string;
let request: string;
let ids: string[];
const count = 20;

beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
  space = fixture.newSpace('Large');
  const send = async (subject: string, changes: object[]): Promise<Json> => {
    const made = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject });
    await fixture.ok(`POST /spaces/${space}/change-requests/${made.id}/content`, { changes });
    return made;
  };
  const { id } = await send(
    'Begin',
    Array.from({ length: count }, (_, at) => ({
      type: 'insert_page',
      title: `Page ${at}`,
      document: { markdown: `Old words ${at}.` },
    })),
  );
  await fixture.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
  ids = (await fixture.ok(`GET /spaces/${space}/content/pages`)).pages.map((page: Json) => page.id);
  const changed = ids.map((page, at) => ({
    type: 'update_page',
    page,
    document: {
      markdown: at === 15 ? `# Page ${at}\n\n[Gone](gone.md)\n` : `# Page ${at}\n\nNew words ${at}.\n`,
    },
  }));
  const { number } = await send('All of them', changed);
  request = `/app/spaces/${space}/~/changes/${number}`;
});
afterAll(() => fixture.close());

/** The part of the list about the page at a place. */
const sectionOf = (html: string, at: number): string =>
  new RegExp(`<section class="difference[^>]*id="page-${ids[at]}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? '';

describe('a change request with many pages', () => {
  it('names all of them, and compares only the texts of the first ones', async () => {
    const { html } = await admin.get(request);

    expect(html).toContain(`<h2>${count} pages changed`);
    expect(html.match(/<del>Old<\/del><ins>New<\/ins>/g)).toHaveLength(8);
    expect(sectionOf(html, 7)).toContain('<ins>New</ins> words 7.');
    expect(sectionOf(html, 8)).toContain(`<a href="${request}/~/pages/${ids[8]}">Page 8</a>`);
    expect(sectionOf(html, 8)).not.toContain('words');
  });

  it('has a page for each of them, with the way to its neighbours and back', async () => {
    const { html } = await admin.get(`${request}/~/pages/${ids[12]}`);

    expect(html).toContain('<del>Old</del><ins>New</ins> words 12.');
    expect(html).toContain(`rel="prev" href="${request}/~/pages/${ids[11]}"`);
    expect(html).toContain(`rel="next" href="${request}/~/pages/${ids[13]}"`);
    expect(html).toContain(`href="${request}#page-${ids[12]}"`);
    const source = (await admin.get(`${request}/~/pages/${ids[12]}?view=unified`)).html;
    expect(source).toContain(`rel="next" href="${request}/~/pages/${ids[13]}?view=unified"`);
    expect((await admin.get(`${request}/~/pages/nothing`)).status).toBe(404);
  });

  it('gives a script only the part of one page, whose comments lead back to the request', async () => {
    const { html } = await admin.get(`${request}/~/pages/${ids[12]}?part=1`);

    expect(html).not.toMatch(/<html|<main/);
    expect(html).toContain('<ins>New</ins> words 12.');
    expect(html).toContain(`name="back" value="${request}"`);
    const stranger = await signedIn(fixture, 'stranger');
    expect((await stranger.get(`${request}/~/pages/${ids[12]}?part=1`)).status).toBe(404);
  });

  it('looks for broken links in every page, on a separate page', async () => {
    const { html } = await admin.get(request);

    expect(html).not.toContain('It breaks no link');
    expect(html).toContain(`href="${request}/~/links"`);
    expect((await admin.get(`${request}/~/links`)).html).toContain('<li>Page 15: 1 link</li>');
    expect((await admin.get(`${request}/~/links?part=1`)).html).toMatch(/^<li class="bad">.*1 on Page 15\./);
  });

  it('is compared in the same way in the history', async () => {
    await fixture.ok(`POST ${request.replace('/app', '').replace('/~/changes', '/change-requests')}/merge`);
    const { parents } = await fixture.ok(`GET /spaces/${space}/content`);
    const address = `/app/spaces/${space}/~/compare?from=${parents[0]}`;
    const { html } = await admin.get(address);

    expect(html.match(/<del>Old<\/del><ins>New<\/ins>/g)).toHaveLength(8);
    const own = /<section class="difference later"[^>]* data-part="([^"]*)"/
      .exec(html)?.[1]
      ?.replaceAll('&amp;', '&');
    expect((await admin.get(own ?? '')).html).toContain('<ins>New</ins> words 8.');
    expect((await admin.get(`${own}&part=1`)).html).not.toContain('<html');
  });
});
