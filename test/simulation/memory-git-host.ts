import type { GitHost, GitRepository, MemoryRepository, ObjectWriter, Oid } from '../../src/git/index.ts';

/**
 * A git host in memory: one repository that others fetch from and push to. Objects go along with what is fetched or pushed, and nothing
 * else does, so that a worker knows only what it made and what was published.
 */
export function memoryGitHost(there: MemoryRepository): GitHost {
  return {
    refs: async () => new Map((await there.listRefs('refs/')).map(({ ref, oid }) => [ref, oid])),
    fetch: (git, wanted) => copyObjects(there, git, wanted),
    push: async (git, updates) => {
      const refs = new Map((await there.listRefs('refs/')).map(({ ref, oid }) => [ref, oid]));
      const moved = updates.filter(({ ref, expected }) => (refs.get(ref) ?? null) !== expected);
      if (moved.length > 0)
        return updates.map(({ ref }) => ({ ref, outcome: 'refused', reason: 'atomic push failed' }));
      await copyObjects(
        git,
        there,
        updates.flatMap(({ next }) => next ?? []),
      );
      await there.updateRefs(updates);
      return updates.map(({ ref }) => ({ ref, outcome: 'moved' }));
    },
  };
}

async function copyObjects(from: GitRepository, to: GitRepository, wanted: readonly Oid[]): Promise<void> {
  await to.write(async (writer) => {
    const copied = new Set<Oid>();
    for (const oid of wanted) await copyObject(from, { to, writer, copied }, oid);
  });
}

async function copyObject(
  from: GitRepository,
  target: { readonly to: GitRepository; readonly writer: ObjectWriter; readonly copied: Set<Oid> },
  oid: Oid,
): Promise<void> {
  const { to, writer, copied } = target;
  if (copied.has(oid) || (await to.has(oid))) return;
  copied.add(oid);
  const { kind, bytes } = await from.readObject(oid);
  let made = oid;
  if (kind === 'blob') made = writer.addBlob(bytes);
  else if (kind === 'tree') {
    const entries = await from.readTree(oid);
    for (const entry of entries) await copyObject(from, target, entry.oid);
    made = writer.addTree(entries);
  } else {
    const commit = await from.readCommit(oid);
    for (const parent of commit.parents) await copyObject(from, target, parent);
    await copyObject(from, target, commit.tree);
    made = writer.addCommit(commit);
  }
  if (made !== oid) throw new Error(`The copy of ${kind} ${oid} is ${made}`);
}
