import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The fonts that a page can ask for by a word of CSS, and the one that stands for each in the tests. */
const byWord = [
  ['sans-serif', 'DejaVu Sans'],
  ['system-ui', 'DejaVu Sans'],
  ['serif', 'DejaVu Serif'],
  ['monospace', 'DejaVu Sans Mono'],
  ['ui-monospace', 'DejaVu Sans Mono'],
  ['math', 'DejaVu Math TeX Gyre'],
] as const;

/**
 * Writes a configuration of fontconfig that knows the fonts of a package alone, and gives its path. A browser that is started with it
 * draws the same letters on every machine, whatever fonts the machine has.
 */
export function fontsOfTests(): string {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/tidemark-fonts/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  const aliases = byWord.map(
    ([word, font]) =>
      `  <alias binding="same"><family>${word}</family><prefer><family>${font}</family></prefer></alias>`,
  );
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    [
      '<?xml version="1.0"?>',
      '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
      '<fontconfig>',
      `  <dir>${fonts}</dir>`,
      `  <cachedir>${join(folder, 'cache')}</cachedir>`,
      ...aliases,
      '  <match><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>',
      '</fontconfig>',
      '',
    ].join('\n'),
  );
  return file;
}
