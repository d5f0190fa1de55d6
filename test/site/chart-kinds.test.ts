import { describe, expect, it } from 'vitest';
import { draw, numbersOf, svgOf, wordsOf } from './chart-fixture.ts';

/** The boxes of a drawing with the words in each. */
async function boxesOf(source: string): Promise<{ readonly box: number[]; readonly words: string[] }[]> {
  const html = await draw(source);
  const texts = [...svgOf(html).matchAll(/<text x="([^"]*)" y="([^"]*)"[^>]*>(.*?)<\/text>/g)];
  return numbersOf(html, 'rect', 'x', 'y', 'width', 'height').map((box) => {
    const [x = 0, y = 0, width = 0, height = 0] = box;
    const inside = texts.filter(
      ([, tx, ty]) => Number(tx) > x && Number(tx) < x + width && Number(ty) > y && Number(ty) < y + height,
    );
    return { box, words: inside.map(([, , , words = '']) => words) };
  });
}

describe('a packet', () => {
  it('has rows of 32 bits, in which each field is as wide as its bits', async () => {
    const boxes = await boxesOf('packet\n 0-7: "A"\n +8: "B"\n 16-47: "Long"\n 48: "Flag"');
    const bit = (boxes[0]?.box[2] ?? 0) / 8;

    expect(boxes.map(({ box: [x = 0, , width = 0], words }) => [x / bit, width / bit, ...words])).toEqual([
      [0, 8, 'A'],
      [8, 8, 'B'],
      [16, 16, 'Long'],
      [0, 16, 'Long'],
      [16, 1, 'Flag'],
    ]);
    expect(new Set(boxes.map(({ box }) => box[1])).size).toBe(2);
  });

  it('says which bits a field has, and turns words that are wider than their field', async () => {
    const html = await draw('packet\n 0-30: "A"\n 31: "Flag"');

    expect(wordsOf(html)).toEqual(['A', '0', '30', 'Flag', '31']);
    expect(/<text[^>]*>Flag/.exec(html)?.[0]).toContain('rotate(-90 ');
    expect(/<text[^>]*>A</.exec(html)?.[0]).not.toContain('rotate');
  });
});

describe('a radar', () => {
  const source =
    'radar-beta\n axis a, b, c, d\n curve one{2, 4, 0, 1}\n curve two{d: 4, c: 3, b: 2, a: 1}\n max 4';

  it('has each value on its axis, as far out as it is large', async () => {
    const points = numbersOf(await draw(source), 'circle', 'cx', 'cy', 'r').filter(([, , r]) => r === 3.5);

    expect(points.map(([x, y]) => [x, y])).toEqual([
      [0, -75],
      [150, 0],
      [0, 0],
      [-37.5, 0],
      [0, -37.5],
      [75, 0],
      [0, 112.5],
      [-150, 0],
    ]);
  });

  it('has circles or polygons as its grid, and a legend unless its writer wants none', async () => {
    const rings = async (text: string): Promise<number> =>
      numbersOf(await draw(text), 'circle', 'r').filter(([r = 0]) => r > 10).length;

    expect(await rings(source)).toBe(5);
    expect(await rings(`${source}\n ticks 3`)).toBe(3);
    expect(await rings(`${source}\n graticule polygon`)).toBe(0);
    expect(wordsOf(await draw(source))).toContain('one');
    expect(wordsOf(await draw(`${source}\n showLegend false`))).not.toContain('one');
  });

  it('grows when a value is larger than its largest', async () => {
    expect(wordsOf(await draw('radar-beta\n axis a, b, c\n curve d{1, 2, 30}\n max 10\n ticks 1'))).toContain(
      '30',
    );
  });
});

