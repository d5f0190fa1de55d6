import { describe, expect, it } from 'vitest';
import { aContext, body } from './body-fixture.ts';
import { aSite, exported } from './site-fixture.ts';

async function html(markdown: string): Promise<string> {
  return (await body(markdown)).html;
}

const said = (warnings: readonly { message: string }[]): string[] => warnings.map(({ message }) => message);

describe('names of emoji', () => {
  it.each([
    [':star::star:', '⭐⭐'],
    ['完成:tada:。', '完成🎉。'],
    ['(:x:)', '(❌)'],
    ['**:warning:** mind', '<strong>⚠️</strong> mind'],
    [':heavy_check_mark:/:x:', '✔️/❌'],
    ['::star::', '::star::'],
    ['std::vector::iterator', 'std::vector::iterator'],
    [':star:x', ':star:x'],
    [':no_such::star:', ':no_such:⭐'],
  ])('%s becomes %s', async (written, shown) => {
    expect(await html(written)).toBe(`<p>${shown}</p>`);
  });

  it('are emoji in the titles of tabs, too', async () => {
    expect(
      await html('{% tabs %}\n{% tab title=":apple: macOS" %}\nA\n{% endtab %}\n{% endtabs %}'),
    ).toContain('>🍎 macOS<');
  });
});

describe('sounds and embedded objects', () => {
  it('are played, or lead to what they would show', async () => {
    const context = aContext();
    const { html: shown } = await body(
      '<audio controls src=".gitbook/assets/manual.pdf" title="A bell"></audio>\n\n<audio><source src="https://cdn.example.com/a.mp3">No sound.</audio>\n\n<embed src="https://example.com/a.pdf">\n\n<object data=".gitbook/assets/manual.pdf" title="Manual">Old browsers</object>\n\n<object data="javascript:alert(1)">Words</object>',
      context,
    );
    expect(shown).toContain(
      '<audio src="/_files/manual.pdf" controls preload="metadata" aria-label="A bell">',
    );
    expect(shown).toContain('href="https://cdn.example.com/a.mp3"');
    expect(shown).toContain('href="https://example.com/a.pdf"');
    expect(shown).toMatch(/href="\/_files\/manual\.pdf".*Open: Manual/);
    expect(shown).toContain('Words');
    expect(shown).not.toMatch(/<object|<embed|javascript/);
    expect(context.warnings).toEqual([]);
  });

  it('that end in their own tag leave what comes behind them on the page', async () => {
    const shown = await html(
      'Before\n\n<iframe src="https://example.com/x" />\n\nBetween\n\n<video src=".gitbook/assets/photo.png" />\n\nAfter **bold**\n\n## Part',
    );
    for (const part of [
      '<p>Before</p>',
      '<p>Between</p>',
      '<p>After <strong>bold</strong></p>',
      '<h2 id="part">',
    ])
      expect(shown).toContain(part);
    expect(shown).toContain('href="https://example.com/x"');
    expect(shown).toContain('<video src="/_files/photo.png"');
  });
});

describe('uploads that are asked for by another name', () => {
  it('are found where capitals or accents are written otherwise, unless several would do', async () => {
    const { text, report } = await exported(
      aSite({
        'README.md': '# Home\n\n![A](old/Photo.PNG) ![B](cafe\u0301.png) ![C](TWICE.png) ![D](twice.png)\n',
        '.gitbook/assets/photo.png': 'png',
        '.gitbook/assets/caf\u00e9.png': 'png',
        '.gitbook/assets/Twice.png': 'png',
        '.gitbook/assets/tWICE.png': 'png',
      }),
    );
    expect([...text('index.html').matchAll(/<img src="[^"]+" alt="(\w)"/g)].map(([, alt]) => alt)).toEqual([
      'A',
      'B',
    ]);
    expect(report.warnings).toHaveLength(2);
  });
});

describe('links to parts whose names have changed', () => {
  it('lead to the one heading that begins as they say, or as they end', async () => {
    const links = [
      'set-up-the-server',
      'install-on-linux-and-macos',
      'user-content-first-steps',
      'limits-and-quotas-of-the-api',
      'run',
      'tides-of',
    ];
    const { text, report } = await exported(
      aSite({
        'README.md': `# Home\n\n${links.map((link) => `[a](guide.md#${link})`).join(' ')}\n`,
        'guide.md':
          '# Guide\n\n## Set up the server on Linux\n\n## Install on Linux\n\n## First steps\n\n## Limits and quotas\n\n## Run it now\n\n## Tides of the year\n\n## Tides of the day\n',
      }),
    );
    expect([...text('index.html').matchAll(/href="\/guide#([^"]*)">a</g)].map(([, id]) => id)).toEqual([
      'set-up-the-server-on-linux',
      'install-on-linux',
      'first-steps',
      'limits-and-quotas',
      'run',
      'tides-of',
    ]);
    expect(said(report.warnings)).toHaveLength(links.length);
  });
});
