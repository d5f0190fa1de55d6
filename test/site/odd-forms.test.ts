import { describe, expect, it } from 'vitest';
import { aContext, body } from './body-fixture.ts';
import { aSite, exported } from './site-fixture.ts';

async function html(markdown: string): Promise<string> {
  return (await body(markdown)).html;
}

const said = (warnings: readonly { message: string }[]): string[] => warnings.map(({ message }) => message);

describe('a formula in an attribute', () => {
  it('is the text that the writer gave, in markdown and in HTML', async () => {
    const shown = await html(
      '[a](https://b.example/ "$$c$$") and $$d$$\n\n<div><a href="https://e.example/" title="$$f$$">g</a> $$h$$</div>\n\nx ![$$i$$](photo.png)',
    );

    for (const text of ['title="$$c$$"', 'title="$$f$$"', 'alt="$$i$$"']) expect(shown).toContain(text);
    expect(shown.split('<math')).toHaveLength(3);
  });
});

describe('places that writers name', () => {
  it('exist wherever the id is: alone, around words, on any element', async () => {
    const shown = await html(
      `<a id="alone"></a>\n\n## Part\n\nWords <a name="inside"></a>go <a id="around">on</a>.\n\n<p id="on-p">P</p>\n\n<img id="on-img" src="photo.png" alt="A">\n\n<ul><li id="on-li">L</li></ul>\n\n<table id="on-table"><thead><tr id="no"><th>A</th></tr></thead><tbody><tr><td id="on-td">B</td></tr></tbody></table>\n\n<a id="on-link" href="guide.md">guide</a>`,
    );
    for (const id of ['alone', 'inside', 'around', 'on-p', 'on-img', 'on-li', 'on-table', 'on-td', 'on-link'])
      expect(shown).toContain(`<span class="anchor" id="${id}"></span>`);
    expect(shown).not.toContain('data-anchor');
    expect(shown).not.toContain('id="no"');
    // Only an anchor, without a gap above the heading.
    expect(shown).toMatch(/^<span class="anchor" id="alone"><\/span><h2 id="part">/);
    expect(shown).toContain('go <span class="anchor" id="around"></span>on.');
    expect(shown).toMatch(/<li><span class="anchor" id="on-li"><\/span>L<\/li>/);
  });

  it('are the ids of their headings, and never occur twice', async () => {
    const shown = await html(
      '<a id="install"></a>\n\n## Install\n\n<h2 id="own">Mine</h2>\n\n## Other <a id="x"></a>\n\n<p id="x">P</p>\n\n<p id="mine">M</p>',
    );
    expect([...shown.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'install',
      'own',
      'x',
      'mine',
    ]);
    expect(shown).toContain('<h2 id="install">Install');
    expect(shown).toContain('<h2 id="own">Mine');
  });

  it('must be valid names', async () => {
    expect(await html('<p id="a b">x</p>\n\n<p id=\'"><b>\'>y</p>')).toBe('<p>x</p><p>y</p>');
  });
});

describe('addresses without a scheme', () => {
  it('are reached by https', async () => {
    const { text, report } = await exported(
      aSite({
        'SUMMARY.md': '* [Home](README.md)\n* [Shop](//shop.example.com/)\n',
        'README.md': '# Home\n\n[a](//example.com/x) ![b](//example.com/b.png) [c](//)\n',
      }),
    );

    expect(text('index.html')).toContain('<a href="https://example.com/x"');
    expect(text('index.html')).toContain('<img src="https://example.com/b.png"');
    expect(text('index.html')).toContain('<a href="https://shop.example.com/"');
    expect(said(report.warnings)).toEqual([
      'the link to "//" leads nowhere: links of this kind are not followed',
    ]);
  });
});

describe('mentions', () => {
  it.each([
    '[](guide.md "mention")',
    '<a data-mention href="guide.md"></a>',
    '[.](guide.md "mention")',
    '[guide.md#part](guide.md#part "mention")',
  ])('without words of their own have the title of their page: %s', async (markdown) => {
    expect(await html(markdown)).toMatch(/^<p><a href="\/guide" class="mention">.*The guide<\/a><\/p>$/);
  });

  it('of files and of what is not there are never empty', async () => {
    expect(await html('[](.gitbook/assets/manual.pdf "mention")')).toContain('>manual.pdf</a>');
    expect(await html('[](https://example.com/x "mention")')).toContain('>https://example.com/x</a>');
    expect(await html('[](gone.md "mention")')).toContain('title="gone.md">gone.md</span>');
  });
});

describe('noted words', () => {
  it('keep their heading and their place in search as they are without the note', async () => {
    const { html: shown, outline, sections } = await body('## Tides[^1]\n\nA word[^1].\n\n[^1]: Note.');

    expect(outline).toEqual([{ id: 'tides', title: 'Tides', level: 2 }]);
    expect(shown).toContain('<h2 id="tides">Tides<sup class="note-ref">');
    expect(sections[1]).toMatchObject({ title: 'Tides', text: expect.stringContaining('A word.') as string });
  });
});

