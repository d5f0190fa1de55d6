import { anchorOfText } from './anchor-text.ts';
import type { ScannedBlock } from './scan-values.ts';

/**
 * The anchors that a block of an API document publishes, as far as its own text says them: an operation by its method and
 * path (`get-pets-petid`), a webhook by its name, models by theirs, an old `swagger` block by its summary.
 */
export function apiAnchors({ attributes }: ScannedBlock): { id: string; text: string }[] {
  const { method, path, name, summary, schemas, webhook } = attributesOf(attributes);
  const called = path ?? name ?? webhook;
  const texts = [
    ...(called === undefined ? [] : [`${method ?? ''} ${called}`.trim()]),
    ...(name === undefined ? [] : [name]),
    ...(summary === undefined ? [] : [summary]),
    ...(schemas ?? '').split(',').flatMap((schema) => {
      const word = schema.trim();
      return word === '' ? [] : [`The ${word} object`, word];
    }),
  ];
  return texts.flatMap((text) => {
    const id = anchorOfText(text);
    // Two forms of a path with dots are in use: one keeps the dots, the other has dashes.
    const ids = new Set([id, anchorOfText(text.replaceAll('.', '-'))]);
    return [...ids].flatMap((each) => (each === '' ? [] : [{ id: each, text }]));
  });
}

/** The attributes of a tag, as written in it. */
export function attributesOf(written: string): Readonly<Partial<Record<string, string>>> {
  const values = new Map<string, string>();
  for (const [, key = '', value = ''] of written.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/gu))
    values.set(key, value);
  return Object.fromEntries(values);
}
