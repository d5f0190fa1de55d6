import { describe, expect, it } from 'vitest';
import { addDuration, ticksOf, timeReader } from '../../src/site/charts/gantt-times.ts';
import { wrapWords } from '../../src/site/charts/sheet.ts';
import { draw, numbersOf, svgOf, wordsOf } from './chart-fixture.ts';
import { validityFaults } from './markup.ts';

const sources = {
  pie: 'pie showData title Pets\n  accTitle: read aloud\n  "Dogs" : 386\n  "Cats & co" : 85.5\n  "Rats": 0',
  gantt: `gantt
  title A plan
  dateFormat YYYY-MM-DD
  excludes weekends
  section Design
  Draft :done, d1, 2026-01-05, 5d
  Review :active, crit, d2, after d1, 3d
  section Build
  Ready :milestone, after d2, 0d
  Test :t1, 2026-01-20, 2026-01-23`,
  timeline:
    'timeline\n  title History\n  section Old\n    1969 : First message\n         : Second one\n  section New\n    1989 : The web : Pages',
  journey: 'journey\n  title My day\n  section Work\n    Make tea: 5: Me, Cat\n    Do work: 1: Me',
  mindmap:
    'mindmap\n  root((Harbour))\n    Ships\n      ::icon(fa fa-ship)\n      id[Large **ones**]\n    ["Quays"]',
  quadrantChart:
    'quadrantChart\n  title Reach\n  x-axis Low --> High\n  y-axis "Few" --> Many\n  quadrant-1 Expand\n  Campaign A: [0.3, 0.6]\n  B:::one: [0.9, 0]\n  classDef one color: #fff',
  kanban:
    'kanban\n  Todo\n    [Write it]\n    id2[Draw it]@{ assigned: "Ada", priority: High }\n  done[Done]\n    [Plan it]',
  gitGraph:
    'gitGraph LR:\n  commit id: "one"\n  branch next\n  commit type: HIGHLIGHT tag: "v1"\n  checkout main\n  commit\n  merge next id: "both"\n  cherry-pick id: "one"',
  packet: 'packet-beta\n  title A <head>\n  0-15: "Source & port" %% first\n  16: "Flag"\n  +47: "The rest"',
  radar:
    'radar-beta\n  title Marks\n  axis m["Maths & more"], s["Science"]\n  axis e\n  curve a["Ada"]{4, 3, 5}\n  curve b{\n    e: 1, m: 2, s: 3\n  }\n  ticks 4, graticule polygon\n  max 5',
  treemap:
    'treemap-beta\n"Shop"\n    "Ships": 1,200\n    "Boats & more":::small\n        "Rowing": 30\n        "Toy": 0\n\'Rest\': 500.5\nclassDef small fill:#f00',
  sankey:
    'sankey-beta\n\n%% from, to, amount\nWind,Grid,40\n"Sun, ""warm""",Grid,20.5\nGrid,Homes,50\n\nGrid,Losses & more,10.5',
  treeView: 'treeView-beta\n  "docs"\n    "a & b.md"\n    "empty/"\n  "README.md"',
  ishikawa:
    'ishikawa-beta\n  Late ship\n    Crew\n      Ill & tired\n        Flu\n    Sea\n      Storm\n    Ship',
  venn: 'venn-beta\n  title "Teams"\n  set A["Front & more"]:20\n    text A1["Pages"]\n  set B\n  set "C c"\n  union A,B["Both"]:3\n  text A,B "Shared"\n  style A fill:#f00',
  eventmodeling:
    'eventmodeling\n\ntf 01 ui CartUI\ntimeframe 02 command AddItem [[Add]]\ntf 03 evt Shop.ItemAdded { id: "a" }\nrf 04 evt Stock.Changed\ntf 05 rmo Items ->> 03 ->> 04\n\ndata Add `json`{\n  id: 1 & 2\n}',
  block:
    'block-beta\n  columns 3\n  a["A & b"] space b(("B"))\n  block:g["Group"]:2\n    c d>"D"]\n  end\n  e<["E"]>(right, up)\n  f[("Data")] h{{"Hexagon"}} i[["Sub"]]\n  a -- "goes to" --> b\n  g ==> e\n  classDef hot fill:#f96\n  class a,b hot\n  style c fill:#bbf,stroke:#333',
  architecture:
    'architecture-beta\n  title Shop & more\n  group net(cloud)["The <net>"]\n  group inner(server)[Inner] in net\n  service web(internet)[Web] in net\n  service db(database)[Data base] in inner\n  service old(logos:x)[Old]\n  service text "abc"[Text]\n  junction j in net\n  web:R --> L:db\n  web:B -[asks]- T:j\n  j:R <--> L:old\n  db{group}:B -- T:text',
  requirement:
    'requirementDiagram\n  requirement "Be & fast" {\n    id: R1\n    text: "It is **fast** enough"\n    risk: High\n    verifymethod: test\n  }\n  functionalRequirement other:::hot {\n  }\n  element engine {\n    type: part\n    docref: "a/b"\n  }\n  engine - satisfies -> "Be & fast"\n  "Be & fast" <- contains - other\n  classDef hot fill:#f00',
  C4: 'C4Container\n  title Tea & more\n  Person(guest, "Guest", "Drinks <tea>")\n  Enterprise_Boundary(b0, "Shop") {\n    System_Boundary(b1, "Kitchen") {\n      Container(stove, "Stove", "Gas", "Boils water")\n      ContainerDb_Ext(store, "Store", "Jars")\n    }\n    SystemQueue(line, "Queue", $descr="Who is next")\n    Boundary(b2, "Empty", "room")\n  }\n  Rel(guest, line, "Waits in", "feet")\n  BiRel(line, stove, "Asks")\n  Rel_Back(store, stove, "Takes from")\n  UpdateLayoutConfig($c4ShapeInRow="3")',
  wardley:
    'wardley-beta\n  title Tea & more\n  size [900, 500]\n  evolution New -> Old@0.8 -> "Very old"\n  anchor Guest [0.95, 0.6]\n  component Cup of tea [0.8, 0.6] label [-20, 10]\n  component "Kettle" [0.4, 0.35] (buy) (inertia)\n  Guest -> Cup of tea\n  Cup of tea +\'heat\'> Kettle; by steam\n  evolve Kettle 0.62\n  pipeline Kettle {\n    component "Gas" [0.2]\n    component Power [0.5]\n  }\n  note "Cheap <power>" [0.3, 0.5]\n  annotations [0.1, 0.1]\n  annotation 1,[0.5, 0.5] "Look here"\n  accelerator "Wind" [0.2, 0.2]',
} as const;

