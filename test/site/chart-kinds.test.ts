import { describe, expect, it } from 'vitest';
import { routesBetween } from '../../src/site/charts/routes.ts';
import type { Box } from '../../src/site/charts/shapes.ts';
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
    'radar-beta\n axis a, b, c, d\n curve one{2, 4, 0, 1}\n curve two{d: 4, c: 3, b: 2, a: 1}\n max 8';

  it('has each value on its axis, as far out as it is large', async () => {
    const points = numbersOf(await draw(source), 'circle', 'cx', 'cy', 'r').filter(([, , r]) => r === 3.5);

    expect(points.map(([x, y]) => [x, y])).toEqual([
      [0, -37.5],
      [75, 0],
      [0, 0],
      [-18.75, 0],
      [0, -18.75],
      [37.5, 0],
      [0, 56.25],
      [-75, 0],
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
    const boxes = await boxesOf('treemap\n"a": 40\n"b": 25\n"c": 20\n"d": 10\n"e": 5');
    // The gaps around each rectangle belong to it.
    const areas = boxes.map(({ box: [, , width = 0, height = 0] }) => (width + 3) * (height + 3));

    expect(boxes.map(({ words }) => words[0])).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(areas.map((area) => Math.round((100 * area) / (700 * 420)))).toEqual([40, 25, 20, 10, 5]);
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

describe('a tree of files', () => {
  it('has each name below its folder, further right', async () => {
    const html = await draw('treeView-beta\n "docs"\n   "a.md"\n   "img/"\n "README.md"');
    const places = numbersOf(html, 'text', 'x', 'y');

    expect(wordsOf(html)).toEqual(['docs', 'a.md', 'img/', 'README.md']);
    expect(places.map(([x = 0]) => x - (places[0]?.[0] ?? 0))).toEqual([0, 24, 24, 0]);
    expect(places.map(([, y]) => y)).toEqual(
      [...places.map(([, y = 0]) => y)].sort((one, other) => one - other),
    );
    expect([...html.matchAll(/<text[^>]*font-weight="600"[^>]*>(.*?)</g)].map(([, words]) => words)).toEqual([
      'docs',
      'img/',
    ]);
  });
});

describe('a fishbone diagram', () => {
  it('has the causes on both sides of its spine, and the problem at the end', async () => {
    const boxes = await boxesOf('ishikawa\n Late\n   Crew\n     Ill\n   Sea\n   Ship');
    const boxOf = (name: string): number[] => boxes.find(({ words }) => words.includes(name))?.box ?? [];
    const [, , , crew = 0] = boxOf('Crew');

    expect(boxes.flatMap(({ words }) => words).sort()).toEqual(['Crew', 'Late', 'Sea', 'Ship']);
    expect(boxOf('Crew')[1]).toBeLessThan(boxOf('Late')[1] ?? 0);
    expect(boxOf('Sea')[1]).toBeGreaterThan((boxOf('Late')[1] ?? 0) + crew);
    for (const name of ['Crew', 'Sea', 'Ship']) expect(boxOf(name)[0]).toBeLessThan(boxOf('Late')[0] ?? 0);
  });

  it('also reads causes that stand as far left as the problem', async () => {
    const words = async (source: string): Promise<unknown> => wordsOf(await draw(source));

    expect(await words('ishikawa\n Late\n Crew\n   Ill\n Sea')).toEqual(
      await words('ishikawa\n Late\n  Crew\n   Ill\n  Sea'),
    );
  });
});

describe('a Venn diagram', () => {
  const circlesOf = async (source: string): Promise<number[][]> =>
    numbersOf(await draw(source), 'circle', 'cx', 'cy', 'r');
  const distance = ([ax = 0, ay = 0]: number[] = [], [bx = 0, by = 0]: number[] = []): number =>
    Math.hypot(ax - bx, ay - by);

  it('has circles that overlap where sets have something in common, and only there', async () => {
    const [a, b, c] = await circlesOf('venn-beta\n set A\n set B\n set C\n union A,B["AB"]');

    expect(distance(a, b)).toBeLessThan((a?.[2] ?? 0) + (b?.[2] ?? 0) - 40);
    for (const one of [a, b]) expect(distance(one, c)).toBeGreaterThan((one?.[2] ?? 0) + (c?.[2] ?? 0));
  });

  it('has circles that overlap as far beside other sets as alone', async () => {
    const [a, b] = await circlesOf('venn-beta\n set A\n set B\n union A,B');
    const row = await circlesOf(
      'venn-beta\n set A\n set B\n set C\n set D\n set E\n union A,B\n union B,C\n union C,D\n union D,E',
    );

    for (const at of [1, 2, 3, 4])
      expect(Math.abs(distance(row[at - 1], row[at]) - distance(a, b))).toBeLessThan(3);
  });

  it('has circles with areas as large as their sets', async () => {
    const [a, b] = await circlesOf('venn-beta\n set A:20\n set B:10');

    expect((a?.[2] ?? 0) ** 2 / (b?.[2] ?? 1) ** 2).toBeCloseTo(2, 1);
  });

  it('has the words of what is common inside all its circles, and the others outside', async () => {
    const source =
      'venn-beta\n set A\n set B\n set C\n union A,B["ab"]\n union A,C["ac"]\n union B,C["bc"]\n union A,B,C["abc"]';
    const circles = await circlesOf(source);
    const html = await draw(source);
    const inside = numbersOf(html, 'text', 'x', 'y').map((place) =>
      circles.map((circle) => distance(place, circle) < (circle[2] ?? 0)),
    );

    expect(wordsOf(html)).toEqual(['A', 'B', 'C', 'ab', 'ac', 'bc', 'abc']);
    expect(inside.map((row) => row.map(Number).join(''))).toEqual([
      '100',
      '010',
      '001',
      '110',
      '101',
      '011',
      '111',
    ]);
  });
});

describe('an event model', () => {
  it('has frames from left to right, in the lanes of their kinds', async () => {
    const boxes = await boxesOf(
      'eventmodeling\ntf 1 ui Cart\ntf 2 cmd Add\ntf 3 evt Added\ntf 4 evt Stock.Changed',
    );
    const frames = ['Cart', 'Add', 'Added', 'Changed'].map(
      (name) => boxes.find(({ words }) => words[0] === name)?.box ?? [],
    );

    expect(frames.map(([x]) => x)).toEqual([...frames.map(([x = 0]) => x)].sort((one, other) => one - other));
    expect(frames.map(([, y]) => y)).toEqual(
      [...frames.map(([, y = 0]) => y)].sort((one, other) => one - other),
    );
    expect(boxes[0]?.words).toEqual(['UI /', 'Automation', 'Cart']);
  });

  it('has an arrow from the frame before, from the frames that are named, and none to a new beginning', async () => {
    const arrows = async (source: string): Promise<number> =>
      (await draw(`eventmodeling\n${source}`)).match(/<polygon/g)?.length ?? 0;

    expect(await arrows('tf 1 ui A\ntf 2 cmd B\ntf 3 evt C')).toBe(2);
    expect(await arrows('tf 1 ui A\nrf 2 cmd B\ntf 3 evt C')).toBe(1);
    expect(await arrows('rf 1 evt A\nrf 2 evt B\ntf 3 rmo C ->> 1 ->> 2')).toBe(2);
  });

  it('has the data of a frame below its name', async () => {
    const words = wordsOf(
      await draw(
        'eventmodeling\ntf 1 cmd Add [[One]]\ntf 2 evt Added { id: 2 }\ndata One {\n  id: 1\n  name: x\n}',
      ),
    );

    expect(words.slice(-5)).toEqual(['Add', 'id: 1', 'name: x', 'Added', 'id: 2']);
  });
});

describe('a Wardley map', () => {
  it('has things as far up as they are visible, and as far right as they are mature', async () => {
    const html = await draw('wardley-beta\n component A [0.9, 0.25]\n component B [10, 75]');

    expect(
      numbersOf(html, 'circle', 'cx', 'cy').map(([x = 0, y = 0]) => [Math.round(x), Math.round(y)]),
    ).toEqual([
      [170, 44],
      [510, 396],
    ]);
  });

  it('has heads at the ends that a link names, and dashes where it wants them', async () => {
    const heads = async (link: string): Promise<number> =>
      ((await draw(`wardley-beta\n component A [0.9, 0.2]\n component B [0.1, 0.7]\n ${link}`)).match(
        /<polygon/g,
      )?.length ?? 0) - 2;

    expect(
      await Promise.all(['A -> B', 'A +> B', 'A +< B', 'A +<> B', "A +'x'> B", 'A -.-> B'].map(heads)),
    ).toEqual([0, 1, 1, 2, 1, 0]);
  });

  it('has no words on each other where things are near each other', async () => {
    const near = Array.from({ length: 6 }, (_, at) => ` component Thing ${at} [0.5, 0.${50 + at}]`);
    const html = await draw(`wardley-beta\n${near.join('\n')}`);
    const words = wordsOf(html);
    const places = numbersOf(html, 'text', 'x', 'y').filter((_, at) => words[at]?.startsWith('Thing'));

    expect(places).toHaveLength(6);
    for (const [at, [x = 0, y = 0]] of places.entries())
      for (const [ox = 0, oy = 0] of places.slice(at + 1))
        expect(Math.abs(x - ox) > 45 || Math.abs(y - oy) > 11).toBe(true);
  });
});

describe('a block diagram', () => {
  it('has its blocks in the columns that its writer chose', async () => {
    const boxes = await boxesOf('block\n columns 3\n a b:2\n c space d\n e:3');
    const boxOf = (name: string): number[] => boxes.find(({ words }) => words[0] === name)?.box ?? [];
    const [left = 0, top = 0, width = 0] = boxOf('a');
    const step = (boxOf('b')[0] ?? 0) - left;

    expect(
      ['a', 'b', 'c', 'd', 'e'].map((name) => Math.round(((boxOf(name)[0] ?? 0) - left) / step)),
    ).toEqual([0, 1, 0, 2, 0]);
    expect(boxOf('b')[2]).toBeCloseTo(step + width, 1);
    expect(boxOf('e')[2]).toBeCloseTo(2 * step + width, 1);
    expect(new Set(['a', 'b'].map((name) => boxOf(name)[1]))).toEqual(new Set([top]));
    expect(boxOf('d')[1]).toBe(boxOf('c')[1]);
  });

  it('has the blocks of a block inside it, and the words that come later', async () => {
    const boxes = await boxesOf('block\n block:g["Group"]\n  a\n  b\n end\n c\n a["Later"] --> c');
    const group = boxes.find(({ words }) => words.includes('Group'));

    expect(group?.words).toEqual(['Group', 'Later', 'b']);
    expect(boxes.flatMap(({ words }) => words)).not.toContain('a');
  });

  it.each([
    ['a --> b', 1, false],
    ['a --- b', 0, false],
    ['a <--> b', 2, false],
    ['a -.-> b', 1, true],
    ['a ==> b', 1, false],
    ['a -- "yes" --> b', 1, false],
  ])('draws the link %s', async (link, heads, isDashed) => {
    const html = await draw(`block\n a space b\n ${link}`);

    expect(html.match(/<polygon/g)?.length ?? 0).toBe(heads);
    expect(html.includes('stroke-dasharray')).toBe(isDashed);
    expect(wordsOf(html)).toEqual(link.includes('yes') ? ['a', 'b', 'yes'] : ['a', 'b']);
  });

  it.each([
    '[]',
    '()',
    '([])',
    '[[]]',
    '[()]',
    '(())',
    '((()))',
    '>]',
    '{}',
    '{{}}',
    '[//]',
    '[\\\\]',
    '[/\\]',
    '[\\/]',
  ])('draws the shape %s in its own way', async (shape) => {
    const half = shape === '>]' ? 1 : shape.length / 2;
    const html = await draw(`block\n a${shape.slice(0, half)}"Words"${shape.slice(half)}`);
    const plain = await draw('block\n a["Words"]');

    expect(wordsOf(html)).toEqual(['Words']);
    expect(svgOf(html) === svgOf(plain)).toBe(shape === '[]');
  });
});

/** Whether a way of points goes through a box. */
function goesThrough(
  points: readonly (readonly number[])[],
  [x = 0, y = 0, width = 0, height = 0]: readonly number[],
): boolean {
  return points.slice(1).some(([bx = 0, by = 0], at) => {
    const [ax = 0, ay = 0] = points[at] ?? [];
    const [left, right, top, bottom] = [
      Math.min(ax, bx),
      Math.max(ax, bx),
      Math.min(ay, by),
      Math.max(ay, by),
    ];
    return right > x + 1 && left < x + width - 1 && bottom > y + 1 && top < y + height - 1;
  });
}

const pathsOf = (html: string): number[][][] =>
  [...svgOf(html).matchAll(/<path d="(M[^"]*)" fill="none"/g)].map(([, d = '']) =>
    [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  );

describe('an architecture', () => {
  const placesOf = async (source: string): Promise<Map<string, readonly [number, number]>> => {
    const html = await draw(`architecture-beta\n${source}`);
    const places = numbersOf(html, 'text', 'x', 'y').map(([x = 0, y = 0]) => [x, y] as const);
    return new Map(wordsOf(html).map((words, at) => [words ?? '', places[at] ?? [0, 0]]));
  };

  it('has its services on the sides where edges put them', async () => {
    const places = await placesOf(
      ' service a(server)[A]\n service b(disk)[B]\n service c(disk)[C]\n service d(disk)[D]\n a:R -- L:b\n a:B -- T:c\n a:L -- B:d',
    );
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = ['A', 'B', 'C', 'D'].map(
      (name) => places.get(name) ?? [0, 0],
    ) as [
      readonly [number, number],
      readonly [number, number],
      readonly [number, number],
      readonly [number, number],
    ];

    expect([bx > ax, by === ay]).toEqual([true, true]);
    expect([cx === ax, cy > ay]).toEqual([true, true]);
    expect([dx < ax, dy < ay]).toEqual([true, true]);
  });

  it('has services and groups inside their groups, and no others', async () => {
    const boxes = await boxesOf(
      'architecture-beta\n group out(cloud)[Out]\n group in(cloud)[In] in out\n service a(disk)[A] in in\n service b(disk)[B] in out\n service c(disk)[C]\n a:R -- L:b\n b:R -- L:c',
    );
    const wordsIn = (name: string): string[] => boxes.find(({ words }) => words[0] === name)?.words ?? [];

    expect(wordsIn('Out').sort()).toEqual(['A', 'B', 'In', 'Out']);
    expect(wordsIn('In').sort()).toEqual(['A', 'In']);
  });

  it('has edges that leave and arrive at their sides, and go round other services', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const services = names.map((name) => ` service ${name}(disk)[${name.toUpperCase()}]`).join('\n');
    const html = await draw(
      `architecture-beta\n${services}\n${names
        .slice(1)
        .map((name) => ` a:R -- L:${name}`)
        .join('\n')}\n e:B -- T:b\n d:L -- B:c`,
    );
    const tiles = numbersOf(html, 'rect', 'x', 'y', 'width', 'height');
    const ways = pathsOf(html).slice(0, 6);
    const at = (tile: number[] | undefined, side: string): number[] => {
      const [x = 0, y = 0, width = 0, height = 0] = tile ?? [];
      return side === 'L' ? [x, y + height / 2] : [x + width, y + height / 2];
    };

    for (const [number, way] of ways.slice(0, 4).entries())
      for (const [end, place] of [
        [way[0], at(tiles[0], 'R')],
        [way.at(-1), at(tiles[number + 1], 'L')],
      ] as const) {
        expect(end?.[0]).toBe(place[0]);
        expect(Math.abs((end?.[1] ?? 0) - (place[1] ?? 0))).toBeLessThanOrEqual(20);
      }
    for (const way of ways) for (const tile of tiles) expect(goesThrough(way, tile)).toBe(false);
  });

  it('has many neighbours on one side below each other, and leaves places to the page', async () => {
    const names = ['b', 'c', 'd', 'e'];
    const source = ` service a(disk)[A]\n${names.map((name) => ` service ${name}(disk)[${name}]\n a:R -- L:${name}`).join('\n')}`;
    const places = await placesOf(`${source}\n align column b c`);

    expect(new Set(names.map((name) => places.get(name)?.[0])).size).toBe(1);
    expect(new Set(names.map((name) => places.get(name)?.[1])).size).toBe(4);
  });

  it('has two services at two places, even where edges want them at one', async () => {
    const places = await placesOf(
      ' service a(server)[A]\n service b(disk)[B]\n service c(disk)[C]\n a:R -- L:b\n a:R -- L:c',
    );

    expect(new Set([...places.values()].map(String)).size).toBe(3);
  });
});

describe('the way of a link', () => {
  it('goes round boxes, however wide they are, and has its words beside other words', () => {
    const boxes = [
      { x: 1000, y: 0, width: 100, height: 60 },
      { x: 0, y: 120, width: 2100, height: 20 },
      { x: 1000, y: 200, width: 100, height: 60 },
    ];
    const [from, , to] = boxes as [Box, Box, Box];
    const link = { from, to, width: 40, height: 20 };
    const [one, other] = routesBetween({ boxes, frames: [], words: [] }, [link, link]);

    for (const route of [one, other])
      for (const { x, y, width, height } of boxes)
        expect(
          goesThrough(route?.points.map((point) => [point.x, point.y]) ?? [], [x, y, width, height]),
        ).toBe(false);
    expect(one?.points.length).toBeGreaterThan(3);
    expect(
      Math.abs((one?.label.x ?? 0) - (other?.label.x ?? 0)) > 40 ||
        Math.abs((one?.label.y ?? 0) - (other?.label.y ?? 0)) > 20,
    ).toBe(true);
  });

  it('does not run along a frame', () => {
    const boxes = [
      { x: 0, y: 0, width: 100, height: 60 },
      { x: 0, y: 300, width: 100, height: 60 },
    ];
    const [from, to] = boxes as [Box, Box];
    const link = { from, to, width: 0, height: 0 };
    const [route] = routesBetween(
      { boxes, frames: [{ x: 50, y: 100, width: 200, height: 100 }], words: [] },
      [link],
    );

    expect(route?.points.every(({ x }) => x !== 50)).toBe(true);
    expect(routesBetween({ boxes, frames: [], words: [] }, [link])[0]?.points.map(({ x }) => x)).toEqual([
      50, 50,
    ]);
  });
});

describe('requirements', () => {
  const source = (links: string, direction = 'TB'): string =>
    `requirementDiagram\n direction ${direction}\n${['a', 'b', 'c'].map((name) => ` requirement ${name} {\n id: ${name}1\n }\n`).join('')}${links}`;

  it('are below what leads to them, or beside it in the other direction', async () => {
    const box = async (text: string, name: string): Promise<number[]> =>
      (await boxesOf(text)).find(({ words }) => words.includes(name))?.box ?? [];
    const links = ' a - derives -> b\n c <- refines - b';

    for (const [direction, axis, sign] of [
      ['TB', 1, 1],
      ['BT', 1, -1],
      ['LR', 0, 1],
      ['RL', 0, -1],
    ] as const) {
      const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => box(source(links, direction), name)));
      expect(Math.sign((b?.[axis] ?? 0) - (a?.[axis] ?? 0))).toBe(sign);
      expect(Math.sign((c?.[axis] ?? 0) - (b?.[axis] ?? 0))).toBe(sign);
    }
  });

  it('have their facts, and links with their kinds, none of which goes through a box', async () => {
    const html = await draw(
      source(' a - derives -> b\n b - traces -> c\n a - contains -> c\n c - copies -> a'),
    );
    const boxes = numbersOf(html, 'rect', 'x', 'y', 'width', 'height');

    expect(wordsOf(html)).toEqual(
      expect.arrayContaining(['«derives»', '«traces»', '«contains»', '«copies»', '«Requirement»', 'ID: a1']),
    );
    expect(pathsOf(html)).toHaveLength(4);
    for (const points of pathsOf(html)) for (const box of boxes) expect(goesThrough(points, box)).toBe(false);
  });

  it('that contain others have a cross there, and no head', async () => {
    const html = await draw(source(' a - contains -> b'));

    expect(html).toContain('<circle');
    expect(html).not.toContain('<polygon');
    expect(await draw(source(' a - traces -> b'))).toContain('<polygon');
  });
});

describe('a C4 diagram', () => {
  it('has the parts of a boundary inside it, with what they are', async () => {
    const boxes = await boxesOf(
      'C4Container\n Person(p, "Guest")\n System_Boundary(b, "Shop") {\n Container(c, "App", "Java", "Sells tea")\n System_Ext(s, "Bank")\n }\n Rel(p, c, "Uses")',
    );
    const shop = boxes.find(({ words }) => words[0] === 'Shop')?.words;

    expect(shop).toEqual(
      expect.arrayContaining([
        '[System]',
        'App',
        '[Container: Java]',
        'Sells tea',
        'Bank',
        '[External system]',
      ]),
    );
    expect(shop).not.toContain('Guest');
  });

  it('has links that go round the elements between them', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const html = await draw(
      `C4Context\n${names.map((name) => ` System(${name}, "${name.toUpperCase()}")`).join('\n')}\n Rel(a, b, "1")\n Rel(b, c, "2")\n Rel(a, c, "3")\n Rel(c, a, "4")\n Rel(d, a, "5")\n Rel_R(e, f, "6")\n Rel(a, f, "7", "x")`,
    );
    const boxes = numbersOf(html, 'rect', 'x', 'y', 'width', 'height');

    expect(boxes).toHaveLength(6);
    expect(pathsOf(html)).toHaveLength(7);
    for (const points of pathsOf(html)) for (const box of boxes) expect(goesThrough(points, box)).toBe(false);
    expect(wordsOf(html)).toEqual(expect.arrayContaining(['1', '2', '3', '4', '5', '6', '7', '[x]']));
  });

  it('has a head at the end where something arrives, and two where it goes both ways', async () => {
    const heads = async (link: string): Promise<number> =>
      (await draw(`C4Context\n System(a, "A")\n System(b, "B")\n ${link}`)).match(/<polygon/g)?.length ?? 0;

    expect(await heads('Rel(a, b, "x")')).toBe(1);
    expect(await heads('BiRel(a, b, "x")')).toBe(2);
  });

  it('counts the links of a dynamic one', async () => {
    const source = ' System(a, "A")\n System(b, "B")\n Rel(a, b, "asks")\n RelIndex(7, b, a, "answers")';

    expect(wordsOf(await draw(`C4Dynamic\n${source}`))).toEqual(
      expect.arrayContaining(['1. asks', '2. answers']),
    );
    expect(wordsOf(await draw(`C4Context\n${source}`))).toEqual(expect.arrayContaining(['asks', 'answers']));
  });
});
