import type { CycleReport } from '../../src/sync/index.ts';

/** A report in a line, for people. */
export function sayingOf({
  outcome,
  branch,
  otherBranches = [],
  proposals,
  problems,
  spaces,
}: CycleReport): string {
  return [
    outcome,
    `the branch is ${branch.state}${branch.reason === undefined ? '' : ` (${branch.reason})`}`,
    ...otherBranches.map(({ name, state }) => `${name} is ${state}`),
    ...branch.conflicts.map(({ path }) => `${path} was edited here and there`),
    ...spaces.flatMap(({ changes }) => changes.map(({ kind, path }) => `${path} ${kind}`)),
    ...proposals.map(({ state, number, branch: name, edits, unsaid }) =>
      [
        `#${number ?? '–'} of ${name} is ${state}`,
        ...(state === 'unchanged' ? [] : edits).map(
          ({ kind, path, from }) => `${kind} ${from === undefined ? '' : `${from} → `}${path}`,
        ),
        ...unsaid.map((each) => `not said: ${each}`),
      ].join(', '),
    ),
    ...problems.map(({ code, message }) => `${code}: ${message}`),
  ].join('; ');
}
