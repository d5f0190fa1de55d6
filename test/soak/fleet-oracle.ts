/** One line that somebody wrote, and where. */
export interface WrittenLine {
  readonly mark: string;
  /** The folder of its space. */
  readonly folder: string;
  /** In a clone, and pushed to the git host; or in the service, and merged there. */
  readonly by: 'git' | 'service';
}

/** What is left when a fleet has been through its troubles. */
export interface FleetEnd {
  readonly written: readonly WrittenLine[];
  /** Marks in the branch that people edit, one for each time. */
  readonly branch: readonly string[];
  /** The same of the mirror. */
  readonly mirror: readonly string[];
  /** The same of each mirrored change request, by the folder of its space. */
  readonly requests: readonly {
    readonly folder: string;
    readonly number: number;
    readonly marks: readonly string[];
  }[];
  /** Change requests that the fleet made, as the service has them. */
  readonly made: readonly { readonly folder: string; readonly number: number; readonly status: string }[];
  /** How many of them the reviewer merged, by folder. */
  readonly merged: ReadonlyMap<string, number>;
  /** What each worker says of the spaces, as text. */
  readonly statuses: readonly string[];
  /** Folders of spaces that are not in step by any worker. */
  readonly failing: readonly string[];
  /** Workers that ended unasked, or by SIGTERM with an exit code other than 0. */
  readonly crashes: readonly string[];
  /** What `git fsck --strict` complained of. */
  readonly fsck: string;
}

/** What is wrong; nothing when each text is there once, in one change request, and all workers say the same. */
export function judgeFleet(end: FleetEnd): string[] {
  return [
    ...judgeTexts(end),
    ...judgeRequests(end),
    ...(new Set(end.statuses).size > 1 ? [`the statuses of ${end.statuses.length} workers differ`] : []),
    ...[...new Set(end.failing)].map((folder) => `${folder} is not in step`),
    ...end.crashes.map((each) => `a worker ended: ${each}`),
    ...(/error|missing|corrupt|bad /u.test(end.fsck) ? [`git fsck says: ${end.fsck}`] : []),
  ];
}

function judgeTexts({ written, branch, mirror, requests }: FleetEnd): string[] {
  const inBranch = countMarks(branch);
  const inMirror = countMarks(mirror);
  const problems: string[] = [];
  const expectOnce = (mark: string, count: number, where: string): void => {
    if (count === 0) problems.push(`${mark} is missing in ${where}`);
    if (count > 1) problems.push(`${mark} is ${count} times in ${where}`);
  };
  for (const { mark, folder, by } of written) {
    expectOnce(mark, inBranch.get(mark) ?? 0, 'the branch');
    const mirrored = inMirror.get(mark) ?? 0;
    const isProposed = by === 'git' && mirrored === 0;
    if (!isProposed) {
      expectOnce(mark, mirrored, 'the mirror');
      continue;
    }
    const holding = requests.filter((each) => each.folder === folder && each.marks.includes(mark));
    expectOnce(mark, holding.length, 'change requests');
    for (const { number, marks } of holding)
      expectOnce(mark, countMarks(marks).get(mark) ?? 0, `change request ${number} of ${folder}`);
  }
  return problems;
}

function judgeRequests({ made, merged }: FleetEnd): string[] {
  const problems: string[] = [];
  for (const folder of new Set(made.map((each) => each.folder))) {
    const own = made.filter((each) => each.folder === folder);
    const count = (...statuses: string[]): number =>
      own.filter(({ status }) => statuses.includes(status)).length;
    if (count('draft', 'open') > 1)
      problems.push(`${folder} has ${count('draft', 'open')} change requests that wait`);
    if (count('archived') > 0)
      problems.push(`${folder} has ${count('archived')} change requests that were made and taken back`);
    const expected = merged.get(folder) ?? 0;
    if (count('merged') !== expected)
      problems.push(`${folder} has ${count('merged')} merged change requests where ${expected} were merged`);
  }
  return problems;
}

function countMarks(marks: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}
