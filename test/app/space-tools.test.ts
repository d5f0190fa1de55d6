import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unzip } from '../../src/service/import/unzip.ts';
import { seedFolder } from '../../src/service/index.ts';
import type { Json, ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

const files: Record<string, string> = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n\n## Guides\n\n* [One](guides/one.md)\n* [Two](guides/two.md)\n',
  'README.md':
    '---\ndescription: Hello\nowner: somebody # kept\n---\n\n# Welcome\n\n[One](guides/one.md), [gone](gone.md).\n',
  'guides/one.md':
    '# One\n\n[nowhere](../README.md#nowhere) and [two](two.md)\n\n![Dot](../.gitbook/assets/dot.png)\n',
  'guides/two.md': '# Two\r\n\r\n[one](one.md), [gone](../gone.md).\r\n',
  '.gitbook/assets/dot.png': 'not really a picture',
  '.gitbook/includes/note.md': '# Note\n\nIncluded.\n',
  'unlisted.md': '# Nobody lists this\n',
};

let fixture: ServiceFixture;
let admin: Visitor;
let space: string;
let ids: Record<string, string>;

beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-tools-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  space = seedFolder(fixture.context(), folder, { organization: fixture.org }).spaces[0]!.id;
  rmSync(folder, { recursive: true, force: true });
  const flat = (pages: Json[]): Json[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  const { pages } = await fixture.ok(`GET /spaces/${space}/content/pages`);
  ids = Object.fromEntries(flat(pages).map((page) => [page.title, page.id]));
});
afterAll(() => fixture.close());

/** The files of the archive at an address, as texts. */
async function archive(visitor: Visitor, path: string): Promise<Record<string, string>> {
  const { status, bytes, headers } = await visitor.get(path);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/zip');
  return Object.fromEntries(
    [...unzip(bytes)].map(([name, content]) => [name, Buffer.from(content).toString()]),
  );
}

describe('the download of a space', () => {
  it('is an archive with the very files that were read in', async () => {
    expect(await archive(admin, `/app/spaces/${space}/~/download`)).toEqual(files);
  });

  it('is that of a change request or an earlier revision, where somebody asks for it', async () => {
    const { revision } = await fixture.ok(`GET /spaces/${space}`);
    const { id, number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'New' });
    await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [{ type: 'insert_page', title: 'Three', document: { markdown: 'Third.' } }],
    });

    const changed = await archive(admin, `/app/spaces/${space}/~/changes/${number}/~/download`);
    expect(changed['three.md']).toContain('Third.');
    expect(changed['SUMMARY.md']).toContain('* [Three](three.md)');
    expect(await archive(admin, `/app/spaces/${space}/~/revisions/${revision}/~/download`)).toEqual(files);
  });

  it('gives a page as its markdown, under its name', async () => {
    const { html, headers } = await admin.get(`/app/spaces/${space}/~/download?page=${ids['Two']}`);

    expect(html).toBe(files['guides/two.md']);
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''two.md");
    expect((await admin.get(`/app/spaces/${space}`)).html).toContain(`/~/download?page=${ids['Welcome']}`);
    expect((await admin.get(`/app/spaces/${space}/~/download?page=none`)).status).toBe(404);
  });

  it('is given only to people who may read the space', async () => {
    expect((await (await signedIn(fixture, 'read')).get(`/app/spaces/${space}/~/download`)).status).toBe(200);
    const stranger = await signedIn(fixture, 'stranger');
    for (const tool of ['download', `download?page=${ids['Two']}`, 'links'])
      expect((await stranger.get(`/app/spaces/${space}/~/${tool}`)).status).toBe(404);
  });
});

describe('the links of a space', () => {
  it('names each broken target, every page that links to it, and how to repair the link', async () => {
    const { html } = await admin.get(`/app/spaces/${space}/~/links`);
    const rows = html.match(/<tr><td class="target">[\s\S]*?<\/tr>/g) ?? [];

    expect(html).toContain('<b>3</b> of them broken');
    expect(rows.map((row) => /class="target">([^<]*)/.exec(row)?.[1])).toEqual([
      'gone.md',
      'Welcome#nowhere',
      '../gone.md',
    ]);
    expect(rows[1]).toContain(`<a href="/app/spaces/${space}/guides/one">One</a>`);
    expect(rows[1]).toContain(`href="/app/spaces/${space}/~/edit?page=${ids['One']}"`);
    expect((await (await signedIn(fixture, 'read')).get(`/app/spaces/${space}/~/links`)).html).not.toContain(
      '/~/edit',
    );
  });

  it('lists sound links when somebody asks for them, each with all of its places', async () => {
    const { html } = await admin.get(`/app/spaces/${space}/~/links?status=ok`);

    expect(html).not.toContain('gone.md');
    expect(html).toMatch(/class="target">Two<\/td><td><a [^>]*>One<\/a><\/td>/);
    expect(html).toMatch(/class="target">One<\/td><td><a [^>]*>Welcome<\/a>, <a [^>]*>Two<\/a><\/td>/);
  });
});
