import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { realClock } from '../../src/clock/index.ts';
import {
  createGitHost,
  initRepository,
  type DiskRepository,
  type GitHost,
  type RefUpdate,
} from '../../src/git/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import { serveRepository, type GitHttpServer } from '../support/git-http-backend.ts';
import { git, temporaryFolder } from './native.ts';
import { commitFiles } from './repository.contract.ts';

const root = temporaryFolder('host');
let count = 0;
const main = 'refs/heads/main';
const token = 'secret-token-of-the-test';
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

interface Setup {
  bare: string;
  folder: string;
  repository: DiskRepository;
  server: GitHttpServer;
  host: GitHost;
}

async function setUp(given: string | undefined = token): Promise<Setup> {
  const served = path.join(root, `served-${count}`);
  const { bare, server, url } = await serveRepository(served, { token });
  const transport = createUndiciTransport();
  open.push(server, transport);
  const folder = path.join(root, `local-${count++}`);
  const repository = initRepository(folder, { clock: realClock });
  const credentials = given === undefined ? {} : { token: given };
  return {
    bare,
    folder,
    repository,
    server,
    host: createGitHost({ transport, url, ...credentials }),
  };
}

/** The same with somebody else's clone, who pushes to the same branch. */
async function setUpTwo(): Promise<Setup & { other: { pushOneMore(): Promise<void> } }> {
  const setup = await setUp();
  const clone = path.join(root, `clone-${count++}`);
  let edits = 0;
  const pushOneMore = async (): Promise<void> => {
    if (edits === 0) git(root, ['clone', '-q', setup.bare, clone]);
    writeFileSync(path.join(clone, 'theirs.md'), `edit ${edits++}\n`);
    git(clone, ['add', '.']);
    git(clone, ['commit', '-qm', 'theirs']);
    git(clone, ['push', '-q', '--no-thin', 'origin', 'HEAD:main']);
  };
  return { ...setup, other: { pushOneMore } };
}

async function commitsOnMain(repository: DiskRepository, commits: number): Promise<string> {
  let tip: string | null = null;
  for (let n = 0; n < commits; n++)
    tip = await commitFiles(repository, tip, { [`folder-${n % 3}/${n}.md`]: `page ${n}\n` });
  return tip!;
}

function inPack(folder: string): number {
  return Number(/in-pack: (\d+)/u.exec(git(folder, ['count-objects', '-v']))?.[1]);
}

