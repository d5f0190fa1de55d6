import { describe, expect, it } from 'vitest';
import { draftOn, MemoryRepository } from '../../src/git/index.ts';
import type { GitRepository, ObjectWriter, Oid } from '../../src/git/index.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const me = { name: 'Ada', email: 'ada@example.com', at: 0 };

async function commitOf(
  writer: ObjectWriter,
  { tree: start, parents }: { tree: Oid | null; parents: readonly Oid[] },
  files: Readonly<Record<string, string>>,
): Promise<Oid> {
  const versions = Object.entries(files).map(
    ([path, text]) => [path, { mode: '100644', oid: writer.addBlob(bytes(text)) }] as const,
  );
  const tree = await writer.updateTree(start, new Map(versions));
  return writer.addCommit({ tree, parents: [...parents], author: me, committer: me, message: 'Edits\n' });
}

async function repositoryWithDraft(): Promise<{
  real: GitRepository;
  draft: GitRepository;
  before: Oid;
  after: Oid;
}> {
  const real = new MemoryRepository();
  const before = await real.write((writer) =>
    commitOf(writer, { tree: null, parents: [] }, { 'a.md': 'a', 'in/b.md': 'b' }),
  );
  real.force('refs/heads/main', before);
  const { git: draft } = draftOn(real);
  const tree = await real.treeOf(before);
  const after = await draft.write((writer) =>
    commitOf(writer, { tree, parents: [before] }, { 'in/b.md': 'new', 'c.md': 'c' }),
  );
  return { real, draft, before, after };
}

describe('a draft', () => {
  it('shows a commit of its own beside the commits of the repository', async () => {
    const { draft, before, after } = await repositoryWithDraft();
    const changes = await draft.diffTrees(before, after);
    expect(changes.map(({ path }) => path)).toEqual(['c.md', 'in/b.md']);
    const read = async (commit: Oid, path: string): Promise<string> =>
      new TextDecoder().decode(await draft.readBlob((await draft.entryAt(commit, path))!.oid));
    expect(await read(after, 'a.md')).toBe('a');
    expect(await read(after, 'in/b.md')).toBe('new');
    expect(await read(before, 'in/b.md')).toBe('b');
    expect((await draft.listTree(after)).map(({ path }) => path)).toEqual(['a.md', 'c.md', 'in/b.md']);
    expect(await draft.mergeBase(before, after)).toBe(before);
    expect(await draft.has(after)).toBe(true);
    expect(await draft.resolveRef('refs/heads/main')).toBe(before);
  });

  it('leaves the repository as it is', async () => {
    const { real, draft, after } = await repositoryWithDraft();
    expect(await real.has(after)).toBe(false);
    await expect(draft.updateRefs([])).rejects.toThrow('draft');
  });
});
