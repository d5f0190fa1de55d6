import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import type { CycleContext } from '../../src/sync/mirror/context.ts';
import {
  metadataIntervalMs,
  metadataIsDue,
  mirrorMetadata,
  printMetadata,
} from '../../src/sync/mirror/metadata.ts';
import { readTip } from '../../src/sync/mirror/tip.ts';
import type { MetadataObject, Remote } from '../../src/sync/remote/port.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { StateStore } from '../../src/sync/state/store.ts';

type Asked = Parameters<Remote['metadata']>[1] & { readonly organization: string };

/** A clone that mirrors the metadata of organizations; `spaces`: the organization of each space. */
async function aClone(spaces: Readonly<Record<string, string>> = { s1: 'org1' }) {
  const git = new MemoryRepository();
  const state = new StateStore(git);
  await state.refresh();
  const clock = new ManualClock();
  for (const [id, organization] of Object.entries(spaces))
    state.setSpace({ id, organization } as SpaceRecord);
  const objects: Record<string, MetadataObject[]> = {};
  const asked: Asked[] = [];
  const seen: number[] = [];
  const remote = {
    metadata: async (organization: string, of: Parameters<Remote['metadata']>[1]) => {
      asked.push({ organization, ...of });
      return objects[organization] ?? [];
    },
  } as unknown as Remote;
  const look = async (dryRun = false): Promise<number> => {
    const context = {
      ...{ git, state, clock, remote, tip: await readTip(git), commits: 0, options: { dryRun } },
      ...{ config: { mirror: { comments: true } }, metadataSeen: (at: number) => void seen.push(at) },
    } as unknown as CycleContext;
    await mirrorMetadata(context);
    return context.commits;
  };
  const files = async (): Promise<Record<string, string>> => {
    const { tree } = await readTip(git);
    const entries = tree === null ? [] : await git.listTree(tree);
    const texts = entries.map(
      async ({ path, oid }) => [path, new TextDecoder().decode(await git.readBlob(oid))] as const,
    );
    return Object.fromEntries(await Promise.all(texts));
  };
  return { git, state, clock, objects, asked, seen, look, files };
}

const specification = (slug: string, version: unknown, text?: MetadataObject['text']): MetadataObject => ({
  ...{ kind: 'openapi', id: slug, value: { slug, lastVersion: version } },
  ...(text === undefined ? {} : { text }),
});
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the metadata of an organization', () => {
  it('is one file for each object, and is asked for once for each organization', async () => {
    const { objects, asked, look, files, git, clock, state } = await aClone({
      s1: 'org1',
      s2: 'org2',
      s3: 'org1',
    });
    objects['org1'] = [
      { kind: 'organizations', id: 'org1', value: { title: 'One', id: 'org1' } },
      { kind: 'sites', id: 'odd/name', value: { a: 1 } },
    ];
    objects['org2'] = [{ kind: 'organizations', id: 'org2', value: { title: 'Two' } }];

    expect(await look()).toBe(1);
    const found = await files();
    expect(Object.keys(found)).toEqual([
      '.tidemark/organizations/org1.yaml',
      '.tidemark/organizations/org2.yaml',
      expect.stringMatching(/^\.tidemark\/sites\/x-[0-9a-f]{40}\.yaml$/u),
    ]);
    expect(found['.tidemark/organizations/org1.yaml']).toBe('id: org1\ntitle: One\n');
    expect(asked).toEqual([
      { organization: 'org1', spaces: ['s1', 's3'], comments: true, specifications: new Map() },
      { organization: 'org2', spaces: ['s2'], comments: true, specifications: new Map() },
    ]);
    const commit = await git.readCommit((await readTip(git)).commit!);
    expect([commit.parents, commit.message, commit.committer.at]).toEqual([
      ...[[], 'Metadata of the organization\n', clock.now()],
    ]);
    expect(state.root.metadataAt).toBe(clock.now());
  });

  it('loses the file of an object that is gone, in a commit on the last one, and leaves all other files', async () => {
    const { objects, look, files, git, clock } = await aClone();
    objects['org1'] = [
      { kind: 'sites', id: 'one', value: { a: 1 } },
      { kind: 'sites', id: 'two', value: { a: 1 } },
    ];
    await look();
    const first = (await readTip(git)).commit;
    objects['org1'].pop();
    clock.jump(1000);
    expect(await look()).toBe(1);
    // The time of the commit below makes it the same commit in every clone.
    const { at } = (await git.readCommit(first!)).committer;
    expect((await git.readCommit((await readTip(git)).commit!)).committer.at).toBe(at);

    expect(Object.keys(await files())).toEqual(['.tidemark/sites/one.yaml']);
    expect((await git.readCommit((await readTip(git)).commit!)).parents).toEqual([first]);
  });

  it('makes no commit where it is as before, and notes the look outside of the state', async () => {
    const { objects, look, git, state, clock, seen } = await aClone();
    objects['org1'] = [{ kind: 'sites', id: 'one', value: { a: 1, updatedAt: 'yesterday' } }];
    await look();
    const at = state.root.metadataAt;
    const [tip, commit] = [(await readTip(git)).commit, state.commit];
    clock.jump(1000);
    objects['org1'] = [{ kind: 'sites', id: 'one', value: { a: 1, updatedAt: 'today' } }];

    expect(seen).toEqual([]);
    expect(await look()).toBe(0);
    expect([(await readTip(git)).commit, state.commit, state.root.metadataAt]).toEqual([tip, commit, at]);
    expect(seen).toEqual([clock.now()]);
    state.setRoot({ ...state.root, metadataAt: 0 });
    await look();
    expect(state.root.metadataAt).toBe(clock.now());
  });

  it('is nothing to mirror where there is none, and in a dry run', async () => {
    const { objects, look, git, state, clock } = await aClone();
    objects['org1'] = [{ kind: 'sites', id: 'one', value: { a: 1 } }];
    await look(true);
    expect([(await readTip(git)).commit, state.root.metadataAt]).toEqual([null, 0]);
    objects['org1'] = [];
    expect(await look()).toBe(0);
    expect([(await readTip(git)).commit, state.root.metadataAt]).toEqual([null, clock.now()]);
  });

  it('has the texts of specifications as they came, which are read again only in another version', async () => {
    const { objects, look, files, asked } = await aClone();
    objects['org1'] = [
      specification('json', 'v1', bytes(' \n{"openapi":"3.0.0"}')),
      specification('marked', 'v1', bytes('\uFEFF{}')),
      specification('yaml', 'v2', bytes('a: {}\n')),
      specification('none', 'v1'),
      specification('numbered', 3, bytes('a: 1\n')),
      specification('unknown', 'v1', 'here'),
    ];
    await look();
    const before = await files();
    const paths = Object.keys(before).filter((path) => path.includes('.spec.'));
    expect(paths.map((path) => path.slice('.tidemark/openapi/'.length))).toEqual([
      ...['json.spec.json', 'marked.spec.json', 'numbered.spec.yaml', 'yaml.spec.yaml'],
    ]);
    expect(before['.tidemark/openapi/json.spec.json']).toBe(' \n{"openapi":"3.0.0"}');

    objects['org1'] = [
      ...[specification('json', 'v1', 'here'), specification('yaml', 'v3', bytes('b: {}\n'))],
      specification('numbered', 3, bytes('a: 1\n')),
    ];
    await look();
    expect(asked.at(-1)?.specifications).toEqual(
      new Map([
        ...([
          ['json', 'v1'],
          ['marked', 'v1'],
          ['yaml', 'v2'],
        ] as const),
      ]),
    );
    const after = await files();
    expect(after['.tidemark/openapi/json.spec.json']).toBe(' \n{"openapi":"3.0.0"}');
    expect(after['.tidemark/openapi/yaml.spec.yaml']).toBe('b: {}\n');
    expect(Object.keys(after)).not.toContain('.tidemark/openapi/marked.spec.json');
  });

  it('asks for the text again where the facts beside it are damaged or gone', async () => {
    const { objects, look, asked, git } = await aClone();
    objects['org1'] = ['a', 'b', 'c'].map((slug) => specification(slug, 'v1', bytes('x: 1\n')));
    await look();
    const { commit, tree } = await readTip(git);
    const next = await git.write(async (writer) => {
      const version = (text: string) => ({ mode: '100644', oid: writer.addBlob(bytes(text)) }) as const;
      const changed = await writer.updateTree(
        tree,
        new Map([
          ['.tidemark/openapi/a.yaml', version('{')],
          ['.tidemark/openapi/b.yaml', null],
          ['.tidemark/openapi/c.yaml', version('')],
        ]),
      );
      const us = (await git.readCommit(commit!)).committer;
      return writer.addCommit({
        tree: changed,
        parents: [commit!],
        author: us,
        committer: us,
        message: 'x\n',
      });
    });
    git.force('refs/remotes/docs/main', next);
    await look();

    expect(asked.at(-1)?.specifications).toEqual(new Map());
  });
});