describe('a chart that we draw ourselves', () => {
  it.each(Object.entries(sources))(
    'of the kind %s is plain and valid, and comes out the same',
    async (_, source) => {
      const html = await draw(source);
      const svg = svgOf(html);

      expect(html).not.toContain('problem:');
      expect(svg).not.toMatch(/\sstyle=|<style|class=|script|href|\son\w+=|NaN|Infinity|undefined|--?-\d/);
      expect(svg).toMatch(/ (?:aria-hidden="true"|role="img" aria-label="[^"]+") focusable="false"/);
      expect(html).toContain('<details class="diagram-source"');
      expect(await draw(source)).toBe(html);
      expect(
        validityFaults(
          `<!doctype html><html lang="en"><head><title>x</title></head><body>${html}</body></html>`,
        ),
      ).toEqual([]);
    },
  );

  it.each(Object.entries(sources))('of the kind %s is within its drawing', async (_, source) => {
    const svg = svgOf(await draw(source));
    const [left = 0, top = 0, width = 0, height = 0] =
      / viewBox="([^"]*)"/.exec(svg)?.[1]?.split(' ').map(Number) ?? [];
    const rects = numbersOf(svg, 'rect', 'x', 'y', 'width', 'height');
    const circles = numbersOf(svg, 'circle', 'cx', 'cy', 'r');

    for (const [x = 0, y = 0, wide = 0, high = 0] of rects)
      expect([x >= left, y >= top, x + wide <= left + width, y + high <= top + height]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    for (const [x = 0, y = 0, r = 0] of circles)
      expect([x - r >= left, y - r >= top, x + r <= left + width, y + r <= top + height]).toEqual([
        true,
        true,
        true,
        true,
      ]);
  });

  it('has all words of its source, once', async () => {
    expect(wordsOf(await draw(sources.pie))).toEqual([
      'Pets',
      'Dogs: 386 (81.9 %)',
      'Cats &amp; co: 85.5 (18.1 %)',
      'Rats: 0 (0 %)',
    ]);
    expect(wordsOf(await draw(sources.timeline))).toEqual([
      'History',
      'Old',
      '1969',
      'First message',
      'Second one',
      'New',
      '1989',
      'The web',
      'Pages',
    ]);
    expect(wordsOf(await draw(sources.journey))).toEqual([
      'My day',
      'Work',
      'Make tea',
      '5',
      'Me, Cat',
      'Do work',
      '1',
      'Me',
    ]);
    expect(wordsOf(await draw(sources.mindmap)).sort()).toEqual(['Harbour', 'Large ones', 'Quays', 'Ships']);
    expect(wordsOf(await draw(sources.quadrantChart))).toEqual([
      'Reach',
      'Expand',
      'Low',
      'High',
      'Few',
      'Many',
      'Campaign A',
      'B',
    ]);
    expect(wordsOf(await draw(sources.kanban))).toEqual([
      'Todo',
      'Write it',
      'Draw it',
      'Ada',
      'High',
      'Done',
      'Plan it',
    ]);
    expect(wordsOf(await draw(sources.gitGraph)).sort()).toEqual([
      'both',
      'main',
      'next',
      'one',
      'one',
      'v1',
    ]);
  });

  it('is no wider than its page because of a long title', async () => {
    const width = async (title: string): Promise<number> =>
      numbersOf(await draw(`pie title ${title}\n "a long name of a slice": 1`), 'svg', 'width')[0]?.[0] ?? 0;

    expect(
      await width('A title that goes on and on, and says much more than what its chart shows to anybody'),
    ).toBe(await width('Short'));
  });

  it('of shares turns once round, each share as far as its part', async () => {
    const paths = [
      ...(await draw('pie\n "a": 1\n "b": 3')).matchAll(
        / d="M(\S+) (\S+)L(\S+) (\S+)A\S+ \S+ 0 ([01]) 1 (\S+) (\S+)Z"/g,
      ),
    ];
    const [quarter, rest] = paths.map(([, ...numbers]) => numbers.map(Number));

    // A quarter from the top to the right; the rest continues there and ends at the top, the long way round.
    expect(quarter?.slice(0, 5)).toEqual([124, 124, 124, 4, 0]);
    expect(quarter?.slice(5)).toEqual([244, 124]);
    expect(rest?.slice(2)).toEqual([244, 124, 1, 124, 4]);
    expect(await draw('pie\n "all": 3')).toContain('<circle');
  });

  it('of tasks has them where their time is, and leaves free days out', async () => {
    const html = await draw(sources.gantt);
    const [draft, review, test] = numbersOf(html, 'rect', 'x', 'width');

    expect(wordsOf(html)).toEqual(
      expect.arrayContaining(['A plan', 'Design', 'Draft', 'Review', 'Ready', 'Test']),
    );
    // From Monday the fifth to Friday the twenty-third are 18 days; a task after one that ends on Friday begins on Monday.
    const [left = 0, five = 0] = draft ?? [];
    const day = five / 5;
    expect(review?.map((value) => Math.round((value - (value === review[0] ? left : 0)) / day))).toEqual([
      7, 3,
    ]);
    expect(test?.map((value) => Math.round((value - (value === test[0] ? left : 0)) / day))).toEqual([15, 3]);
  });

  it('of ideas reads words of several lines', async () => {
    const html = await draw(
      'mindmap\n  id1["`**Root** with\n  a second line`"]\n    id2[\n      The\n      words\n    ]\n    Plain',
    );

    expect(wordsOf(html).sort()).toEqual(['Plain', 'Root with', 'The', 'a second line', 'words']);
  });

  it('of tasks reads ends at several others, lengths of nothing, and comments', async () => {
    const html = await draw(
      'gantt\n A :a, 2026-01-01, 2d\n B :b, 2026-01-05, 1d\n C :c, 2026-01-07, 1d\n D :d, 2026-01-02, until c b %% soon\n E :milestone, 2026-01-04, 0',
    );
    const [a, , , d] = numbersOf(html, 'rect', 'x', 'width');

    expect(wordsOf(html)).toEqual(expect.arrayContaining(['A', 'B', 'C', 'D', 'E']));
    expect(Math.round((2 * (d?.[1] ?? 0)) / (a?.[1] ?? 1))).toBe(3);
  });

  it.each([
    ['pie\n "a": -3', '"a": -3'],
    ['pie\n a: 3', 'a: 3'],
    ['gantt\n Later :after nobody, 3d', 'Later :after nobody, 3d'],
    ['gantt\n One :a, after b, 1d\n Two :b, after a, 1d', 'One :a, after b, 1d'],
    ['gantt\n dateFormat Q\n A: 1, 2', 'dateFormat Q'],
    ['gantt\n Day :2026-02-30, 1d', 'Day :2026-02-30, 1d'],
    ['journey\n Make tea', 'Make tea'],
    ['mindmap\n one\n two', 'two'],
    ['quadrantChart\n A: [2, 0]', 'A: [2, 0]'],
    ['gitGraph\n merge nothing', 'merge nothing'],
    ['gitGraph\n commit\n rebase', 'rebase'],
    ['timeline\n : nothing before', ': nothing before'],
    ['kanban', 'kanban'],
    ['packet\n 0-7: "A"\n 9-15: "B"', '9-15: "B"'],
    ['packet\n 8-2: "A"', '8-2: "A"'],
    ['packet\n 0-99999999: "A"', '0-99999999: "A"'],
    ['packet', 'packet'],
    ['radar-beta\n axis a, b, c\n curve d{1, 2}', 'd{1, 2}'],
    ['radar-beta\n axis a, b, c\n curve d{a: 1, b: 2, x: 3}', 'd{a: 1, b: 2, x: 3}'],
    ['radar-beta\n axis a, b, c\n curve d{1, 2, 3}\n shape round', 'shape round'],
    ['treemap-beta\n"A": many', '"A": many'],
    ['treemap\n"A": 0', 'treemap'],
    ['sankey\na,b', 'a,b'],
    ['sankey\na,b,-1', 'a,b,-1'],
    ['sankey\na,b,1\nb,a,1', 'sankey'],
    ['treeView-beta\n "a"\n b', 'b'],
    ['ishikawa\n Late', 'ishikawa'],
    ['venn-beta\n set A\n union A,B', 'union A,B'],
    ['venn-beta\n set A\n text X "a"', 'text X "a"'],
    ['eventmodeling\ntf 1 ui A\ntf 2 cmd B ->> 7', '2 ->> 7'],
    ['eventmodeling\ntf 1 ui A [[Nothing]]', 'tf 1 ui A [[Nothing]]'],
    ['eventmodeling\ntf 1 thing A', 'tf 1 thing A'],
    ['wardley-beta\n component A [0.1, 0.1]\n A -> B', 'A -> B'],
    ['wardley-beta\n component A [0.1, 0.1] (leased)', 'component A [0.1, 0.1] (leased)'],
    ['block\n a[unclosed', 'a[unclosed'],
    ['block\n block:a\n b', 'block'],
    ['block\n a\n end\n b', 'end'],
    ['architecture-beta\n service a in nowhere', 'service a in nowhere'],
    ['architecture-beta\n service a\n a:R -- L:b', 'b'],
    ['architecture-beta\n group a\n service b\n a:R -- L:b', 'a'],
    ['architecture-beta\n service a\n service a', 'service a'],
    ['requirementDiagram\n requirement a {\n color: red\n }', 'color: red'],
    ['requirementDiagram\n element a {\n }\n a - satisfies -> b', 'a - satisfies -> b'],
    ['requirementDiagram\n wish a {\n }', 'wish a {'],
    ['C4Context\n Person(a, "A")\n Rel(a, b, "Uses")', 'Rel(a, b)'],
    ['C4Context\n Robot(a, "A")', 'Robot(a, "A")'],
    ['C4Context\n Boundary(a, "A") {\n Person(b, "B")', '{'],
    ['wardley-beta\n evolve A 0.5', 'evolve A 0.5'],
  ])('is its source where a line of %j is not understood', async (source, line) => {
    expect(await draw(source)).toBe(`problem: a diagram is shown as its source: "${line}" is not understood`);
  });

  it.each([
    'pie title <b>x</b>\n "<img src=x onerror=alert(1)>": 1',
    'mindmap\n  <script>alert(1)</script>\n    "><svg onload=alert(1)>',
    'timeline\n <a href=x> : </text><script>alert(1)</script>',
    'gitGraph\n commit id: "<b>" tag: "</svg>"\n branch "<i>"',
    'packet\n 0-31: "<b>x</b>"',
    'radar-beta\n title <i>\n axis a["<b>"], b["</svg>"], c\n curve d["<script>alert(1)</script>"]{1, 2, 3}',
    'treemap\n"<b>"\n  "</svg>": 3',
    'sankey\n<b>,"</svg><script>alert(1)</script>",1',
    'treeView-beta\n "<img src=x onerror=alert(1)>"',
    'ishikawa\n <b>\n  <script>alert(1)</script>',
    'venn-beta\n set "<b>"\n text "</svg>"',
    'eventmodeling\ntf 1 ui A { <img src=x onerror=alert(1)> }',
    'block\n a["<img src=x onerror=alert(1)>"] --> b["</svg>"]\n style a fill:url(https://x.example),stroke:red" onload="x',
    'architecture-beta\n service a(<b>)["<img src=x>"]\n service b "<i>"[B]\n a:R -["</svg>"]- L:b',
    'requirementDiagram\n requirement "<b>" {\n text: "</svg><script>alert(1)</script>"\n }',
    'C4Context\n Person(a, "<b>", "</svg>")\n System_Ext(b, "<i>")\n Rel(a, b, "<script>", "<img src=x>")',
    'wardley-beta\n component <b> [0.1, 0.1]\n note "</svg><script>" [0.2, 0.2]',
  ])('lets no markup through: %j', async (source) => {
    expect(svgOf(await draw(source)).replace(/&lt;/g, '')).not.toMatch(
      /<(?:b|i|img|script|a)\b|<svg[^>]*\son/,
    );
    expect((await draw(source)).match(/<\/svg>/g)).toHaveLength(1);
  });
});

