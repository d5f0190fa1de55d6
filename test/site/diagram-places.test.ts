import { describe, expect, it } from 'vitest';
import { printHtml } from '../../src/site/html/print.ts';
import { drawDiagram } from '../../src/site/blocks/diagram.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Edge {
  readonly points: readonly Point[];
  readonly written: string;
}

interface Drawn {
  readonly svg: string;
  /** The middle of each word, in the order of the drawing. */
  readonly words: ReadonlyMap<string, Point>;
  readonly edges: readonly Edge[];
}

async function drawn(source: string): Promise<Drawn> {
  const result = await drawDiagram(source, { number: 1, label: 'Code' });
  if (!('content' in result)) throw new Error(result.problem);
  const svg = /<svg[\s\S]*<\/svg>/.exec(printHtml(result.content))?.[0] ?? '';
  const words = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)<\/text>/g)].map(
    ([, x, y, word = '']) => [word, { x: Number(x), y: Number(y) }] as const,
  );
  const edges = [...svg.matchAll(/<polyline points="([^"]*)"[^>]*>/g)].map(([written, points = '']) => ({
    written,
    points: points.split(' ').map((pair) => {
      const [x = NaN, y = NaN] = pair.split(',').map(Number);
      return { x, y };
    }),
  }));
  return { svg, words: new Map(words), edges };
}

/** How far along the direction of the diagram a place is. */
const along: Readonly<Record<string, (place: Point) => number>> = {
  TD: ({ y }) => y,
  BT: ({ y }) => -y,
  LR: ({ x }) => x,
  RL: ({ x }) => -x,
};

const inOrder = ({ words }: Drawn, direction: string, names: readonly string[]): string[] =>
  names.toSorted((one, other) => {
    const [first, second] = [words.get(one), words.get(other)];
    if (!first || !second) throw new Error(`${one} or ${other} is not drawn`);
    return (along[direction]?.(first) ?? NaN) - (along[direction]?.(second) ?? NaN);
  });

/** Whether an edge leads against the direction of a drawing from top to bottom. */
const isUp = ({ points }: Edge): boolean => (points.at(-1)?.y ?? NaN) < (points[0]?.y ?? NaN);

const lengthOfEnd = ({ points }: Edge): number => {
  const [before, last] = points.slice(-2);
  return Math.hypot((last?.x ?? NaN) - (before?.x ?? NaN), (last?.y ?? NaN) - (before?.y ?? NaN));
};

