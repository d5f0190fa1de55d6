import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryOf, IndexBuilder, type IndexFile, type SearchPage } from '../../src/site/search/build-index.ts';
import { patchIndex, type SearchChange } from '../../src/site/search/patch-index.ts';
import { packPlace, parsePlaces, printPlaces } from '../../src/site/search/places.ts';
import { parseSpelling, printSpelling } from '../../src/site/search/spelling.ts';
import { tokensOf } from '../../src/site/search/tokens.ts';
import { searchEngine } from './search-engine.ts';

const aPage = (title: string, text: string, more: Partial<SearchPage> = {}): SearchPage => ({
  title,
  url: `/${title}`,
  trail: 'Docs',
  description: '',
  language: 'en',
  space: '',
  sections: [{ id: '', title, text }],
  ...more,
});

/** The files of an index whose pages are added in some order. */
function made(pages: readonly SearchPage[], order: readonly number[]): IndexFile[] {
  const builder = new IndexBuilder(pages);
  const texts = order.map((number) => builder.add(number, entryOf(pages[number] ?? aPage('', ''))));
  return [...texts.filter((file) => file !== undefined), ...builder.files()];
}

function built(pages: readonly SearchPage[]): Map<string, string> {
  return new Map(made(pages, [...pages.keys()]).map(({ name, json }) => [name, json]));
}

/** Words of one to seven letters from a small alphabet, so that they share beginnings, come and go. */
const aText = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '水', '流'), minLength: 1, maxLength: 7 }), {
    maxLength: 40,
  })
  .map((words) => words.join(' '));

