import { escapeForTerminal } from '../../base/index.ts';
import type {
  BranchReport,
  CycleReport,
  EditReport,
  PathChange,
  Problem,
  ProposalReport,
  SpaceReport,
} from '../../sync/index.ts';
import { adviceLines } from './advice.ts';
import { foldLines } from './fold.ts';
import { countText } from './count-text.ts';
import type { Style } from './style.ts';

const mostPaths = 20;
const mostNotes = 4;

/**
 * A cycle's report as lines for people.
 *
 * @param folds The columns at which lines other than those with commands are broken.
 */
export function cycleLines(report: CycleReport, style: Style, columns: number, folds = Infinity): string[] {
  const lines = [
    ...foldLines(happenings(report, style), folds),
    ...adviceLines(report.advice, style, columns),
  ];
  return [...lines, outcomeLine(report, style)];
}

/** What happened to spaces, change requests and branches, and what went wrong. */
function happenings(report: CycleReport, style: Style): string[] {
  const { yellow } = style;
  const would = report.dryRun ? 'would ' : '';
  const lines: string[] = [];
  for (const repair of report.repairs)
    lines.push(
      `${yellow('!')} ${safe(repair)}. ${would === '' ? 'It was put right.' : 'A sync puts it right.'}`,
    );
  for (const space of report.spaces) lines.push(...spaceLines(space, style, report.dryRun));
  for (const proposal of report.proposals) lines.push(...proposalLines(proposal, style, report.branch.name));
  for (const branch of [report.branch, ...(report.otherBranches ?? [])])
    lines.push(...branchLines(branch, style));
  for (const file of report.heldBy ?? [])
    lines.push(
      `${yellow('!')} Another git command is at work and holds ${safe(file)}: what was edited here waits for its end. The next sync goes on.`,
    );
  for (const problem of report.problems) lines.push(...problemLines(problem, style, report.spaces));
  return lines;
}

function outcomeLine(report: CycleReport, { bold, dim, green, yellow }: Style): string {
  const would = report.dryRun ? 'would ' : '';
  const seconds = (report.durationMs / 1000).toFixed(report.durationMs < 10_000 ? 1 : 0);
  const tail = dim(`${countText(report.requests, 'request')}, ${seconds} s`);
  switch (report.outcome) {
    case 'quiet':
      return `${green('✓')} Nothing new. ${tail}`;
    case 'changed':
      return `${green('✓')} ${bold(report.dryRun ? 'Nothing was written: this was a dry run.' : 'Done.')} ${tail}`;
    case 'incomplete': {
      const done = would === '' ? 'done' : 'looked at';
      return `${yellow('!')} ${bold(`Not everything could be ${done}: see above.`)} ${tail}`;
    }
    case 'conflict':
      return `${yellow('!')} ${bold('Needs action: see above.')} ${tail}`;
  }
}

function spaceLines(space: SpaceReport, style: Style, dryRun: boolean): string[] {
  const { bold, dim, yellow } = style;
  const moved = space.changeRequests.filter(({ action }) => action !== 'unchanged');
  if (space.state === 'unchanged' && moved.length === 0 && space.notes.length === 0) return [];
  const state = { unchanged: '', mirrored: 'first mirror', changed: '', frozen: yellow('left as it is') }[
    space.state
  ];
  const revision =
    space.previousRevision === space.revision ? '' : dim(`revision ${safe(space.revision).slice(0, 8)}`);
  const head = [
    bold(safe(space.title)),
    dim(safe(space.path)),
    state,
    countText(space.pages, 'page'),
    revision,
  ];
  const lines = [head.filter((part) => part !== '').join('  ')];
  if (space.state !== 'mirrored')
    lines.push(
      ...limited(
        space.changes.map((change) => `  ${changeLine(change, style)}`),
        style,
      ),
    );
  for (const { number, subject, status, action } of moved) {
    // The cycle does not ask for the status of a merged or archived change request, so the last known status is out of date.
    const words = {
      mirrored: `${safe(status)}, new`,
      changed: `${safe(status)}, moved on`,
      removed: 'no longer open',
      unchanged: safe(status),
    };
    lines.push(`  #${number} ${safe(subject) || dim('no subject')}  ${dim(words[action])}`);
  }
  lines.push(...noteLines(space.notes, style));
  if (dryRun && space.state === 'mirrored')
    lines.push(dim(`  would write ${countText(space.changes.length, 'file')}`));
  return lines;
}

function changeLine({ kind, path, from }: PathChange, { green, yellow, red, cyan, dim }: Style): string {
  const marks = { added: green('A'), changed: yellow('M'), moved: cyan('R'), deleted: red('D') };
  return `${marks[kind]} ${from === undefined ? '' : `${safe(from)} ${dim('→')} `}${safe(path)}`;
}

/**
 * A batch of edits and its change request.
 *
 * @param own The configured branch: another one is named. Without it, no branch is.
 */
