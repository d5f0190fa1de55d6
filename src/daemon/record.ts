import { errorTable, type ErrorCode } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import { fromGitHost, type Advice, type Problem } from '../sync/index.ts';
import { asksPerson, needsAction } from '../sync/port.ts';
import type { CycleSummary, MirroredSpace } from './port.ts';

/** The state of a space; it is kept together with the time at which it began, so that the status can tell both. */
export type SpaceState = 'waiting' | 'good' | 'failing' | 'conflict';

export interface SpaceRecord extends MirroredSpace {
  state: SpaceState;
  /** When that state began. */
  since: number;
  running: boolean;
  revision: string | null;
  lastGoodAt: number | null;
  lastTriedAt: number | null;
  tookMs: number | null;
  problem: { code: string; message: string; hint?: string } | null;
  conflicts: string[];
  /** What a person has to do next. */
  advice?: readonly Advice[];
  /** The files whose content cannot be sent, with the reasons. */
  notSent: { path: string; message: string; hint?: string }[];
  /** The edits that the service cannot be told, in sentences; absent where another worker does not share them. */
  unsaid?: readonly string[];
  /** Change requests of ours that wait for somebody. */
  proposals: { number: number | null; subject: string; state: string; url: string | null; since: number }[];
}

/** What the daemon knows of each space from the cycles that it ran; it is not kept over a restart. */
export class SpaceRecords {
  readonly #clock: Clock;
  readonly #records = new Map<string, SpaceRecord>();
  /** What was last known of spaces: one that fails before it is in the mirror keeps its name. */
  readonly #names = new Map<string, MirroredSpace>();
  /** The spaces whose cycles run in this process. */
  readonly #running = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get all(): readonly SpaceRecord[] {
    return [...this.#records.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  get(id: string): SpaceRecord | undefined {
    return this.#records.get(id);
  }

  /** Whether a space fails for a reason that only a person can remove. */
  isStuck(id: string): boolean {
    const record = this.#records.get(id);
    if (record?.state !== 'failing' || record.problem === null) return false;
    const { code } = record.problem;
    return Object.hasOwn(errorTable, code) && errorTable[code as ErrorCode].retry === 'never';
  }

  /** The ids of the spaces whose last cycle failed. */
  get failing(): readonly string[] {
    return this.all.filter((record) => record.state === 'failing').map((record) => record.id);
  }

