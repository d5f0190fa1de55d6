import { emptyTree } from './object-text.ts';
import type { GitRepository, Oid, TreeEntry } from './port.ts';

/** The objects that `tips` need and that are not part of `had`: commits, trees and blobs, each once. */
export async function* missingObjects(
  git: GitRepository,
  tips: readonly Oid[],
  had: readonly Oid[],
): AsyncGenerator<Oid> {
  const sent = new Set<Oid>();
  const known = await treesAndFiles(git, had);
  for (const tip of tips) {
    for await (const commit of git.log(tip, { exclude: had })) {
      if (sent.has(commit.oid)) continue;
      sent.add(commit.oid);
      yield commit.oid;
      yield* missingInTree(git, commit.tree, known, sent);
    }
  }
}

async function* missingInTree(
  git: GitRepository,
  tree: Oid,
  known: ReadonlySet<Oid>,
  sent: Set<Oid>,
): AsyncGenerator<Oid> {
  if (known.has(tree) || sent.has(tree)) return;
  sent.add(tree);
  yield tree;
  for (const { mode, oid } of await entriesOf(git, tree)) {
    if (mode === '040000') yield* missingInTree(git, oid, known, sent);
    else if (mode !== '160000' && !known.has(oid) && !sent.has(oid)) {
      sent.add(oid);
      yield oid;
    }
  }
}

/** Everything in the trees of some commits. */
async function treesAndFiles(git: GitRepository, commits: readonly Oid[]): Promise<Set<Oid>> {
  const found = new Set<Oid>();
  const visit = async (tree: Oid): Promise<void> => {
    if (found.has(tree)) return;
    found.add(tree);
    for (const { mode, oid } of await entriesOf(git, tree)) {
      if (mode === '040000') await visit(oid);
      else found.add(oid);
    }
  };
  for (const commit of commits) await visit(await git.treeOf(commit));
  return found;
}

async function entriesOf(git: GitRepository, tree: Oid): Promise<readonly TreeEntry[]> {
  return tree === emptyTree && !(await git.has(tree)) ? [] : git.readTree(tree);
}
