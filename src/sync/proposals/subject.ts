import type { Commit, Oid } from '../../git/port.ts';
import type { CycleContext } from '../mirror/context.ts';
import { inFolder, isMetadataPath, outOfFolder } from '../mirror/tip.ts';
import { subjectFor } from '../plan/subject.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { GatheredFolder } from './gather.ts';
import type { ProposalTarget } from './propose.ts';

/** So many commits are looked at; more name nothing that a person reads. */
const mostCommits = 50;

/** The subject of a change request, from what the branch's commits and the edits tell. */
export async function subjectOf(
  context: Pick<CycleContext, 'git' | 'tip'>,
  target: ProposalTarget,
  edits: FolderEdits,
  gathered: GatheredFolder,
): Promise<string> {
  const at = await context.git.resolveRef(`refs/heads/${target.branch}`);
  const isAhead = at !== null && at !== target.base;
  const commits =
    isAhead && (await isCommitted(context, target, { at, edits, gathered }))
      ? await commitsOf(context, target, at)
      : null;
  return subjectFor(edits, commits);
}

/** Whether a branch's newest commit has the edited files as they are on disk. */
async function isCommitted(
  { git }: Pick<CycleContext, 'git'>,
  { commit, record }: ProposalTarget,
  { at, edits, gathered }: { at: Oid; edits: FolderEdits; gathered: GatheredFolder },
): Promise<boolean> {
  if (commit !== null) return true;
  const local = gathered.comparison.local.files;
  for (const { path } of [...edits.texts, ...edits.files, ...edits.deletes].slice(0, mostCommits)) {
    const entry = await git.entryAt(at, inFolder(record.path, path));
    if ((entry?.oid ?? null) !== (local.get(path) ?? null)) return false;
  }
  return true;
}

/** The subjects of a branch's own commits that touch the space, newest first. */
async function commitsOf(
  { git, tip }: Pick<CycleContext, 'git' | 'tip'>,
  { base, record, others }: ProposalTarget,
  at: Oid,
): Promise<string[]> {
  const folder = record.path;
  const isOurs = (path: string): boolean =>
    outOfFolder(folder, path) !== null &&
    !(folder === '.' && isMetadataPath(path)) &&
    !others.some((other) => other !== folder && path.startsWith(`${other}/`));
  const exclude = tip.commit === null ? [base] : [base, tip.commit];
  const subjects: string[] = [];
  for await (const commit of git.log(at, { limit: mostCommits, firstParent: true, exclude })) {
    const subject = firstLine(commit);
    if (commit.parents.length > 1 || subject === '') continue;
    const changes = await git.diffTrees(
      commit.parents[0] ?? null,
      commit.oid,
      folder === '.' ? {} : { under: folder },
    );
    if (changes.some(({ path }) => isOurs(path))) subjects.push(subject);
  }
  return subjects;
}

function firstLine({ message }: Commit): string {
  return (message.split('\n')[0] ?? '').trim();
}
