import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { headingAnchors } from '../../src/content/index.ts';
import { exportSite, fileCache, memoryFiles, type SiteInput } from '../../src/site/index.ts';
import { checkLinks } from '../../src/links/index.ts';
import { aTree } from '../links/repository.ts';
import { aSite, exported } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': '# T\n\n* [Home](README.md)\n* [Guide](guide.md)\n',
  'README.md': `# Home

[exact](guide.md#set-up) [capitals](guide.md#Set-Up) [numbered](guide.md#1.-first-steps) [words](guide.md#安装指南) [counted](guide.md#set-up-3)
[title](guide.md#guide) [own](#below) [old own](#gone-part) [old](guide.md#no-such-part) [two](guide.md#twice)

## Below
`,
  'guide.md': `# Guide

## Set up

## 1. First steps

## 安装指南

## Twice

Text.

## Twice <a href="#other" id="twice_"></a>

{% tabs %}
{% tab title="Linux" %}
<details><summary>Folded part</summary>

Text

</details>
{% endtab %}
{% endtabs %}
`,
};

const hrefs = (page: string): string[] =>
  [...(/<div class="content">([^]*?)<h2/.exec(page)?.[1] ?? '').matchAll(/href="([^"]*)"/g)].map(
    ([, href = '']) => decodeURIComponent(href),
  );
const said = (warnings: readonly { message: string }[]): string[] => warnings.map(({ message }) => message);

