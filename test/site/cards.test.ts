import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cardDrawer } from '../../src/cli/export/cards.ts';
import { ManualClock } from '../../src/clock/index.ts';
import { exportSite, fileCache, memoryFiles, type Card, type DrawCard } from '../../src/site/index.ts';
import { aSite, exported, summary } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': summary('* [Home](README.md)', '* [Guide](guide/README.md)', '  * [Tides](guide/tides.md)'),
  'README.md': '---\ncover: .gitbook/assets/harbour.png\n---\n\n# Home\n',
  'guide/README.md': '# Guide\n',
  'guide/tides.md': '---\ndescription: When water rises\n---\n\n# Tides\n',
  '.gitbook/assets/harbour.png': '\u0089PNG',
};
const baseUrl = 'https://docs.example.com/handbook/';

/** Draws nothing, and records the requested cards. */
function recording(): { draw: DrawCard; asked: Card[] } {
  const asked: Card[] = [];
  return {
    asked,
    draw: async (card) => {
      asked.push(card);
      return new TextEncoder().encode(card.title);
    },
  };
}

const imageOf = (page: string): string | undefined => /property="og:image" content="([^"]*)"/.exec(page)?.[1];

describe('the cards of a site', () => {
  it('are drawn for pages without a cover, and named by them with their whole address', async () => {
    const { draw, asked } = recording();
    const { text, files } = await exported(aSite(texts), { baseUrl, cards: draw });

    expect(asked.map(({ title }) => title).sort()).toEqual(['Guide', 'Tides']);
    expect(asked.find(({ title }) => title.startsWith('Tides'))).toEqual({
      site: 'Docs',
      title: 'Tides',
      trail: 'Guide',
      description: 'When water rises',
      accent: '#0f62a8',
      direction: 'ltr',
    });
    const address = imageOf(text('guide/tides.html')) ?? '';
    expect(address).toMatch(/^https:\/\/docs\.example\.com\/handbook\/_site\/cards\/[0-9a-f]{20}\.png$/);
    expect(text(address.slice(baseUrl.length))).toBe('Tides');
    expect(imageOf(text('index.html'))).toBe(`${baseUrl}_files/harbour.png`);
    expect([...files.keys()].filter((path) => path.startsWith('_site/cards/'))).toHaveLength(2);
  });

  it('are drawn again for a page whose words changed, and for no other; those of before go', async () => {
    const files = memoryFiles();
    const cache = fileCache(memoryFiles());
    const run = async (pages: Readonly<Record<string, string>>): Promise<string[]> => {
      const { draw, asked } = recording();
      await exportSite(aSite(pages), { files, cache, clock: new ManualClock(), baseUrl, cards: draw });
      return asked.map(({ title }) => title);
    };
    await run(texts);

    expect(await run(texts)).toEqual([]);
    expect(
      await run({ ...texts, 'guide/tides.md': '---\ndescription: When water falls\n---\n\n# Tides\n' }),
    ).toEqual(['Tides']);
    expect([...files.files.keys()].filter((path) => path.startsWith('_site/cards/'))).toHaveLength(2);
  });

  it('are not there without the address of the site, which a warning says, nor when nobody asked', async () => {
    const { draw, asked } = recording();
    const without = await exported(aSite(texts), { cards: draw });
    const plain = await exported(aSite(texts), { baseUrl });

    expect(asked).toEqual([]);
    expect(without.report.warnings.map(({ message }) => message)).toEqual([
      'export.cards is left out: links elsewhere need the whole address of a picture (--base-url)',
    ]);
    expect(imageOf(plain.text('guide/tides.html'))).toBeUndefined();
  });
});

describe('a card', () => {
  const card: Card = {
    site: 'Harbour handbook',
    title: 'Tides & <currents>',
    trail: 'Guide › Water',
    description: 'When water rises',
    accent: '#0f62a8',
    direction: 'ltr',
  };
  /** The rows and columns with something darker than the background. */
  const inked = async (png: Uint8Array): Promise<{ left: number; right: number; rows: number[] }> => {
    const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
    let [left, right] = [info.width, 0];
    const rows = new Set<number>();
    for (let y = 20; y < info.height; y++)
      for (let x = 0; x < info.width; x++)
        if ((data[(y * info.width + x) * info.channels] ?? 255) < 160) {
          left = Math.min(left, x);
          right = Math.max(right, x);
          rows.add(y);
        }
    return { left, right, rows: [...rows] };
  };

  it(
    'is a PNG of 1200 × 630 pixels with its words within the margins, however long they are',
    { timeout: 30_000 },
    async () => {
      const draw = cardDrawer();
      const long = 'A very long title about tides, currents and everything else that moves water '.repeat(6);
      const short = await draw(card);
      const full = await draw({
        ...card,
        title: long,
        trail: long,
        description: long,
        site: 'W'.repeat(300),
      });

      for (const png of [short, full]) {
        expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
        expect(png.length).toBeLessThan(60_000);
        const { left, right } = await inked(png);
        expect(left).toBeGreaterThanOrEqual(70);
        expect(right).toBeLessThan(1130);
      }
      expect((await inked(full)).rows.length).toBeGreaterThan((await inked(short)).rows.length);
    },
  );

  it('begins at the right where its language does', async () => {
    const { left } = await inked(
      await cardDrawer()({
        ...card,
        direction: 'rtl',
        title: 'المد',
        trail: '',
        description: '',
        site: 'ميناء',
      }),
    );

    expect(left).toBeGreaterThan(600);
  });
});
