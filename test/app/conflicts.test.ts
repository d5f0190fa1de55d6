import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishPages, type Json, type ServiceFixture } from '../service/fixture.ts';
import { payloads } from '../site/payloads.ts';
import { aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

let fixture: ServiceFixture;
let admin: Visitor;
beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
});
afterAll(() => fixture.close());

const text = (page: string, markdown: string): object => ({
  type: 'update_page',
  page,
  document: { markdown },
});
const picture = (words: string): object => ({
  type: 'insert_files',
  files: [
    {
      name: '.gitbook/assets/dot.png',
      contentType: 'image/png',
      base64: Buffer.from(words).toString('base64'),
    },
  ],
});

/** A space in which a change request and the space have different versions of the same content. */
async function aClash(
  before: readonly string[],
  sides: (pages: string[]) => { theirs: object[]; ours: object[]; first?: object[] },
) {
  const space = fixture.newSpace('Guides');
  const pages = await publishPages(fixture, space, ...before);
  const at = (id: string): string => `/spaces/${space}/change-requests/${id}`;
  const request = async (changes: object[]): Promise<Json> => {
    const made = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'Other words' });
    await fixture.ok(`POST ${at(made.id)}/content`, { changes });
    return made;
  };
  const merge = async (changes: object[]): Promise<void> =>
    void (await fixture.ok(`POST ${at((await request(changes)).id)}/merge`));
  const { theirs, ours, first = [] } = sides(pages);
  if (first.length > 0) await merge(first);
  const { number } = await request(theirs);
  await merge(ours);
  const path = `/app/spaces/${space}/~/changes/${number}`;
  await admin.post(path, { do: 'update' });
  return { space, pages, path, number: number as number, merge, at: at(number) };
}

const words = (page: string) => ({
  ours: [text(page, '# One\n\nOur words.\n')],
  theirs: [text(page, '# One\n\nTheir words.\n')],
});
const baseOf = (html: string): string => /name="base" value="([^"]*)"/.exec(html)?.[1] ?? '';
const textIn = async (at: string, page: string): Promise<string> =>
  (await fixture.ok(`GET ${at}/content/page/${page}?format=markdown`)).markdown as string;

