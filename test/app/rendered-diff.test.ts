import { parseFragment, serialize } from 'parse5';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderedDiff } from '../../src/app/diff/rendered.ts';

describe('the rendered difference of two bodies', () => {
  it('marks words that were added and removed in place', () => {
    expect(renderedDiff('<p>The quick fox jumps.</p>', '<p>The slow fox jumps high.</p>')).toBe(
      '<p>The <del>quick</del><ins>slow</ins> fox jumps<ins> high</ins>.</p>',
    );
  });

  it('shows the exchange of several words as one change', () => {
    expect(
      renderedDiff('<p>Press the big red button now.</p>', '<p>Press the small blue button now.</p>'),
    ).toBe('<p>Press the <del>big red</del><ins>small blue</ins> button now.</p>');
  });

  it('keeps the structure of the new text around its words, and notices words in another setting', () => {
    expect(renderedDiff('<p>Read this first.</p>', '<p>Read <strong>this</strong> first.</p>')).toBe(
      '<p>Read <strong><del>this</del><ins>this</ins></strong> first.</p>',
    );
    expect(renderedDiff('<p>See <a href="/a">it</a>.</p>', '<p>See <a href="/b">it</a>.</p>')).toBe(
      '<p>See <a href="/b"><del>it</del><ins>it</ins></a>.</p>',
    );
  });

  it('shows added and removed blocks as whole blocks', () => {
    expect(renderedDiff('<p id="x">Old words.</p><p>Stays.</p>', '<p>Stays.</p><h2 id="y">New</h2>')).toBe(
      '<p class="diff-removed"><span class="off-screen">Removed: </span>Old words.</p><p>Stays.</p><h2 id="y" class="diff-added"><span class="off-screen">Added: </span>New</h2>',
    );
  });

  it('compares tables by cell and lists by item', () => {
    const row = (...cells: string[]): string =>
      `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const table = (...rows: string[]): string => `<table><tbody>${rows.join('')}</tbody></table>`;

    expect(
      renderedDiff(table(row('one', '1'), row('two', '2')), table(row('one', '1'), row('two', '3'))),
    ).toBe(table(row('one', '1'), row('two', '<del>2</del><ins>3</ins>')));
    expect(renderedDiff('<ul><li>a b</li></ul>', '<ul><li>a b</li><li>c</li></ul>')).toBe(
      '<ul><li>a b</li><li class="diff-added"><span class="off-screen">Added: </span>c</li></ul>',
    );
  });

  it('compares code by its words, and pictures as a whole', () => {
    expect(
      renderedDiff(
        '<pre><code><span>let a = 1</span></code></pre>',
        '<pre><code><span>let b = 1</span></code></pre>',
      ),
    ).toBe('<pre>let <del>a</del><ins>b</ins> = 1</pre>');
    expect(renderedDiff('<p>A <img src="/a.png">.</p>', '<p>A <img src="/b.png">.</p>')).toBe(
      '<p>A <del><img src="/a.png"></del><ins><img src="/b.png"></ins>.</p>',
    );
  });

  it('folds long unchanged parts, except next to a change', () => {
    const blocks = Array.from({ length: 12 }, (_, at) => `<p>Block ${at}</p>`);
    const marked = renderedDiff(blocks.join(''), [...blocks, '<p>End</p>'].join(''), { fold: true });

    expect(marked).toContain('<summary>10 parts stayed as they were</summary><p>Block 0</p>');
    expect(marked).toContain('<p>Block 9</p></details><p>Block 10</p><p>Block 11</p><p class="diff-added">');
  });

  const inline = fc.constantFrom(
    'one',
    'two',
    ' ',
    '<em>three</em>',
    '<a href="/x">four</a>',
    '&lt;script&gt;',
    '<br>',
  );
  const block = fc.oneof(
    fc.array(inline, { maxLength: 6 }).map((parts) => `<p>${parts.join('')}</p>`),
    fc.array(inline, { maxLength: 3 }).map((parts) => `<ul><li>${parts.join('')}</li><li>last</li></ul>`),
    fc
      .array(inline, { maxLength: 3 })
      .map((parts) => `<table><tbody><tr><td>${parts.join('')}</td><td>x</td></tr></tbody></table>`),
  );
  const body = fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join(''));

  it('is the new body when its marks are removed, whatever the old body was', () => {
    fc.assert(
      fc.property(body, body, (before, after) => {
        const marked = renderedDiff(before, after);
        const taken = marked
          .replaceAll(/<(\w+)[^>]*class="diff-removed"[^>]*>.*?<\/\1>/gs, '')
          .replaceAll(/<del>.*?<\/del>/gs, '')
          .replaceAll(/<\/?ins>/g, '')
          .replaceAll(/<span class="off-screen">.*?<\/span>/gs, '')
          .replaceAll(/ class="diff-added"/g, '');
        expect(taken.replaceAll(/\s+/g, ' ')).toBe(after.replaceAll(/\s+/g, ' '));
      }),
    );
  });

  it('is well formed: reading and printing it again changes nothing', () => {
    fc.assert(
      fc.property(body, body, (before, after) => {
        const marked = renderedDiff(before, after);
        expect(serialize(parseFragment(marked))).toBe(marked);
      }),
    );
  });

  it('makes no markup out of text that looks like markup', () => {
    const marked = renderedDiff('<p>&lt;img onerror=x&gt; a</p>', '<p>&lt;script&gt;b&lt;/script&gt; a</p>');

    expect(marked).not.toMatch(/<(?:script|img)/);
  });
});
