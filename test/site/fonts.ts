import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The generic font names of CSS, each with the font that the tests use for it. */
const byWord = [
  ['sans-serif', 'DejaVu Sans'],
  ['system-ui', 'DejaVu Sans'],
  ['serif', 'DejaVu Serif'],
  ['monospace', 'DejaVu Sans Mono'],
  ['ui-monospace', 'DejaVu Sans Mono'],
  ['math', 'DejaVu Math TeX Gyre'],
] as const;

/**
 * Writes a configuration of fontconfig with only the fonts of a package, and returns its path. A browser with this configuration
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
