import { describe, expect, it } from 'vitest';
import { isElementName } from '../../src/content/html-elements.ts';
import { aContext, body } from './body-fixture.ts';
import { aSite, exported, summary } from './site-fixture.ts';

async function html(markdown: string): Promise<string> {
  return (await body(markdown)).html;
}

describe('words in angle brackets', () => {
  it('are shown in text, and elements stay elements', async () => {
    expect(await html('Replace <your-api-key> with List<String> and <env>. <b>Bold</b> <kbd>K</kbd>')).toBe(
      '<p>Replace &lt;your-api-key&gt; with List&lt;String&gt; and &lt;env&gt;. <b>Bold</b> <kbd>K</kbd></p>',
    );
    expect(await html('A List<Object> and Map<String, List<Long>>.')).toBe(
      '<p>A List&lt;Object&gt; and Map&lt;String, List&lt;Long&gt;&gt;.</p>',
    );
  });

  it.each([
    ['<your-name>', '<p>&lt;your-name&gt;</p>'],
    [
      '<Tab a="b">\nsome **words**\n</Tab>',
      '<p>&lt;Tab a="b"&gt;\nsome <strong>words</strong>\n&lt;/Tab&gt;</p>',
    ],
    ['> <your-name>', '<blockquote><p>&lt;your-name&gt;</p></blockquote>'],
    ['<div><your-name></div>', '<div>&lt;your-name&gt;</div>'],
    ['<p>A <x> <b>b</b><!-- <y> --></p>', '<p>A &lt;x&gt; <b>b</b></p>'],
  ])('are shown in HTML and on lines of their own: %s', async (markdown, wanted) => {
    expect(await html(markdown)).toBe(wanted);
  });

  it('cannot act', async () => {
    const shown = await html(
      '<foo onclick="<img src=x onerror=alert(1)>"> <foo a="\'><script>alert(1)</script>"> <foo\nb=\'<svg onload=alert(1)>\'>',
    );

    expect(shown).not.toMatch(/<(?!\/?p>)/);
    expect(
      await html('<div><foo a="<script>alert(1)</script><img src=x onerror=alert(1)>"></div>'),
    ).not.toMatch(/<script|<img|onerror=/);
  });

  it('are in headings and their anchors, in the search and in the first words', async () => {
    const {
      html: shown,
      sections,
      summary: words,
    } = await body('Set <env>.\n\n## Use <key>\n\nNow <x>.', aContext());

    expect(shown).toContain('Use &lt;key&gt;');
    expect(sections).toMatchObject([
      { text: 'Set <env>.' },
      { id: 'use-less-than-key-greater-than', title: 'Use <key>', text: 'Now <x>.' },
    ]);
    expect(words).toBe('Set <env>. Now <x>.');
  });

  it('are in the titles of pages and groups', async () => {
    const { text } = await exported(
      aSite({
        'SUMMARY.md': summary(
          '* [Home](README.md)',
          '',
          '## About <env>',
          '',
          '* [List<String> **b**](list.md)',
        ),
        'README.md': '# Home\n',
        'list.md': '# List<String> **b**\n',
      }),
    );
    const home = text('index.html');

    expect(home).toContain('List&lt;String&gt; b</a>');
    expect(home).toContain('About &lt;env&gt;');
    expect(text('about-less-than-env-greater-than/list.html')).toContain('<h1>List&lt;String&gt; b</h1>');
  });
});

describe('the names of elements', () => {
  it('are those of HTML, SVG and MathML', () => {
    for (const name of [
      'a',
      'DIV',
      'figcaption',
      'linearGradient',
      'foreignObject',
      'mfrac',
      'search',
      'math',
    ])
      expect([name, isElementName(name)]).toEqual([name, true]);
    for (const name of ['env', 'string', 'your-api-key', 'tabs', 'constructor', 'a.b', 'x:y'])
      expect([name, isElementName(name)]).toEqual([name, false]);
  });
});
