import { describe, expect, it } from 'vitest';
import { body } from './body-fixture.ts';

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
