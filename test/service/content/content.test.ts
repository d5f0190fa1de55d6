import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService, publishPages } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';
import { checkLinks } from '../../../src/links/index.ts';

let world: ServiceFixture;
let space: string;

beforeEach(() => {
  world = aService();
  space = world.newSpace('Guides');
});

afterEach(() => world.close());

async function merged(...changes: object[]): Promise<string> {
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
  await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, { changes });
  return (await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`)).revision as string;
}

describe('content', () => {
  it('is the same on all three roots when they have one revision', async () => {
    const [page] = (await publishPages(world, space, '# One\n\ntext\n')) as [string];
    const { revision } = await world.ok(`GET /spaces/${space}`);
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    const roots = [
      `/spaces/${space}/content`,
      `/spaces/${space}/revisions/${revision}`,
      `/spaces/${space}/change-requests/${id}/content`,
    ];
    const withoutAddresses = (value: object): unknown =>
      JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'urls' ? undefined : part)));

    const answers = await Promise.all(
      roots.map(async (root) => [
        await world.ok(`GET ${root}`),
        await world.ok(`GET ${root}/pages`),
        await world.ok(`GET ${root}/page/${page}`),
        await world.ok(`GET ${root}/path/one`),
        await world.ok(`GET ${root}/files`),
      ]),
    );

    expect(withoutAddresses(answers[1]!)).toEqual(withoutAddresses(answers[0]!));
    expect(withoutAddresses(answers[2]!)).toEqual(withoutAddresses(answers[0]!));
  });

  it('of an old revision stays as it was', async () => {
    const [page] = (await publishPages(world, space, '# One\n\nold\n')) as [string];
    const { revision } = await world.ok(`GET /spaces/${space}`);
    await merged(
      { type: 'update_page', page, document: { markdown: '# One\n\nnew\n' } },
      { type: 'insert_page', document: { markdown: '# Two\n' } },
    );

    expect((await world.ok(`GET /spaces/${space}/revisions/${revision}/page/${page}`)).markdown).toBe(
      '# One\n\nold\n',
    );
    expect((await world.ok(`GET /spaces/${space}/revisions/${revision}/pages`)).pages).toHaveLength(1);
  });

  it('of another space cannot be reached through this one', async () => {
    const other = world.newSpace('Other');
    const [page] = (await publishPages(world, other, '# Secret\n')) as [string];
    const { revision } = await world.ok(`GET /spaces/${other}`);

    expect((await world.call(`GET /spaces/${space}/revisions/${revision}`)).status).toBe(404);
    expect((await world.call(`GET /spaces/${space}/content/page/${page}`)).status).toBe(404);
  });

  it('leaves git metadata out when it is not wanted', async () => {
    const file = { name: 'a.txt', contentType: 'text/plain', base64: 'aGk=' };
    await merged({ type: 'insert_files', files: [file] });

    expect((await world.ok(`GET /spaces/${space}/content/files`)).items[0].git.path).toBe(
      '.gitbook/assets/a.txt',
    );
    expect(
      (await world.ok(`GET /spaces/${space}/content/files?metadata=false`)).items[0].git,
    ).toBeUndefined();
  });
});

describe('the list of changes', () => {
  const changes = async (revision: string): Promise<Json[]> =>
    (await world.ok(`GET /spaces/${space}/revisions/${revision}/changes?limit=1000`)).changes as Json[];

  it('shows an edit of only a text as one edit, with both documents', async () => {
    const [page] = (await publishPages(world, space, '# One\n\nold\n', '# Two\n')) as [string];
    const before = (await world.ok(`GET /spaces/${space}/content/page/${page}`)).documentId;
    const revision = await merged({ type: 'update_page', page, document: { markdown: '# One\n\nnew\n' } });
    const after = (await world.ok(`GET /spaces/${space}/content/page/${page}`)).documentId;

    expect(await changes(revision)).toEqual([
      {
        type: 'page_edited',
        page: expect.objectContaining({ id: page, title: 'One', path: 'one', documentId: after }),
        attributes: { document: { before, after } },
      },
    ]);
  });

  it('tells created, moved, renamed and deleted pages and files apart', async () => {
    const [one, two, three] = (await publishPages(world, space, '# One\n', '# Two\n', '# Three\n')) as [
      string,
      string,
      string,
    ];
    const revision = await merged(
      { type: 'update_page', page: two, into: one, slug: 'zwei' },
      { type: 'delete_page', page: three },
      { type: 'insert_page', document: { markdown: '# Four\n' } },
      { type: 'insert_files', files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'aGk=' }] },
    );

    const list = await changes(revision);
    expect(list.map((change) => [change.type, change.page?.title ?? change.file?.name])).toEqual([
      ['page_created', 'Four'],
      ['page_moved', 'Two'],
      ['page_edited', 'Two'],
      ['page_deleted', 'Three'],
      ['file_created', 'a.txt'],
    ]);
    expect(list[1].parent).toEqual({ after: expect.objectContaining({ id: one }) });
    expect(list[2].attributes).toEqual({ slug: { before: 'two', after: 'zwei' } });
  });

  it('shows a new order as the fewest moves', async () => {
    const ids = await publishPages(world, space, '# 1\n', '# 2\n', '# 3\n', '# 4\n');
    const revision = await merged({ type: 'update_page', page: ids[0], at: 3 });

    expect((await changes(revision)).map((change) => [change.type, change.page.title])).toEqual([
      ['page_moved', '1'],
    ]);
  });

  it('ends at the limit, and says how many more there are', async () => {
    await publishPages(world, space, ...Array.from({ length: 12 }, (_, at) => `# ${at}\n`));
    const { revision } = await world.ok(`GET /spaces/${space}`);
    const answer = await world.ok(`GET /spaces/${space}/revisions/${revision}/changes`);

    expect([answer.changes.length, answer.more]).toEqual([10, 2]);
    expect(answer).toMatchObject({ revision: { id: revision, type: 'merge' }, mergedFrom: { number: 1 } });
  });

  it('of a change request is against the primary content that it took in', async () => {
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [{ type: 'insert_page', document: { markdown: '# Mine\n' } }],
    });
    await publishPages(world, space, '# Theirs\n');
    await world.ok(`POST /spaces/${space}/change-requests/${id}/update`);

    const answer = await world.ok(`GET /spaces/${space}/change-requests/${id}/changes`);
    expect(answer.changes.map((change: Json) => [change.type, change.page.title])).toEqual([
      ['page_created', 'Mine'],
    ]);
  });
});

