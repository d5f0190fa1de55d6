import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, publishPages, type Json, type ServiceFixture } from '../fixture.ts';

/*
 * A client reads a page, takes the heading off (facts: "a body written back must not repeat that H1"), and writes the rest back,
 * unchanged or changed in one place.
 */

let world: ServiceFixture;
let space: string;

beforeAll(() => {
  world = aService();
  space = world.newSpace('Guides');
});

afterAll(() => world.close());

async function update(page: string, document: object): Promise<Json> {
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
  const base = `/spaces/${space}/change-requests/${id}/content`;
  await world.ok(`POST ${base}`, { changes: [{ type: 'update_page', page, document }] });
  return world.ok(`GET ${base}/page/${page}?format=markdown`);
}

/** A page as the service's mirror has it: its text may have no heading at all. */
async function aPage(text: string): Promise<string> {
  const [id] = (await publishPages(world, space, '# Named\n')) as [string];
  const { id: change } = await world.ok(`POST /spaces/${space}/change-requests`, {});
  await world.ok(`POST /spaces/${space}/change-requests/${change}/content`, {
    changes: [{ type: 'update_page', page: id, document: { markdown: text } }],
  });
  await world.ok(`POST /spaces/${space}/change-requests/${change}/merge`);
  return id;
}

const texts = [
  '# Named\n\ntext\n',
  '# Named\n\n# Other\n\ntext\n',
  '# Named\n\nintroduction\n\n# Other\n\ntext\n',
  '# Named\n\n# Named\n\ntext\n',
  '# Named',
  '# Named\n',
  '---\nicon: star\n---\n\n# Named\n\n* a\n- b\n\nText   with  *odd* _style_\n\n\nend',
  'Named\n=====\n\n# Other\n',
  '# Named\r\n\r\none\r\n\r\n```js\r\ntwo\r\n```\r\n',
];

describe('a page that is read and written back without its heading', () => {
  // Whether a text that begins with the heading is the whole text or what is below it, nobody can tell where the page has it twice.
  it.each(texts.filter((text) => !/# Named\n\n# Named/u.test(text)))(
    'as markdown is what it was: %j',
    async (text) => {
      const page = await aPage(text);
      const before = await world.ok(`GET /spaces/${space}/content/page/${page}?format=markdown`);
      expect(before).toMatchObject({ markdown: text, markdownHasTitle: true });
      const body = text.replace(/^(?:---\n[^]*?\n---\n\n)?(?:# Named|Named\n=====)(?:\r?\n|$)/u, '');

      const after = await update(page, { markdown: body.trim() === '' ? body : body.replace(/^\r?\n/u, '') });

      expect(after.title).toBe('Named');
      expect(after.markdown.trim().replaceAll('Named\n=====', '# Named')).toBe(
        text.trim().replaceAll('Named\n=====', '# Named'),
      );
    },
  );

  it.each(texts)('as a document is what it was, byte for byte: %j', async (text) => {
    const page = await aPage(text);
    const before = await world.ok(`GET /spaces/${space}/content/page/${page}?format=document`);

    const after = await update(page, { document: before.document });

    expect(after).toMatchObject({ title: 'Named', markdown: text, documentId: before.documentId });
  });

  it('as a document with one new block keeps all other bytes', async () => {
    const page = await aPage(
      '# Named\n\n<!-- why -->\n\n* a\n- b\n\nText   with  *odd* _style_\n\n# Other\n',
    );
    const { document } = await world.ok(`GET /spaces/${space}/content/page/${page}?format=document`);
    const leaf = { object: 'leaf', text: 'New', marks: [] };
    const block = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [leaf] }] };

    const after = await update(page, { document: { ...document, nodes: [...document.nodes, block] } });

    expect(after.title).toBe('Named');
    expect(after.markdown).toBe(
      '# Named\n\n<!-- why -->\n\n* a\n- b\n\nText   with  *odd* _style_\n\n# Other\n\nNew\n',
    );
  });
});
