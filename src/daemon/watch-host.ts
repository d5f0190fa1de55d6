import { AppError, isAppError } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import type { GitHost } from '../git/port.ts';
import { fromGitHost } from '../sync/index.ts';
import { Answers, problemsFromErrors, type AnswerProblem, type ServiceAnswers } from './answers.ts';

/** A git host whose answers are watched. */
export interface WatchedHost {
  readonly host: GitHost;
  readonly answers: ServiceAnswers;
}

/**
 * Watches how a git host answers. A look at its references is short, so that waiting for it counts; fetches and pushes may be
 * large, so that only their ends count. Failures are marked as the git host's, because a transport only names an address.
 *
 * A host may take no pushes although it answers everything else: then it gives no good answer until it takes one.
 */
export function watchHost(inner: GitHost, clock: Clock): WatchedHost {
  const answers = new Answers(clock);
  const pushes = new Answers(clock);
  return {
    answers: joined(answers, pushes),
    host: {
      refs: (options) => answers.ask(() => named(inner.refs(options)), problemsFromErrors),
      fetch: (git, wanted, options) =>
        answers.note(() => named(inner.fetch(git, wanted, options)), onlyAnswers(wanted.length > 0)),
      push: (git, updates, options) =>
        pushes.note(() => named(inner.push(git, updates, options)), onlyAnswers(updates.length > 0)),
    },
  };
}

/** The answers to everything but pushes, and those to pushes, as the answers of one host. */
function joined(others: Answers, pushes: Answers): ServiceAnswers {
  const problem = (): AnswerProblem | null => {
    const refused = pushes.problem();
    return others.problem() ?? (refused && { ...refused, message: `pushes fail: ${refused.message}` });
  };
  const listeners: ((problem: AnswerProblem | null) => void)[] = [];
  let isTold = false;
  const turn = (): void => {
    const now = problem();
    if ((now !== null) === isTold) return;
    isTold = now !== null;
    for (const listener of listeners) listener(now);
  };
  others.onTurn((now) => {
    // What a push showed may be part of the outage that is over: the next push shows it anew.
    if (now === null) pushes.forget();
    turn();
  });
  pushes.onTurn(turn);
  return {
    problem,
    stalledMs: () => Math.max(others.stalledMs(), pushes.stalledMs()),
    onTurn: (listener) => void listeners.push(listener),
  };
}

/** Whether a failure is the git host's and says nothing about the service. */
export function isOfHost(error: unknown): boolean {
  return isAppError(error) && error.data?.['from'] === fromGitHost;
}

async function named<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    if (!isAppError(error) || error.code === 'CANCELLED' || error.code === 'REF_MOVED') throw error;
    const message = /git host/u.test(error.message) ? error.message : `The git host: ${error.message}`;
    throw new AppError(error.code, message, {
      ...(error.hint === undefined ? {} : { hint: hintOf(error) }),
      cause: error,
      data: { ...error.data, from: fromGitHost },
    });
  }
}

function hintOf({ code, hint = '' }: AppError): string {
  return code === 'NO_ANSWER' || code === 'TIMEOUT'
    ? 'Check that the git host runs and that this machine can reach repository.remote.'
    : hint;
}

/** A result from disk says nothing about the host, and neither does a call that sent no request. */
function onlyAnswers(asks: boolean): typeof problemsFromErrors {
  const own = ['FILE_SYSTEM', 'DISK_FULL', 'UNSAFE_PATH', 'REPOSITORY_INVALID', 'NOT_AVAILABLE', 'REF_MOVED'];
  return {
    answer: (result) => (asks ? problemsFromErrors.answer(result) : 'nothing'),
    failure: (error) =>
      isAppError(error) && own.includes(error.code) ? 'nothing' : problemsFromErrors.failure(error),
  };
}
