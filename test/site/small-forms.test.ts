import { describe, expect, it } from 'vitest';
import { aContext, body } from './body-fixture.ts';
import { aSite, aSpace, exported, summary } from './site-fixture.ts';

async function html(markdown: string): Promise<string> {
  return (await body(markdown)).html;
}

/** Only the article of a page, without the frame. */
function article(page: string): string {
  return /<div class="content">\n([\s\S]*)\n<\/div>\n<\/article>/.exec(page)?.[1] ?? '';
}

describe('small forms of real pages', () => {
  it('mentions in HTML have the title of their page', async () => {
    expect(
      await html(
        'See <a data-mention href="guide.md">guide.md</a> and <a data-mention href="guide.md">this</a>.',
      ),
    ).toMatch(
      /<a href="\/guide" class="mention">.* The guide<\/a> and <a href="\/guide" class="mention">.* this<\/a>/,
    );
  });

  it.each([
    ['See <a href="guide.md">www.example.com</a>.', '<a href="/guide">www.example.com</a>'],
    [
      'At <a href="https://a.example">the site https://b.example of b</a>.',
      '<a href="https://a.example" rel="noopener noreferrer">the site https://b.example of b</a>',
    ],
    [
      '<a href="https://a.example" class="button primary">https://a.example</a>',
      '<a href="https://a.example" rel="noopener noreferrer" class="button primary">https://a.example</a>',
    ],
    [
      '<a data-mention href="https://a.example">https://a.example</a>',
      '<a href="https://a.example" rel="noopener noreferrer" class="mention">https://a.example</a>',
    ],
    [
      '<a href="guide.md">**me@example.com**</a>, <https://a.example>',
      '<a href="/guide"><strong>me@example.com</strong></a>, <a href="https://a.example" rel="noopener noreferrer" class="address-link">https://a.example</a>',
    ],
    [
      '<a href="guide.md">a word</a> and https://a.example',
      '<a href="/guide">a word</a> and <a href="https://a.example" rel="noopener noreferrer" class="address-link">https://a.example</a>',
    ],
    [
      '<a href="guide.md">without end https://a.example',
      '<a href="https://a.example" rel="noopener noreferrer" class="address-link">https://a.example</a>',
    ],
  ])('an address among the words of a link in HTML is words: %s', async (markdown, wanted) => {
    expect(await html(markdown)).toContain(wanted);
  });

  it('noted words lead nowhere but to their note', async () => {
    const context = aContext();
    const { html: shown } = await body('A [**word**](#user-content-fn-1)[^1].\n\n[^1]: Its note.', context);
    expect(shown).toMatch(/^<p>A <strong>word<\/strong><sup class="note-ref"><a href="#note-1"/);
    expect(shown).not.toContain('user-content');
    expect(context.warnings).toEqual([]);
  });

  it.each([
    ['### a\n\n### b\n\n#### c\n\n### d', [2, 2, 3, 2]],
    ['## a\n\n#### b\n\n#### c\n\n### d\n\n#### e', [2, 3, 3, 3, 4]],
    ['#### a\n\n## b\n\n#### c\n\n## d', [2, 2, 3, 2]],
    ['# a\n\n## b\n\n##### c\n\n##### d\n\n###### e', [2, 2, 3, 3, 4]],
  ])('headings that are written alike have the same level, and none is skipped: %j', async (text, levels) => {
    const { html: shown, outline } = await body(text);

    expect(outline.map(({ level }) => level)).toEqual(levels);
    expect([...shown.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))).toEqual(levels);
  });

  it('references of the editor to no character show nothing, but stay in code', async () => {
    expect(await html('**Who**\\\n\\&#xNAN;_By us_ &#xNAN;**now** `&#xNAN;`')).toBe(
      '<p><strong>Who</strong><br><em>By us</em> <strong>now</strong> <code>&amp;#xNAN;</code></p>',
    );
    const { html: shown, outline } = await body('## Part\\&#xNAN;**s**\n\n[t](#part-and-xnan-s)');
    expect(outline).toMatchObject([{ title: 'Parts' }]);
    expect(shown).toContain('>Part<strong>s</strong>');
  });

  it('names of emoji become emoji, but not in code, numbers or words', async () => {
    expect(await html('Go :rocket:, :+1: :no_such_name: `:rocket:` 12:100:30 a:heart:b')).toBe(
      '<p>Go 🚀, 👍 :no_such_name: <code>:rocket:</code> 12:100:30 a:heart:b</p>',
    );
    expect(await html('```yaml\nicon: :rocket:\n```')).toContain(':rocket:');
    expect(await html('fe80:ab:12 2001:ab:12 10:on:20 std::rocket::fly urn:key:x')).toBe(
      '<p>fe80:ab:12 2001:ab:12 10:on:20 std::rocket::fly urn:key:x</p>',
    );
  });

  it('names of emoji as the hosted editor writes them become emoji, also beside numbers and words', async () => {
    expect(
      await html(
        ':dagger:20 :rocket:-5, 50:moneybag:et 150:moneybag:, :zap:Énergie, :homes: :helmet_with_cross: :flag_fr: :flag_white:',
      ),
    ).toBe('<p>🗡️20 🚀-5, 50💰et 150💰, ⚡Énergie, 🏘️ ⛑️ 🇫🇷 🏳️</p>');
  });

  it.each([
    ['{% hint style="warning" %} one **line** {% endhint %}', 'one <strong>line</strong>'],
    ['{% hint style="warning" %}one `{% endhint %}` line{% endhint %} ', '<code>{% endhint %}</code> line'],
    ['* {% hint style="warning" %} one line {% endhint %}', 'one line'],
    ['> {% hint style="warning" %} one line {% endhint %}', 'one line'],
    ['{% hint style="warning" %} {% include "note.md" %} {% endhint %}', 'Included <strong>words</strong>'],
    ['{% hint style="warning" %} first line\nlast line {% endhint %}', 'last line'],
    ['{% hint style="info" %} a {% endhint %} b {% hint style="warning" %} one {% endhint %}', 'one'],
    ['{% if true %} {% hint style="warning" %} one {% endhint %} {% else %} two {% endif %}', 'one'],
    [
      '{% tabs %}{% tab title="A" %} {% hint style="warning" %} x {% endhint %} {% endtab %}{% endtabs %}',
      'x',
    ],
    [
      '{% hint style="warning" %} about {% tabs %} and {% if %} {% endhint %}',
      'about {% tabs %} and {% if %}',
    ],
  ])('blocks in one line are blocks: %s', async (markdown, words) => {
    const context = aContext();
    const { html: shown } = await body(`${markdown}\n\nAfter.`, context);

    expect(shown.match(/hint-warning[^]*?<\/div><\/div>/)?.[0]).toContain(words);
    expect(shown).toMatch(/<p>After\.<\/p>$/);
    expect(shown.replaceAll(words, '')).not.toContain('{%');
    expect(context.warnings).toEqual([]);
  });

  it('tags amid the words of a line are words, unless the block ends in that line', async () => {
    expect(await html('Close it with {% endhint %} and {% hint %} at last.')).toBe(
      '<p>Close it with {% endhint %} and {% hint %} at last.</p>',
    );
    expect(await html('{% hint style="info" %} Close with {% endtabs %} here\n{% endhint %}')).toContain(
      'Close with {% endtabs %} here',
    );
  });

  it('typed cells look alike in cards and in tables, also beside hidden columns', async () => {
    const options =
      '[{&quot;label&quot;:&quot;Option&quot;,&quot;value&quot;:&quot;Opt&quot;,&quot;color&quot;:&quot;blue&quot;}]';
    const table = (view: string): string =>
      `<table${view}><thead><tr><th>Name</th><th data-hidden>Note</th><th data-type="rating" data-max="5">R</th><th data-type="checkbox">C</th><th data-type="select" data-options="${options}">S</th></tr></thead><tbody><tr><td>One</td><td>9</td><td>4</td><td>true</td><td><span data-option="Opt">Opt,</span></td></tr></tbody></table>`;
    const shown = [await html(table('')), await html(table(' data-view="cards"'))];

    for (const each of shown) {
      expect(each).toContain('<span class="rating" role="img" aria-label="4">★★★★</span>');
      expect(each).toMatch(/<input type="checkbox" class="task" disabled checked aria-label="[^"]+">/);
      expect(each).toMatch(/<ul class="options"><li[^>]*>Option<\/li><\/ul>/);
      expect(each).not.toMatch(/>9<|>true<|Opt,/);
    }
  });

  it('an include inside itself is left out, with one warning', async () => {
    const tag = (name: string): string => `{% include ".gitbook/includes/${name}.md" %}`;
    const context = aContext({
      include: (written) => {
        const file = written;
        const text = file.includes('one')
          ? `One\n\n${tag('two')}\n\n${tag('two')}\n`
          : `Two\n\n${tag('one')}\n`;
        return { file, text };
      },
    });
    const { html: shown } = await body(`${tag('one')}\n\nAfter.`, context);

    expect(shown).toBe('<p>One</p><p>Two</p><p>Two</p><p>After.</p>');
    expect(context.warnings).toEqual([
      '.gitbook/includes/two.md:3 the include ".gitbook/includes/one.md" is inside itself',
    ]);
  });

  it('an include of a page says that only reusable contents are included', async () => {
    const context = aContext({ include: () => undefined });
    await body('{% include "./other.md" %}\n', context);

    expect(context.warnings).toEqual([
      `${context.file}:1 the include "./other.md" is not among the reusable contents of this space: correct the path, which is relative to this file, or put the text into a file of .gitbook/includes`,
    ]);
  });

  it('pictures in one division stand side by side, and keep a width in percent', async () => {
    const figure = (width: string): string =>
      `<figure><img src="photo.png" alt="" width="${width}"></figure>`;

    expect(await html(`<div>${figure('300')} ${figure('300')}</div>`)).toMatch(
      /^<div class="gallery"><figure>/,
    );
    expect(await html(`<div>${figure('300')}</div>`)).toMatch(/^<div><figure>/);
    expect(await html(`<div>${figure('300')} ${figure('300')} words</div>`)).toMatch(/^<div><figure>/);
    for (const [width, shown] of [
      ['50%', 'share-50'],
      ['33.33%', 'share-35'],
      ['1%', 'share-5'],
      ['100%', undefined],
      ['50%x', undefined],
    ] as const)
      expect([width, /class="(share-\d+)"/.exec(await html(figure(width)))?.[1]]).toEqual([width, shown]);
  });

  it('blocks that are written as divisions are blocks', async () => {
    const shown = await html(
      `<div data-gb-custom-block data-tag="hint" data-style='warning'>\n\nMind **this**.\n\n</div>\n
<div data-gb-custom-block data-tag="tabs">\n<div data-gb-custom-block data-tag="tab" data-title='Linux'>\n\nOne\n\n</div>\n<div data-gb-custom-block data-tag="tab" data-title='macOS'>\n\nTwo\n\n</div>\n</div>\n
<div data-gb-custom-block data-tag="embed" data-url='https://example.com/x'></div>\n
<div data-gb-custom-block data-tag="no-such-block">\n\nKept\n\n</div>`,
    );
    expect(shown).toMatch(
      /<div class="hint hint-warning" role="note"[^>]*>.*<p>Mind <strong>this<\/strong>\.<\/p><\/div><\/div>/,
    );
    expect(shown).toMatch(/role="tab"[^>]*>Linux<.*role="tab"[^>]*>macOS</s);
    expect(shown).toContain('<a href="https://example.com/x"');
    expect(shown).toContain('<p>Kept</p>');
  });

  it('an expression of a variable that is not there shows nothing, with a warning', async () => {
    const context = aContext();
    const code = (expression: string): string => `<code class="expression">${expression}</code>`;
    const { html: shown } = await body(
      `v${code('space.vars.version')} ${code('space.vars.verison')}. ${code('visitor.claims.unsigned.name')}`,
      context,
    );

    expect(shown).toBe('<p>v3.2 . </p>');
    expect(context.warnings).toEqual([
      'page.md:1 the expression "space.vars.verison" shows nothing: there is no variable "verison"',
    ]);
  });

  it('a link whose address is an expression is a link, and no other words in brackets are', async () => {
    const value = '<code class="expression">space.vars.address</code>';
    const at = (address: string): ReturnType<typeof aContext> =>
      aContext({ evaluate: () => ({ ok: true, value: address }) });
    const shown = async (markdown: string, address: string): Promise<string> =>
      (await body(markdown, at(address))).html;

    expect(await shown(`See the \\[dashboard]\\(${value}) now.`, 'https://example.com/x')).toBe(
      '<p>See the <a href="https://example.com/x" rel="noopener noreferrer">dashboard</a> now.</p>',
    );
    expect(await shown(`See \\[this]\\(${value}) now.`, 'javascript:alert(1)')).not.toContain('<a');
    expect(await shown('Written as \\[words]\\(there).', '')).toBe('<p>Written as [words](there).</p>');
  });

  it('text below a picture is text, whatever it begins with', async () => {
    const figure = '<figure><img src="photo.png" alt="A"><figcaption></figcaption></figure>';
    const shown = await html(`2. Two\n3. \n${figure}\n4. Four **bold**\n\n    ${figure}\n5. Five\n`);

    expect(shown.match(/<figure><img /g)).toHaveLength(2);
    expect(shown).toMatch(/<figure>.*<ol start="4">\s*<li>.*Four <strong>bold<\/strong>.*<figure>.*Five/s);
    expect(shown).not.toMatch(/&lt;|\*\*/);
    // Nothing comes between the parts of continued HTML.
    expect(await html(`<div>\n${figure}\n**words**\n</div>`)).toContain('**words**');
    expect(await html(`\`\`\`html\n${figure}\ntext\n\`\`\``)).not.toContain('<figure><img');
  });

  it('headings are where their writer put them', async () => {
    expect(await html('<h2 align="center">Middle</h2>\n\n<h3 align="nowhere">Plain</h3>')).toMatch(
      /<h2 id="middle" class="align-center">Middle.*<h3 id="plain">Plain/,
    );
  });

  it('alerts of code hosts are hints', async () => {
    const shown = await html(
      '> [!CAUTION]\n> Hot **iron**.\n>\n> - still hot\n\n> [!tip] Quick way\n> Go round.\n\n> [!other]\n> A quote.',
    );
    expect(shown).toMatch(
      /<div class="hint hint-danger"[^>]*>.*<p>Hot <strong>iron<\/strong>\.<\/p><ul><li>still hot<\/li><\/ul><\/div><\/div>/,
    );
    expect(shown).toMatch(
      /<div class="hint hint-success"[^>]*>.*<p><strong>Quick way<\/strong><\/p><p>Go round\.<\/p>/,
    );
    expect(shown).toContain('<blockquote><p>[!other]\nA quote.</p></blockquote>');
  });

  it('frames and videos are shown, or lead to their content', async () => {
    const context = aContext();
    const { html: shown } = await body(
      `<iframe src="https://www.youtube-nocookie.com/embed/abcdef123" width="560"></iframe>\n\n<iframe src="https://maps.example.com/x" title="The harbour"></iframe>\n
Words <video src=".gitbook/assets/photo.png" title="A clip" controls></video> after\n\n<video><source src="https://cdn.example.com/a.mp4"></video>\n\n<iframe src="gone.html" title="Gone"></iframe>\n\n<iframe src="javascript:alert(1)"></iframe>`,
      context,
    );
    expect(shown).not.toContain('<iframe');
    expect(shown).toContain('href="https://www.youtube.com/watch?v=abcdef123"');
    expect(shown).toMatch(/href="https:\/\/maps\.example\.com\/x".*Open: The harbour/);
    expect(shown).toContain(
      '<p>Words <video src="/_files/photo.png" controls preload="metadata" aria-label="A clip"></video> after</p>',
    );
    expect(shown).toContain('href="https://cdn.example.com/a.mp4"');
    expect(shown).toContain('<span class="broken-link" title="gone.html">Gone</span>');
    expect(shown).not.toContain('javascript');
    // A figure in a paragraph would end it.
    expect(shown).not.toMatch(/<p>(?:(?!<\/p>)[^])*<figure/);
    expect(context.warnings).toEqual([
      'page.md:9 the embed of "gone.html" leads nowhere: there is no such page or file',
    ]);
  });

  it('cards of embeds and files say nothing in a page’s description but what their writer says', async () => {
    const { text } = await exported(
      aSite({
        'README.md': `# Home\n\nBegin.\n\n{% embed url="https://www.youtube.com/watch?v=abc" %}\n\n{% embed url="https://example.com/x" %}\nOur tour\n{% endembed %}\n\n{% file src=".gitbook/assets/manual.pdf" %}\n\n&nbsp;\n\nEnd.\n`,
        '.gitbook/assets/manual.pdf': '%PDF-1.4',
      }),
    );
    expect(text('index.html')).toContain(
      '<meta name="description" content="Begin. Our tour manual.pdf End.">',
    );
    expect(text('index.html')).toContain('youtube.com/watch?v=abc');
    expect(text('index.html')).toContain('<p>\u00a0</p>');
  });

  it('a page whose name ends with a dot has a separate address without the dot', async () => {
    const { text, files, report } = await exported(
      aSite({
        'SUMMARY.md':
          '# T\n\n* [Home](README.md)\n* [Plain](etc.md)\n* [Dotted](etc..md)\n* [Deep](sub./page.md)\n',
        'README.md': '# Home\n\n[dotted](etc..md) [deep](sub./page.md)\n',
        'etc.md': '# Plain\n',
        'etc..md': '# Dotted\n',
        'sub./page.md': '# Deep\n',
      }),
    );
    expect(article(text('index.html'))).toBe('<p><a href="/etc-1">dotted</a> <a href="/page">deep</a></p>');
    expect(files.has('etc-1.html')).toBe(true);
    expect(report.warnings).toEqual([]);
  });

  it('a page without a heading has the title of its front matter', async () => {
    const { text } = await exported(
      aSite({ 'README.md': '# Home\n', 'b.md': '---\ntitle: "Named :anchor:"\n---\n\nWords.\n' }),
    );
    expect(text('b.html')).toContain('<title>Named ⚓ | Docs</title>');
  });

  it('folders and groups whose names have no Latin letters keep them in addresses', async () => {
    const { files } = await exported(
      aSite({ 'README.md': '# Home\n', '한국어/a.md': '# 가\n', '日本語/b.md': '# B\n' }),
    );
    expect([...files.keys()].filter((file) => /\/[ab]\.html/.test(file))).toEqual(
      ['ri-ben-yu/b.html', '한국어/a.html'].sort(),
    );
    const listed = await exported(
      aSite({
        'SUMMARY.md':
          '# T\n\n* [Home](README.md)\n\n## 안내\n\n* [A](undefined/a.md)\n\n## 시작\n\n* [B](시작-폴더/b.md)\n',
        'README.md': '# Home\n',
        'undefined/a.md': '# A\n',
        '시작-폴더/b.md': '# B\n',
      }),
    );
    expect([...listed.files.keys()].filter((file) => /\/[ab]\.html/.test(file))).toEqual([
      '안내/a.html',
      '시작-폴더/b.html',
    ]);
  });

  it('uploads are found by their name where their path has changed', async () => {
    const { text, report } = await exported(
      aSite({
        'README.md':
          '# Home\n\n![A](old/.gitbook/assets/one.png) ![B](twice.png) ![C](../../one.png) [D](one.md)\n',
        '.gitbook/assets/one.png': 'png',
        '.gitbook/assets/twice.png': 'png',
        '.gitbook/assets/more/twice.png': 'png',
      }),
    );
    expect(article(text('index.html')).match(/<img src="[^"]+" alt="\w"/g)).toEqual([
      '<img src="/_files/one.png" alt="A"',
      '<img src="/_files/one.png" alt="C"',
    ]);
    expect(report.warnings.map(({ message }) => message)).toEqual([
      'the image "twice.png" is not there: there is no such page or file',
      'the link to "one.md" leads nowhere: there is no such page or file',
    ]);
  });

  it('links lead into other spaces of the repository, and pictures come from them', async () => {
    const spaces = [
      aSpace(
        {
          'SUMMARY.md': summary('* [Outer](README.md)', '* [Its page](api/page.md)', '* [Gone](api/gone.md)'),
          'README.md': '# Outer\n\n[to inner](api/page.md#part) [to its home](api/)\n',
          '.gitbook/assets/shared.png': 'png',
        },
        { id: 'outer', title: 'Outer', folder: '' },
      ),
      aSpace(
        {
          'README.md': '# Inner\n\n[up](../README.md) ![Shared](../.gitbook/assets/shared.png)\n',
          'page.md': '# Page\n\n## Part\n',
        },
        { id: 'inner', title: 'Inner', folder: 'api' },
      ),
    ];
    const siteSpaces = spaces.map(({ id, title }, at) => ({
      id: `s-${id}`,
      path: id,
      title,
      default: at === 0,
      space: { id },
    }));
    const { text, files, report } = await exported({
      source: { spaces, specs: [] },
      profile: {
        site: { title: 'Both' },
        structure: { type: 'siteSpaces', structure: siteSpaces },
        customizations: { site: {} },
      },
    });
    expect(report.warnings).toEqual([]);
    expect(text('index.html')).toContain('<li><a href="/inner/page">Its page</a></li>');
    expect(text('index.html')).not.toContain('Gone');
    expect(article(text('index.html'))).toBe(
      '<p><a href="/inner/page#part">to inner</a> <a href="/inner/">to its home</a></p>',
    );
    expect(article(text('inner/index.html'))).toContain('<a href="/">up</a> <img src="/_files/shared.png"');
    expect(files.has('_files/shared.png')).toBe(true);
  });
});
