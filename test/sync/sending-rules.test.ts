import { beforeEach, describe, expect, it } from 'vitest';
import { contentId } from '../../src/files/index.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import { rememberRefused, sendingRules } from '../../src/sync/proposals/sending-rules.ts';
import { rememberAllowed } from '../../src/sync/state/allowed.ts';
import type { SendingRules } from '../../src/sync/proposals/unsendable.ts';
import { StateStore } from '../../src/sync/state/store.ts';

let state: StateStore;

beforeEach(() => {
  const clone = async (): Promise<string> => 'this clone';
  state = new StateStore(new MemoryRepository(), { known: clone, drawn: clone });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const rulesOf = (space = 'space', allow?: readonly string[]): Promise<SendingRules> =>
  sendingRules(state, allow === undefined ? {} : { allow }, { space, folder: 'docs' });

describe('what people let pass', () => {
  const allowed = async (allow?: readonly string[]): Promise<string[]> =>
    [...(await rulesOf('space', allow)).allowed].sort();

  it('is what the configuration names, and what was let pass by a command', async () => {
    expect(await allowed()).toEqual([]);
    await rememberAllowed(state, ['b', 'a']);
    await rememberAllowed(state, ['c', 'a']);
    expect(await allowed()).toEqual(['a', 'b', 'c']);
    expect(await allowed(['d', 'a'])).toEqual(['a', 'b', 'c', 'd']);
    expect(await state.document('allowed.json')).toEqual(['a', 'b', 'c']);
    expect((await rulesOf()).folder).toBe('docs');
  });

  it('is left alone where nothing new is let pass', async () => {
    state.setDocument('allowed.json', ['b', 'a']);
    await rememberAllowed(state, []);
    await rememberAllowed(state, ['a']);
    expect(await state.document('allowed.json')).toEqual(['b', 'a']);
  });

  it('is only the texts of a record that is damaged', async () => {
    state.setDocument('allowed.json', ['a', 7, null, { b: 'c' }]);
    expect(await allowed()).toEqual(['a']);
    await rememberAllowed(state, ['b']);
    expect(await state.document('allowed.json')).toEqual(['a', 'b']);
    state.setDocument('allowed.json', { a: 'a' });
    expect(await allowed()).toEqual([]);
  });
});

describe('what the service is known to have refused', () => {
  const refused = (path: string, text: string, said: string, space = 'space'): Promise<void> =>
    rememberRefused(state, space, { path, bytes: bytes(text), said });

  /** The record after the service refused the files 0.md to 199.md, in this order. */
  const refusedTwoHundred = async (): Promise<void> => {
    await refused('0.md', 'text', 'no');
    const oid = contentId(bytes('text'));
    const paths = Array.from({ length: 200 }, (_, index) => `${index}.md`);
    state.setDocument(
      state.list('spaces/')[0]!,
      Object.fromEntries(paths.map((path) => [`${oid} ${path}`, { path, oid, said: 'no' }])),
    );
  };

  it('is a content of a file in a space, with what the service said of it', async () => {
    await refused('a.md', 'one', 'too long');
    await refused('a.md', 'two', 'too odd');
    await refused('b.md', 'two', 'too many');
    const { refusal } = await rulesOf();
    expect(refusal('a.md', bytes('one'))).toBe('too long');
    expect(refusal('a.md', bytes('two'))).toBe('too odd');
    expect(refusal('b.md', bytes('two'))).toBe('too many');
    expect(refusal('b.md', bytes('one'))).toBeNull();
    expect(refusal('c.md', bytes('one'))).toBeNull();
    expect((await rulesOf('other')).refusal('a.md', bytes('one'))).toBeNull();
  });

  it('is what the service said last', async () => {
    await refused('a.md', 'one', 'first');
    await refused('a.md', 'one', 'then');
    expect((await rulesOf()).refusal('a.md', bytes('one'))).toBe('then');
  });

  it('is kept for the last two hundred contents', async () => {
    await refusedTwoHundred();
    await refused('200.md', 'text', 'no');
    const { refusal } = await rulesOf();
    expect(refusal('0.md', bytes('text'))).toBeNull();
    expect(refusal('1.md', bytes('text'))).toBe('no');
    expect(refusal('200.md', bytes('text'))).toBe('no');
    const [kept] = state.list('spaces/');
    expect(Object.keys((await state.document(kept!)) as object)).toHaveLength(200);
  });

  it('stays known where the service refuses one of two hundred contents once more', async () => {
    await refusedTwoHundred();
    await refused('5.md', 'text', 'no');
    const { refusal } = await rulesOf();
    for (let index = 0; index < 200; index++) expect(refusal(`${index}.md`, bytes('text'))).toBe('no');
  });

  it('is read from the record of an older version, with one refusal for each path', async () => {
    await refused('a.md', 'one', 'no');
    const [path] = state.list('spaces/');
    state.setDocument(path!, { 'b.md': { oid: contentId(bytes('two')), said: 'never' } });
    const { refusal } = await rulesOf();
    expect(refusal('b.md', bytes('two'))).toBe('never');
    expect(refusal('a.md', bytes('one'))).toBeNull();
  });
});
