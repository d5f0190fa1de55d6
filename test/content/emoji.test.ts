import { expect, test } from 'vitest';
import { splitEmoji, slugOfTitle } from '../../src/content/index.ts';

test('every emoji of one or two code points is found in front of a title', () => {
  const emoji = new RegExp('^\\p{RGI_Emoji}$', 'v');
  const missed: string[] = [];
  let found = 0;

  for (let point = 0; point <= 0x1ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    for (const candidate of [character, `${character}\ufe0f`, `${character}\u{1f3fd}`]) {
      if (!emoji.test(candidate)) continue;
      found += 1;
      if (splitEmoji(`${candidate} Title`).title !== 'Title') missed.push(candidate);
    }
  }

  expect(found).toBeGreaterThan(1_500);
  expect(missed).toEqual([]);
});

test('sequences are one emoji: families, flags, keycaps', () => {
  for (const emoji of ['👩‍👩‍👧‍👦', '🇦🇹', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '☝🏽', '👁️‍🗨️'])
    expect(splitEmoji(`${emoji} Title`).title).toBe('Title');
  expect(slugOfTitle('Über 👩‍👩‍👧‍👦 uns')).toBe('ueber-uns');
});

test('a title in letters of any script has none', () => {
  for (const title of ['1 Title', '# Title', 'Ä Title', '中 文', '© Title'])
    expect(splitEmoji(title)).toEqual({ title });
});
