import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isAppError } from '../../src/base/index.ts';
import type { Page } from '../../src/contract/index.ts';
import type { ContentChange, Remote } from '../../src/sync/remote/port.ts';
import { diceOf } from '../people/dice.ts';
import { serviceWorld } from '../sync/service-world.ts';
import { MemoryService } from './memory-service.ts';
import { roundsOf } from '../rounds.ts';

/**
 * What a sync relies on in a service, asked of the embedded one and of the one in memory, so that what the simulation finds out
 * about the one holds for the other.
 */

const folder: Readonly<Record<string, string>> = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Start](start.md)\n\n## Handbook\n\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n  * [Use](guide/use.md)\n* [A site](https://example.com/)\n',
  'README.md': '# Welcome\n\nHello.\n',
  'start.md': '---\ndescription: How to begin\n---\n\n# Start\n\nFirst.\n',
  'guide/README.md': '# Guide\n\nAll of it.\n',
  'guide/install.md': '# Install\n\nOne.\n\nTwo.\n',
  'guide/use.md': '# Use\n\nNow.\n',
  'drafts/later.md': '# Later\n\nUnlisted.\n',
};

interface Asked {
  readonly remote: Remote;
  readonly space: string;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const services: readonly [string, () => Asked][] = [
  [
    'the service in memory',
    () => {
      const service = new MemoryService();
      const bytes = Object.entries(folder).map(
        ([path, text]) => [path, new TextEncoder().encode(text)] as const,
      );
      return { remote: service, space: service.addFolder('Docs', new Map(bytes)) };
    },
  ],
  [
    'the embedded service',
    () => {
      const world = serviceWorld();
      const seed = join(mkdtempSync(join(tmpdir(), 'tidemark-contract-')), 'docs');
      for (const [path, text] of Object.entries(folder)) {
        mkdirSync(dirname(join(seed, path)), { recursive: true });
        writeFileSync(join(seed, path), text);
      }
      closing.push(
        () => world.close(),
        () => rmSync(dirname(seed), { recursive: true, force: true }),
      );
      return { remote: world.remote, space: world.seed(seed).spaces[0]!.id };
    },
  ],
];

/** A page as far as both services must agree on it: ids are their own, so pages go by the title that they began with. */
type Outline = readonly [title: string, slug: string, file: string | null, pages: readonly Outline[]];

function outlineOf(pages: readonly Page[]): Outline[] {
  return pages.map((page) => [
    `${page.type} ${page.title}`,
    'slug' in page ? page.slug : '',
    page.type === 'document' ? (page.git?.path ?? null) : null,
    'pages' in page ? outlineOf(page.pages) : [],
  ]);
}

function idOf(pages: readonly Page[], title: string): string {
  for (const page of pages) {
    if (page.title === title) return page.id;
    const below = 'pages' in page ? idOf(page.pages, title) : '';
    if (below !== '') return below;
  }
  return '';
}

/** A space with one change request; changes name pages by their titles. */
async function requestIn({ remote, space }: Asked) {
  const { id } = await remote.createChangeRequest(space, 'Ours [0123456789]');
  const place = { kind: 'change-request', space, id } as const;
  const pages = async (): Promise<readonly Page[]> => (await remote.content(place)).pages;
  const named = async (change: ContentChange): Promise<ContentChange> => {
    const all = await pages();
    const id = (title: string): string => idOf(all, title) || title;
    if (change.type === 'insert_files') return change;
    return {
      ...change,
      ...('page' in change ? { page: id(change.page) } : {}),
      ...('into' in change && typeof change.into === 'string' ? { into: id(change.into) } : {}),
    };
  };
  return {
    id,
    outline: async () => outlineOf(await pages()),
    text: async (title: string) => (await remote.page(place, idOf(await pages(), title))).markdown,
    /** Gives the code of a failure, or null. */
    change: async (...changes: readonly ContentChange[]): Promise<string | null> => {
      try {
        for (const change of changes) await remote.changeContent(space, id, [await named(change)]);
        return null;
      } catch (error) {
        if (isAppError(error)) return error.code;
        throw error;
      }
    },
  };
}

const add = (
  title: string,
  more: Partial<Extract<ContentChange, { type: 'insert_page' }>> = {},
): ContentChange => ({
  type: 'insert_page',
  document: { markdown: `# ${title}\n\nNew.\n` },
  ...more,
});
const update = (
  page: string,
  more: Partial<Extract<ContentChange, { type: 'update_page' }>>,
): ContentChange => ({ type: 'update_page', page, ...more });

/** What somebody does in a change request, as a sentence, and how. */
const cases: readonly [string, readonly ContentChange[]][] = [
  ['nothing', []],
  ['adds a page at the end', [add('Fresh')]],
  ['adds a page below a page that has no children', [add('Fresh', { into: 'Start' })]],
  ['adds a page below a group, at a place', [add('Fresh', { into: 'Handbook', at: 1 })]],
  ['adds two pages of one title', [add('Fresh'), add('Fresh')]],
  ['adds a page whose title has no letter', [add('概要')]],
  ['adds a page at a place beyond the end', [add('Fresh', { at: 99 })]],
  ['moves a page to another parent', [update('Install', { into: 'Start' })]],
  ['moves a page with children', [update('Guide', { into: 'Start', at: 0 })]],
  [
    'moves a page out of its last sibling',
    [update('Install', { into: null }), update('Use', { into: null })],
  ],
  ['moves a page within its list', [update('Use', { at: 0 })]],
  ['gives a page another slug', [update('Start', { slug: 'begin' })]],
  ['gives a page with children another slug', [update('Guide', { slug: 'manual' })]],
  ['gives a page the slug of a sibling', [update('Use', { slug: 'install' })]],
  ['calls a page otherwise', [update('Start', { title: 'Begin' })]],
  ['writes another heading', [update('Start', { document: { markdown: '# Begin\n\nFirst.\n' } })]],
  [
    'calls a page otherwise, and writes its text with the old heading',
    [update('Start', { title: 'Begin', document: { markdown: '# Start\n\nFirst.\n' } })],
  ],
  ['adds a page with a title and another heading', [add('Fresh', { title: 'Begin' })]],
  [
    'writes a text without front matter',
    [update('Start', { document: { markdown: '# Start\n\nAgain.\n' } })],
  ],
  ['calls a group otherwise', [update('Handbook', { title: 'Manual' })]],
  ['deletes a page', [{ type: 'delete_page', page: 'Use' }]],
  ['deletes a page with all below it', [{ type: 'delete_page', page: 'Guide' }]],
  [
    'deletes the last child',
    [
      { type: 'delete_page', page: 'Install' },
      { type: 'delete_page', page: 'Use' },
    ],
  ],
  ['moves a page below itself', [update('Guide', { into: 'Install' })]],
  ['writes a text into a group', [update('Handbook', { document: { markdown: '# No\n' } })]],
  ['adds a page below a link', [add('Fresh', { into: 'A site' })]],
  ['adds a page below a page that is not there', [add('Fresh', { into: 'nowhere' })]],
];

async function seenAfter(asked: Asked, changes: readonly ContentChange[]) {
  const request = await requestIn(asked);
  const code = await request.change(...changes);
  const start = await request.text('Start').catch(() => null);
  const begin = await request.text('Begin').catch(() => null);
  const { result } = await asked.remote.merge(asked.space, request.id);
  const head = (await asked.remote.space(asked.space))!.revision;
  const { pages } = await asked.remote.content({ kind: 'revision', space: asked.space, revision: head });
  return { code, inRequest: await request.outline(), start, begin, result, merged: outlineOf(pages) };
}

describe('the service in memory and the embedded one say the same when somebody', () => {
  it.each(cases)('%s', async (_, changes) => {
    const [memory, embedded] = await Promise.all(
      services.map(async ([, open]) => seenAfter(open(), changes)),
    );

    expect(memory).toEqual(embedded);
  });

  it('does fifteen things by chance, several times over', async () => {
    for (let seed = 1; seed <= roundsOf({ usual: 3, all: 8 }); seed++) {
      const changes = byChance(seed);
      const [memory, embedded] = await Promise.all(
        services.map(async ([, open]) => {
          const request = await requestIn(open());
          const codes: (string | null)[] = [];
          for (const change of changes) codes.push(await request.change(change));
          return { seed, codes, outline: await request.outline() };
        }),
      );

      expect(memory).toEqual(embedded);
    }
  });
});

/** Changes of pages that are there or were made before. */
function byChance(seed: number): ContentChange[] {
  const dice = diceOf(seed);
  const titles = ['Welcome', 'Start', 'Handbook', 'Guide', 'Install', 'Use'];
  return Array.from({ length: 15 }, (_, at): ContentChange => {
    const [page, other] = [dice.pick(titles)!, dice.pick(titles)!];
    switch (dice.number(5)) {
      case 0: {
        const title = `Fresh ${at}`;
        titles.push(title);
        return add(title, { into: dice.chance(0.5) ? other : null, at: dice.number(3) });
      }
      case 1:
        return page === 'Handbook' ? add(`More ${at}`) : update(page, { into: other });
      case 2:
        return update(page === 'Handbook' ? 'Start' : page, { slug: `slug-${dice.number(3)}` });
      case 3:
        return update(page, { at: dice.number(4) });
      default:
        return { type: 'delete_page', page: dice.chance(0.3) ? page : 'nowhere' };
    }
  });
}

describe.each(services)('%s', (_, open) => {
  it('keeps a change request apart from the primary content until it is merged', async () => {
    const asked = open();
    const before = (await asked.remote.space(asked.space))!.revision;
    const request = await requestIn(asked);
    await request.change(add('Fresh'));

    expect((await asked.remote.space(asked.space))!.revision).toBe(before);
    expect(await asked.remote.merge(asked.space, request.id)).toMatchObject({ result: 'merge' });
    expect((await asked.remote.space(asked.space))!.revision).not.toBe(before);
  });

  it('joins lines of both sides that are apart, and says conflicts where they are not', async () => {
    const asked = open();
    const [one, two, three] = [await requestIn(asked), await requestIn(asked), await requestIn(asked)];
    await one.change(update('Install', { document: { markdown: '# Install\n\nUno.\n\nTwo.\n' } }));
    await two.change(update('Install', { document: { markdown: '# Install\n\nOne.\n\nTwo.\n\nThree.\n' } }));
    await three.change(update('Install', { document: { markdown: '# Install\n\nEins.\n\nTwo.\n' } }));

    expect(await asked.remote.merge(asked.space, one.id)).toMatchObject({ result: 'merge' });
    expect(await asked.remote.merge(asked.space, two.id)).toMatchObject({ result: 'merge' });
    expect(await asked.remote.merge(asked.space, three.id)).toMatchObject({ result: 'conflicts' });
    const head = (await asked.remote.space(asked.space))!.revision;
    const place = { kind: 'revision', space: asked.space, revision: head } as const;
    const { pages } = await asked.remote.content(place);
    const { markdown } = await asked.remote.page(place, idOf(pages, 'Install'));
    expect(markdown).toBe('# Install\n\nUno.\n\nTwo.\n\nThree.\n');
  });

  it('says conflicts where two change requests put different pictures under one name', async () => {
    const asked = open();
    const picture = (byte: number): ContentChange => ({
      type: 'insert_files',
      files: [
        {
          name: 'shot.png',
          contentType: 'image/png',
          base64: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, byte]).toString('base64'),
        },
      ],
    });
    const first = await requestIn(asked);
    await first.change(picture(1));
    expect(await asked.remote.merge(asked.space, first.id)).toMatchObject({ result: 'merge' });
    const [one, two] = [await requestIn(asked), await requestIn(asked)];
    await one.change(picture(2));
    await two.change(picture(3));

    expect(await asked.remote.merge(asked.space, one.id)).toMatchObject({ result: 'merge' });
    expect(await asked.remote.merge(asked.space, two.id)).toMatchObject({ result: 'conflicts' });
  });

  it('applies a batch whole or not at all, and lets nobody change what is merged', async () => {
    const asked = open();
    const request = await requestIn(asked);
    const before = await request.outline();
    const batch: ContentChange[] = [add('Fresh'), { type: 'delete_page', page: 'nowhere' }];

    await expect(asked.remote.changeContent(asked.space, request.id, batch)).rejects.toThrow();
    expect(await request.outline()).toEqual(before);
    await asked.remote.merge(asked.space, request.id);
    await expect(asked.remote.changeContent(asked.space, request.id, [add('Late')])).rejects.toMatchObject({
      code: 'WRONG_STATE',
    });
  });
});
