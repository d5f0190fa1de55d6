/** The seed of `scale.ts`: spaces with pages whose words are distributed as in a language. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../src/clock/index.ts';

const syllables = [...'bdfgklmnprstvwz'].flatMap((first) => [...'aeiou'].map((vowel) => first + vowel));

/** Words of three syllables. As in a language, only a few words share all but their last letters. */
const vocabulary = Array.from({ length: 20_000 }, (_, number) => {
  // 7919 is prime to the number of such words, so no word comes twice.
  const spread = (number * 7919) % syllables.length ** 3;
  return [1, syllables.length, syllables.length ** 2]
    .map((place) => syllables[Math.floor(spread / place) % syllables.length])
    .join('');
});

/** A random word. The first words of the vocabulary are frequent, the last ones rare. */
export function aWord(random: Random): string {
  return vocabulary[Math.floor(vocabulary.length * random.number() ** 4)]!;
}

/** The two most frequent words: nearly every page has both. */
export function usualWords(): readonly [string, string] {
  return [vocabulary[0]!, vocabulary[1]!];
}

/** One of the thousand rarest words: some 400 of 100,000 pages have it. */
export function rareWord(number: number): string {
  return vocabulary[vocabulary.length - 1 - (number % 1000)]!;
}

/** A number of words, separated by spaces. */
export function someWords(random: Random, count: number): string {
  return Array.from({ length: count }, () => aWord(random)).join(' ');
}

/** Writes `spaces` folders of documentation with `pages` pages of about 2 kB each, and returns the folder around them. */
export function writeScaleSeed(
  folder: string,
  { spaces, pages, random }: { spaces: number; pages: number; random: Random },
): string {
  for (let space = 0; space < spaces; space++) {
    const own = join(folder, `space-${space}`);
    mkdirSync(own, { recursive: true });
    const summary = ['# Table of contents', '', '* [Home](README.md)'];
    writeFileSync(join(own, 'README.md'), `# Home of ${space}\n\n${someWords(random, 50)}\n`);
    for (let page = 1; page < pages; page++) {
      const text = `${someWords(random, 250)}\n\n## About ${aWord(random)}\n\n${someWords(random, 50)}\n`;
      writeFileSync(join(own, `p${page}.md`), `# Page ${space}-${page}\n\n${text}`);
      summary.push(`* [Page ${space}-${page}](p${page}.md)`);
    }
    writeFileSync(join(own, 'SUMMARY.md'), `${summary.join('\n')}\n`);
  }
  return folder;
}
