import { titleOf } from '../../content/index.ts';
import type { Commit, Oid } from '../../git/port.ts';
import type { CycleContext } from '../mirror/context.ts';
import { inFolder, isMetadataPath, outOfFolder } from '../mirror/tip.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { GatheredFolder } from './gather.ts';
import type { ProposalTarget } from './propose.ts';

/** The interface allows 100; the mark and its blanks take the rest. */
const longestSubject = 80;
/** So many commits are looked at; more name nothing that a person reads. */
const mostCommits = 50;

/**
 * What a change request is called: where everything is committed, as the commits that touch the space and that the mirror does not
 * have; else after the pages that it changes.
 */
export async function subjectOf(
  context: Pick<CycleContext, 'git' | 'tip'>,
  target: ProposalTarget,
  edits: FolderEdits,
  gathered: GatheredFolder,
): Promise<string> {
  const at = await context.git.resolveRef(`refs/heads/${target.branch}`);
  if (at !== null && at !== target.base && (await isCommitted(context, target, { at, edits, gathered }))) {
    const [newest, ...others] = await commitsOf(context, target, at);
    if (newest !== undefined) return subjectOfCommits(newest, others);
  }
  return shorten(describeEdits(edits), longestSubject);
}

/** Whether a branch's newest commit has the edited files as they lie here. */
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

/** One commit by its subject, several by the newest and how many more there are. */
function subjectOfCommits(newest: string, others: readonly string[]): string {
  if (others.length === 0) return shorten(newest, longestSubject);
  const more = ` and ${others.length} more`;
  return `${shorten(newest, longestSubject - more.length)}${more}`;
}

/** Names the change after its pages: `Edit Quick start, Install and 3 more`. */
export function describeEdits(edits: FolderEdits): string {
  const names = (list: readonly { readonly text: string; readonly path: string }[]): string => {
    const titles = list.map(({ text, path }) => titleOf(text) ?? path);
    return titles.length <= 2
      ? titles.join(' and ')
      : `${titles.slice(0, 2).join(', ')} and ${titles.length - 2} more`;
  };
  const created = edits.texts.filter(({ from }) => from === null);
  const edited = edits.texts.filter(({ from }) => from !== null);
  const parts: string[] = [];
  if (created.length > 0) parts.push(`Add ${names(created)}`);
  if (edited.length > 0) parts.push(`Edit ${names(edited)}`);
  if (edits.deletes.length > 0)
    parts.push(
      `Delete ${edits.deletes.length === 1 ? edits.deletes[0]!.path : `${edits.deletes.length} pages`}`,
    );
  if (parts.length === 0 && edits.places.length > 0)
    parts.push(`Move ${edits.places.length === 1 ? edits.places[0]!.path : `${edits.places.length} pages`}`);
  if (parts.length === 0)
    parts.push(`Change ${edits.files.length === 1 ? edits.files[0]!.path : `${edits.files.length} files`}`);
  return parts.join('; ');
}

function shorten(text: string, most: number): string {
  const characters = [...text.replace(/\s+/gu, ' ')];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}
