import { describe, expect, it } from 'vitest';
import { contentId, type Files } from '../../src/files/index.ts';

/** A folder under test, and a person who works in it. */
export interface Workplace {
  files: Files;
  person: {
    saves(path: string, content: string): void;
    savesByRename(path: string, content: string): void;
    /** Keeps the file open; the answer writes to it later. */
    opens(path: string): (content: string) => void;
    removes(path: string): void;
    makesLink(path: string, target: string): void;
    makesHardLink?(path: string, target: string): void;
    makesPipe?(path: string): void;
  };
  /** What lies at the path; null for nothing. */
  at(path: string): string | null;
  /** Makes another `Files` for the same folder, as the next process does. */
  restart(): Files;
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function id(text: string): string {
  return contentId(bytes(text));
}

export function describeFiles(name: string, make: () => Workplace): void {
  describe(`${name} as Files`, () => {
    it('creates a file that is not there, with its folders, and leaves one that is', async () => {
      const { files, at } = make();

      expect(await files.create('a/b/c.md', bytes('new'))).toMatchObject({ outcome: 'created' });
      expect(await files.create('a/b/c.md', bytes('other'))).toEqual({ outcome: 'exists' });
      expect(await files.create('a/b', bytes('other'))).toEqual({ outcome: 'exists' });
      expect(await files.create('a/b/c.md/d', bytes('other'))).toEqual({ outcome: 'exists' });

      expect(at('a/b/c.md')).toBe('new');
    });

    it('reads a file with its content id, and says what is missing or refused', async () => {
      const { files, person } = make();
      person.saves('a/x.md', 'hello\n');
      person.makesLink('link.md', 'a/x.md');
      person.makesLink('inside', 'a');

      expect(await files.read('a/x.md')).toMatchObject({
        outcome: 'file',
        id: 'ce013625030ba8dba906f756967f9e9ca394464a',
      });
      expect(await files.read('a/x.md', { maxBytes: 5 })).toEqual({
        outcome: 'refused',
        reason: 'too-large',
      });
      expect(await files.read('nothing.md')).toEqual({ outcome: 'missing' });
      expect(await files.read('a/x.md/below')).toEqual({ outcome: 'missing' });
      expect(await files.read('a')).toEqual({ outcome: 'refused', reason: 'folder' });
      expect(await files.read('link.md')).toEqual({ outcome: 'refused', reason: 'symlink' });
      expect(await files.read('inside/x.md')).toEqual({ outcome: 'refused', reason: 'symlink' });
    });

    it('replaces exactly the expected content, and keeps its folder', async () => {
      const { files, person, at } = make();
      person.saves('a.md', 'one');

      expect(await files.replace('a.md', id('one'), bytes('two'))).toMatchObject({ outcome: 'replaced' });
      expect(await files.replace('a.md', id('one'), bytes('three'))).toEqual({ outcome: 'changed' });
      expect(await files.replace('none.md', id('one'), bytes('three'))).toEqual({ outcome: 'missing' });

      expect(at('a.md')).toBe('two');
      expect(at('none.md')).toBeNull();
    });

    it('removes exactly the expected content', async () => {
      const { files, person, at } = make();
      person.saves('a/b.md', 'one');

      expect(await files.remove('a/b.md', id('other'))).toEqual({ outcome: 'changed' });
      expect(at('a/b.md')).toBe('one');
      expect(await files.remove('a/b.md', id('one'))).toEqual({ outcome: 'removed' });
      expect(await files.remove('a/b.md', id('one'))).toEqual({ outcome: 'missing' });
      expect(await files.stat('a/b.md')).toBeNull();
      expect(await files.list()).toEqual([]);
    });

    it('swaps files, and makes a folder of a file and a file of a folder, in one batch', async () => {
      const { files, person, at } = make();
      for (const [path, text] of [
        ['p', 'P'],
        ['q', 'Q'],
        ['f/in', 'F'],
        ['g', 'G'],
      ] as const)
        person.saves(path, text);

      const outcomes = await files.apply([
        { kind: 'create', path: 'p', bytes: bytes('Q') },
        { kind: 'create', path: 'q', bytes: bytes('P') },
        { kind: 'create', path: 'f', bytes: bytes('file') },
        { kind: 'create', path: 'g/in', bytes: bytes('folder') },
        ...(['p', 'q', 'f/in', 'g'] as const).map((path) => ({
          kind: 'remove' as const,
          path,
          expected: id({ p: 'P', q: 'Q', 'f/in': 'F', g: 'G' }[path]),
        })),
      ]);

      expect(outcomes.map(({ outcome }) => outcome)).toEqual([
        ...['created', 'created', 'created', 'created'],
        ...['removed', 'removed', 'removed', 'removed'],
      ]);
      expect([at('p'), at('q'), at('f'), at('g/in')]).toEqual(['Q', 'P', 'file', 'folder']);
    });

    it('lists files in the order of their paths, links as links, and never what is in .git', async () => {
      const { files, person } = make();
      for (const path of ['b/x', 'a.md', 'a/y', 'a0', '.git/config', 'b/c/z']) person.saves(path, path);
      person.makesLink('c', 'a');

      const all = await files.list();

      expect(all.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
        ...['file a.md', 'file a/y', 'file a0', 'file b/c/z', 'file b/x', 'symlink c'],
      ]);
      const some = await files.list({ under: ['b', 'nowhere'], enter: (folder) => folder !== 'b/c' });
      expect(some.map(({ path }) => path)).toEqual(['b/x']);
    });

    it('writes nothing through a symbolic link', async () => {
      const { files, person, at } = make();
      person.saves('real/a.md', 'one');
      person.makesLink('link', 'real');
      person.makesLink('a.md', 'real/a.md');
      const refused = { outcome: 'refused', reason: 'symlink' };

      expect(await files.create('link/new.md', bytes('x'))).toEqual(refused);
      expect(await files.replace('link/a.md', id('one'), bytes('x'))).toEqual(refused);
      expect(await files.remove('link/a.md', id('one'))).toEqual(refused);
      expect(await files.replace('a.md', id('one'), bytes('x'))).toEqual(refused);
      expect(await files.create('a.md', bytes('x'))).toEqual({ outcome: 'exists' });

      expect(at('real/a.md')).toBe('one');
      expect(at('real/new.md')).toBeNull();
    });

    it('hands back what an editor writes later into a content that we replaced, until that is acknowledged', async () => {
      const { files, person, at, restart } = make();
      person.saves('a.md', 'one');
      const write = person.opens('a.md');
      await files.replace('a.md', id('one'), bytes('ours'));
      expect(await files.lateSaves()).toEqual([]);

      write('late');

      const [late, ...others] = await restart().lateSaves();
      expect(others).toEqual([]);
      expect(late).toMatchObject({ path: 'a.md', base: id('one') });
      expect(new TextDecoder().decode(late?.bytes)).toBe('late');
      expect(at('a.md')).toBe('ours');
      expect(await files.lateSaves()).toHaveLength(1);
      await files.acknowledge(late?.id ?? '');
      expect(await files.lateSaves()).toEqual([]);
    });

    it('refuses paths that lead out of the folder', async () => {
      const { files } = make();

      for (const path of ['../x', '/x', 'a/../../x', 'a//b', '', 'a/.', 'nul\0']) {
        await expect(files.create(path, bytes('x')), path).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
      }
    });

    it('keeps the executable bit of what it replaces', async () => {
      const { files } = make();
      await files.create('run', bytes('one'), { executable: true });
      await files.replace('run', id('one'), bytes('two'));

      expect((await files.stat('run'))?.stamp.executable).toBe(true);
    });

    it('has nothing to put back when all went well', async () => {
      const { files, person, at, restart } = make();
      person.saves('a.md', 'one');
      person.saves('b.md', 'two');
      await files.replace('a.md', id('one'), bytes('ours'));
      await files.remove('b.md', id('two'));
      person.removes('a.md');

      expect(await restart().recover()).toEqual({ putBack: [], unwritable: [] });
      expect(at('a.md')).toBeNull();
    });
  });
}