describe('a flowchart with a loop', () => {
  it.each(Object.keys(along))(
    'in the direction %s has its nodes in the order of the text',
    async (direction) => {
      const choice = await drawn(
        `flowchart ${direction}\n  A[Start] --> B{Choice}\n  B -->|yes| C[End]\n  B -->|no| A`,
      );
      const build = await drawn(
        `flowchart ${direction}; A[Start]-->B[Build]-->C{Tests pass?}; C-->|no|B; C-->|yes|D[Deploy]`,
      );
      const two = await drawn(`flowchart ${direction}; idle((Idle)) --> run[Running] --> idle`);

      expect(inOrder(choice, direction, ['Choice', 'End', 'Start'])).toEqual(['Start', 'Choice', 'End']);
      expect(inOrder(build, direction, ['Build', 'Deploy', 'Start', 'Tests pass?'])).toEqual([
        'Start',
        'Build',
        'Tests pass?',
        'Deploy',
      ]);
      expect(inOrder(two, direction, ['Running', 'Idle'])).toEqual(['Idle', 'Running']);
    },
  );

  it('has the arrowhead of the edge that leads back at the node that it leads to', async () => {
    const { edges, words } = await drawn(
      'flowchart TD\n  A[Start] --> B{Choice}\n  B -->|yes| C[End]\n  B -->|no| A',
    );
    const [back, ...others] = edges.filter(isUp);
    const middle = words.get('Start')?.y ?? NaN;

    expect(edges).toHaveLength(3);
    expect(others).toEqual([]);
    expect(edges.every(({ written }) => / marker-end="/.test(written) && !/marker-start/.test(written))).toBe(
      true,
    );
    expect(back?.points.at(-1)?.y).toBeGreaterThan(middle);
    expect(back?.points.at(-1)?.y).toBeLessThan(middle + 30);
    expect(edges.map(lengthOfEnd).filter((length) => length < 8)).toEqual([]);
  });

  it('has two lines between two nodes that lead to each other, and no box without words', async () => {
    const { svg, edges } = await drawn('flowchart TD\n  A --> B --> A');

    expect(edges.map(isUp)).toEqual([false, true]);
    expect(edges[0]?.points[0]).not.toEqual(edges[1]?.points.at(-1));
    expect(svg.match(/<text/g)).toHaveLength(2);
    expect(svg.match(/<rect/g)).toHaveLength(2);
    expect(svg).not.toMatch(/\p{Mn}/u);
  });

  it('keeps the looks of edges by their numbers, and their lines', async () => {
    const { edges } = await drawn(
      'flowchart TD\n  A & B ==> C -.->|again| A\n  C --- A\n  linkStyle 1 stroke:#00f\n  linkStyle 2 stroke:#f00',
    );
    const up = edges.filter(isUp).map(({ written }) => written);

    expect(edges.filter(({ written }) => written.includes('"#00f"'))).toHaveLength(1);
    expect(up).toHaveLength(2);
    expect(up.filter((edge) => / stroke="#f00"[^>]*stroke-dasharray[^>]*marker-end/.test(edge))).toHaveLength(
      1,
    );
    expect(up.filter((edge) => !edge.includes('marker-'))).toHaveLength(1);
  });

  it('within a group, and between groups, has the order of the text', async () => {
    const source =
      'flowchart TD\n  subgraph one [Client]\n    a[Form] --> b[Send] --> a\n  end\n  subgraph two [Server]\n    c[Check] --> d[Good] --> c\n  end\n  b --> c\n  d -->|error| a';
    const names = ['Good', 'Check', 'Server', 'Send', 'Form', 'Client'];

    expect(inOrder(await drawn(source), 'TD', names)).toEqual(names.toReversed());
  });

  it('is drawn beyond any depth of nodes', async () => {
    const names = Array.from({ length: 60 }, (_, number) => `n${number}`);
    const chart = await drawn(`flowchart TD\n  ${[...names, 'n0'].join(' --> ')}`);

    expect(inOrder(chart, 'TD', names.toReversed())).toEqual(names);
  });
});

describe('a state diagram with a loop', () => {
  it('begins with its start dot, and has its states in the order of the text', async () => {
    const states = await drawn(
      'stateDiagram-v2\n  [*] --> Draft\n  Draft --> Review\n  Review --> Draft: changes\n  Review --> Done',
    );
    const dot = Number(/<circle cx="[\d.]+" cy="([\d.]+)"/.exec(states.svg)?.[1]);
    const back = states.edges.find(isUp);

    expect(inOrder(states, 'TD', ['Done', 'Review', 'Draft'])).toEqual(['Draft', 'Review', 'Done']);
    expect(dot).toBeLessThan(states.words.get('Draft')?.y ?? NaN);
    expect(states.words.has('changes')).toBe(true);
    expect(states.edges.filter(isUp)).toHaveLength(1);
    expect(back?.points.at(-1)?.y).toBeLessThan((states.words.get('Draft')?.y ?? NaN) + 30);
  });

  it('has the order of the text within a composite state, and around it', async () => {
    const states = await drawn(
      'stateDiagram-v2\n  Idle --> Work\n  state Work {\n    Fetch --> Parse\n    Parse --> Fetch : more\n  }\n  Work --> Idle : done',
    );
    const names = ['Parse', 'Fetch', 'Work', 'Idle'];

    expect(inOrder(states, 'TD', names)).toEqual(names.toReversed());
  });
});

describe('an edge', () => {
  it('with two arrowheads shows both, outside of the nodes', async () => {
    const { svg, edges } = await drawn('flowchart LR\n  A <--> B');
    const start = /<marker id="[^"]*arrowhead-start"[^>]*>/.exec(svg)?.[0];

    expect(edges[0]?.written).toMatch(/marker-end="[^"]*" marker-start="/);
    // The head of this marker points against the line, so nothing may turn it round once more.
    expect(start).toContain(' orient="auto"');
  });

  it('does not go too far and come back', async () => {
    const { edges } = await drawn('flowchart LR\n  A --> C\n  B --> C\n  C --> A');
    const turns = edges.flatMap(({ points }) =>
      points.slice(2).map((next, number) => [points[number], points[number + 1], next]),
    );

    expect(turns.length).toBeGreaterThan(0);
    expect(turns.filter((three) => new Set(three.map((point) => point?.x)).size === 1)).toEqual([]);
    expect(turns.filter((three) => new Set(three.map((point) => point?.y)).size === 1)).toEqual([]);
  });

  it('has room for its arrowhead after its last turn', async () => {
    const { edges } = await drawn('flowchart TD\n  A --> B\n  B --> C\n  A --> C\n  C --> C');

    expect(edges).toHaveLength(4);
    expect(edges.map(lengthOfEnd).filter((length) => length < 8)).toEqual([]);
  });
});

describe('a note of a sequence', () => {
  /** The top and the bottom of the largest box, which is a block around messages. */
  const blockOf = ({ svg }: Drawn): { top: number; bottom: number } => {
    const boxes = [...svg.matchAll(/<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g)];
    const [top = NaN, height = NaN] =
      boxes
        .map(([, y, size]) => [Number(y), Number(size)])
        .toSorted(([, one = 0], [, other = 0]) => other - one)[0] ?? [];
    return { top, bottom: top + height };
  };
  const noteHeight = 24;
  const loop = (inside: string, after = ''): string =>
    `sequenceDiagram\n  U->>S: ask\n  loop each minute\n${inside}  end\n${after}  U->>S: bye`;

  it('after a block stands below the block', async () => {
    const chart = await drawn(loop('    S->>U: tick\n', '  Note over U,S: done\n'));

    expect(chart.words.get('done')?.y).toBeGreaterThan(blockOf(chart).bottom + noteHeight / 2);
  });

  it('at the end of a block stands within the block', async () => {
    const chart = await drawn(loop('    S->>U: tick\n    Note over U: done\n'));

    expect(chart.words.get('done')?.y).toBeLessThan(blockOf(chart).bottom - noteHeight / 2);
  });

  it('at the beginning of a block stands within the block, above its first message', async () => {
    const chart = await drawn(loop('    Note right of U: first\n    S->>U: tick\n'));
    const place = chart.words.get('first')?.y ?? NaN;

    expect(place).toBeGreaterThan(blockOf(chart).top + noteHeight);
    expect(place).toBeLessThan(chart.words.get('tick')?.y ?? NaN);
    expect([...chart.words.keys()].toSorted()).toEqual(
      ['S', 'U', 'ask', 'bye', 'first', 'loop [each minute]', 'tick'].toSorted(),
    );
  });
});
