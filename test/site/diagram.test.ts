import { describe, expect, it } from 'vitest';
import { printHtml } from '../../src/site/html/print.ts';
import { drawDiagram } from '../../src/site/blocks/diagram.ts';

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

  it('that cannot be drawn, or is too large, says why', async () => {
    expect(await draw('pie title P\n  "a": 3')).toMatch(/^problem: a diagram is shown as its source: /);
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
