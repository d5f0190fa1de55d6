import { isAppError } from '../base/index.ts';
import { withProblems } from '../sharing/index.ts';
import type { MirrorHost } from '../sharing/index.ts';
import type { ProposalReport } from '../sync/index.ts';
import type { CycleSummary, SpaceWork } from './port.ts';
import type { Turns } from './turns.ts';

type CycleAsked = Parameters<SpaceWork['cycle']>[0];

/** How often a cycle is tried when other workers are faster; after that, the queue waits with back-off. */
const tries = 6;

/**
 * Lets a sync work on a copy of a mirror to which others write as well. Every cycle starts from what is published and is only
 * done when its refs are published: two workers can never both move a ref from the same value. What a dead or late worker had
 * prepared is lost without a trace, except for what it announced before it sent a request. The copy is not state: it may be
 * deleted at any time. A worker that lost takes the turn for its next attempt, and meanwhile the others begin no cycle.
 */
export function shareMirror(work: SpaceWork, host: MirrorHost, turns?: Turns): SpaceWork {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
  /** Makes one attempt: from what is published now to the next publication. */
  const tryOnce = async (options: CycleAsked, sent: ProposalReport[]): Promise<CycleSummary> => {
    const { signal } = options;
    const { problems, hasBranch } = await host.fetch({ signal, goOnWith: options.spaces ?? 'all' });
    // Without the branch, people's edits would look as if they had been taken back: so nothing is proposed.
    const summary = await work.cycle(hasBranch ? options : { ...options, pull: true });
    sent.push(...summary.proposals.filter(({ state }) => state === 'proposed' || state === 'updated'));
    await host.publish({ signal });
    return withProblems(withSent(summary, sent), problems);
  };
  const cycle = async (options: CycleAsked): Promise<CycleSummary> => {
    const { signal } = options;
    const sent: ProposalReport[] = [];
    let endTurn: (() => Promise<void>) | undefined;
    await turns?.free(signal);
    try {
      for (let attempt = 1; ; attempt++) {
        signal.throwIfAborted();
        try {
          return await tryOnce(options, sent);
        } catch (error) {
          if (attempt === tries || !isAppError(error, 'REF_MOVED')) throw error;
        }
        endTurn ??= await turns?.take(signal);
      }
    } finally {
      await endTurn?.();
    }
  };
  return {
    spaces: () => inTurn(() => work.spaces()),
    look: (options) =>
      inTurn(async () => {
        await host.fetch(options);
        return work.look(options);
      }),
    ...(work.readAhead ? { readAhead: work.readAhead } : {}),
    cycle: (options) => inTurn(() => cycle(options)),
  };
}

/** Adds to the report of a repeated cycle what its first attempt sent, because the second attempt finds that in place. */
function withSent(summary: CycleSummary, sent: readonly ProposalReport[]): CycleSummary {
  const proposals = summary.proposals.map((report) => {
    const before = sent.find(({ space, number }) => space === report.space && number === report.number);
    return before && report.state === 'unchanged' ? { ...report, state: before.state } : report;
  });
  return { ...summary, proposals };
}