describe('a conflict of a change request', () => {
  it('is listed, shows both texts and the base, and is decided by the text that somebody puts together', async () => {
    const { pages, path, at } = await aClash(['# One\n\nBase words.\n'], ([page]) => words(page!));
    const [page] = pages as [string];
    const { html: shown } = await admin.get(path);
    expect(shown).toContain(`href="${path}/~/conflicts">One thing waits`);
    // The button stays where keys reach it, and says why it does nothing.
    expect(shown).toContain('aria-disabled="true" aria-describedby="merge-waits">Merge</button>');
    expect(shown).toContain(`id="merge-waits">It can be merged once <a href="${path}/~/conflicts">`);
    expect(shown).not.toContain('value="merge"');
    const list = (await admin.get(`${path}/~/conflicts`)).html;
    expect(list).toContain('Both sides changed the same words.');
    expect(list).toContain(`href="${path}/~/fix?page=${page}"`);

    const { html } = await admin.get(`${path}/~/fix?page=${page}`);
    for (const each of ['Our words.', 'Their words.', 'Base words.', '&lt;&lt;&lt;&lt;&lt;&lt;&lt; primary'])
      expect(html).toContain(each);
    const send = (fields: Record<string, string>) =>
      admin.post(`${path}/~/fix`, { page, base: baseOf(html), ...fields });
    const marks = await send({ do: 'text', text: await textIn(at, page) });
    expect([marks.status, marks.html.includes('still has marks')]).toEqual([409, true]);
    const saved = await send({ do: 'text', text: '# One\r\n\r\nWords of both.\r\n' });

    expect([saved.status, saved.location]).toEqual([303, path]);
    expect(await textIn(at, page)).toBe('# One\n\nWords of both.\n');
    expect((await admin.get(path)).html).toContain('Nothing waits for a decision.');
    await admin.post(path, { do: 'merge' });
    expect((await fixture.ok(`GET ${at}`)).status).toBe('merged');
  });

  it('is decided by one button for either text', async () => {
    for (const [side, wanted] of [
      ['ours', 'Our words.'],
      ['theirs', 'Their words.'],
    ] as const) {
      const { pages, path, at } = await aClash(['# One\n\nBase words.\n'], ([page]) => words(page!));
      const { html } = await admin.get(`${path}/~/fix?page=${pages[0]}`);
      await admin.post(`${path}/~/fix`, { page: pages[0]!, base: baseOf(html), do: side });
      expect(await textIn(at, pages[0]!)).toBe(`# One\n\n${wanted}\n`);
    }
  });

  it('leads from one decision to the next, and takes in the space’s newest content', async () => {
    const { space, pages, path, merge, at } = await aClash(
      ['# One\n\nBase words.\n', '# Two\n\nBase words.\n', '# Three\n\nBase words.\n'],
      ([one, two]) => ({
        ours: [text(one!, '# One\n\nOur words.\n'), text(two!, '# Two\n\nOur words.\n')],
        theirs: [text(one!, '# One\n\nTheir words.\n'), text(two!, '# Two\n\nTheir words.\n')],
      }),
    );
    await merge([text(pages[2]!, '# Three\n\nLater words.\n')]);
    let place = `${path}/~/fix?page=${pages[0]}`;
    for (let count = 0; count < 2; count += 1) {
      const { html } = await admin.get(place);
      const page = new URLSearchParams(place.split('?')[1]).get('page')!;
      const { location } = await admin.post(`${path}/~/fix`, { page, base: baseOf(html), do: 'theirs' });
      place = location!;
    }

    expect(place).toBe(path);
    expect(await fixture.ok(`GET ${at}`)).toMatchObject({ outdated: false });
    await fixture.ok(`POST ${at}/merge`);
    expect(await textIn(`/spaces/${space}`, pages[2]!)).toBe('# Three\n\nLater words.\n');
  });

  it('keeps the typed text when somebody else decided, changed or merged meanwhile', async () => {
    const { pages, path, at, merge } = await aClash(['# One\n\nBase words.\n'], ([page]) => words(page!));
    const page = pages[0]!;
    const { html } = await admin.get(`${path}/~/fix?page=${page}`);
    const send = (base: string) =>
      admin.post(`${path}/~/fix`, { page, base, do: 'text', text: '# One\n\nTyped words.\n' });
    // The space changes again, and somebody takes that change in.
    await merge([text(page, '# One\n\nOur newest words.\n')]);
    await fixture.ok(`POST ${at}/update`);
    const moved = await send(baseOf(html));
    expect(moved.status).toBe(409);
    for (const each of ['Typed words.', 'Our newest words.', 'Somebody changed this meanwhile'])
      expect(moved.html).toContain(each);

    await fixture.ok(`POST ${at}/content`, { changes: [text(page, '# One\n\nDecided elsewhere.\n')] });
    const decided = await send(baseOf(moved.html));
    expect(decided.status).toBe(409);
    for (const each of ['Typed words.', 'Somebody decided this meanwhile'])
      expect(decided.html).toContain(each);
    await fixture.ok(`POST ${at}/merge`);
    const late = await send(baseOf(moved.html));
    for (const each of ['Typed words.', 'is merged by now']) expect(late.html).toContain(each);
    expect(await textIn(at, page)).toBe('# One\n\nDecided elsewhere.\n');
  });

  it('gives a choice for a page that one side deleted: to keep or to delete it', async () => {
    const { pages, path, at } = await aClash(['# One\n\none\n', '# Two\n\ntwo\n'], ([one, two]) => ({
      ours: [{ type: 'delete_page', page: one }, text(two!, '# Two\n\nTWO\n')],
      theirs: [text(one!, '# One\n\nONE\n'), { type: 'delete_page', page: two }],
    }));
    const [one, two] = pages as [string, string];
    const list = (await admin.get(`${path}/~/conflicts`)).html;
    for (const each of ['The space deleted it', 'This change request deleted it'])
      expect(list).toContain(each);
    const press = async (page: string, fields: Record<string, string>): Promise<void> => {
      const { html } = await admin.get(`${path}/~/fix?page=${page}`);
      expect(html).toContain(`value="${fields['do']}"`);
      expect(html).toContain('It is not there.');
      expect((await admin.post(`${path}/~/fix`, { page, base: baseOf(html), ...fields })).status).toBe(303);
    };
    await press(one, { do: 'text', text: '# One\r\n\r\nONE\r\n' });
    await press(two, { do: 'delete' });

    expect((await fixture.ok(`GET ${at}/conflicts`)).conflicts).toEqual([]);
    expect((await fixture.ok(`GET ${at}/content/pages`)).pages.map(({ id }: Json) => id)).toEqual([one]);
  });

  it('is shown to reviewers as both texts with the names of their sides, without the marks, and told in a warning', async () => {
    const { pages, path } = await aClash(['# One\n\nBase words.\n'], ([page]) => ({
      ours: [text(page!, '# One\n\nBase words.\n\nOur end.\n')],
      theirs: [text(page!, '# One\n\nBase words.\n\nTheir end.\n')],
    }));
    const { html } = await admin.get(path);
    expect(html).toMatch(/<p class="notice warning" role="status">[^<]*Decide which one stays/);
    const whole = (await admin.get(`${path}/`)).html;
    const alone = (await admin.get(`${path}/~/pages/${pages[0]}`)).html;
    for (const shown of [html, whole, alone]) {
      expect(shown).toMatch(
        /The space’s text<\/p>\s*<p[^>]*>Our end\.[^]*This change request’s text<\/p>\s*<p[^>]*>Their end\./,
      );
      expect(shown).not.toMatch(/primary content|common ancestor|=======|&gt;&gt;&gt;|<blockquote/);
      expect(shown.match(/Our end\./g)).toHaveLength(1);
    }
  });

  it('gives a choice for names and places that both sides gave', async () => {
    const { pages, path, at } = await aClash(['# One\n', '# Two\n', '# Three\n'], ([one, two, three]) => ({
      theirs: [
        { type: 'update_page', page: one, slug: 'mine', into: two },
        { type: 'update_page', page: two, into: three },
      ],
      ours: [
        { type: 'update_page', page: one, slug: 'yours' },
        { type: 'update_page', page: three, into: one },
      ],
    }));
    const { conflicts } = await fixture.ok(`GET ${at}/conflicts`);
    const place = conflicts.find(({ kind }: Json) => kind === 'tree');
    const shown = await admin.get(`${path}/~/fix?place=${place.id}`);
    expect(shown.html).toContain('Both sides moved it.');
    const stay = { place: place.id as string, base: baseOf(shown.html), do: 'stay' };
    expect((await admin.post(`${path}/~/fix`, stay)).status).toBe(303);
    const { html } = await admin.get(`${path}/~/fix?page=${pages[0]}`);
    for (const each of ['mine', 'yours']) expect(html).toContain(`<dd>${each}</dd>`);
    await admin.post(`${path}/~/fix`, { page: pages[0]!, base: baseOf(html), do: 'ours' });

    expect((await fixture.ok(`GET ${at}/conflicts`)).conflicts).toEqual([]);
    expect((await fixture.ok(`GET ${at}/content/page/${pages[0]}`)).slug).toBe('yours');
  });

  it('gives a choice between two pictures, and shows both', async () => {
    const { path, at } = await aClash(['# One\n'], () => ({
      first: [picture('base')],
      ours: [picture('ours')],
      theirs: [picture('theirs')],
    }));
    const { conflicts } = await fixture.ok(`GET ${at}/conflicts`);
    const [{ id: file }] = conflicts;
    const { html } = await admin.get(`${path}/~/fix?file=${file}`);
    const shown = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src!);
    expect(shown).toHaveLength(3);
    for (const src of shown) expect(src).toMatch(/^http:\/\/docs\.test\/files\//);
    await admin.post(`${path}/~/fix`, { file, base: baseOf(html), do: 'ours' });

    expect((await fixture.ok(`POST ${at}/merge`)).result).toBe('merge');
  });

  it('has no buttons for somebody who may not edit, and refuses their decisions', async () => {
    const { pages, path, at } = await aClash(['# One\n\nBase words.\n'], ([page]) => words(page!));
    const page = pages[0]!;
    const before = await textIn(at, page);
    for (const who of ['read', 'comment'] as const) {
      const visitor = await signedIn(fixture, who);
      const { html, status } = await visitor.get(`${path}/~/fix?page=${page}`);
      expect([status, html.includes('name="do"')]).toEqual([200, false]);
      const base = baseOf((await admin.get(`${path}/~/fix?page=${page}`)).html);
      expect((await visitor.post(`${path}/~/fix`, { page, base, do: 'ours' })).status).toBe(403);
    }
    expect(await textIn(at, page)).toBe(before);
  });

  it('shows hostile names and texts as text', { tags: ['long'] }, async () => {
    for (const hostile of payloads().filter((_, at) => at % 25 === 0)) {
      const { pages, path } = await aClash(['# One\n\nBase words.\n'], ([page]) => ({
        ours: [text(page!, `# One ${hostile.replaceAll(/\s/g, ' ')}\n\n${hostile}\n`)],
        theirs: [text(page!, `# Two ${hostile.replaceAll(/\s/g, ' ')}\n\nTheir ${hostile}\n`)],
      }));
      for (const address of [`${path}/~/conflicts`, `${path}/~/fix?page=${pages[0]}`]) {
        const { html } = await admin.get(address);
        const main = html.slice(html.indexOf('<main'));
        expect(main).not.toMatch(/<(?:script|iframe|object|embed|svg|math|style|base|link|meta)\b/i);
        expect(main).not.toMatch(/<[^>]*\son\w+\s*=/i);
      }
    }
  });
});
