import { describe, expect, it } from 'vitest';
import { aSite, exported, summary } from './site-fixture.ts';

const forms = [
  ['{% content-ref url="specs.md" %}\n[specs.md](specs.md)\n{% endcontent-ref %}', '/guide/specs.md'],
  ['{% page-ref page="specs.md" %}', '/guide/specs.md'],
  ['[t](specs.md#part "A title")', '/guide/specs.md#part'],
  ['[t][h] and [h]\n\n[h]: ../README.md', '/index.md'],
  ['<a href="../README.md">t</a>', '/index.md'],
  ['![e](../.gitbook/assets/image%20\\(1\\).png)', '/_files/image%20(1).png'],
  ['![e](<../.gitbook/assets/image (1).png>)', '/_files/image%20(1).png'],
  ['![e][p]\n\n[p]: <../.gitbook/assets/image (1).png>', '/_files/image%20(1).png'],
  ['<img src="../.gitbook/assets/image (1).png" alt="">', '/_files/image%20(1).png'],
  [
    '<picture><source srcset="../.gitbook/assets/dark.png" media="(prefers-color-scheme: dark)"><img src="../.gitbook/assets/image (1).png" alt=""></picture>',
    '/_files/dark.png',
  ],
  ['{% file src="../.gitbook/assets/image (1).png" %}', '/_files/image%20(1).png'],
  ['{% embed url="../.gitbook/assets/dark.png" %}', '/_files/dark.png'],
  ['* item\n  > [t](specs.md)', '/guide/specs.md'],
  ['| a |\n| - |\n| [t](specs.md) |', '/guide/specs.md'],
] as const;

const texts = {
  'SUMMARY.md': summary('* [Home](README.md)', '* [Guide](guide/README.md)', '  * [Specs](guide/specs.md)'),
  'README.md': '# Home\n',
  'guide/specs.md': '# Specs\n\n## Part\n',
  '.gitbook/assets/image (1).png': '\u0089PNG',
  '.gitbook/assets/dark.png': '\u0089PNG 2',
  '.gitbook/includes/part.md': '---\ntitle: Part\n---\n\n{% content-ref url="../../guide/specs.md" %}\n',
};

async function markdownOf(text: string): Promise<string> {
  const { text: read } = await exported(aSite({ ...texts, 'guide/README.md': `# Guide\n\n${text}\n` }));
  return read('guide.md').replace(/^>.*\n\n# Guide\n\n/, '');
}

describe('the markdown of a page', () => {
  it.each(forms)('has the addresses of the page for %s', async (text, address) => {
    const markdown = await markdownOf(text);

    expect(markdown).toContain(address);
    expect(markdown).not.toMatch(/(?:\(|"|: |<)(?:\.\.\/|specs\.md)/);
  });

  it('keeps every other byte', async () => {
    const text =
      'A  `[t](specs.md)` \\[t](specs.md) &amp; <b >x</b >\n\n```md\n[t](specs.md)\n{% content-ref url="specs.md" %}\n```\n\n[x](https://e.example/a?b=1&c) [m](mailto:a@b.example) [n](nowhere.md)';

    expect(await markdownOf(text)).toBe(`${text}\n`);
  });

  it('has an include once, where the include has itself', async () => {
    const { text, report } = await exported(
      aSite({
        'SUMMARY.md': summary('* [Home](README.md)'),
        'README.md': '# Home\n\n{% include ".gitbook/includes/self.md" %}\n',
        '.gitbook/includes/self.md': 'Words\n\n{% include "self.md" %}\n\n{% include "self.md" %}\n',
      }),
    );

    expect(text('index.md').match(/Words/g)).toHaveLength(1);
    expect(report.warnings.map(({ message }) => message)).toEqual(['the include "self.md" is inside itself']);
  });

  it('has the addresses of an include from the place of the page', async () => {
    expect(await markdownOf('{% include "../.gitbook/includes/part.md" %}')).toBe(
      '{% content-ref url="/guide/specs.md" %}\n',
    );
  });
});
