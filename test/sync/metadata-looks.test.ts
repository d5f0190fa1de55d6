import { describe, expect, it } from 'vitest';
import { MetadataLooks } from '../../src/sync/mirror/metadata-looks.ts';

/** A cache in memory, and looks at one organization through it. */
function aCache() {
  const entries = new Map<string, Uint8Array>();
  const cache = {
    read: (name: string) => entries.get(name) ?? null,
    write: (name: string, bytes: Uint8Array) => void entries.set(name, bytes),
  };
  const looks = ({
    metadataAt = 5,
    spaces = ['a', 'b'],
    comments = true,
    kept = true,
  }: { metadataAt?: number; spaces?: readonly string[]; comments?: boolean; kept?: boolean } = {}) =>
    new MetadataLooks(
      kept ? cache : undefined,
      {
        root: { metadataAt },
        spaces: () => new Map(spaces.map((id) => [id, {}])),
      } as unknown as ConstructorParameters<typeof MetadataLooks>[1],
      { comments },
    );
  return { entries, looks };
}

describe('the note of the last look at an organization’s metadata', () => {
  it('counts for later processes, in whatever order the state has the spaces', () => {
    const { looks } = aCache();
    looks().note(70);
    expect(looks().last()).toBe(70);
    expect(looks({ spaces: ['b', 'a'] }).last()).toBe(70);
    looks().note(80);
    expect(looks().last()).toBe(80);
  });

  it.each([
    ['newer metadata came', { metadataAt: 6 }],
    ['a space came', { spaces: ['a', 'b', 'c'] }],
    ['a space went', { spaces: ['a'] }],
    ['comments are read now or no longer', { comments: false }],
  ])('does not count once %s', (_, change) => {
    const { looks } = aCache();
    looks().note(70);
    expect(looks(change).last()).toBe(0);
    looks(change).note(80);
    expect(looks(change).last()).toBe(80);
  });

  it('does not exist before the first look, nor without a cache', () => {
    const { looks } = aCache();
    expect(looks().last()).toBe(0);
    looks({ kept: false }).note(70);
    expect(looks({ kept: false }).last()).toBe(0);
    expect(looks().last()).toBe(0);
  });

  it.each([
    ['is no text of ours', 'x'],
    ['is nothing', 'null'],
    ['has a time that is no number', { at: '70' }],
    ['has no time', { at: undefined }],
    ['has a time of the state that is no number', { metadataAt: '5' }],
    ['has no scope', { scope: undefined }],
  ])('does not count where the cached note %s', (_, damage) => {
    const { entries, looks } = aCache();
    looks().note(70);
    const [[name, bytes]] = [...entries] as [[string, Uint8Array]];
    const kept = JSON.parse(new TextDecoder().decode(bytes)) as object;
    const put = (text: string): unknown => entries.set(name, new TextEncoder().encode(text));
    put(JSON.stringify(kept));
    expect(looks().last()).toBe(70);
    put(typeof damage === 'string' ? damage : JSON.stringify({ ...kept, ...damage }));
    expect(looks().last()).toBe(0);
  });
});
