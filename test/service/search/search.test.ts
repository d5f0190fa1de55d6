import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchMigrations } from '../../../src/service/search/index.ts';
import { maxExcerpted, maxRanked, maxRankedBy } from '../../../src/service/search/search.ts';
import { aService, publishPages, type ServiceFixture, type Who, type Json } from '../fixture.ts';
import { roundsOf } from '../../rounds.ts';

let world: ServiceFixture;
let space: string;

beforeEach(() => {
  world = aService();
  space = world.newSpace('Manual');
});
afterEach(() => world.close());

async function search(query: string, who: Who = 'read'): Promise<Json[]> {
  return (await world.ok(`GET /orgs/${world.org}/search?query=${encodeURIComponent(query)}`, undefined, who))
    .items;
}

/** Indexes texts of spaces that nobody here sees: there are many of them, but they must not crowd out the visible ones. */
function hideTexts(count: number, text: string): void {
  const { store } = world.context();
  store.transaction(() => {
    for (let number = 0; number < count; number++) {
      store.run('INSERT INTO search_documents (hash) VALUES (?)', `${text}-${number}`);
      store.run(
        `INSERT INTO search_texts (rowid, title, headings, body)
         SELECT number, '', '', ? FROM search_documents WHERE hash = ?`,
        ...[text, `${text}-${number}`],
      );
    }
  });
}

async function titles(query: string): Promise<string[]> {
  return (await search(query)).flatMap((found) => found.pages.map((page: Json) => page.title));
}