describe('the search index', () => {
  it('is, after a change of texts, byte for byte the same as an index made anew', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(aText, aText), { minLength: 1, maxLength: 12 }), (texts) => {
        const before = texts.map(([text], at) => aPage(`Page ${at}`, text));
        const after = texts.map(([, text], at) => aPage(`Page ${at}`, text));
        const files = built(before);
        const changes: SearchChange[] = before.map((old, number) => ({
          number,
          old,
          now: after[number] ?? old,
        }));

        patchIndex(
          {
            read: (name) => {
              const json = files.get(name);
              return json === undefined ? undefined : (JSON.parse(json) as unknown);
            },
            write: (name, json) => void files.set(name, json),
            drop: (name) => void files.delete(name),
          },
          changes,
        );

        expect(Object.fromEntries(files)).toEqual(Object.fromEntries(built(after)));
      }),
      { numRuns: 300 },
    );
  });

  it('is the same in whichever order its pages come, and has each file once', () => {
    const pages = fc.array(aText, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        pages.chain((texts) =>
          fc.tuple(
            fc.constant(texts.map((text, at) => aPage(`Page ${at}`, text, { space: at > 5 ? 'b' : 'a' }))),
            fc.shuffledSubarray([...texts.keys()], { minLength: texts.length }),
          ),
        ),
        ([all, order]) => {
          const files = made(all, order);

          expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
          expect(Object.fromEntries(files.map(({ name, json }) => [name, json]))).toEqual(
            Object.fromEntries(built(all)),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('prints places and reads them back', () => {
    const aPlace = fc.record({
      page: fc.nat(100_000),
      score: fc.integer({ min: 1, max: 1023 }),
      section: fc.nat(4095),
    });
    fc.assert(
      fc.property(fc.uniqueArray(aPlace, { selector: ({ page }) => page }), (places) => {
        const packed = places.map(packPlace).sort((a, b) => a - b);

        expect(parsePlaces(printPlaces(packed))).toEqual(packed);
      }),
    );
  });

  it('prints lists of words and reads them back', () => {
    const entries = ['kube3', 'kubernetes5', 'kubernetes_cluster0', 'queue9'];

    expect(parseSpelling(JSON.parse(printSpelling(entries)) as string)).toEqual(entries);
  });

  it('takes letters that no accent makes for their usual ones', () => {
    expect(tokensOf('Straße, Łódź, København, Færøerne, cœur, đồng, Þór')).toEqual(
      tokensOf('strasse lodz kobenhavn faeroerne coeur dong thor'),
    );
  });

  it('cuts a query into the words into which it cuts a page', () => {
    const engine = searchEngine(new Map(), {});
    const written = [
      'buffer_chunk bufferChunk HTTPServer __init__ a_b_c x2Y',
      'Création d’un évènement',
      'ßẞ Straße STRAẞE ÆBLE Færøerne œuvre Łódź đồng Þór ħa ılık',
      '検索 水流 서버 설정 kube-proxy v2.1',
    ];
    const anyText = fc.string({
      unit: fc.constantFrom('a', 'B', 'c', 'D', '_', '1', ' ', 'é', '水', '流', '-', 'ß', 'Ł'),
      maxLength: 30,
    });

    for (const text of written) expect(engine.tokens(text)).toEqual(tokensOf(text));
    fc.assert(
      fc.property(anyText, (text) => {
        expect(engine.tokens(text)).toEqual(tokensOf(text));
      }),
    );
  });
});

describe('a search', () => {
  const filler = Array.from({ length: 60 }, (_, at) =>
    aPage(`Chapter ${at}`, `Install the queue and how to run jobs in part ${at} of the cluster.`),
  );
  const pages: SearchPage[] = [
    ...filler,
    aPage('Kubernetes', 'Clusters of containers.'),
    aPage('Kubernetes in production', 'Kubernetes Kubernetes Kubernetes Kubernetes for those who run it.'),
    aPage('Training', 'Each hyperparameter is tuned by hand.'),
    aPage('Install', 'Take the package.'),
    aPage('How it works', 'Inside of it.'),
    aPage('Buffers', 'Set buffer_chunk or flushInterval first.'),
    aPage('Limits', 'Old limits.', { space: 'v1/', url: '/v1/limits' }),
    aPage('Limits', 'New limits.', { space: 'v2/', url: '/v2/limits' }),
    aPage('Limits', 'Grenzen.', { space: 'de/', language: 'de', url: '/de/limits' }),
    aPage('Changes', 'Which words the parser of Zig takes.', { url: '/rust/changes', trail: 'Rust' }),
    aPage('Changes', 'The first version.', { url: '/zig/changes', trail: 'Zig › Versions' }),
  ];
  const files = built(pages);
  const urls = async (query: string, reader: { space?: string; language?: string } = { language: 'en' }) =>
    (await searchEngine(files, reader).found(query)).results.map(({ page }) => page.u);

  it.each([
    ['kubernets', '/Kubernetes'],
    ['jubernetes', '/Kubernetes'],
    ['ukbernetes', '/Kubernetes'],
    ['kubernetse', '/Kubernetes'],
    ['hyperparamter', '/Training'],
    ['hyperparamt', '/Training'],
    ['hyprparameters', '/Training'],
  ])('finds what is meant by %s', async (query, url) => {
    expect((await urls(query))[0]).toBe(url);
  });

  it('shows an exact title first, however often others say the word', async () => {
    expect((await urls('kubernetes'))[0]).toBe('/Kubernetes');
    expect((await urls('kubernetes in production'))[0]).toBe('/Kubernetes in production');
  });

  it('finds pages by the titles of their group and of the pages above them', async () => {
    expect((await urls('changes zig'))[0]).toBe('/zig/changes');
    expect((await urls('versions'))[0]).toBe('/zig/changes');
    expect((await urls('changes rust'))[0]).toBe('/rust/changes');
  });

  it('shows the space and the language of the reader first', async () => {
    expect((await urls('limits', { space: 'v2/', language: 'en' })).slice(0, 2)).toEqual([
      '/v2/limits',
      '/v1/limits',
    ]);
    expect((await urls('limits', { space: 'v1/', language: 'en' }))[0]).toBe('/v1/limits');
    expect((await urls('limits', { space: 'de/', language: 'de' }))[0]).toBe('/de/limits');
  });

  it('looks for what a question is about', async () => {
    expect((await urls('how do I install it'))[0]).toBe('/Install');
    expect((await urls('How it works'))[0]).toBe('/How it works');
  });

  it('finds names of code whole and in part', async () => {
    for (const query of ['buffer_chunk', 'chunk', 'buffer_ch', 'flushInterval', 'flushinterval', 'interval'])
      expect([query, (await urls(query))[0]]).toEqual([query, '/Buffers']);
  });

  it('finds nothing in an empty index', async () => {
    expect(await urls('zzyzx')).toEqual([]);
    expect(await urls('"')).toEqual([]);
  });

  it('reads twelve files at most', async () => {
    for (const query of [
      'queue',
      'instal',
      'jbos clustr',
      'how to install the queue and run jobs in a cluster',
    ]) {
      const read: string[] = [];
      await searchEngine(files, { language: 'en' }, read).found(query);

      expect(new Set(read).size).toBeLessThanOrEqual(12);
    }
  });
});
