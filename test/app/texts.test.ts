import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutElementNames } from '../../src/app/html.ts';
import { body } from '../site/body-fixture.ts';
import { withOwnLineEndings } from '../../src/app/line-endings.ts';
import {
  decide,
  isUndecided,
  mergePage,
  piecesOf,
  undecidedLabels,
  withBothTexts,
} from '../../src/content/index.ts';

const line = fc.constantFrom('one', 'two', 'three', '', '# Title', '- item');
const ending = fc.constantFrom('\n', '\r\n', '\r');
const text = fc
  .array(fc.tuple(line, ending), { maxLength: 8 })
  .map((lines) => lines.map(([words, end]) => words + end).join(''));
/** The text that a browser sends for the content of a field. */
const sent = (words: string): string => words.replaceAll(/\r\n|\r|\n/g, '\r\n');

describe('a text that came from a form', () => {
  it('is the form’s original text, byte for byte, when nobody changed it', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (words, unfinished) => {
        const whole = unfinished ? `${words}last` : words;
        expect(withOwnLineEndings(whole, sent(whole))).toBe(whole);
      }),
    );
  });

  it('keeps the endings of unchanged lines, whatever was written between them', () => {
    expect(withOwnLineEndings('a\r\nb\nc\r\n', sent('a\nnew\nb\nc\n'))).toBe('a\r\nnew\r\nb\nc\r\n');
    expect(withOwnLineEndings('', 'a\r\nb')).toBe('a\nb');
  });
});

describe('a text with both sides between marks', () => {
  const labels = { ours: 'primary content', base: 'common ancestor', theirs: 'change request' };
  const merged = (base: string, ours: string, theirs: string): string =>
    mergePage({ base, ours, theirs }, labels).text;

  it('is read as the merge wrote it, and becomes the chosen text', () => {
    const both = merged('# A\n\nx\n\nend\n', '# A\n\ny\n\nend\n', '# A\n\nz\n\nend\n');
    const pieces = piecesOf(both);

    expect(pieces.filter(({ kind }) => kind === 'open')).toEqual([
      { kind: 'open', ours: 'y\n', base: 'x\n', theirs: 'z\n' },
    ]);
    expect(decide(pieces, ['ours'])).toBe('# A\n\ny\n\nend\n');
    expect(decide(pieces, ['theirs'])).toBe('# A\n\nz\n\nend\n');
    expect(decide(pieces, ['both'])).toBe('# A\n\ny\nz\n\nend\n');
    expect(decide(pieces, [undefined])).toBeUndefined();
  });

  it('is one of the two sides when that side is chosen everywhere and nothing else differs', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lines, lines, (ours, theirs) => {
        const of = (words: readonly string[]): string => `# T\n\n${words.join('\n')}\n`;
        const both = merged(of(['base']), of(ours), of(theirs));
        const open = piecesOf(both).filter(({ kind }) => kind === 'open').length;
        fc.pre(open > 0);
        const all = <Side extends string>(side: Side): Side[] => Array.from({ length: open }, () => side);
        expect(decide(piecesOf(both), all('ours'))).toBe(of(ours));
        expect(decide(piecesOf(both), all('theirs'))).toBe(of(theirs));
      }),
    );
  });

  it('treats marks without their companions as text', () => {
    const alone = '<<<<<<< primary content\nwords\n=======\n';

    expect(isUndecided(alone)).toBe(false);
    expect(piecesOf(alone)).toEqual([{ kind: 'decided', text: alone }]);
  });
});

describe('HTML without names', () => {
  it('keeps words that look like names', () => {
    expect(withoutElementNames('<h2 id="a" class="b">say id="c"</h2>')).toBe('<h2 class="b">say id="c"</h2>');
  });

  it('keeps the names of diagrams’ arrowheads, and no others', async () => {
    const { html } = await body(
      '```mermaid\ngraph LR\n  a[Ebb] --> b[Flood]\n```\n\n<marker id="diagram-1-x">\n\n## diagram-1-x\n',
    );
    const shown = withoutElementNames(html);

    const names = [...shown.matchAll(/<(\w+) id="([^"]*)"/g)].map(([, tag, name]) => `${tag} ${name}`);
    const used = [...shown.matchAll(/url\(#([^)]*)\)/g)].map(([, name]) => `marker ${name}`);
    expect(used.length).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(used));
    expect(names.filter((name) => !name.startsWith('marker diagram-1-arrowhead'))).toEqual([]);
  });
});

describe('a text that waits for a decision, for those who only look', () => {
  const versions = {
    base: '---\ndescription: a\n---\n\n# Title\n\nBefore.\n\n| a |\n|---|\n| 1 |\n',
    ours: '---\ndescription: b\n---\n\n# Title\n\nBefore.\n\n| a |\n|---|\n| 2 |\n',
    theirs: '---\ndescription: c\n---\n\n# Other\n\nBefore.\n\n| a |\n|---|\n',
  };

  it('has each side’s whole body below the front matter and the title of the change request', () => {
    const shown = withBothTexts(mergePage(versions, undecidedLabels).text);

    expect(shown.startsWith('---\ndescription: c\n---\n\n# Other\n\n{% hint')).toBe(true);
    expect(shown).toContain(
      '{% tab title="The space’s text" %}\nBefore.\n\n| a |\n|---|\n| 2 |\n{% endtab %}',
    );
    expect(shown).toContain(
      '{% tab title="This change request’s text" %}\nBefore.\n\n| a |\n|---|\n{% endtab %}',
    );
    expect(isUndecided(shown)).toBe(false);
  });

  it('says so where a side has no body, and leaves every other text as it is', () => {
    const emptied = { ...versions, theirs: '# Title\n' };

    expect(withBothTexts(mergePage(emptied, undecidedLabels).text)).toContain('It says nothing here.');
    for (const text of Object.values(versions)) expect(withBothTexts(text)).toBe(text);
  });
});
