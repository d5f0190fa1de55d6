import { describe, expect, it } from 'vitest';
import { body } from './body-fixture.ts';
import { aSite, exported } from './site-fixture.ts';

async function html(markdown: string): Promise<string> {
  return (await body(markdown)).html;
}

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
