import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  documentOfMarkdown,
  markdownOfDocument,
  problemsOfDocument,
} from '../../../src/content/document/index.ts';
import { outlineOf } from './outline.ts';

/** The readings, each with its name, its text, the outline of its document, and the text that is written for the document. */
const readings = readFileSync(new URL('readings.txt', import.meta.url), 'utf8')
  .split(/^=== /mu)
  .slice(1)
  .map((entry) => {
    const [, name = '', text = '', outline = '', written = ''] =
      /^([^\n]*)\n([^]*)\n=> means\n([^]*)\n=> is written\n([^]*?\n)\n?$/u.exec(entry) ?? [];
    return { name, text, outline, written };
  });

describe('what people write by hand', () => {
  it('is all read from the file', () => {
    expect(readings.filter(({ outline }) => outline === '')).toEqual([]);
    expect(readings.length).toBeGreaterThan(50);
  });

  it.each(readings)('$name', ({ text, outline, written }) => {
    const document = documentOfMarkdown(text);

    expect(outlineOf(document)).toBe(outline);
    expect(problemsOfDocument(document)).toEqual([]);
    expect(markdownOfDocument(document)).toBe(written);
    expect(markdownOfDocument(documentOfMarkdown(written))).toBe(written);
  });
});