it('prints an object the same way each time, without what changes although the object does not', () => {
  const volatile = ['urls', 'permissions', 'updatedAt', 'revision', 'comments', 'changeRequests'];
  const more = [
    'changeRequestsOpen',
    'changeRequestsDraft',
    'lastProcessedAt',
    'processingState',
    'reactions',
  ];
  const print = (value: Record<string, unknown>): string =>
    new TextDecoder().decode(printMetadata({ kind: 'sites', id: 'x', value }));
  const moving = Object.fromEntries([...volatile, ...more].map((name) => [name, 'now']));
  const same = { n: 1 };

  expect(print({ b: [{ ...moving, z: null, y: undefined }, [same]], ...moving, a: same })).toBe(
    'a:\n  n: 1\nb:\n  - z: null\n  - - n: 1\n',
  );
  expect(print({ long: 'word '.repeat(60).trim() })).toBe(`long: ${'word '.repeat(60).trim()}\n`);
  let deep: unknown = 'bottom';
  for (let level = 0; level < 39; level++) deep = { deep };
  expect(print({ deep })).toContain('bottom');
  expect(print({ deep: { deep } })).not.toContain('bottom');
});

it.each<[string, { metadata?: boolean; at?: number; seenAt?: number }, boolean]>([
  ['was never read', {}, true],
  ['is not wanted', { metadata: false }, false],
  ['was read a moment ago', { at: 1 }, false],
  ['was read long ago', { at: metadataIntervalMs }, true],
  ['was not read for almost as long', { at: metadataIntervalMs - 1 }, false],
  ['was looked at since', { at: 2 * metadataIntervalMs, seenAt: 5 }, false],
  ['was looked at, and read since', { at: 5, seenAt: 2 * metadataIntervalMs }, false],
  ['was read in the future, as the clock was set back', { at: -1 }, true],
  ['was read just now', { at: 0 }, false],
])('the metadata that %s is due: %s', (_what, { metadata = true, at, seenAt }, due) => {
  const clock = new ManualClock();
  const ago = (ms: number | undefined): number => (ms === undefined ? 0 : clock.now() - ms);
  const context = {
    ...{ clock, state: { root: { metadataAt: ago(at) } }, metadataSeenAt: ago(seenAt) },
    config: { mirror: { metadata } },
  } as unknown as CycleContext;

  expect(metadataIsDue(context)).toBe(due);
});
