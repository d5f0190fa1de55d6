import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateRef } from '../../src/sync/index.ts';
import { onePage, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

type Fields = Record<string, unknown>;

describe('[SYNC-41] a state that another version of Tidemark wrote', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;

  const git = (input: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd: writer.folder, encoding: 'utf8', input }).trim();
  const documents = (): string[] =>
    git('', 'ls-tree', '-r', '--name-only', stateRef)
      .split('\n')
      .filter((path) => path === 'state.json' || path.endsWith('/space.json'));
  const documentsBelow = (path: string): string[] =>
    git('', 'ls-tree', '-r', '--name-only', stateRef)
      .split('\n')
      .filter((each) => each.startsWith(path));
  const read = (path: string): Fields => JSON.parse(git('', 'show', `${stateRef}:${path}`)) as Fields;

  /** Makes the state hold exactly these documents, by path. */
  function replace(files: ReadonlyMap<string, string>): void {
    const env = { ...process.env, GIT_INDEX_FILE: '.git/older-index' };
    const own = (...args: string[]): string =>
      execFileSync('git', args, { cwd: writer.folder, env, encoding: 'utf8' }).trim();
    for (const [path, text] of files)
      own(
        'update-index',
        '--add',
        '--cacheinfo',
        `100644,${git(text, 'hash-object', '-w', '--stdin')},${path}`,
      );
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    git('', 'update-ref', stateRef, git('', ...person, 'commit-tree', own('write-tree'), '-m', 'Older'));
  }

  /** Writes fields into documents of the state, as another version would have. */
  function rewrite(fields: (path: string) => Fields): void {
    git('', 'read-tree', '--index-output=.git/other-index', stateRef);
    const env = { ...process.env, GIT_INDEX_FILE: '.git/other-index' };
    for (const path of documents()) {
      const text = JSON.stringify({ ...read(path), ...fields(path) });
      const blob = git(text, 'hash-object', '-w', '--stdin');
      execFileSync('git', ['update-index', '--cacheinfo', `100644,${blob},${path}`], {
        cwd: writer.folder,
        env,
      });
    }
    const tree = execFileSync('git', ['write-tree'], { cwd: writer.folder, env, encoding: 'utf8' }).trim();
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    const commit = git('', ...person, 'commit-tree', tree, '-p', stateRef, '-m', 'Another version');
    git('', 'update-ref', stateRef, commit);
  }

  beforeEach(async () => {
    world = await writersWorld(onePage);
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  it('is refused when it is newer, in every cycle and every look, and stays as it is', async () => {
    rewrite((path) => (path === 'state.json' ? { version: 2 } : {}));
    const before = writer.git('for-each-ref');
    const refused = { code: 'STATE_NEWER', message: expect.stringContaining('version 2') as string };

    for (let look = 0; look < 2; look++) {
      await expect(writer.sync.cycle()).rejects.toMatchObject(refused);
      await expect(writer.sync.status()).rejects.toMatchObject(refused);
    }
    await expect((await writer.reopen()).cycle()).rejects.toMatchObject(refused);

    expect(writer.git('for-each-ref')).toBe(before);
  });

  it('is taken over when it is older: its proposals, its notes, and change requests without marks', async () => {
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\nMore.\n`);
    writer.write('docs/b.md', '# b\n\nNew.\n');
    await writer.sync.cycle();
    const older = new Map<string, string>();
    for (const path of git('', 'ls-tree', '-r', '--name-only', stateRef).split('\n')) {
      // Before clones had names, each document was everybody's, and the records of change requests had no marks.
      const value = JSON.parse(git('', 'show', `${stateRef}:${path}`)) as Fields;
      const requests = value['changeRequests'] as { mark?: string }[] | undefined;
      for (const request of requests ?? []) delete request.mark;
      for (const field of ['saved', 'formerly', 'left', 'wishes']) delete value[field];
      older.set(path.replace(/^clones\/[^/]+\//u, ''), JSON.stringify(value));
    }
    older.set('written-over.json', '[]');
    replace(older);
    expect(documentsBelow('clones/')).toEqual([]);
    expect(documentsBelow('proposals/')).toHaveLength(1);

    const unchanged = await (await writer.reopen()).cycle();
    writer.write('docs/b.md', '# b\n\nNew.\n\nAnd newer.\n');
    const report = await (await writer.reopen()).cycle();

    expect(unchanged).toMatchObject({ problems: [], proposals: [{ number: 1, state: 'unchanged' }] });
    expect(report).toMatchObject({ problems: [], proposals: [{ number: 1, state: 'updated' }] });
    expect(await world.requests()).toHaveLength(1);
    expect(documentsBelow('clones/').filter((path) => path.includes('/proposals/'))).toHaveLength(1);
    expect([...documentsBelow('proposals/'), ...documentsBelow('written-over.json')]).toEqual([]);
  });

  it('is gone on with by an earlier version of the same number, which leaves out what it does not know', async () => {
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\nMore.\n`);
    await writer.sync.cycle();
    rewrite((path) => (path.endsWith('/space.json') ? { changeRequests: withoutMarks(read(path)) } : {}));

    expect(await (await writer.reopen()).cycle()).toMatchObject({ problems: [], proposals: [{ number: 1 }] });
    expect(await world.requests()).toHaveLength(1);
  });

  it('keeps the fields that this version does not know', async () => {
    rewrite(() => ({ later: { noted: true } }));
    await world.change([{ type: 'insert_page', title: 'b', document: { markdown: 'New.\n' } }]);

    expect(await writer.sync.cycle()).toMatchObject({ outcome: 'changed', problems: [] });

    expect(documents()).toHaveLength(2);
    expect(documents().map((path) => read(path)['later'])).toEqual([{ noted: true }, { noted: true }]);
  });
});

/** The records of change requests as a version wrote them that knew no marks in them. */
function withoutMarks({ changeRequests }: Fields): Fields[] {
  return (changeRequests as Fields[]).map(({ mark: _mark, ...rest }) => rest);
}
