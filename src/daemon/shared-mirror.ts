import { isAppError } from '../base/index.ts';
import type { Problem, ProposalReport } from '../sync/index.ts';
import type { CycleSummary, SpaceWork } from './port.ts';
import type { Turns } from './turns.ts';

type CycleAsked = Parameters<SpaceWork['cycle']>[0];

/** What became of a fetch. */
export interface Fetched {
  /** Of references that were left alone, as what they name is not taken. */
  readonly problems: readonly Problem[];
  /** False where the branch that people edit was left alone: what they edited is not known then. */
  readonly hasBranch: boolean;
}

/** The repository that all workers publish to; on a git host. */
export interface MirrorHost {
  /**
   * Makes the shared refs here (the branch, the mirror's, Tidemark's own state) what they are on the host, whatever they
   * were before: what was not published is forgotten. A ref whose commit is not taken stays as it is, here and on the host.
   * Of the spaces in `goOnWith`, what was announced and never published comes back.
   */
  fetch(options: { signal: AbortSignal; goOnWith?: readonly string[] | 'all' }): Promise<Fetched>;
  /**
   * Publishes what the copy's state notes of a space, so that whoever works on the space after this worker goes on from there;
   * throws REF_MOVED when another worker does so already.
   */
  announce(space: string, options: { signal?: AbortSignal }): Promise<void>;
  /**
   * Moves the shared refs on the host to what they are here, all of them or none, and only when they are still what the
   * last fetch found; throws REF_MOVED when another worker was faster. What was announced is settled with that.
   */
  publish(options: { signal: AbortSignal }): Promise<void>;
}

/** So often a cycle is tried when other workers are faster; then the queue waits with back-off. */
const tries = 6;

/**
 * Lets a sync work on a copy of a mirror that others write to as well. Every cycle starts from what is published and is
 * only done when its refs are published: two workers can never both move one ref from the same place, and what a dead or
 * late worker had prepared is lost without a trace, but for what it announced before it sent a request. The copy is not
 * state: it may be deleted at any time. A worker that lost takes the turn for its next try, and others begin no cycle meanwhile.
 */
export function shareMirror(work: SpaceWork, host: MirrorHost, turns?: Turns): SpaceWork {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
  /** One try: from what is published to what is published next. */
  const tryOnce = async (options: CycleAsked, sent: ProposalReport[]): Promise<CycleSummary> => {
    const { signal } = options;
    const { problems, hasBranch } = await host.fetch({ signal, goOnWith: options.spaces ?? 'all' });
    // Without the branch, what people changed there would look taken back: nothing is proposed.
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

/** A cycle that had to be done again reports what its first try sent, because the second try finds that in place. */
function withSent(summary: CycleSummary, sent: readonly ProposalReport[]): CycleSummary {
  const proposals = summary.proposals.map((report) => {
    const before = sent.find(({ space, number }) => space === report.space && number === report.number);
    return before && report.state === 'unchanged' ? { ...report, state: before.state } : report;
  });
  return { ...summary, proposals };
}

function withProblems(summary: CycleSummary, problems: readonly Problem[]): CycleSummary {
  if (problems.length === 0) return summary;
  const whole = summary.outcome === 'quiet' || summary.outcome === 'changed';
  return {
    ...summary,
    problems: [...summary.problems, ...problems],
    outcome: whole ? 'incomplete' : summary.outcome,
  };
}
