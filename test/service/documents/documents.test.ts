import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsOfText } from '../../../src/service/content/page-text.ts';
import { aService, publishPages, type Json, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let space: string;
let one: string;
let two: string;
let revision: string;

const include = '---\ntitle: Reuse\n---\n\nShared **words**\n';
const textOfTwo =
  '---\nicon: star\n---\n\n# Two\n\nSee [one](one.md), [there](one.md#part) and [broken](none.md).\n\n{% include ".gitbook/includes/reuse.md" %}\n\n<figure><img src=".gitbook/assets/a.png" alt=""><figcaption></figcaption></figure>\n\nAt <code class="expression">space.vars.version</code>\n\n{% if visitor.claims.unsigned.beta %}\nBeta\n{% endif %}\n\n{% if space.vars.version == "1.2" %}\nNew\n{% endif %}\n';

beforeAll(async () => {
  world = aService();
  space = world.newSpace('Guides');
  [, one, two] = (await publishPages(world, space, '# Home\n', '# One\n\n## Part\n', '# Two\n')) as [
    string,
    string,
    string,
  ];
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const { revision: merged } = await change(
    {
      type: 'insert_files',
      files: [
        { name: '.gitbook/includes/reuse.md', contentType: 'text/markdown', base64: base64(include) },
        { name: '.gitbook/vars.yaml', contentType: 'application/yaml', base64: base64('version: "1.2"\n') },
        { name: '.gitbook/assets/a.png', contentType: 'image/png', base64: base64('x') },
      ],
    },
    { type: 'update_page', page: two, document: { markdown: textOfTwo } },
  );
  revision = merged as string;
});

afterAll(() => world.close());

/** Merges a batch of changes. */
async function change(...changes: object[]): Promise<Json> {
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
  await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, { changes });
  return world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
}

const paragraph = (text: string): object => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const aDocument = (...nodes: object[]): object => ({ object: 'document', data: {}, nodes });
const kinds = (document: Json): string[] => document.nodes.map(({ type }: Json) => type);
const refsIn = (value: Json): Json[] =>
  JSON.stringify(value)
    .match(/"ref":(\{[^{}]*\})/gu)
    ?.map((found) => JSON.parse(found.slice(6))) ?? [];

