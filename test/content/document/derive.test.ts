import { describe, expect, it } from 'vitest';
import { deriveDocument, documentOfMarkdown, type Derivation } from '../../../src/content/document/index.ts';
import { outlineOf } from './outline.ts';

const text = [
  '{% if space.vars.x > 1 %}\na <code class="expression">space.vars.x</code> **b**\n{% endif %}',
  '{% if visitor.claims.pro %}\n> c <code class="expression">space.vars.gone</code>\n{% endif %}',
  '> {% if true %}\n> d\n> {% endif %}',
  '{% include "e.md" %}',
  '<details>\n\n<summary>f <code class="expression">space.vars.x</code></summary>\n\n{% if false %}\ng\n{% endif %}\n\n</details>',
  '[h <code class="expression">space.vars.x + "!"</code>](i.md) <code class="expression">1 +</code>',
].join('\n\n');

const derived = (derivation: Derivation): string =>
  outlineOf(deriveDocument(documentOfMarkdown(text), derivation));
const names = { space: { vars: { x: 2 } }, visitor: { claims: {} } };

describe('a derived document', () => {
  it('is the same without names', () => {
    expect(derived({})).toBe(outlineOf(documentOfMarkdown(text)));
  });

  it('has values for its expressions, and of its conditions what is true', () => {
    expect(derived({ names })).toBe(
      [
        'paragraph a 2 <bold|b>',
        'blockquote',
        '  paragraph d',
        'reusable-content {"ref":{"kind":"reusable-content","reusableContent":"e.md"}}',
        'expandable',
        '  (expandable-title)',
        '    paragraph f 2',
        '  (expandable-body)',
        'paragraph [link {"ref":{"kind":"url","url":"i.md"}} h 2!] ',
      ].join('\n'),
    );
  });

  it('keeps the expressions that depend on the reader', () => {
    const lines = derived({ names, evaluates: (expression) => !expression.includes('visitor') }).split('\n');

    expect(lines[0]).toBe('paragraph a 2 <bold|b>');
    expect(lines.slice(1, 4)).toEqual([
      'if {"expression":"visitor.claims.pro"}',
      '  blockquote',
      '    paragraph c ',
    ]);
  });

  it('has the blocks of reusable content in its place, or the reference where none are known', () => {
    const include = documentOfMarkdown('{% include "e.md" %}');
    const blocks = documentOfMarkdown('j\n\nk').nodes;

    expect(outlineOf(deriveDocument(include, { reusable: () => blocks }))).toBe('paragraph j\nparagraph k');
    expect(deriveDocument(include, { reusable: () => undefined })).toEqual(include);
    expect(deriveDocument(include, { reusable: () => [] }).nodes).toEqual([]);
  });
});