export function proposalLines(
  proposal: ProposalReport,
  style: Style,
  own: string | null = proposal.branch,
): string[] {
  const { bold, dim, red } = style;
  const branch = proposal.branch === own ? undefined : proposal.branch;
  if (proposal.state === 'unchanged') {
    const { replaces, unsaid } = proposal;
    const gone = `${bold(`archived change request #${replaces}`)}  ${dim('its edits are no longer local changes')}`;
    return [
      ...(replaces === undefined ? [] : [gone]),
      ...(unsaid.length > 0 ? unsendableLines({ ...proposal, branch }, style) : []),
    ];
  }
  const isMade = proposal.number !== null;
  const number = isMade ? `change request #${proposal.number}` : 'a new change request';
  const verbs: Record<ProposalReport['state'], string> = {
    planned: isMade ? 'would update' : 'would propose',
    proposed: 'proposed',
    updated: 'updated',
    unchanged: 'unchanged',
    merged: 'merged',
    archived: 'archived',
    deleted: 'deleted on the service',
    conflict: red('in conflict'),
  };
  const isUnmade = proposal.state === 'conflict' && !isMade;
  const head = isUnmade ? `${verbs.conflict}, no change request yet` : `${verbs[proposal.state]} ${number}`;
  const subject = proposal.subject === '' ? '' : `  ${safe(proposal.subject)}`;
  const lines = [`${bold(head)}${subject}  ${dim(`${safe(proposal.path)}${branchText(branch)}`)}`];
  if (proposal.replaces !== undefined)
    lines.push(
      `  It replaces #${proposal.replaces}, which ${proposal.state === 'planned' ? 'would be' : 'is'} archived: one of its edits is no longer a local change.`,
    );
  lines.push(
    ...limited(
      proposal.edits.map((edit) => `  ${editLine(edit, style)}`),
      style,
    ),
    ...renewedLines(proposal.edits, style),
  );
  for (const reason of proposal.unsaid) lines.push(`  ${red('not sent:')} ${safe(reason)}`);
  if (proposal.url !== null && proposal.state !== 'planned') lines.push(dim(`  ${safe(proposal.url)}`));
  return lines;
}

/** Names a branch that is not the configured one. */
export function branchText(branch: string | undefined): string {
  return branch === undefined ? '' : ` (branch ${safe(branch)})`;
}

/** Local differences that cannot be sent. */
export function unsendableLines(
  {
    path,
    branch,
    unsaid,
  }: Pick<SpaceReport, 'path'> & Pick<ProposalReport, 'unsaid'> & { readonly branch?: string | undefined },
  style: Style,
): string[] {
  const { bold } = style;
  return [
    `${bold('not sent')}  ${safe(path)}${branchText(branch)}`,
    ...limited(
      unsaid.map((reason) => `  ${safe(reason)}`),
      style,
    ),
  ];
}

/** Tells of new pages that are edits of pages that the service deleted. */
export function renewedLines(edits: readonly EditReport[], style: Style): string[] {
  const lines = edits
    .filter(({ deletedInService }) => deletedInService === true)
    .map(({ path }) => {
      const what = style.yellow(`${safe(path)} was deleted in the service while you edited it:`);
      return `  ${what} your text is sent as a new page. Delete the file to accept the deletion.`;
    });
  return limited(lines, style);
}

export function editLine({ kind, path, from, fields }: EditReport, { dim }: Style): string {
  const what = fields && fields.length > 0 ? dim(`  (${fields.map(safe).join(', ')})`) : '';
  return `${kind.padEnd(6)} ${from === undefined ? '' : `${safe(from)} ${dim('→')} `}${safe(path)}${what}`;
}

function branchLines(branch: BranchReport, { bold, dim, yellow, red }: Style): string[] {
  const name = bold(safe(branch.name));
  // The reason says the whole of it.
  const lines = branch.state === 'detached' ? [yellow(safe(branch.reason ?? 'HEAD is detached'))] : [];
  const said: Partial<Record<CycleReport['branch']['state'], string>> = {
    created: `${name} was made from the mirror`,
    'fast-forwarded': `${name} fast-forwarded`,
    merged: `${name}: merged with the mirror`,
    left: `${name} ${yellow('was left as it is')}`,
    busy: `${name} ${yellow('was left for now')}`,
    absent: `${name} ${yellow('does not exist')}`,
  };
  const line = said[branch.state];
  if (line !== undefined)
    lines.push(branch.reason === undefined ? line : `${line}${dim(`: ${safe(branch.reason)}`)}`);
  for (const path of branch.back ?? [])
    lines.push(
      `  ${yellow('back')} ${safe(path)} ${dim('(changed in the service after you deleted it: delete it again if you still mean it)')}`,
    );
  for (const { path, kind } of branch.conflicts)
    lines.push(`  ${red('conflict')} ${safe(path)} ${dim(`(${kind})`)}`);
  return lines;
}

/** Problems, each with the folder of its space if known. */
export function problemLines(
  { message, hint, space, path, code }: Problem,
  { red, dim }: Style,
  spaces: readonly { readonly id: string; readonly path: string }[] = [],
): string[] {
  const folder = spaces.find(({ id }) => id === space)?.path ?? space;
  // A message that begins with the path needs no place in front, and a space that is the whole repository has no folder to name.
  const where = (path !== undefined && message.startsWith(path) ? [] : [folder, path])
    .filter((part): part is string => part !== undefined && part !== '.')
    .map(safe)
    .join(': ');
  const lines = [`${red('✗')} ${where === '' ? '' : `${where}: `}${safe(message)} ${dim(code)}`];
  if (hint !== undefined) lines.push(`  ${safe(hint)}`);
  return lines;
}

/** The first few remarks about a space's names, since a space with one such remark often has many. */
export function noteLines(notes: readonly string[], style: Style): string[] {
  return limited(
    notes.map((note) => `  ${style.dim(safe(note))}`),
    style,
    mostNotes,
  );
}

function limited(lines: readonly string[], { dim }: Style, most = mostPaths): string[] {
  if (lines.length <= most) return [...lines];
  return [
    ...lines.slice(0, most - 1),
    dim(`  … and ${lines.length - most + 1} more (all of them with --json)`),
  ];
}

const safe = escapeForTerminal;