describe('documents', () => {
  it('are the body of a page with format=document', async () => {
    const page = await world.ok(`GET /spaces/${space}/content/page/${two}?format=document`);

    expect(page.markdown).toBeUndefined();
    expect(kinds(page.document)).toEqual([
      'paragraph',
      'reusable-content',
      'images',
      'paragraph',
      'if',
      'if',
    ]);
  });

  it('name pages, anchors, files and reusable contents by their ids, and missing targets by their addresses', async () => {
    const { reusableContents, files } = await world.ok(`GET /spaces/${space}/revisions/${revision}`);
    const image = files.find(({ name }: Json) => name === 'a.png');

    const document = await world.ok(`GET /spaces/${space}/revisions/${revision}/page/${two}/document`);

    expect(refsIn(document)).toEqual([
      { kind: 'page', page: one },
      { kind: 'anchor', anchor: 'part', page: one },
      { kind: 'url', url: 'none.md' },
      { kind: 'reusable-content', reusableContent: reusableContents[0].id },
      { kind: 'file', file: image.id },
    ]);
  });

  it('have replaced values and texts where the query asks for it, and keep what depends on the reader', async () => {
    const base = `GET /spaces/${space}/revisions/${revision}/page/${two}/document`;

    const settled = await world.ok(`${base}?evaluated=deterministic-only&dereferenced=reusable-contents`);
    const whole = await world.ok(`${base}?evaluated=true`);

    expect(kinds(settled)).toEqual(['paragraph', 'paragraph', 'images', 'paragraph', 'if', 'paragraph']);
    expect(JSON.stringify(settled)).toContain('1.2');
    expect(kinds(whole)).toEqual(['paragraph', 'reusable-content', 'images', 'paragraph', 'paragraph']);
  });

  it('may be put into a page’s markdown, which is otherwise the original text', async () => {
    const base = `GET /spaces/${space}/content/page/${two}`;
    const { files } = await world.ok(`GET /spaces/${space}/revisions/${revision}`);
    const image = files.find(({ name }: Json) => name === 'a.png');

    const written = await world.ok(`${base}?format=markdown`);
    const stable = await world.ok(`${base}?format.markdown.refs=stable`);
    const derived = await world.ok(`${base}?evaluated=true&dereferenced=true`);

    expect(written.markdown).toBe(textOfTwo);
    expect(stable.markdown).toContain(
      `See [one](/pages/${one}), [there](/pages/${one}#part) and [broken](none.md).`,
    );
    expect(stable.markdown).toContain(`<img src="/files/${image.id}" alt="">`);
    expect(derived.markdown).toMatch(/^---\nicon: star\n---\n\n# Two\n\nSee \[one\]\(one.md\)/u);
    expect(derived.markdown).toContain('Shared **words**');
    expect(derived.markdown).toContain('At 1.2\n\nNew\n');
    expect(derived.markdown).not.toContain('{%');
  });

  it('begin below the title, and a heading that is not the title stays in them', async () => {
    const front = '---\nicon: star\n---\n\n';

    expect(partsOfText(`${front}# Named\n\ntext\n`, 'Named')).toEqual({
      head: `${front}# Named\n`,
      body: '\ntext\n',
      hasTitle: true,
    });
    expect(partsOfText('text\n\n# Named\n', 'Named')).toMatchObject({ head: '', hasTitle: false });
    expect(partsOfText('# Other\n\ntext\n', 'Named')).toMatchObject({ head: '', hasTitle: false });
    expect(partsOfText(`${front}text\n`, 'Named').hasTitle).toBe(false);
    expect((await world.ok(`GET /spaces/${space}/content/page/${two}`)).markdownHasTitle).toBe(true);
  });

  it('exist for reusable contents, and are found by the identifier of a text', async () => {
    const [content] = (await world.ok(`GET /spaces/${space}/revisions/${revision}`))
      .reusableContents as Json[];
    const base = `GET /spaces/${space}/revisions/${revision}/reusable-contents/${content.id}`;
    const { documentId } = await world.ok(`GET /spaces/${space}/content/page/${two}`);

    const document = await world.ok(`${base}/document`);

    expect(kinds(document)).toEqual(['paragraph']);
    expect((await world.ok(`${base}?format=document`)).body.document).toEqual(document);
    expect(await world.ok(`GET /spaces/${space}/documents/${content.document}`)).toEqual(document);
    expect(kinds(await world.ok(`GET /spaces/${space}/documents/${documentId}`))).toContain('images');
    expect((await world.call(`GET /spaces/${space}/documents/none`)).status).toBe(404);
  });

  it('are written as a page’s text, with links to the pages’ files', async () => {
    const document = aDocument(paragraph('Hello *you*'), {
      object: 'block',
      type: 'content-ref',
      isVoid: true,
      data: { ref: { kind: 'page', page: one } },
    });
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    const base = `/spaces/${space}/change-requests/${id}/content`;

    const { changes } = await world.ok(`POST ${base}`, {
      changes: [
        { type: 'update_page', page: two, document: { document } },
        { type: 'insert_page', title: 'Three', document: { document } },
      ],
    });

    expect((await world.ok(`GET ${base}/page/${two}`)).markdown).toBe(
      '---\nicon: star\n---\n\n# Two\n\nHello \\*you\\*\n\n{% content-ref url="one.md" %}\n[one.md](one.md)\n{% endcontent-ref %}\n',
    );
    const inserted = await world.ok(`GET ${base}/page/${changes[1].page.id}`);
    expect(inserted.markdown).toContain('# Three\n\nHello \\*you\\*\n\n{% content-ref url="one.md" %}');
    const read = await world.ok(`GET ${base}/page/${two}?format=document`);
    expect(refsIn(read.document)).toEqual([{ kind: 'page', page: one }]);
  });

  it('that no text can express are refused with the place of each fault, and nothing is changed', async () => {
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    const base = `/spaces/${space}/change-requests/${id}/content`;
    const document = aDocument(
      { object: 'block', type: 'hint', data: { style: 'loud' }, nodes: [] },
      { object: 'block', type: 'tabs', nodes: [paragraph('x')] },
      { object: 'block', type: 'video', data: {} },
    );

    const refused = await world.call(`POST ${base}`, {
      changes: [
        { type: 'insert_page', title: 'Four', document: { markdown: 'x' } },
        { type: 'update_page', page: two, document: { document } },
      ],
    });

    expect(refused.status).toBe(400);
    for (const place of ['/nodes/0/data/style', '/nodes/1/nodes/0/type', '/nodes/2/type'])
      expect(refused.body.error.message).toContain(place);
    expect((await world.ok(`GET ${base}/pages`)).pages).toHaveLength(3);
  });

  it('are posted and answered as bodies of comments and replies', async () => {
    const body = { document: aDocument(paragraph('Well *done*')) };
    const base = `/spaces/${space}/comments`;

    const posted = await world.ok(`POST ${base}`, { body });
    const reply = await world.ok(`POST ${base}/${posted.id}/replies`, { body });

    expect(posted.body).toEqual({ markdown: 'Well \\*done\\*' });
    expect(reply.body).toEqual({ markdown: 'Well \\*done\\*' });
    for (const path of [`/${posted.id}`, `/${posted.id}/replies/${reply.id}`]) {
      const { body: shown } = await world.ok(`GET ${base}${path}?format=document`);
      expect(shown.document.nodes).toMatchObject(
        body.document && (aDocument(paragraph('Well *done*')) as Json).nodes,
      );
    }
    const { items } = await world.ok(`GET ${base}?format=document`);
    expect(kinds(items[0].body.document)).toEqual(['paragraph']);
    const wordless = await world.call(`POST ${base}`, { body: { document: aDocument() } });
    expect(wordless.status).toBe(400);
  });
});
