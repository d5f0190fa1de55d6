import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentId } from '../../src/files/index.ts';
import {
  baseTextOf,
  baseOf,
  baseOfSave,
  isFromBefore,
  startingVersion,
} from '../../src/sync/versions/base-of.ts';
import { isSimilarPage, mostSimilar } from '../../src/sync/versions/identity.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const page = (...lines: string[]): Uint8Array => bytes(`# Page\n\n${lines.join('\n\n')}\n`);

describe('the base of a save that came in while its file was being replaced', () => {
  const [old, now] = [page('one', 'two'), page('one', 'two', 'theirs', 'theirs too')];

  const baseOf = (save: Uint8Array): Uint8Array | null => baseOfSave(save, { older: old, newer: now });

  it('is the newer version where it holds all that this brought, whatever else it wrote or took away', () => {
    expect(baseOf(page('one', 'mine', 'two', 'theirs', 'theirs too'))).toBe(now);
    expect(baseOf(page('theirs', 'theirs too'))).toBe(now);
  });

  it('is the older one where anything may be unseen, however near the newer one is', () => {
    expect(baseOf(page('one', 'mine', 'two'))).toBe(old);
    expect(baseOf(page('one', 'two', 'theirs'))).toBe(old);
    expect(baseOfSave(page('mine'), { older: old, newer: null })).toBe(old);
    // The newer version only took something away: that is merged.
    expect(baseOfSave(page('one', 'mine'), { older: old, newer: page('one') })).toBe(old);
  });

  it('loses no line that the newer version brought, whatever the save is', () => {
    const lines = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
    fc.assert(
      fc.property(lines, lines, lines, (before, after, saved) => {
        const [older, newer, save] = [page(...before), page(...after), page(...saved)];
        if (baseOfSave(save, { older, newer }) !== newer) return;
        for (const line of after) if (!before.includes(line)) expect(saved).toContain(line);
      }),
    );
  });
});

describe('the version that a local text was made from', () => {
  const committed = bytes('as committed');
  const stored = bytes('as noted');
  const git = { readBlob: async (oid: string) => (oid === contentId(stored) ? stored : bytes('?')) };
  const read = async (origins: Parameters<typeof startingVersion>[1]): Promise<string | null> => {
    const start = await startingVersion(git, origins);
    return start && new TextDecoder().decode(start);
  };

  it.each([
    [
      'what was noted with it',
      { noted: { base: contentId(stored) }, sent: 'as sent', committed },
      'as noted',
    ],
    [
      'what was sent, where that was noted',
      { noted: { base: null, sent: 'then' }, sent: 'as sent', committed },
      'then',
    ],
    ['nothing, where that was noted', { noted: { base: null }, sent: 'as sent', committed }, null],
    ['what was sent, which nobody has committed', { sent: 'as sent', committed }, 'as sent'],
    ['what the branch has', { committed }, 'as committed'],
    ['nothing', { committed: null }, null],
  ])('is %s', async (_, origins, expected) => {
    expect(await read(origins)).toBe(expected);
  });

  it('is none of two commits of which one is not there', async () => {
    expect(await baseOf({ mergeBase: async () => 'base' }, null, 'two')).toBeNull();
    expect(await baseOf({ mergeBase: async () => 'base' }, 'one', 'two')).toBe('base');
  });

  it('is the text that the page should have, where what was sent had been joined with something', () => {
    expect(baseTextOf({ text: 'local', wish: 'joined' }, 'base')).toBe('joined');
    expect(baseTextOf({ text: 'local' }, 'base')).toBe('local');
    expect(baseTextOf(undefined, 'base')).toBe('base');
  });
});

describe('a text whose page was sent meanwhile', () => {
  const [older, sent] = [page('one', 'two', 'three'), page('one', 'sent', 'two', 'three')];

  it.each([
    ['has none of the sent lines, and a line elsewhere', page('one', 'two', 'three', 'mine'), true],
    ['has the sent lines', page('one', 'sent', 'two', 'three', 'mine'), false],
    ['has another version of the sent line', page('one', 'sent better', 'two', 'three'), false],
    ['has another line in place of the sent one', page('one', 'something new', 'two', 'three'), true],
    ['is not text', new Uint8Array([0xff, 0xfe, 0x41]), false],
    ['is gone', null, false],
  ])('that %s: whether it is from before the sending', (_, ours, expected) => {
    expect(isFromBefore(ours, { older, sent })).toBe(expected);
    expect(isFromBefore(ours, { older: sent, sent })).toBe(false);
  });
});

describe('a line that was sent', () => {
  const from = (sent: string, now: string): boolean =>
    isFromBefore(page('one', now, 'two'), { older: page('one', 'two'), sent: page('one', sent, 'two') });

  it.each([
    ['Press the red button twice.', 'Press the green button once.', false],
    ['Press the red button twice.', 'Wait for a minute.', true],
    ['赤いボタンを押します。', '赤いボタンを二回押します。', false],
    ['赤いボタンを押します。', '一分待機', true],
  ])('“%s” is or is not what “%s” was made of', (sent, now, expected) => {
    expect(from(sent, now)).toBe(expected);
  });
});

describe('a file without an identity', () => {
  it('is the page of which it holds the most, and at least most of it', () => {
    const pages = [{ text: 'a\nb\nc\nd\n' }, { text: 'a\nb\nc\nx\n' }, { text: 'q\n' }];

    expect(mostSimilar('a\nb\nc\nx\ny\n', pages)).toBe(pages[1]);
    expect(mostSimilar('a\nb\nc\n', pages)).toBe(pages[0]);
    expect(mostSimilar('a\nz\nz\nz\n', pages)).toBeUndefined();
    expect(isSimilarPage('a\nb\nc\n', 'a\nb\nc\nd\n')).toBe(true);
    expect(isSimilarPage('a\n', '')).toBe(false);
  });
});
