import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentId } from '../../src/files/index.ts';
import {
  baseTextOf,
  baseOf,
  baseOfSave,
  hasEdits,
  isFromBefore,
  localVersion,
  shownText,
  startingText,
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
      { noted: { base: contentId(stored) }, sent: { text: 'as sent' }, committed },
      'as noted',
    ],
    [
      'what was sent, where that was noted',
      { noted: { base: null, sent: 'then' }, sent: { text: 'as sent' }, committed },
      'then',
    ],
    ['nothing, where that was noted', { noted: { base: null }, sent: { text: 'as sent' }, committed }, null],
    ['what was sent, which nobody has committed', { sent: { text: 'as sent' }, committed }, 'as sent'],
    [
      'what the branch has, where the local text is from before what was sent',
      { sent: { text: 'one\n\nas sent\n' }, committed: bytes('one\n'), local: bytes('one\n\nmore\n') },
      'one\n',
    ],
    [
      'what was sent, where the local table of contents gives another title to an entry of it',
      {
        ...{ sent: { text: '* [Sent](a.md)\n' }, committed: bytes('* [One](b.md)\n'), path: 'SUMMARY.md' },
        local: bytes('* [One](b.md)\n* [Sent it](a.md)\n'),
      },
      '* [Sent](a.md)\n',
    ],
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
    ['red green blue', 'red yellow black', false],
    ['red green', 'red yellow black white brown grey', true],
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

describe('what a branch has and the mirror does not', () => {
  const git = (common: string | null) => ({
    head: async () => ({ branch: 'refs/heads/main', oid: 'at main' }),
    resolveRef: async (ref: string) => (ref === 'refs/heads/none' ? null : `at ${ref.slice(11)}`),
    mergeBase: async () => common,
  });

  it('is the difference from what both have, to the newest commit or to the files', async () => {
    const to = async (saved: boolean) => localVersion(git('base'), 'idea', { mirror: 'mirror', saved });
    expect(await to(false)).toEqual({ branch: 'idea', base: 'base', commit: 'at idea' });
    expect(await to(true)).toEqual({ branch: 'idea', base: 'base', commit: null });
  });

  it('is nothing where there is no branch, no mirror, or nothing in common', async () => {
    expect(await localVersion(git('base'), 'none', { mirror: 'mirror', saved: false })).toBeNull();
    expect(await localVersion(git('base'), 'idea', { mirror: null, saved: false })).toBeNull();
    expect(await localVersion(git(null), 'idea', { mirror: 'mirror', saved: false })).toBeNull();
  });

  it.each<[string, string, string | null, boolean]>([
    ['may be an edit on the branch that is checked out', 'main', 'at main', true],
    ['may be an edit on a branch with commits of its own', 'idea', 'base', true],
    ['is no edit on a branch that the mirror has', 'idea', 'at idea', false],
    ['is no edit on a branch that has nothing in common with the mirror', 'idea', null, false],
    ['is no edit where there is no branch', 'none', 'base', false],
  ])('%s', async (_what, branch, common, expected) => {
    expect(await hasEdits(git(common), branch, 'mirror')).toBe(expected);
  });
});

describe('the text that a local text started from', () => {
  const page = (...lines: string[]): string => `# Page\n\n${lines.join('\n\n')}\n`;
  const [older, sent] = [page('one', 'two', 'three'), page('one', 'sent', 'two', 'three')];

  it('is what was sent, unless the local text is from before that', () => {
    expect(startingText(page('one', 'sent', 'two', 'three', 'mine'), { older, sent: { text: sent } })).toBe(
      sent,
    );
    expect(startingText(page('one', 'two', 'three', 'mine'), { older, sent: { text: sent } })).toBe(older);
    expect(startingText(page('one'), { older, sent: undefined })).toBe(older);
  });

  it('is what was sent, where nothing of the local text was in either version', () => {
    expect(startingText(page('anew'), { older, sent: { text: sent } })).toBe(sent);
    expect(startingText(page('two', 'anew'), { older, sent: { text: sent } })).toBe(older);
  });
});

describe('a text that was sent with a title', () => {
  it.each([
    [
      'has that title, where the local text has a heading of its own by now',
      '# Own\n\none\n',
      '# Told\n\none\n',
    ],
    [
      'is as it was sent, where the local text still has the heading that was sent',
      '# Sent\n\nmore\n',
      '# Sent\n\none\n',
    ],
  ])('%s', (_what, local, expected) => {
    expect(shownText({ text: '# Sent\n\none\n', title: 'Told' }, local)).toBe(expected);
  });

  it('gets that title as its heading, where it had none', () => {
    expect(shownText({ text: '', title: 'Told' }, '# Own\n')).toBe('# Told\n');
    expect(shownText({ text: '', title: 'Told' }, 'words\n')).toBe('');
    expect(shownText({ text: 'one\n' }, '# Own\n')).toBe('one\n');
  });

  it('is the version that a local text started from', async () => {
    const started = startingVersion(
      { readBlob: async () => bytes('?') },
      { sent: { text: '', title: 'Told' }, committed: null, local: bytes('# Own\n') },
    );
    expect(new TextDecoder().decode((await started)!)).toBe('# Told\n');
  });
});

describe('a table of contents that was sent meanwhile', () => {
  const table = (...titles: string[]): Uint8Array =>
    bytes(`# Table of contents\n\n${titles.map((title) => `* [${title}](${title}.md)\n`).join('')}`);
  const [older, sent] = [table('One', 'Two'), table('One', 'Two', 'Sent')];

  const without = table('One');

  it.each<[string, Uint8Array, Uint8Array, boolean]>([
    ['is from before that when it lacks the entry that was sent', table('Two', 'One', 'Mine'), sent, true],
    ['is not from before that when it has the entry', table('Two', 'Sent', 'One'), sent, false],
    ['is an edit of it when it gives the entry another title', table('One', 'Two', 'Sent it'), sent, false],
    ['is from before that when it has the entry that was taken out', table('Two', 'One'), without, true],
    ['is not from before that when it lacks that entry, too', table('One', 'Mine'), without, false],
  ])('%s', (_what, ours, then, expected) => {
    expect(isFromBefore(ours, { older, sent: then, isContents: true })).toBe(expected);
  });
});

describe('a page of which more than one line was sent', () => {
  const older = page('one', 'two', 'three');

  it.each<[string, Uint8Array, Uint8Array, boolean]>([
    [
      'is from before that when it has the line in place of which another one was sent',
      page('one', 'sent', 'three'),
      page('one', 'two', 'three', 'mine'),
      true,
    ],
    [
      'is from before that when it has a line like a sent one elsewhere',
      page('one', 'Press the red button.', 'two', 'three'),
      page('one', 'two', 'three', 'Press the green button.'),
      true,
    ],
    [
      'is an edit of it when one of its lines is like one of those that were sent in its place',
      page('one', 'Press the red button.', 'Nothing else helps here.', 'two', 'three'),
      page('one', 'Press the green button.', 'two', 'three'),
      false,
    ],
    [
      'is an edit of it when the line next to the sent one is gone, too, and nothing is in their place',
      page('one', 'two', 'three', 'sent'),
      page('one', 'two'),
      false,
    ],
    [
      'is from before that when the line next to the place of one that was taken out is gone',
      page('one', 'two'),
      page('one', 'three'),
      true,
    ],
    [
      'is from before that when its lines have another order',
      page('one', 'two', 'sent', 'three'),
      page('one', 'three', 'two'),
      true,
    ],
  ])('%s', (_what, sent, ours, expected) => {
    expect(isFromBefore(ours, { older, sent })).toBe(expected);
  });
});