describe('names of emoji', () => {
  it.each([
    [':star::star:', '⭐⭐'],
    ['完成:tada:。', '完成🎉。'],
    ['(:x:)', '(❌)'],
    ['**:warning:** mind', '<strong>⚠️</strong> mind'],
    [':heavy_check_mark:/:x:', '✔️/❌'],
    ['::star::', '::star::'],
    ['std::vector::iterator', 'std::vector::iterator'],
    [':star:x', '⭐x'],
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
  it('are played, or lead to their content', async () => {
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

describe('the title of a code block', () => {
  it.each([
    ['plain text', 'let *a*;', '<figure><figcaption>a.js</figcaption><p>let <em>a</em>;</p></figure>'],
    ['nothing', '', '<figure><figcaption>a.js</figcaption></figure>'],
    [
      'a diagram',
      '```mermaid\ngraph LR; A-->B\n```',
      '<figure><figcaption>a.js</figcaption><figure class="diagram"',
    ],
    [
      'a fence in a list',
      '* ```js\n  a;\n  ```',
      '<ul><li><figure class="code"><figcaption>a.js</figcaption>',
    ],
    ['an indented block', '    a;', '<figure class="code"><figcaption>a.js</figcaption>'],
    ['an include', '{% include "note.md" %}', '<figure><figcaption>a.js</figcaption><p>Included'],
  ])('stays above %s', async (_, inside, shown) => {
    expect(await html(`{% code title="a.js" %}\n${inside}\n{% endcode %}`)).toContain(shown);
  });
});

describe('an embedded video or sound of the space', () => {
  const site = aSite({
    'SUMMARY.md': '* [Home](README.md)\n',
    'README.md':
      '# Home\n\n{% embed url=".gitbook/assets/tide [1].mp4" %}\nThe **tide**\n{% endembed %}\n\n{% embed url=".gitbook/assets/bell.ogg" %}\n\n{% embed url="https://example.com/far.mp4" %}\n',
    '.gitbook/assets/tide [1].mp4': 'mp4',
    '.gitbook/assets/bell.ogg': 'ogg',
  });

  it('is played on the page, and copied', async () => {
    const { text, files } = await exported(site);
    const shown = text('index.html');

    expect(shown).toContain(
      '<figure><video src="/_files/tide%20%5B1%5D.mp4" controls preload="metadata" aria-label="The tide"></video><figcaption><p>The <strong>tide</strong></p></figcaption></figure>',
    );
    expect(shown).toContain(
      '<figure><audio src="/_files/bell.ogg" controls preload="metadata" aria-label="bell.ogg">',
    );
    expect(shown).toMatch(/<a href="https:\/\/example\.com\/far\.mp4"[^>]*><span class="embed-icon"/);
    expect(files.has('_files/tide [1].mp4')).toBe(true);
  });

  it('is a link in the page’s markdown', async () => {
    expect((await exported(site)).text('index.md')).toContain(
      '[tide \\[1\\].mp4](/_files/tide%20%5B1%5D.mp4)\nThe **tide**\n\n\n[bell.ogg](/_files/bell.ogg)\n\n{% embed url="https://example.com/far.mp4" %}',
    );
  });
});

describe('a video with several sources', () => {
  it('is the first that is there', async () => {
    const context = aContext();
    const { html: shown } = await body(
      '<video controls><source src="gone.webm"><source src=".gitbook/assets/photo.png">None.</video>',
      context,
    );
    expect(shown).toContain('<video src="/_files/photo.png" controls');
    expect(context.warnings).toEqual([]);
  });
});

describe('pages of a folder without a table of contents', () => {
  it('take their titles from their text, in whatever form, and never have an empty one', async () => {
    const { text } = await exported(
      aSite({
        'README.md':
          '<div align="center">\n<img src="logo.png">\n<h1>The <em>harbour</em></h1>\n</div>\n\nWords.\n',
        'aligned.md': '---\ndescription: D\n---\n\n<h1 align="center">\n  In the middle\n</h1>\n',
        'empty.md': '---\ntitle: ""\n---\n\nWords.\n',
        'front.md': '---\ntitle: From the front\n---\n\n<h1>From HTML</h1>\n',
        'later.md': 'Words.\n\n<h1>Not the title</h1>\n',
      }),
    );
    const titles = ['index', 'aligned', 'empty', 'front', 'later'].map(
      (name) => /<h1[^>]*>([^]*?)<\/h1>/.exec(text(`${name}.html`))?.[1],
    );
    expect(titles).toEqual(['The harbour', 'In the middle', 'Empty', 'From the front', 'Later']);
    // The title is not repeated.
    expect(text('aligned.html').match(/In the middle<\/h/g)).toHaveLength(1);
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