describe('search', () => {
  it('answers with spaces, their pages and the sections with the words', async () => {
    const [page] = await publishPages(
      world,
      space,
      '# Install\n\nGet the archive.\n\n## On Linux\n\nUnpack **the tarball** with [tar](https://example.org/tar).\n\n## On Windows\n\nRun the installer.\n',
      '# Other\n\nNothing here.\n',
    );

    expect(await search('tarball')).toEqual([
      {
        id: space,
        title: 'Manual',
        pages: [
          {
            id: page,
            title: 'Install',
            path: 'install',
            sections: [
              {
                id: `${page}#on-linux`,
                title: 'On Linux',
                path: 'install#on-linux',
                body: 'Unpack the tarball with tar.',
                urls: { app: `http://docs.test/app/spaces/${space}/install#on-linux` },
              },
            ],
            urls: { app: `http://docs.test/app/spaces/${space}/install` },
          },
        ],
      },
    ]);
  });

  it('finds a word on too many pages to rank them all: headings first, then the rest by their paths', async () => {
    await publishPages(
      world,
      space,
      `# Zebra\n\n${'common '.repeat(9)}\n`,
      `# Ant\n\ncommon ${'filler '.repeat(200)}\n`,
      `# Middle\n\n## A common heading\n\n${'filler '.repeat(200)}\n`,
      `# Other\n\n${'filler '.repeat(300)}\n`,
    );
    expect(await titles('common')).toEqual(['Zebra', 'Middle', 'Ant']);

    hideTexts(maxRanked + 1, 'common');

    expect(await titles('common')).toEqual(['Middle', 'Ant', 'Zebra']);
    // Few pages have both words, so these pages are ranked by the rarer one of them.
    expect(await titles('common filler')).toEqual(['Ant', 'Middle']);
  });

  it('finds whole words before other words with the same beginning, where more pages have them than are ranked', async () => {
    hideTexts(maxRanked, 'common');
    const whole = Array.from({ length: 200 }, (_, at) => `# Page ${100 + at}\n\ncommon ${at}\n`);
    await publishPages(world, space, '# A longer one\n\ncommonly\n');
    for (let at = 0; at < whole.length; at += 50)
      await publishPages(world, space, ...whole.slice(at, at + 50));

    expect((await titles('common'))[0]).toBe('Page 100');
    expect((await titles('commo'))[0]).toBe('A longer one');
  });

  it('puts titles before headings where more pages have a word than are ranked', async () => {
    await publishPages(world, space, '# Middle\n\n## A common heading\n', '# The common one\n\nText.\n');
    hideTexts(maxRanked + 1, 'common');
    const { store } = world.context();
    store.transaction(() => {
      for (let number = 1; number <= maxRanked + 1; number++)
        store.run('INSERT INTO search_titles (rowid, title) VALUES (?, ?)', 1e6 + number, 'common');
    });

    expect(await titles('common')).toEqual(['The common one', 'Middle']);
  });

  it('ranks no page by words that thousands have: those with both in a heading come first', async () => {
    await publishPages(
      world,
      space,
      '# Alpha\n\nhither and thither\n',
      '# Beta\n\n## Hither and thither\n\nWords.\n',
      '# Gamma\n\nthither, hither, thither, hither\n',
      '# Delta\n\nhither only\n',
    );
    for (const word of ['hither', 'thither']) hideTexts(maxRankedBy + 1, word);

    expect(await titles('hither thither')).toEqual(['Beta', 'Alpha', 'Gamma']);
  });

  it('lists every page, but reads only so much text for the sections of an answer', async () => {
    const long = `Zebras live here.\n\n${'Some more words. '.repeat(12_000)}\n`;
    const count = Math.ceil(maxExcerpted / long.length) + 2;
    for (let at = 0; at < count; at += 3)
      await publishPages(world, space, ...[0, 1, 2].map((each) => `# Long ${at + each}\n\n${long}`));

    const [found] = await search('zebras');

    expect(found.pages).toHaveLength(Math.ceil(count / 3) * 3);
    const excerpts = found.pages.map(({ sections }: Json) =>
      sections.map(({ body }: Json) => body.slice(0, 17)),
    );
    expect(excerpts.filter((all: string[]) => all.length > 0)).toEqual(
      Array.from({ length: count - 2 }, () => ['Zebras live here.']),
    );
  });

  it('puts a title before a heading, and a heading before the text', async () => {
    await publishPages(
      world,
      space,
      '# Alpha\n\nSomething about webhooks, once.\n',
      '# Beta\n\n## Webhooks\n\nText.\n',
      '# Webhooks\n\nText.\n',
    );

    expect(await titles('webhooks')).toEqual(['Webhooks', 'Beta', 'Alpha']);
  });

  it.each([
    ['部署', '# 安装\n\n如何在服务器上部署本产品。\n'],
    ['サーバー', '# 導入\n\n新しいサーバーに置きます。\n'],
    ['설치', '# 안내\n\n설치하려면 다음을 하세요.\n'],
    ['ДОКУМЕНТ', '# Обзор\n\nЗдесь лежат документы.\n'],
    ['résumé', '# Jobs\n\nSend your resume.\n'],
    ['resume', '# Jobs\n\nEnvoyez votre résumé.\n'],
    ['ｃｏｎｆｉｇ', '# Setup\n\nThe configuration file.\n'],
    ['ติดตั้ง', '# คู่มือ\n\nวิธีติดตั้งโปรแกรม\n'],
    ['größe', '# Maße\n\nDie Größe zählt.\n'],
    ['use 中文', '# Mixed\n\nYou can use 中文 here.\n'],
  ])('finds %s', async (query, text) => {
    await publishPages(world, space, text, '# Unrelated\n\nNothing of the kind.\n');

    const found = await search(query);

    expect(found.flatMap((each) => each.pages)).toHaveLength(1);
    expect(found[0].pages[0].sections.length).toBeGreaterThan(0);
  });

  it('requires all words, and accepts some when no page has all', async () => {
    await publishPages(world, space, '# One\n\nred green\n', '# Two\n\nred blue\n');

    expect(await titles('red blue')).toEqual(['Two']);
    expect((await titles('green blue')).sort()).toEqual(['One', 'Two']);
    expect(await titles('yellow')).toEqual([]);
  });

  it('follows edits, moves and deletions of the primary content, and nothing else', async () => {
    const [page] = await publishPages(world, space, '# Old\n\nfirst words\n');
    expect(await titles('first')).toEqual(['Old']);
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [{ type: 'update_page', page, title: 'New', document: { markdown: 'second words\n' } }],
    });
    expect(await titles('second')).toEqual([]);

    await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);

    expect(await titles('second')).toEqual(['New']);
    expect(await titles('first')).toEqual([]);
    await world.ok(`DELETE /spaces/${space}`);
    expect(await titles('second')).toEqual([]);
    await world.ok(`POST /spaces/${space}/restore`);
    expect(await titles('second')).toEqual(['New']);
  });

  it('follows texts that move to other pages, and pages whose group moves', async () => {
    const [one, two] = await publishPages(world, space, '# One\n\nalpha\n', '# Two\n\nbeta\n');
    expect(await titles('alpha')).toEqual(['One']);
    const change = async (...changes: object[]): Promise<Json> => {
      const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
      const answer = await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, { changes });
      await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
      return answer;
    };

    await change(
      { type: 'update_page', page: one, document: { markdown: 'beta\n' } },
      { type: 'update_page', page: two, document: { markdown: 'alpha\n' } },
    );
    expect(await titles('alpha')).toEqual(['Two']);
    expect(await titles('beta')).toEqual(['One']);

    await change({ type: 'update_page', page: two, into: one });
    const [found] = await search('alpha');
    expect(found.pages.map((page: Json) => page.path)).toEqual(['one/two']);

    await change({ type: 'update_page', page: one, slug: 'first' });
    const [renamed] = await search('alpha');
    expect(renamed.pages.map((page: Json) => page.path)).toEqual(['first/two']);
  });

  it('keeps no text that no page has any more', async () => {
    const texts = (): number =>
      world.embedded.service.store.get<{ count: number }>('SELECT count(*) AS count FROM search_documents')
        ?.count ?? 0;
    const [page, other] = await publishPages(world, space, '# One\n\nalpha\n', '# Two\n\nbeta\n');
    expect(await titles('alpha')).toEqual(['One']);
    const before = texts();
    for (const word of ['gamma', 'delta', 'epsilon']) {
      const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
      await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
        changes: [{ type: 'update_page', page, document: { markdown: `${word}\n` } }],
      });
      await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
      expect(await titles(word)).toEqual(['One']);
    }
    expect(texts()).toBe(before);
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    await world.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [{ type: 'delete_page', page: other }],
    });
    await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
    expect(await titles('beta')).toEqual([]);
    expect(texts()).toBe(before - 1);
  });

  it('makes the index of an earlier version anew', async () => {
    await publishPages(world, space, '# One\n\nneedle\n');
    expect(await titles('needle')).toEqual(['One']);
    const { store } = world.context();
    const number = 1000;
    store.run(
      "INSERT INTO search_pages (number, space, page, title, path) VALUES (?, ?, 'group', 'Needles', 'needles')",
      ...[number, space],
    );
    store.run("INSERT INTO search_titles (rowid, title) VALUES (?, 'Needles')", number);
    expect(await titles('needle')).toContain('Needles');

    const later = searchMigrations.filter(({ id }) => id !== 'search/1').map(({ sql }) => sql);
    for (const statement of later.join('').split(';')) if (statement.trim() !== '') store.run(statement);
    await world.ok(`PATCH /spaces/${space}`, { title: 'Anew' });
    await publishPages(world, space, '# Two\n\nneedle\n');

    expect((await titles('needle')).sort()).toEqual(['One', 'Two']);
  });

  it('shows nobody what they may not see', async () => {
    await publishPages(world, space, '# Secret\n\nhidden treasure\n');
    await world.ok(`PATCH /spaces/${space}`, { defaultLevel: null, emoji: '1f512' });

    expect(await search('treasure', 'admin')).toHaveLength(1);
    expect(await search('treasure', 'create')).toEqual([]);
    expect(await search('treasure', 'guest')).toEqual([]);
    expect(
      (await world.call(`GET /orgs/${world.org}/search?query=treasure`, undefined, 'stranger')).status,
    ).toBe(404);
  });

  it('pages through spaces in the order of their best page', async () => {
    for (const name of ['a', 'b', 'c'])
      await publishPages(world, world.newSpace(name), `# ${name}\n\nneedle\n`);

    const first = await world.ok(`GET /orgs/${world.org}/search?query=needle&limit=2`);
    const second = await world.ok(
      `GET /orgs/${world.org}/search?query=needle&limit=2&page=${first.next.page}`,
    );

    expect([first.count, first.items.length, second.items.length, second.next]).toEqual([3, 2, 1, undefined]);
    expect(new Set([...first.items, ...second.items].map((each) => each.id)).size).toBe(3);
  });

  it('takes any text as a query, and reads no operator in it', async () => {
    await publishPages(world, space, '# One\n\nred AND green OR NOT near "quoted" body:red\n');

    for (const query of [
      'red AND',
      '"',
      'body:red',
      'NEAR(red green)',
      '* ^ -',
      "';--",
      'red*',
      '{title body}: x',
      '\u0130',
      '%',
    ]) {
      await search(query);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0')),
        async (query) => {
          await search(query);
        },
      ),
      { numRuns: roundsOf({ usual: 30, all: 100 }) },
    );
  });
});