describe('the link report', () => {
  it('shows which targets exist, which do not, and which places link to them; and follows changes', async () => {
    const file = { name: 'a.txt', contentType: 'text/plain', base64: 'aGk=' };
    const [one, two] = (await publishPages(
      world,
      space,
      '# One\n\n## Part\n\n[two](two.md) [again](two.md) [part](#part) [none](gone.md) [web](https://example.com) [mail](mailto:a@b.c)\n',
      '# Two\n\n[one](README.md#part) [no anchor](README.md#nope) ![file](.gitbook/assets/a.txt) [app](https://app.gitbook.com/o/x)\n',
    )) as [string, string];
    await merged({ type: 'insert_files', files: [file] });

    const report = await world.ok(`GET /spaces/${space}/links?limit=1000`);
    const shown = report.items.map((item: Json) => {
      const target = item.targetReference;
      const name =
        target.url ?? target.file?.name ?? `${target.page.path}#${target.internalLocation?.anchor ?? ''}`;
      return [item.status, name, item.locationReferences.map((place: Json) => place.page.id as string)];
    });
    expect(shown).toEqual([
      ['ok', 'two#', [one]],
      ['ok', 'one#part', [one, two]],
      ['broken', 'gone.md', [one]],
      ['ok', 'https://example.com', [one]],
      ['broken', 'one#nope', [two]],
      ['ok', 'a.txt', [two]],
      ['in-app', 'https://app.gitbook.com/o/x', [two]],
    ]);
    expect(report.stats).toEqual({ total: 7, broken: { total: 2 } });
    expect((await world.ok(`GET /spaces/${space}/links?status=broken`)).items).toHaveLength(2);

    await merged({ type: 'insert_page', document: { markdown: '# Gone\n' } });
    expect((await world.ok(`GET /spaces/${space}/links`)).stats.broken.total).toBe(1);
  });

  it('judges folders, API blocks and footnotes as the check of files does', async () => {
    const texts = {
      'README.md':
        '# One\n\n[a](two.md) [b](two/) [c](./) [d](two/#part) [e](two.md#get-x) [f](two.md#array-less-than-t-greater-than) [g](two.md#user-content-fn-b) [h](two.md#second) [i](two.md#get-y)\n',
      'two.md':
        '# Two\n\n## Part\n\n### `Array<T>`\n\n# Second\n\n{% openapi-operation spec="s" path="/x" method="get" %}\n{% endopenapi-operation %}\n\nx[^a] y[^b]\n\n[^a]: A\n[^b]: B\n',
      'SUMMARY.md': '# Table of contents\n\n* [One](README.md)\n* [Two](two.md)\n',
    };
    await publishPages(world, space, texts['README.md'], texts['two.md']);

    const report = await world.ok(`GET /spaces/${space}/links?limit=1000&status=broken`);
    const ofService = report.items.map(
      ({ targetReference: { url, internalLocation } }: Json) =>
        (url as string | undefined) ?? `two.md#${internalLocation.anchor as string}`,
    );
    const { findings } = await checkLinks({
      tree: { paths: Object.keys(texts), text: (path) => texts[path as keyof typeof texts] },
      spaces: [{ path: '' }],
    });

    expect(findings.map(({ target }) => target)).toEqual(['two/', 'two/#part', 'two.md#get-y']);
    expect(ofService).toEqual(findings.map(({ target }) => target));
  });

  it('of a page and the backlinks of a file exist within a change request, too', async () => {
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    const base = `/spaces/${space}/change-requests/${id}/content`;
    const { changes, insertedFiles } = await world.ok(`POST ${base}`, {
      changes: [
        {
          type: 'insert_page',
          document: { markdown: '# One\n\n![x](.gitbook/assets/a.txt) [gone](gone.md)\n' },
        },
        { type: 'insert_files', files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'aGk=' }] },
      ],
    });
    const page = changes[0].page.id as string;

    const links = await world.ok(`GET ${base}/page/${page}/links`);
    expect(links.items.map((item: Json) => item.status)).toEqual(['ok', 'broken']);
    expect(links.stats).toEqual({ total: 2, broken: { total: 1, changeRequest: 1 } });
    const backlinks = await world.ok(`GET ${base}/files/${insertedFiles[0].id}/backlinks`);
    expect(backlinks.items.map((item: Json) => item.page.id)).toEqual([page]);
  });

  it('counts links that a change request has broken apart from those that were broken before', async () => {
    const [page] = await publishPages(world, space, '# One\n\n[old](old.md)\n');
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    const base = `/spaces/${space}/change-requests/${id}/content`;
    const stats = async (): Promise<Json> => (await world.ok(`GET ${base}/page/${page}/links`)).stats.broken;

    expect(await stats()).toEqual({ total: 1, changeRequest: 0 });
    await world.ok(`POST ${base}`, {
      changes: [
        { type: 'update_page', page, document: { markdown: '[old](old.md) [new](new.md) [new](new.md)\n' } },
      ],
    });
    expect((await stats()).changeRequest).toBe(1);
  });
});
