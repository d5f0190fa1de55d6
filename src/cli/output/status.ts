import { escapeForTerminal } from '../../base/index.ts';
import type { ProposalReport, SpaceStatus, StatusReport } from '../../sync/index.ts';
import { asksPerson } from '../../sync/port.ts';
import { adviceLines } from './advice.ts';
import { countText } from './count-text.ts';
import {
  branchText,
  editLine,
  noteLines,
  problemLines,
  proposalLines,
  renewedLines,
  unsendableLines,
} from './cycle.ts';
import { foldLines } from './fold.ts';
import type { Style } from './style.ts';
import { table } from './table.ts';

const mostEdits = 10;

/** How long ago a time was, for a person: `3 min ago`. */
export function elapsedText(time: string | null, now: number): string {
  if (time === null) return 'never';
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

interface StatusLook {
  readonly style: Style;
  readonly columns: number;
  /** The columns at which lines are broken that are neither in the table nor commands. */
  readonly folds?: number;
  readonly now: number;
  /** Whether a daemon gave the times of syncs; else they are those of syncs that changed something here. */
  readonly isFollowed: boolean;
  /** The service gave no answer this time; the problems name the reason. */
  readonly isLastKnown?: boolean;
}

/** The status as lines that fit `columns`. */
export function statusLines(report: StatusReport, look: StatusLook): string[] {
  const { style, columns, folds = Infinity } = look;
  const { spaces } = report;
  return [
    ...foldLines(headLines(report, look), folds),
    '',
    ...(spaces.length === 0 ? ['No space is mirrored yet: run `tidemark sync`.'] : tableLines(report, look)),
    ...foldLines(detailLines(report, style), folds),
    ...(report.advice.length > 0 ? ['', ...adviceLines(report.advice, style, columns)] : []),
  ];
}

/** What is different, proposed or wrong, below the table. */
function detailLines(report: StatusReport, style: Style): string[] {
  const { spaces } = report;
  return [
    ...detachedLines(report, style),
    ...spaces.flatMap(leftLines),
    ...spaces.flatMap((space) => editLines(space, style)),
    ...spaces.flatMap((space) => (space.unsaid.length > 0 ? ['', ...unsendableLines(space, style)] : [])),
    ...handLines(report, style),
    ...spaces.flatMap((space) => otherNameLines(space, style)),
    ...spaces.flatMap((space) => changeRequestLines(space, style)),
    ...report.proposals.flatMap((proposal) => [
      '',
      ...proposalLines(proposal, style, report.branch),
      ...goneBranchLines(proposal, spaces.length),
    ]),
    ...conflictLines(report, style),
    ...(report.problems.length > 0 ? [''] : []),
    ...report.problems.flatMap((problem) => problemLines(problem, style, spaces)),
  ];
}

/** What a person can do with a change request whose branch was deleted. */
function goneBranchLines({ branch, path, number, branchGone }: ProposalReport, spaces: number): string[] {
  if (branchGone !== true || number === null) return [];
  const name = `${number}${spaces > 1 ? ` --space ${safe(path)}` : ''}`;
  return [
    `  The branch ${safe(branch)} is gone, so nothing more goes into it:`,
    `  \`tidemark cr checkout ${name}\` goes on with it, \`tidemark cr archive ${name}\` ends it.`,
  ];
}

function headLines(report: StatusReport, look: StatusLook): string[] {
  const { style, now, isFollowed, isLastKnown = false } = look;
  const sync = isFollowed ? 'last good sync' : 'last sync that changed something';
  const head = `${headText(report, style)}; ${sync} ${style.bold(elapsedText(report.lastSync, now))}`;
  const distance = [
    report.ahead > 0 ? `has ${countText(report.ahead, 'commit')} with edits that the mirror lacks` : '',
    report.behind > 0 ? `is ${countText(report.behind, 'commit')} behind the mirror` : '',
  ].filter((part) => part !== '');
  return [
    head,
    ...(distance.length > 0 ? [`${safe(report.branch ?? '')} ${distance.join(', and ')}`] : []),
    ...(isLastKnown
      ? [
          style.yellow(
            'The service gave no information this time: its spaces are shown as the last sync saw them.',
          ),
        ]
      : []),
  ];
}

function tableLines(report: StatusReport, { style, columns, now, isFollowed }: StatusLook): string[] {
  const rows = report.spaces.map((space) => [
    space.path,
    space.title,
    space.revision.slice(0, 8),
    String(space.pages),
    stateOf(space, report),
    String(space.changeRequests.length || ''),
    elapsedText(space.lastSync, now),
  ]);
  const paint = (cell: string, column: number): string => (column === 4 ? paintState(cell, style) : cell);
  const heads = ['folder', 'space', 'revision', 'pages', 'state', 'CRs', isFollowed ? 'synced' : 'changed'];
  return table(heads, rows, { columns, style, paint });
}

function leftLines({ path, noLongerMirrored }: SpaceStatus): string[] {
  return noLongerMirrored === undefined ? [] : ['', `${safe(path)}: ${safe(noLongerMirrored)}`];
}

/** What is edited while HEAD is detached, and how to go on with it. */
function detachedLines({ head, branch }: StatusReport, style: Style): string[] {
  const { unsent } = head;
  if (unsent === undefined) return [];
  const { edits, commits } = unsent;
  const back = branch === null ? '`git switch -c NAME`' : `\`git switch ${safe(branch)}\``;
  if (edits.length === 0 && commits === 0)
    return ['', `What you edit while HEAD is detached is not sent: ${back} brings you back to a branch.`];
  const lines = edits.slice(0, mostEdits).map((edit) => `  ${editLine(edit, style)}`);
  if (edits.length > mostEdits) lines.push(style.dim(`  … and ${edits.length - mostEdits} more`));
  if (commits > 0) lines.push(`  ${countText(commits, 'commit')} that no branch has`);
  return [
    '',
    style.yellow('Not sent while HEAD is detached:'),
    ...lines,
    commits > 0
      ? '`git switch -c NAME` makes a branch of it, and the next `tidemark sync` sends it.'
      : `${back} takes it along to a branch, and the next \`tidemark sync\` sends it.`,
  ];
}

/** Where something is, by the folder of its space; a space that is the whole repository needs no place. */
const inFolderText = (path: string): string => (path === '.' ? '' : ` in ${safe(path)}`);

function editLines({ edits, path, branch }: SpaceStatus, style: Style): string[] {
  if (edits.length === 0) return [];
  return [
    '',
    `${style.bold(countText(edits.length, 'edit'))}${inFolderText(path)}${branchText(branch)} not sent yet:`,
    ...edits.slice(0, mostEdits).map((edit) => `  ${editLine(edit, style)}`),
    ...(edits.length > mostEdits ? [style.dim(`  … and ${edits.length - mostEdits} more`)] : []),
    ...renewedLines(edits, style),
  ];
}

function handLines({ spaces }: StatusReport, { yellow }: Style): string[] {
  // What a person only has to look at is among what is not sent.
  const byHand = spaces.flatMap(({ todo }) => todo.filter((each) => each.do !== 'look'));
  if (byHand.length === 0) return [];
  return [
    '',
    yellow(
      `${countText(byHand.length, 'thing')} to do by hand in the service: \`tidemark todo\` lists what.`,
    ),
  ];
}

function otherNameLines({ path, notes }: SpaceStatus, style: Style): string[] {
  if (notes.length === 0) return [];
  return [
    '',
    `Names${inFolderText(path)} that differ from those in the service:`,
    ...noteLines(notes, style),
  ];
}

function changeRequestLines(
  { title, changeRequests, behind }: SpaceStatus,
  { bold, dim, red, yellow }: Style,
): string[] {
  if (changeRequests.length === 0) return [];
  return [
    '',
    `Change requests of ${bold(safe(title))}${behind !== false ? ', as the last sync saw them' : ''}:`,
    ...changeRequests.map(({ number, status, subject, outdated, conflict }) => {
      const mark = conflict === true ? red('  conflict') : outdated ? yellow('  outdated') : '';
      return `  #${number} ${safe(subject) || dim('no subject')}  ${dim(safe(status))}${mark}`;
    }),
  ];
}

function conflictLines({ conflicts, head }: StatusReport, { bold, dim, red }: Style): string[] {
  if (conflicts.length === 0) return [];
  // A merge of the person's own git writes both texts into a file, between markers.
  const joins = head.work.some((each) => !each.endsWith('-lock') && each !== 'bisect');
  const yours = joins ? 'git may have put both texts into them' : 'yours are as you left them';
  return [
    '',
    red(bold(`Conflicts: both sides changed these files; ${yours}.`)),
    ...conflicts.map(({ path, kind }) => `  ${safe(path)}  ${dim(kind)}`),
  ];
}

const works: Readonly<Record<StatusReport['head']['work'][number], string>> = {
  'index-lock': 'another git command',
  'branch-lock': 'another git command',
  merge: 'a merge',
  rebase: 'a rebase',
  'cherry-pick': 'a cherry-pick',
  revert: 'a revert',
  bisect: 'a bisect',
};

/** The current branch or commit, which may differ from the branch that follows the mirror. */
function headText({ branch, head }: StatusReport, { bold, yellow }: Style): string {
  const work =
    head.work.length === 0 ? '' : `, in the middle of ${head.work.map((each) => works[each]).join(' and ')}`;
  if (head.branch === null) {
    const at = head.commit === null ? '' : ` at ${head.commit.slice(0, 7)}`;
    return yellow(`HEAD is detached${at}${work}`);
  }
  if (head.commit === null) return yellow(`on ${safe(head.branch)}, which has no commit yet${work}`);
  const elsewhere = head.branch === branch || branch === null ? '' : ` (${safe(branch)} follows the mirror)`;
  return `on ${bold(safe(head.branch))}${elsewhere}${work === '' ? '' : yellow(work)}`;
}

function paintState(cell: string, { green, yellow, red }: Style): string {
  if (cell.startsWith('up to date')) return green(cell);
  return /^(?:conflict|not sent)/.test(cell) ? red(cell) : yellow(cell);
}

/** The states in a space's row: first what waits for a person, then what is not sent, then what is behind. */
function stateOf(
  { id, path, edits, unsaid, behind, changeRequests, noLongerMirrored }: SpaceStatus,
  { conflicts, problems }: StatusReport,
): string {
  if (noLongerMirrored !== undefined) return 'not mirrored';
  const conflict =
    conflicts.some((each) => path === '.' || each.path.startsWith(`${path}/`)) ||
    changeRequests.some((each) => each.conflict === true);
  // What is in a folder that is a link now, or may not be read, cannot be seen: whether it differs is unknown.
  const held = problems.some(
    (each) => each.space === id && (asksPerson(each) || each.code === 'UNSAFE_PATH'),
  );
  // Local content is listed below the table, because beside edits there is no room in 80 columns.
  const local = unsaid.length > 0 && !held ? `${unsaid.length} not sent` : '';
  const parts = [
    conflict ? 'conflict' : held ? 'not sent' : '',
    edits.length > 0 ? `${edits.length} edited` : local,
    behind === true ? 'behind' : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return behind === null ? 'no edits' : 'up to date';
  return parts.slice(0, 2).join(', ');
}

const safe = escapeForTerminal;
