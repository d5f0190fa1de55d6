import type { Commit, GitRepository, Oid } from '../../git/port.ts';
import type { CycleContext } from '../mirror/context.ts';
import { belowFolder, inFolder } from '../mirror/tip.ts';
import { subjectFor } from '../plan/subject.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { ProposalTarget } from './propose.ts';

/** How many commits we look at; a subject that named more would not be read. */
const mostCommits = 50;

/**
 * The subject of a change request, from the branch's commits and the edits. A person chose the words of the commits: they stay, also while
 * other edits are not committed.
 */
export async function subjectOf(
  context: Pick<CycleContext, 'git' | 'tip'>,
  target: ProposalTarget,
  edits: FolderEdits,
): Promise<string> {
  const at = await context.git.resolveRef(`refs/heads/${target.branch}`);
  const isAhead = at !== null && at !== target.base;
  return subjectFor(edits, isAhead ? await commitsOf(context, { target, edits }, at) : []);
}

/**
 * The subjects of the branch's commits that brought the edits, newest first. A commit whose work was merged in the service does
 * not count any more: no commit before the merge of the mirror that brought a file in the service's version is about that file.
 */
async function commitsOf(
  { git, tip }: Pick<CycleContext, 'git' | 'tip'>,
  { target: { base, space }, edits }: { target: ProposalTarget; edits: FolderEdits },
  at: Oid,
): Promise<string[]> {
  const folder = space.path;
  const open = pathsOf(folder, edits);
  const exclude = tip.commit === null ? [base] : [base, tip.commit];
  const subjects: string[] = [];
  for await (const commit of git.log(at, { limit: mostCommits, firstParent: true, exclude })) {
    for (const mirrored of await mirrorParents(git, commit, tip.commit))
      for (const path of open) if (await isSame(git, path, [commit.oid, mirrored])) open.delete(path);
    if (open.size === 0) break;
    const subject = firstLine(commit);
    if (commit.parents.length > 1 || subject === '') continue;
    const changes = await git.diffTrees(commit.parents[0] ?? null, commit.oid, belowFolder(folder));
    if (changes.some(({ path }) => open.has(path))) subjects.push(subject);
  }
  return subjects;
}

/** The files that the edits are in, by their present and earlier paths. */
function pathsOf(folder: string, { texts, places, deletes, files, contents }: FolderEdits): Set<string> {
  const moved = [...texts, ...places].flatMap(({ from }) => (from === null ? [] : [from]));
  const paths = [...texts, ...places, ...deletes, ...files].map(({ path }) => path);
  const lists = places.length > 0 ? [contents] : [];
  return new Set([...paths, ...moved, ...lists].map((path) => inFolder(folder, path)));
}

/** The commits of the mirror that a merge commit brought. */
async function mirrorParents(git: GitRepository, { parents }: Commit, mirror: Oid | null): Promise<Oid[]> {
  const found: Oid[] = [];
  for (const parent of parents.slice(1))
    if (mirror !== null && (await git.isAncestor(parent, mirror))) found.push(parent);
  return found;
}

async function isSame(git: GitRepository, path: string, [one, other]: readonly [Oid, Oid]): Promise<boolean> {
  const [mine, theirs] = [await git.entryAt(one, path), await git.entryAt(other, path)];
  return (mine?.oid ?? null) === (theirs?.oid ?? null);
}

function firstLine({ message }: Commit): string {
  return (message.split('\n')[0] ?? '').trim();
}