describe('a treemap', () => {
  it('has rectangles whose areas are as their numbers', async () => {
    const boxes = await boxesOf('treemap\n"a": 60\n"b": 30\n"c": 10');
    // The gaps around each rectangle belong to it.
    const areas = boxes.map(({ box: [, , width = 0, height = 0] }) => (width + 3) * (height + 3));

    expect(boxes.map(({ words }) => words[0])).toEqual(['a', 'b', 'c']);
    expect(areas.map((area) => Math.round((100 * area) / (700 * 420)))).toEqual([60, 30, 10]);
  });

  it('has the sum of a section beside its name, and its parts inside', async () => {
    const boxes = await boxesOf('treemap\n"all"\n  "a": 1,000\n  "more"\n    "b": 500\n    "c": 250\n"d": 1');

    expect(boxes.find(({ words }) => words[0] === 'all · 1,750')?.words).toEqual(
      expect.arrayContaining(['a', '1,000', 'more · 750', 'b', 'c']),
    );
    expect(boxes.find(({ words }) => words[0] === 'more · 750')?.words).toEqual([
      'more · 750',
      'b',
      '500',
      'c',
      '250',
    ]);
  });

  it('names below it what is too small for words', async () => {
    const words = wordsOf(await draw('treemap\n"all"\n  "large": 10000\n  "tiny": 1\n  "none": 0'));

    expect(words.at(-1)).toBe('all › tiny: 1 · all › none: 0');
  });
});

describe('a sankey diagram', () => {
  const source = 'sankey\nWind,Grid,40\nSun,Grid,20\nGrid,Homes,45\nGrid,Losses,15\nSun,Homes,5';

  it('has its stations from left to right, each as high as what flows through it', async () => {
    const html = await draw(source);
    const bars = new Map(
      numbersOf(html, 'rect', 'x', 'height').map((bar, at) => [wordsOf(html)[at] ?? '', bar]),
    );
    const unit = (bars.get('Wind · 40')?.[1] ?? 0) / 40;
    const column = (words: string): number => bars.get(words)?.[0] ?? -1;

    for (const [words, [, height = 0] = []] of bars)
      expect(Math.round(height / unit)).toBe(Number(words.split(' · ')[1]));
    expect([...bars.keys()].sort()).toEqual([
      'Grid · 60',
      'Homes · 50',
      'Losses · 15',
      'Sun · 25',
      'Wind · 40',
    ]);
    expect([column('Wind · 40'), column('Sun · 25')]).toEqual([0, 0]);
    expect(column('Grid · 60')).toBeGreaterThan(0);
    expect(column('Homes · 50')).toBeGreaterThan(column('Grid · 60'));
    expect(column('Losses · 15')).toBe(column('Homes · 50'));
  });

  it('has flows as broad as their numbers, none of which leaves its station', async () => {
    const html = await draw(source);
    const bars = numbersOf(html, 'rect', 'y', 'height');
    const unit = (bars[0]?.[1] ?? 0) / 40;
    const flows = [
      ...svgOf(html).matchAll(/<path d="M\S+ (\S+)C[^"]* (\S+)" [^>]*stroke-width="([^"]*)"/g),
    ].map(([, ...numbers]) => numbers.map(Number));

    expect(
      flows.map(([, , width = 0]) => Math.round(width / unit)).sort((one, other) => one - other),
    ).toEqual([5, 15, 20, 40, 45]);
    for (const [from = 0, to = 0, width = 0] of flows)
      for (const y of [from, to])
        expect(
          bars.some(
            ([top = 0, height = 0]) => y - width / 2 >= top - 0.1 && y + width / 2 <= top + height + 0.1,
          ),
        ).toBe(true);
  });

  it('keeps the words of its stations apart', async () => {
    const many = Array.from(
      { length: 12 },
      (_, at) => `Everything,A station with a long name ${at},${at + 1}`,
    );
    const html = await draw(`sankey\n${many.join('\n')}`);
    const places = numbersOf(html, 'text', 'x', 'y');
    const right = Math.max(...places.map(([x = 0]) => x));
    const lines = places.flatMap(([x, y = 0]) => (x === right ? [y] : [])).sort((one, other) => one - other);

    expect(lines.length).toBeGreaterThanOrEqual(12);
    for (const [at, y] of lines.entries())
      if (at > 0) expect(y - (lines[at - 1] ?? 0)).toBeGreaterThanOrEqual(13);
  });
});
