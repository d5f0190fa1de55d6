import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedFolder } from '../../src/service/index.ts';
import type { Json, ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

const files: Readonly<Record<string, string>> = {
  'README.md': '# Welcome\n\nZebras everywhere.\n',
  'SUMMARY.md': `# Table of contents

* [Welcome](README.md)
* [Odd headings](odd.md)

## Zebra care

* [Feeding](zebra-care/feeding.md)
* [Zebras elsewhere](https://example.org/zebras)
* \`\`\`yaml
  type: builtin:openapi
  props:
    models: true
  dependencies:
    spec:
      ref:
        kind: openapi
        spec: zebras
  \`\`\`

## Zebras to come
`,
  'zebra-care/feeding.md': '# Feeding\n\nWhat zebras eat.\n',
  'odd.md': `---
description: Odd.
---

# Odd headings

## <i class="fa-id-card">:id-card:</i> Quagga passport

A quagga has at most 25%.

{% columns %}
{% column
width="50%" %}
Left of a quagga.
{% endcolumn %}
{% endcolumns %}

Quagga under a line
-------------------

## Quagga <a href="#given" id="given"></a>

## Quagga

{% if visitor.claims.unsigned.isKeeper %}
## Quagga for keepers

A quagga bites okapis.
{% endif %}

{% include ".gitbook/includes/note.md" %}

## Quagga

\`\`\`js
const quagga = '## Quagga';
\`\`\`
`,
  '.gitbook/includes/note.md': '## Quagga\n\nAn included quagga.\n',
};

let fixture: ServiceFixture;
let admin: Visitor;
let space: string;

beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-search-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  space = seedFolder(fixture.context(), folder, { organization: fixture.org }).spaces[0]!.id;
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => fixture.close());

async function pagesFound(query: string): Promise<Json[]> {
  const { items } = await fixture.ok(`GET /orgs/${fixture.org}/search?query=${encodeURIComponent(query)}`);
  return items.flatMap((found: Json) => found.pages);
}

describe('what a search finds', () => {
  it('can be opened: groups, links and computed entries have no page', async () => {
    const { pages } = await fixture.ok(`GET /spaces/${space}/content/pages`);
    const below = pages.flatMap((page: Json) => page.pages ?? []);
    expect([...pages, ...below].map(({ type }: Json) => type)).toEqual(
      expect.arrayContaining(['document', 'group', 'link', 'computed']),
    );

    const found = await pagesFound('zebra');

    expect(found.map(({ title }) => title).sort()).toEqual(['Feeding', 'Welcome']);
    for (const { urls, sections } of found)
      for (const { app } of [urls, ...sections.map((section: Json) => section.urls)])
        expect([app, (await admin.get(new URL(app).pathname)).status]).toEqual([app, 200]);
    expect(await pagesFound('openapi')).toEqual([]);
  });
});

describe('the sections that a search finds', () => {
  it('are those of the page as it is shown, with its anchors and its words', async () => {
    const [{ sections, urls }] = await pagesFound('quagga passport');
    const { html } = await admin.get(new URL(urls.app).pathname);
    const anchors = [...html.matchAll(/<h[2-6][^>]* id="([^"]+)"/gu)].map(([, id]) => id);

    expect(sections[0]).toMatchObject({
      title: 'Quagga passport',
      path: 'odd#quagga-passport',
      body: 'A quagga has at most 25%. Left of a quagga.',
    });
    // The third heading of the same words is in what the page includes, and an answer has five sections.
    expect(sections.map(({ path }: Json) => path.split('#')[1]).sort()).toEqual([
      'given',
      'quagga-1',
      'quagga-2',
      'quagga-passport',
      'quagga-under-a-line',
    ]);
    expect(anchors).toEqual(expect.arrayContaining(sections.map(({ path }: Json) => path.split('#')[1])));
    expect(JSON.stringify(sections)).not.toMatch(/\{%|%\}|:id-card:/u);
  });

  it('are not those that the page hides', async () => {
    expect(await pagesFound('okapis')).toEqual([]);
    expect(await pagesFound('keepers')).toEqual([]);
  });
});

describe('the address of a group', () => {
  it('leads to its first page, and is unknown where the group has none', async () => {
    expect((await admin.get(`/app/spaces/${space}/zebra-care`)).location).toBe(
      `/app/spaces/${space}/zebra-care/feeding`,
    );
    expect((await admin.get(`/app/spaces/${space}/zebras-to-come`)).status).toBe(404);
  });
});