  /** The ids of the spaces whose last cycle could not be published, because the git host takes no push. */
  get refused(): readonly string[] {
    return this.failing.filter((id) => this.#records.get(id)?.problem?.code === 'PUSH_REFUSED');
  }

  /** The ids of the spaces whose last cycle was not published, because other workers were faster each time. */
  get beaten(): readonly string[] {
    return this.failing.filter((id) => this.#records.get(id)?.problem?.code === 'REF_MOVED');
  }

  /**
   * Updates the list of spaces from the mirror's. Spaces that have failed from the beginning are not in the mirror yet, and stay
   * in the list.
   */
  know(spaces: readonly MirroredSpace[]): void {
    const ids = new Set(spaces.map(({ id }) => id));
    for (const record of this.#records.values())
      if (!ids.has(record.id) && !hasNeverWorked(record)) this.#records.delete(record.id);
    for (const space of spaces) {
      Object.assign(this.#of(space), space);
      this.#names.set(space.id, space);
    }
  }

  running(id: string, running: boolean): void {
    const record = this.#records.get(id);
    if (record) record.running = running;
    if (running) this.#running.add(id);
    else this.#running.delete(id);
  }

  /** Records the end of a cycle for `asked` (null: all spaces). */
  finished(asked: readonly string[] | null, summary: CycleSummary, tookMs: number): void {
    const now = this.#clock.now();
    const named = new Set(summary.spaces.map(({ id }) => id));
    const host = hostProblems(summary.problems);
    for (const record of this.#records.values())
      if (!asked && hasNeverWorked(record) && !named.has(record.id)) this.#records.delete(record.id);
    for (const space of summary.spaces) {
      const record = this.#of(space);
      Object.assign(record, { title: space.title, path: space.path, revision: space.revision });
    }
    for (const record of this.#records.values()) {
      if (asked && !asked.includes(record.id)) continue;
      record.lastTriedAt = now;
      record.tookMs = tookMs;
      const own = summary.problems.filter((one) => one.space === record.id || one.space === record.path);
      const general = summary.problems.find((one) => one.space === undefined);
      const seen = named.has(record.id);
      record.conflicts = summary.branch.conflicts
        .map((conflict) => conflict.path)
        .filter((path) => isInFolder(path, record.path));
      this.#proposals(record, summary, now);
      record.advice = adviceFor(record, summary);
      record.notSent = own.flatMap(({ path, cause, message, hint }) =>
        cause === undefined || path === undefined
          ? []
          : [{ path, message, ...(hint === undefined ? {} : { hint }) }],
      );
      const proposals = summary.proposals.filter((one) => isOf(one, record));
      record.unsaid = [...new Set(proposals.flatMap(({ unsaid }) => unsaid))];
      const trouble = own.find((one) => !asksPerson(one)) ?? host.outage ?? (seen ? undefined : general);
      const told = trouble ?? own.find(asksPerson) ?? host.forPerson;
      record.problem = told
        ? {
            code: told.code,
            message: told.message,
            ...(told.hint === undefined ? {} : { hint: told.hint }),
          }
        : null;
      if (!trouble) record.lastGoodAt = now;
      const waits = needsAction({ ...record, problems: own }) || host.forPerson !== undefined;
      this.#enter(record, trouble ? 'failing' : waits ? 'conflict' : 'good', now);
    }
  }

  /**
   * Records that a look found nothing new in any space but `others`: spaces that were up to date still are. In a fleet, this also
   * holds for spaces without a cycle so far: the mirror that all workers share has them.
   */
  looked(others: readonly string[], { at = this.#clock.now(), shared = false } = {}): void {
    const moved = new Set(others);
    for (const record of this.#records.values()) {
      if (record.state === 'failing' || moved.has(record.id)) continue;
      if (record.state === 'waiting' && shared) this.#enter(record, 'good', at);
      else if (record.lastGoodAt === null) continue;
      record.lastGoodAt = Math.max(record.lastGoodAt ?? 0, at);
    }
  }

  /** Takes over what other workers shared about spaces, where that is newer than what is known here. */
  learn(told: readonly SpaceRecord[]): void {
    for (const one of told) {
      const known = this.#records.get(one.id);
      if (this.#running.has(one.id) || (known?.lastTriedAt ?? 0) > (one.lastTriedAt ?? 0)) continue;
      const lastGoodAt = Math.max(known?.lastGoodAt ?? 0, one.lastGoodAt ?? 0);
      const isGood = one.state !== 'failing' && lastGoodAt > 0;
      this.#records.set(one.id, { ...one, ...(isGood ? { lastGoodAt } : {}) });
    }
  }

  failed(asked: readonly string[] | null, problem: NonNullable<SpaceRecord['problem']>): void {
    const now = this.#clock.now();
    for (const id of asked ?? []) this.#of(this.#names.get(id) ?? { id, title: id, path: id });
    for (const record of this.#records.values()) {
      if (asked && !asked.includes(record.id)) continue;
      record.lastTriedAt = now;
      record.problem = problem;
      this.#enter(record, 'failing', now);
    }
  }

  #proposals(record: SpaceRecord, summary: CycleSummary, now: number): void {
    const before = record.proposals;
    record.proposals = summary.proposals
      .filter((one) => isOf(one, record))
      .filter((one) => ['planned', 'proposed', 'updated', 'unchanged', 'conflict'].includes(one.state))
      .map(({ number, subject, state, url }) => {
        const known = before.find(
          (one) => one.number === number && (number !== null || one.subject === subject),
        );
        return { number, subject, state, url, since: known?.since ?? now };
      });
  }

  #enter(record: SpaceRecord, state: SpaceState, now: number): void {
    if (record.state !== state) record.since = now;
    record.state = state;
  }

  #of({ id, title, path }: MirroredSpace): SpaceRecord {
    const known = this.#records.get(id);
    if (known) return known;
    const record: SpaceRecord = {
      ...{ id, title, path, state: 'waiting', since: this.#clock.now(), running: false, revision: null },
      ...{
        lastGoodAt: null,
        lastTriedAt: null,
        tookMs: null,
        problem: null,
        conflicts: [],
        notSent: [],
        proposals: [],
      },
    };
    this.#records.set(id, record);
    return record;
  }
}

/**
 * A git host that fails or takes no push keeps all spaces of the cycle from being in step. Anything else that is wrong there, such
 * as a branch that went different ways, waits for a person, and the mirror goes on.
 */
function hostProblems(problems: readonly Problem[]): { outage?: Problem; forPerson?: Problem } {
  const ofHost = problems.filter(({ from }) => from === fromGitHost);
  const isOutage = ({ code }: Problem): boolean => code !== 'EDIT_CONFLICT' && code !== 'UNSAFE_PATH';
  const [outage, forPerson] = [ofHost.find(isOutage), ofHost.find((each) => !isOutage(each))];
  return { ...(outage ? { outage } : {}), ...(forPerson ? { forPerson } : {}) };
}

function hasNeverWorked({ state, lastGoodAt }: SpaceRecord): boolean {
  return state === 'failing' && lastGoodAt === null;
}

function isOf(proposal: { space: string; path: string }, { id, path }: SpaceRecord): boolean {
  return proposal.space === id || proposal.path === path;
}

/** The advice of a cycle for one of its spaces: an unfinished git operation concerns all spaces, a conflict only those that have it. */
function adviceFor(
  { conflicts, proposals }: SpaceRecord,
  { advice, spaces }: CycleSummary,
): readonly Advice[] {
  const isAlone = spaces.length === 1;
  const inConflict = conflicts.length > 0 || proposals.some(({ state }) => state === 'conflict');
  return isAlone || inConflict ? advice : [];
}

/** Whether a path is in a space's folder; `.` is the whole repository. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '.' || folder === '' || path === folder || path.startsWith(`${folder}/`);
}