describe('the times of a plan', () => {
  it('are read by their format, and by no other', () => {
    const day = Date.UTC(2026, 0, 31);
    expect(timeReader('YYYY-MM-DD')?.('2026-01-31')).toBe(day);
    expect(timeReader('DD/MM/YY')?.('31/01/26')).toBe(day);
    expect(timeReader('D.M.YYYY HH:mm')?.('31.1.2026 10:30')).toBe(day + 37_800_000);
    expect(timeReader('X')?.(String(day / 1000))).toBe(day);
    expect(timeReader('YYYY-MM-DD')?.('31.01.2026')).toBeUndefined();
    expect(timeReader('YYYY-MM-DD')?.('2026-02-30')).toBeUndefined();
    expect(timeReader('MMM Do')).toBeUndefined();
  });

  it('advance by days, months and years', () => {
    const day = Date.UTC(2026, 0, 15);
    expect(addDuration(day, '3d')).toBe(Date.UTC(2026, 0, 18));
    expect(addDuration(day, '1.5h')).toBe(day + 5_400_000);
    expect(addDuration(day, '2M')).toBe(Date.UTC(2026, 2, 15));
    expect(addDuration(day, '1y')).toBe(Date.UTC(2027, 0, 15));
    expect(addDuration(day, 'soon')).toBeUndefined();
  });

  it('have seven marks at most, whatever their length', () => {
    const from = Date.UTC(2026, 0, 3, 9, 7);
    for (const length of [1, 10, 60, 1440, 20_000, 200_000, 2_000_000, 40_000_000]) {
      const ticks = ticksOf(from, from + length * 60_000, undefined);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(8);
      for (const { time } of ticks) expect(time >= from && time <= from + length * 60_000).toBe(true);
    }
    expect(ticksOf(from, from + 86_400_000 * 6, '%a %e %b')[0]?.label).toBe('Sun 4 Jan');
  });
});

it('words are cut into lines between words, and where the writer cut them', () => {
  expect(wrapWords('one two three', 60)).toEqual(['one two', 'three']);
  expect(wrapWords('one<br/>two', 600)).toEqual(['one', 'two']);
  expect(wrapWords('Gezeitenvorhersagegenauigkeit ja', 60)).toEqual(['Gezeitenvorhersagegenauigkeit', 'ja']);
});
