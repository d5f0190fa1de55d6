import { describe, expect, it } from 'vitest';
import { printHtml } from '../../src/site/html/print.ts';
import { drawDiagram } from '../../src/site/blocks/diagram.ts';
import { aContext, body } from './body-fixture.ts';

const draw = async (source: string): Promise<string> => {
  const drawn = await drawDiagram(source, { number: 1, label: 'Code' });
  return 'content' in drawn ? printHtml(drawn.content) : `problem: ${drawn.problem}`;
};

describe('a mermaid diagram', () => {
  for (const [kind, source] of Object.entries({
    flowchart: 'graph TD\n  A[Start] -->|yes & no| B{Is it?}\n  style A fill:#f9f',
    sequence: 'sequenceDiagram\n  Alice->>Bob: Start',
    'class diagram': 'classDiagram\n  Start <|-- B\n  Start : +int x',
    'entity diagram': 'erDiagram\n  Start ||--o{ B : has',
    'state diagram': '%%{init: {"theme": "dark"}}%%\nstateDiagram-v2\n  [*] --> Start',
  }))
    it(`of the kind ${kind} is drawn without styles, classes, scripts or addresses, its source below`, async () => {
      const html = await draw(source);
      const svg = /<svg[\s\S]*<\/svg>/.exec(html)?.[0] ?? '';

      expect(svg).toContain('Start');
      expect(svg).toContain('var(--_');
      expect(svg).not.toMatch(/\sstyle=|<style|class=|script|href|https?:|@import|\son/);
      expect(html).toContain('<details class="diagram-source"');
    });

  it.each([
    ['ends its header and its lines', 'graph TD;\n  A-->B;\n  B-->C;'],
    ['stands between the statements of one line', 'graph TD; A-->B; B-->C'],
    ['has blanks before it', 'flowchart LR ;\n  A --> B ;\n  B --> C ;'],
    ['ends the lines of a flowchart without a direction', 'graph\n  A-->B;\n  B-->C;'],
  ])('is drawn as without them when a semicolon %s', async (_, source) => {
    const words = [...(await draw(source)).matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, word]) => word);

    expect(words).toEqual(['A', 'B', 'C']);
  });

  it.each([
    ['in quotes', 'graph TD\n  A["one; two"]-->B'],
    ['in brackets', 'graph TD\n  A[one; two]-->B'],
    ['in the text of an edge', 'graph TD\n  A-->|one; two|B'],
  ])('keeps a semicolon that stands %s', async (_, source) => {
    expect(await draw(source)).toContain('>one; two<');
  });

  it.each([
    'A-->B',
    'A --> B',
    'A---B',
    'A-.->B',
    'A-..->B',
    'A==>B',
    'A====>B',
    'A---->B',
    'A--xB',
    'A --o B',
    'A<-->B',
    'A x--x B',
    'A-->|yes|B',
    'A-- yes -->B',
    'A--yes-->B',
    'A == yes ==> B',
    'A-. yes .->B',
    'A --> |yes| B',
    'A:::hot-->B',
    'A-->B\n  click A "https://example.com/"',
  ])('draws both ends, the edge and its text of %s', async (statement) => {
    const html = await draw(`graph LR\n  ${statement}`);
    const words = [...html.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, word]) => word);

    expect(words.filter((word) => word !== 'yes')).toEqual(['A', 'B']);
    expect(words.includes('yes')).toBe(statement.includes('yes'));
    expect(html).toContain('<polyline');
  });

  it.each([
    ['A', 'A[Start (here)]', 'Start (here)'],
    ['A', 'A("Start; [now]")', 'Start; [now]'],
    ['A', 'A([Start])', 'Start'],
    ['A', 'A[(Start)]', 'Start'],
    ['A', 'A((Start))', 'Start'],
    ['A', 'A{{Start}}', 'Start'],
    ['A', 'A>Start]', 'Start'],
    ['A', 'A[/Start/]', 'Start'],
    ['my-id', 'my-id[Start]', 'Start'],
  ])('draws the node %s of %s with its words', async (_, node, words) => {
    const html = await draw(`graph LR\n  ${node}-->B`);

    expect([...html.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, word]) => word)).toEqual([words, 'B']);
  });

  it('draws every node and edge of a chain with &', async () => {
    const html = await draw('graph LR\n  A & B-->C-->D');

    expect([...html.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, word]) => word).sort()).toEqual([
      'A',
      'B',
      'C',
      'D',
    ]);
    expect(html.match(/<polyline/g)).toHaveLength(3);
  });

  it.each(['A ~~~ B', 'A@{ shape: rect } --> B', 'Größe --> B', 'A --> B --', 'A B', 'A[One] B{Two}'])(
    'shows the source of a flowchart with %s, which the drawing would leave out in silence',
    async (statement) => {
      expect(await draw(`graph LR\n  ${statement}`)).toBe(
        `problem: a diagram is shown as its source: "${statement}" is not understood`,
      );
    },
  );

  it('shows the source of a flowchart whose lists of nodes would make thousands of edges', async () => {
    const nodes = Array.from({ length: 1500 }, (_, number) => `n${number}`).join(' & ');

    expect(await draw(`graph LR\n  ${nodes} --> ${nodes.replaceAll('n', 'm')}`)).toMatch(/^problem: /);
    expect(await draw('graph LR\n  A & B & C --> D & E')).toContain('<svg');
  });

  it.each([
    ['sequence', 'sequenceDiagram;\n  Alice->>Bob: Hi;'],
    ['state', 'stateDiagram-v2;\n  [*] --> Start;'],
    ['entity', 'erDiagram;\n  A ||--o{ B : has;'],
    ['class', 'classDiagram;\n  A <|-- B;'],
  ])('of the kind %s is drawn when its lines end with semicolons', async (_, source) => {
    const html = await draw(source);

    expect(html).not.toContain('problem:');
    expect([...html.matchAll(/<text[^>]*>(.*?)<\/text>/g)].join(' ')).not.toContain(';');
  });

  it.each([
    ['flowchart-elk LR\n  A --> B', 'flowchart LR\n  A --> B'],
    ['classDiagram-v2\n  A <|-- B', 'classDiagram\n  A <|-- B'],
  ])('is drawn alike under both names of its kind: %j', async (older, newer) => {
    const svgOf = (html: string): string => /<svg[\s\S]*<\/svg>/.exec(html)?.[0] ?? html;

    expect(svgOf(await draw(older))).toContain('<svg');
    expect(svgOf(await draw(older))).toBe(svgOf(await draw(newer)));
  });

  it.each(['---\ntitle: Tides & moons\n---', '  ---\n  config:\n    x: y\n  title: "Tides & moons"\n  ---'])(
    'has the title of its front matter above it: %j',
    async (front) => {
      const html = await draw(`${front}\ngraph LR\n  A --> B\n`);

      expect(html).toMatch(
        /^<figcaption>Tides &amp; moons<\/figcaption><div [^>]*aria-label="Tides &amp; moons"/,
      );
    },
  );

  it.each(['graph LR\n  A --> B', 'sequenceDiagram\n  A->>B: hi', 'pie\n  "A": 1'])(
    'is described to people who do not see it, where its writer did: %j',
    async (source) => {
      const [first, ...rest] = source.split('\n');
      const described = [first, '  accTitle: One "A"', '  accDescr {\n    goes to\n    B\n  }', ...rest];
      const html = await draw(described.join('\n'));

      expect(await draw(source)).toContain(' aria-hidden="true" focusable="false"');
      expect(html).toContain(' role="img" aria-label="One &quot;A&quot;. goes to B" focusable="false"');
      expect(/<svg[\s\S]*<\/svg>/.exec(html)?.[0]).not.toMatch(/aria-hidden|>[^<]*(?:acc|goes)/);
    },
  );

  it('keeps the names of two diagrams on a page apart', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(async (number) => {
        const drawn = await drawDiagram('graph TD\n  A-->B', { number, label: 'Code' });
        return 'content' in drawn
          ? [...printHtml(drawn.content).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
          : [];
      }),
    );

    expect(one?.length).toBeGreaterThan(0);
    expect(two?.filter((id) => one?.includes(id))).toEqual([]);
  });

  it('with two axes has its bars, lines and words in colours that can be seen, in light and dark', async () => {
    const html = await draw(
      'xychart-beta\n  title "Tides"\n  x-axis [Mon, Tue]\n  y-axis "Metres" 0 --> 10\n  bar [5, 6]\n  line [5, 6]',
    );
    const shapes = [...html.matchAll(/<(?:path|circle|rect|line|text)[^>]*>/g)].map(([shape]) => shape);

    expect(shapes.length).toBeGreaterThan(10);
    // A shape without a colour is black, which nobody can see on a dark page.
    expect(shapes.filter((shape) => !/ (?:fill|stroke)="(?:#|var)/.test(shape))).toEqual([]);
    expect(html).toContain('>Tides<');
  });

  it('of a kind that nobody knows stands as its source, with a warning that names the kind', async () => {
    const context = aContext();
    const { html } = await body('```mermaid\nhologram-beta\n a b c\n```\n', context);

    expect(html).toMatch(/<figure class="diagram"[^>]*><pre class="mermaid-source" tabindex="0"><code>/);
    expect(html).toContain('<code>hologram-beta\n a b c</code>');
    expect(context.warnings).toHaveLength(1);
    expect(context.warnings[0]).toContain(
      '"hologram" is not the name of a kind of mermaid diagrams that is drawn',
    );
  });

  it.each([
    ['C4Context', 'C4Context\n  Person(a, "B")'],
    ['architecture-beta', 'architecture-beta\n  group api(cloud)[API]'],
    ['block-beta', 'block-beta\n  a b c'],
    ['eventmodeling', 'eventmodeling\ntf 1 ui Cart'],
    ['ishikawa-beta', 'ishikawa-beta\n Late\n  Crew'],
    ['packet-beta', 'packet-beta\n 0-15: "S"'],
    ['radar-beta', 'radar-beta\n axis a, b, c\n curve d{1, 2, 3}'],
    ['requirementDiagram', 'requirementDiagram\n  requirement r {\n id: 1\n }'],
    ['sankey-beta', 'sankey-beta\nA,B,10'],
    ['treeView-beta', 'treeView-beta\n "docs"'],
    ['treemap-beta', 'treemap-beta\n"A"\n  "B": 1'],
    ['venn-beta', 'venn-beta\n set A'],
    ['wardley-beta', 'wardley-beta\n component A [0.5, 0.5]'],
    ['zenuml', 'zenuml\n A.b()'],
  ])('of the kind %s is drawn on its page, without a warning', async (_, source) => {
    const context = aContext();
    const { html } = await body(`\`\`\`mermaid\n${source}\n\`\`\`\n`, context);

    expect(html).toMatch(/<figure class="diagram"[^>]*><div class="diagram-view/);
    expect(context.warnings).toEqual([]);
  });

  it('of a sequence has its title above it, and the notes before its first message', async () => {
    const html = await draw(
      'sequenceDiagram\n  title: Tides\n  participant A\n  Note over A,B: Early\n  A->>B: Hi',
    );
    const words = [...html.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, word]) => word);

    expect(html).toContain('<figcaption>Tides</figcaption>');
    expect(words.sort()).toEqual(['A', 'B', 'Early', 'Hi']);
  });

  it('has a least width, so that its words can be read, only where it is wide', async () => {
    const steps = (count: number): string => Array.from({ length: count }, (_, at) => `n${at}`).join(' --> ');
    const classOf = async (count: number): Promise<string | undefined> =>
      / class="([^"]*)"/.exec(await draw(`graph LR\n  ${steps(count)}`))?.[1];

    expect(await classOf(2)).toBe('diagram-view');
    expect(await classOf(7)).toBe('diagram-view at-least-35');
    expect(await classOf(30)).toBe('diagram-view scrolls');
    const [, own, width] =
      /<svg viewBox="0 0 ([\d.]+) [^"]*" width="(\d+)"/.exec(await draw(`graph LR\n  ${steps(30)}`)) ?? [];
    expect(Number(width)).toBe(Math.round(Number(own) * 0.65));
  });

  it('that cannot be drawn, or is too large, says why', async () => {
    expect(await draw('graph XX\n  -->')).toMatch(/^problem: a diagram is shown as its source: /);
    expect(await draw(`graph TD\n${'  A-->B\n'.repeat(400)}`)).toMatch(
      /^problem: a diagram of \d+ characters/,
    );
  });

  it('lets no markup through from its words', async () => {
    const html = await draw(
      'graph TD\n  A["<img src=x onerror=alert(1)>"] --> B["</text><script>alert(1)</script>"]\n  click A "javascript:alert(1)"\n  style A fill:url(https://x.example/a)',
    );

    expect(html.replace(/&lt;[^<]*/g, '').replace(/<details[\s\S]*/, '')).not.toMatch(
      /<img|<script|onerror=|javascript:|https?:/,
    );
  });
});
