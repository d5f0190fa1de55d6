import { describe, expect, it } from 'vitest';
import type { ExportReport } from '../../src/site/index.ts';
import { aSite, exported } from './site-fixture.ts';

/** The warnings of an export of these texts, with their places. */
async function warningsOf(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const { report } = await exported(aSite(texts));
  return placesIn(report);
}

function placesIn({ warnings }: ExportReport): string[] {
  return warnings.map(({ file, line, message }) => `${file ?? ''}:${line ?? ''} ${message}`);
}

describe('a warning about reusable content', () => {
  it('names the line of its file, whose front matter counts', async () => {
    expect(
      await warningsOf({
        'README.md': '# Home\n\n{% include ".gitbook/includes/note.md" %}\n',
        '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nWords.\n\n{% embed url="gone.md" %}\n',
      }),
    ).toEqual([
      '.gitbook/includes/note.md:7 the embed of "gone.md" leads nowhere: there is no such page or file',
    ]);
  });

  it('names its file also in a footnote, whose links lead from there', async () => {
    const { report, text } = await exported(
      aSite({
        'README.md': '# Home\n',
        'sub/guide.md': '# Guide\n\n{% include "../.gitbook/includes/note.md" %}\n',
        '.gitbook/includes/note.md':
          'Words[^1].\n\n[^1]: See [home](../../README.md).\n\n    {% embed url="gone.md" %}\n',
      }),
    );

    expect(placesIn(report)).toEqual([
      '.gitbook/includes/note.md:5 the embed of "gone.md" leads nowhere: there is no such page or file',
    ]);
    expect(text('sub/guide.html')).toContain('See <a href="/">home</a>');
  });
});
