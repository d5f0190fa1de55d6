import { adviceLine } from '../sync/index.ts';
import { auditOf } from './audit.ts';
import type { Log } from './log.ts';
import type { CycleSummary } from './port.ts';
import { isInFolder, type SpaceRecords } from './record.ts';

/** A cycle that ended. */
export interface EndedCycle {
  /** The ids of the spaces that the cycle was for; null for all spaces. */
  readonly asked: readonly string[] | null;
  readonly reason: string;
  readonly summary: CycleSummary;
  readonly tookMs: number;
}

/** How many edits of a change request the log names. */
const mostEditsTold = 50;

/** The command that tells a person what to do by hand about edits that are not sent. */
const todoCommand = 'tidemark todo';

/** Logs the results of a cycle. A space is named by its folder, in one field. */
export function logCycle(
  { log, records }: { log: Log; records: SpaceRecords },
  { asked, reason, summary, tookMs }: EndedCycle,
): void {
  const [space, ...others] = asked ?? [];
  const where =
    space === undefined
      ? {}
      : others.length > 0
        ? { spaces: others.length + 1 }
        : { space: records.get(space)?.path ?? space };
  const facts = {
    ...where,
    reason,
    outcome: summary.outcome,
    commits: summary.commits,
    tookMs: Math.round(tookMs),
  };
  if (summary.outcome === 'quiet') log.debug(facts, 'nothing new');
  else log.info(facts, 'cycle');
  for (const repair of summary.repairs) log.warn({ repaired: true }, repair);
  logProposals(log, summary);
  for (const { path: folder, unsaid } of summary.proposals)
    for (const reason of unsaid) log.warn({ space: folder, next: todoCommand }, `not sent: ${reason}`);
  for (const { path } of summary.branch.conflicts)
    log.warn({ ...spaceAt(records, path), path }, 'both sides changed this page; the local file stays');
  for (const advice of summary.advice) log.warn({ next: adviceLine(advice) }, advice.about);
  for (const { code, message, hint, path, space: id } of summary.problems)
    log.warn(
      {
        ...(id === undefined ? {} : { space: folderOf(records, id) }),
        code,
        ...(path === undefined ? {} : { path }),
        ...(hint === undefined ? {} : { hint }),
      },
      message,
    );
}

/** Logs the change requests that a cycle wrote or archived, and why it archived one. */
function logProposals(log: Log, { proposals, branch }: CycleSummary): void {
  for (const one of proposals) {
    const { path: space, number, subject, branch: of, state, replaces } = one;
    const archived = { space, number: replaces ?? number, branch: of };
    if (replaces !== undefined)
      auditOf(log).info(
        number === null ? archived : { ...archived, replacedBy: number },
        'change request archived: it had edits that are no longer local changes',
      );
    if (state === 'archived')
      auditOf(log).info(
        { ...archived, subject },
        'change request archived: its branch has no edits for it any more',
      );
    if (state === 'proposed' || state === 'updated')
      auditOf(log).info(
        {
          ...{ space, number, subject, branch: of },
          ...{ edits: one.edits.slice(0, mostEditsTold).map(({ path }) => path) },
          ...(branch.to === null ? {} : { commit: branch.to }),
        },
        `change request ${state}`,
      );
  }
}

/** The folder of a space that a problem names by its id or its folder; '' for a problem that concerns all spaces. */
export function folderOf(records: SpaceRecords, space: string | undefined): string {
  return space === undefined ? '' : (records.get(space)?.path ?? space);
}

function spaceAt(records: SpaceRecords, path: string): { space?: string } {
  const found = records.all.find((record) => isInFolder(path, record.path));
  return found === undefined ? {} : { space: found.path };
}