describe('links to parts of pages', () => {
  it('lead to headings that are named like parts of the site around the page', async () => {
    const names = ['Content', 'Sidebar', 'Search results'];
    const { text } = await exported(
      aSite({
        ...texts,
        'guide.md': `# Guide\n\n${names.map((name) => `## ${name}\n\nText.\n`).join('\n')}`,
      }),
    );

    const ids = [...text('guide.html').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(expect.arrayContaining(['content', 'sidebar', 'search-results']));
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('lead to the part that is meant, where only one part is similar; all stale links are reported', async () => {
    const { text, report } = await exported(aSite(texts));

    expect(hrefs(text('index.html'))).toEqual([
      '/guide#set-up',
      '/guide#set-up',
      '/guide#id-1.-first-steps',
      '/guide#安装指南',
      '/guide#set-up',
      '/guide#_content',
      '#below',
      '#gone-part',
      '/guide#no-such-part',
      '/guide#twice',
    ]);
    expect(said(report.warnings)).toEqual([
      'the link to "guide.md#Set-Up" names a part that is not there: "#Set-Up"; it leads to "#set-up"',
      'the link to "guide.md#1.-first-steps" names a part that is not there: "#1.-first-steps"; it leads to "#id-1.-first-steps"',
      'the link to "guide.md#set-up-3" names a part that is not there: "#set-up-3"; it leads to "#set-up"',
      'the link to "guide.md#guide" names a part that is not there: "#guide"; it leads to the beginning of the page',
      'the link to "#gone-part" names a part that is not there: "#gone-part"',
      'the link to "guide.md#no-such-part" names a part that is not there: "#no-such-part"',
    ]);
  });

  it('lead where the check of links suggests, also by words of other letters', async () => {
    const home = `# Home

[letters](#uberschrift) [top](#Top) [stem](#set-up-2) [words](#erste-schritte) [two](#second)

## Überschrift

## Set up

## Erste Schritte <a href="#begin" id="begin"></a>

## Second thing

## Second try
`;
    const files = { 'SUMMARY.md': '# T\n\n* [Home](README.md)\n', 'README.md': home };
    const { text, report } = await exported(aSite(files));
    const { findings } = await checkLinks({ tree: aTree(files), spaces: [{ path: '' }] });

    const suggested = findings.map(({ target, suggestion }) => [target, suggestion?.target ?? target]);
    expect(suggested).toEqual([
      ['#uberschrift', '#ueberschrift'],
      ['#set-up-2', '#set-up'],
      ['#erste-schritte', '#begin'],
      ['#second', '#second'],
    ]);
    const leads = new Map(suggested as [string, string][]);
    expect(hrefs(text('index.html'))).toEqual(
      ['#uberschrift', '#Top', '#set-up-2', '#erste-schritte', '#second'].map((to) => leads.get(to) ?? to),
    );
    expect(report.warnings).toHaveLength(findings.length);
  });

  it('are looked at again when a page changes that they lead to, and the result is that of a whole export', async () => {
    const files = memoryFiles();
    const cache = fileCache(memoryFiles());
    const site = (guide: string, home = texts['README.md']): SiteInput =>
      aSite({ ...texts, 'README.md': home, 'guide.md': guide });
    const steps: SiteInput[] = [
      site(texts['guide.md']),
      // The part is renamed, then removed, then restored.
      site(texts['guide.md'].replace('## Set up', '## Set-up!')),
      site(texts['guide.md'].replace('## Set up', '## Something else')),
      site(
        texts['guide.md'].replace('## Set up', '## Set up <a href="#no-such-part" id="no-such-part"></a>'),
      ),
      // Only words change, first in the target page, then in the linking page.
      site(texts['guide.md'].replace('Text.', 'Other text.')),
      site(texts['guide.md'], texts['README.md'].replace('# Home', '# Home\n\nWords.')),
      site(texts['guide.md']),
    ];
    for (const step of steps) {
      const report = await exportSite(step, { files, cache, clock: new ManualClock() });
      const whole = await exported(step);
      expect(said(report.warnings)).toEqual(said(whole.report.warnings));
      for (const [file, bytes] of whole.files)
        expect(`${file}\n${Buffer.from(files.read(file) ?? []).toString('utf8')}`).toBe(
          `${file}\n${Buffer.from(bytes).toString('utf8')}`,
        );
    }
  });

  it('exist in the site where the check of links finds them, whatever the words', async () => {
    const words = [
      ...['🚀 Emoji heading :tada:', ':tada: Party', 'Tada party', '日本語 見出し', 'Привет мир', 'Über uns'],
      ...[
        '安装指南',
        '安装指南',
        '안녕',
        'API 설정',
        ':warning: Pré-requis',
        ':no_such: name',
        '`:tada:` in code',
      ],
      ...['🚀', ':rocket:', '???', '1. 快速开始'],
      ...[
        '<i class="fa-id-card">:id-card:</i> Legal identity',
        '<i class="fa-star" style="color:$info;"></i> Star',
      ],
      ...[
        'Two <i class="fa-solid fa-bell">:bell:</i> bells',
        '<i>Slanted</i> words',
        '<i class="fa-globe">:globe:</i>',
      ],
      ...[
        'Formula $$x^2$$ inside',
        'A $$a_1 * b_2$$ and $$\\frac{a}{b}$$',
        'Costs $5 or $$ 6',
        '`$$` and `$$`',
      ],
      ...[
        '<kbd>Ctrl</kbd> + <mark style="color:red;">C</mark>',
        'H<sub>2</sub>O',
        '~~Old~~ **new** *and* `code`',
      ],
      ...['[Linked](README.md) words', 'A note[^1] here', 'Escaped \\*stars\\*'],
    ];
    const guide = [
      ...['# Guide', ...words.map((each) => `## ${each}`)],
      ...[':tada: Folded', '日本'].map(
        (each) => `<details>\n<summary>${each}</summary>\n\nText\n\n</details>`,
      ),
      '<a id="привет-мир"></a>',
      '[^1]: A note.\n',
    ].join('\n\n');
    // The ids of notes have forms of their own, which other tests compare.
    const found = [...headingAnchors(guide).anchors.values()]
      .filter(({ kind }) => kind !== 'footnote')
      .map(({ id }) => id);
    const { text, report } = await exported(
      aSite({
        'README.md': `# Home\n\n${found.map((id) => `[x](guide.md#${id})`).join(' ')}\n`,
        'guide.md': guide,
      }),
    );

    const content = /<div class="content">([^]*)<\/article>/.exec(text('guide.html'))?.[1] ?? '';
    const made = [...content.matchAll(/ id="((?!note-)[^"]*)"/g)].map(([, id = '']) => id);
    expect([...made].sort()).toEqual([...found].sort());
    expect(said(report.warnings)).toEqual([]);
    const commonly =
      'emoji-heading emoji-heading-tada party tada-party 日本語-見出し privet-mir привет-мир ueber-uns über-uns';
    expect(found).toEqual(
      expect.arrayContaining([
        ...commonly.split(' '),
        ...['warning-pré-requis', 'rocket', 'rocket-1', 'section', '안녕', 'folded', 'tada-folded'],
      ]),
    );
    expect(found.filter((id) => id.startsWith('undefined'))).toEqual([]);
    // The heading with these very words keeps its id.
    expect(content).toContain('<h2 id="tada-party">Tada party');
  });

  it('of what blocks make are there', async () => {
    const { report } = await exported(
      aSite({
        'README.md': '# Home\n\n[folded](guide.md#folded-part) [tab](guide.md#linux)\n',
        'guide.md': texts['guide.md'],
      }),
    );
    expect(said(report.warnings)).toEqual([]);
  });
});