describe('a git host', () => {
  it('is empty at first, takes a push, and shows what it has', async () => {
    const { bare, repository, host } = await setUp();
    expect([...(await host.refs())]).toEqual([]);
    const first = await commitFiles(repository, null, { 'a.md': 'one\n', 'b/c.md': 'two\n' });
    const state = await commitFiles(repository, null, { 'state.json': '{}' });

    const pushed = await host.push(repository, [
      { ref: main, expected: null, next: first },
      { ref: 'refs/tidemark/state', expected: null, next: state },
    ]);

    expect(pushed).toEqual([
      { ref: main, outcome: 'moved' },
      { ref: 'refs/tidemark/state', outcome: 'moved' },
    ]);
    expect(await host.refs()).toEqual(
      new Map([
        [main, first],
        ['refs/tidemark/state', state],
      ]),
    );
    expect(git(bare, ['fsck', '--strict', '--full'])).toBe('');
    expect(git(bare, ['show', 'main:b/c.md'])).toBe('two\n');
  });

  it('refuses a push that does not know where the reference is, and nothing is overwritten', async () => {
    const { bare, repository, host } = await setUp();
    const first = await commitFiles(repository, null, { 'a.md': 'one' });
    const second = await commitFiles(repository, first, { 'a.md': 'two' });
    const other = await commitFiles(repository, first, { 'a.md': 'other' });
    await host.push(repository, [{ ref: main, expected: null, next: first }]);
    await host.push(repository, [{ ref: main, expected: first, next: second }]);

    const [late] = await host.push(repository, [{ ref: main, expected: first, next: other }]);

    expect(late).toMatchObject({ ref: main, outcome: 'refused' });
    expect(git(bare, ['rev-parse', 'main']).trim()).toBe(second);
  });

  it('sends only what the host lacks', async () => {
    const { bare, repository, host } = await setUp();
    const large = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`folder-${n % 5}/${n}.md`, `${n} ${'text '.repeat(n)}\n`]),
    );
    const first = await commitFiles(repository, null, large);
    await host.push(repository, [{ ref: main, expected: null, next: first }]);
    git(bare, ['config', 'receive.unpackLimit', '1']);
    const second = await commitFiles(repository, first, { 'folder-1/1.md': 'changed' });

    await host.push(repository, [{ ref: main, expected: first, next: second }]);

    const packs = git(bare, ['count-objects', '-v']);
    // A blob, its folder, the root, and the commit.
    expect(packs).toContain('in-pack: 4\n');
    expect(git(bare, ['fsck', '--strict', '--full'])).toBe('');
  });

  it('sends only what the host lacks where others have moved its references since we looked', async () => {
    const { bare, repository, host, other } = await setUpTwo();
    const first = await commitsOnMain(repository, 20);
    await host.push(repository, [{ ref: main, expected: null, next: first }]);
    await host.refs();
    git(bare, ['config', 'receive.unpackLimit', '1']);
    await other.pushOneMore();
    const note = await commitFiles(repository, first, { 'note.json': '{}' });
    const again = await commitFiles(repository, note, { 'note.json': '{ }' });
    const ref = 'refs/tidemark/announced/a';
    const before = inPack(bare);

    await host.push(repository, [{ ref, expected: null, next: note }]);
    await other.pushOneMore();
    const between = inPack(bare);
    await host.push(repository, [{ ref: 'refs/tidemark/announced/b', expected: null, next: again }]);

    // A commit, its tree and a blob; the other one's as well.
    expect([between - before, inPack(bare) - between]).toEqual([6, 3]);
    expect(git(bare, ['fsck', '--strict', '--full'])).toBe('');
  });

  it('sends everything again where the host has thrown away what it had', async () => {
    const { bare, repository, host } = await setUp();
    const first = await commitsOnMain(repository, 20);
    await host.push(repository, [{ ref: main, expected: null, next: first }]);
    await host.refs();
    git(bare, ['update-ref', '-d', main]);
    git(bare, ['reflog', 'expire', '--expire=now', '--all']);
    git(bare, ['gc', '-q', '--prune=now']);
    const next = await commitFiles(repository, first, { 'more.md': 'more' });

    const pushed = await host.push(repository, [{ ref: main, expected: null, next }]);

    expect(pushed).toEqual([{ ref: main, outcome: 'moved' }]);
    expect(git(bare, ['rev-list', '--count', 'main'])).toBe('21\n');
    expect(git(bare, ['fsck', '--strict', '--full'])).toBe('');
  });

  it('sends nothing for references that are not where it was expected', async () => {
    const { bare, repository, host, server } = await setUp();
    const first = await commitFiles(repository, null, { 'a.md': 'one' });
    await host.push(repository, [{ ref: main, expected: null, next: first }]);
    const [mine, theirs] = ['mine', 'theirs'].map((text) => commitFiles(repository, first, { 'a.md': text }));
    await host.push(repository, [{ ref: main, expected: first, next: await theirs! }]);
    const sent = (): number => server.requests.filter((request) => request.startsWith('POST')).length;
    const before = sent();

    const pushed = await host.push(repository, [
      { ref: main, expected: first, next: await mine! },
      { ref: 'refs/heads/other', expected: null, next: await mine! },
    ]);

    expect(pushed.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
    expect(sent()).toBe(before);
    expect(git(bare, ['for-each-ref', '--format=%(refname)'])).toBe(`${main}\n`);
  });

  it(
    'fetches only what is new with more references than a history is named of',
    { tags: ['long'] },
    async () => {
      const { bare, folder, repository, host } = await setUp();
      const first = await commitsOnMain(repository, 20);
      const tips: RefUpdate[] = [];
      for (let n = 0; n < 300; n++) {
        const next = await commitFiles(repository, null, { [`${n}.md`]: `${n}` });
        tips.push({ ref: `refs/heads/${String(n).padStart(3, '0')}`, expected: null, next });
      }
      tips.push({ ref: 'refs/tidemark/state', expected: null, next: first });
      await repository.updateRefs(tips);
      await host.push(repository, tips);
      const clone = path.join(root, `clone-${count++}`);
      git(root, ['clone', '-q', bare, clone]);
      git(clone, ['fetch', '-q', 'origin', 'refs/tidemark/state']);
      git(clone, ['checkout', '-q', 'FETCH_HEAD']);
      writeFileSync(path.join(clone, 'new.md'), 'new');
      git(clone, ['add', '.']);
      git(clone, ['commit', '-qm', 'one more']);
      git(clone, ['push', '-q', 'origin', 'HEAD:refs/tidemark/state']);
      const before = inPack(folder);

      await host.fetch(repository, [(await host.refs()).get('refs/tidemark/state') ?? '']);

      expect(inPack(folder) - before).toBe(3);
    },
  );

  it(
    'fetches only what is new where references moved on here without a push',
    { tags: ['long'] },
    async () => {
      const { bare, folder, repository, host } = await setUp();
      const state = 'refs/tidemark/state';
      const published = await commitsOnMain(repository, 300);
      let last: string | null = null;
      for (let n = 0; n < 20; n++) last = await commitFiles(repository, last, { 'state.json': `${n}` });
      const tips: RefUpdate[] = [
        { ref: main, expected: null, next: published },
        { ref: state, expected: null, next: last },
      ];
      await repository.updateRefs(tips);
      await host.push(repository, tips);
      // A worker that another one outran has results of its own on both references.
      await repository.updateRefs([
        {
          ref: main,
          expected: published,
          next: await commitFiles(repository, published, { 'own.md': 'own' }),
        },
        { ref: state, expected: last, next: await commitFiles(repository, last, { 'state.json': 'own' }) },
      ]);
      const clone = path.join(root, `clone-${count++}`);
      git(root, ['clone', '-q', bare, clone]);
      git(clone, ['fetch', '-q', 'origin', state]);
      git(clone, ['checkout', '-q', 'FETCH_HEAD']);
      writeFileSync(path.join(clone, 'new.md'), 'new');
      git(clone, ['add', '.']);
      git(clone, ['commit', '-qm', 'one more']);
      git(clone, ['push', '-q', 'origin', `HEAD:${state}`]);
      const before = inPack(folder);

      await host.fetch(repository, [(await host.refs()).get(state) ?? '']);

      expect(inPack(folder) - before).toBe(3);
    },
  );

  it('deletes a reference that is where it was expected', async () => {
    const { repository, host } = await setUp();
    const first = await commitFiles(repository, null, { 'a.md': 'one' });
    const ref = 'refs/remotes/docs/cr/space/1';
    await host.push(repository, [
      { ref: main, expected: null, next: first },
      { ref, expected: null, next: first },
    ]);

    expect(await host.push(repository, [{ ref, expected: first, next: null }])).toEqual([
      { ref, outcome: 'moved' },
    ]);

    expect([...(await host.refs()).keys()]).toEqual([main]);
  });

  it('fetches what others pushed, with deltas, once', async () => {
    const { bare, folder, repository, host, server } = await setUp();
    const clone = path.join(root, `clone-${count++}`);
    git(root, ['clone', '-q', bare, clone]);
    const lines = Array.from({ length: 400 }, (_, n) => `line ${n} of a page\n`);
    for (let n = 0; n < 5; n++) {
      writeFileSync(
        path.join(clone, 'page.md'),
        lines.map((line, at) => (at === n * 7 ? `edited ${n}\n` : line)).join(''),
      );
      git(clone, ['add', '.']);
      git(clone, ['commit', '-qm', `edit ${n}`]);
    }
    git(clone, ['push', '-q', 'origin', 'HEAD:main']);
    git(bare, ['gc', '-q', '--aggressive']);
    const [tip = ''] = (await host.refs()).values();

    await host.fetch(repository, [tip]);
    await repository.updateRefs([{ ref: main, expected: null, next: tip }]);

    expect(git(folder, ['fsck', '--strict', '--full'])).toBe('');
    expect(git(folder, ['verify-pack', '-v', ...packsOf(folder)])).toMatch(/chain length = [1-9]/u);
    const oid = (await repository.entryAt(tip, 'page.md'))?.oid ?? '';
    expect(Buffer.from(await repository.readBlob(oid)).toString()).toBe(
      readFileSync(path.join(clone, 'page.md'), 'utf8'),
    );
    const messages: string[] = [];
    for await (const { message } of repository.log(tip)) messages.push(message.trim());
    expect(messages).toHaveLength(5);

    writeFileSync(path.join(clone, 'new.md'), 'new');
    git(clone, ['add', '.']);
    git(clone, ['commit', '-qm', 'one more']);
    git(clone, ['push', '-q', 'origin', 'HEAD:main']);
    const [next = ''] = (await host.refs()).values();
    await host.fetch(repository, [next]);
    expect(await repository.isAncestor(tip, next)).toBe(true);
    // The second pack holds a commit, a tree and a blob alone.
    expect(git(folder, ['count-objects', '-v'])).toMatch(/in-pack: 18\n/u);
    expect(server.requests.filter((request) => request.startsWith('POST'))).toHaveLength(2);
  });

  it('says what is wrong with the token, the address and the host, and never the token', async () => {
    const { server, repository } = await setUp();
    const transport = createUndiciTransport();
    open.push(transport);
    const at = (url: string, given?: string): GitHost =>
      createGitHost({ transport, url, ...(given ? { token: given } : {}) });
    const wrong = 'wrong-secret-token';

    await expect(at(`${server.url}/docs.git`).refs()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const refused = await at(`${server.url}/docs.git`, wrong)
      .refs()
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(`${JSON.stringify(refused)} ${String(refused)}`).not.toContain(wrong);
    await expect(at(`${server.url}/none.git`, token).refs()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(at('http://127.0.0.1:1/x.git').refs()).rejects.toMatchObject({
      code: 'NO_ANSWER',
      hint: 'Check that the git host of repository.remote is up, and that this machine can reach it.',
      data: { processed: 'no' },
    });
    const missing = at(`${server.url}/docs.git`, token).fetch(repository, ['1'.repeat(40)]);
    await expect(missing).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
    expect(server.requests.join()).not.toContain(token);
  });
});

function packsOf(folder: string): string[] {
  const packs = path.join(folder, '.git/objects/pack');
  return readdirSync(packs).flatMap((name) => (name.endsWith('.idx') ? [path.join(packs, name)] : []));
}
