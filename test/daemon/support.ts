import { AppError } from '../../src/base/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import {
  Daemon,
  createLog,
  type CycleSummary,
  type DaemonSetup,
  type MirroredSpace,
  type SpaceWork,
} from '../../src/daemon/index.ts';
import { createRateBudgets } from '../../src/queue/index.ts';

/** A sync that only counts, and fails when told to. */
export class FakeWork implements SpaceWork {
  readonly list: MirroredSpace[];
  /** Ids that the next look tells as moved. */
  moved: string[] = [];
  down: Error | undefined;
  /** How cycles end that have something to say. */
  next: Partial<CycleSummary> | undefined;
  looks = 0;
  readonly cycles: (readonly string[] | null)[] = [];
  readonly readings: { spaces: readonly string[]; most: number | undefined }[] = [];
  /** Absent until {@link readsAhead}. */
  readAhead?: NonNullable<SpaceWork['readAhead']>;
  /** Called in each cycle. */
  during: (spaces: readonly string[] | null, signal: AbortSignal) => Promise<void> = () => Promise.resolve();

  constructor(spaces: readonly MirroredSpace[]) {
    this.list = [...spaces];
  }

  spaces(): Promise<readonly MirroredSpace[]> {
    return Promise.resolve(this.list);
  }

  look(_: Parameters<SpaceWork['look']>[0]): ReturnType<SpaceWork['look']> {
    this.looks++;
    if (this.down) return Promise.reject(this.down);
    return Promise.resolve({ changed: this.moved.splice(0), unseen: [] });
  }

  /** Makes the sync one that reads ahead: two spaces for one cycle, but for `large` ones. */
  readsAhead(large: readonly string[]): void {
    this.readAhead = async ({ spaces, most }) => {
      this.readings.push({ spaces, most });
      const isLarge = (id: string): boolean => most !== undefined && large.includes(id);
      const small = spaces.filter((id) => !isLarge(id));
      return { ready: small.slice(0, 2), large: spaces.filter(isLarge), rest: small.slice(2) };
    };
  }

  async cycle({
    spaces,
    signal,
  }: {
    spaces?: readonly string[];
    signal: AbortSignal;
  }): Promise<CycleSummary> {
    this.cycles.push(spaces ?? null);
    if (this.down) throw this.down;
    await this.during(spaces ?? null, signal);
    const summary = aSummary({
      spaces: this.list
        .filter(({ id }) => !spaces || spaces.includes(id))
        .map((space) => ({
          ...space,
          ...{ revision: 'r1', previousRevision: 'r1', state: 'unchanged', pages: 1 },
          ...{ changes: [], changeRequests: [], notes: [] },
        })),
      ...this.next,
    });
    this.next = undefined;
    return summary;
  }
}

export function aSummary(parts: Partial<CycleSummary> = {}): CycleSummary {
  return {
    ...{ outcome: 'quiet', repairs: [], spaces: [], proposals: [], problems: [], advice: [], commits: 0 },
    branch: { name: 'main', state: 'up-to-date', from: null, to: null, conflicts: [] },
    ...parts,
  };
}

export const serviceDown = (): AppError => new AppError('NO_ANSWER', 'The service does not answer.');

export function threeSpaces(): MirroredSpace[] {
  return ['api', 'guides', 'help'].map((path) => ({ id: `id-${path}`, title: path.toUpperCase(), path }));
}

export interface DaemonUnderTest {
  clock: ManualClock;
  work: FakeWork;
  daemon: Daemon;
  /** The log, line by line. */
  lines: Record<string, unknown>[];
  /** Changes what the next load gives. */
  configure(change: SetupParts | AppError): void;
  loads: number;
}

/** A setup of a test: what it does needs no opening unless the test is about that. */
type SetupParts = Partial<DaemonSetup> & Partial<Awaited<ReturnType<DaemonSetup['open']>>>;

/** A daemon on a manual clock with a fake sync, watching nothing and listening nowhere unless asked to. */
export function aDaemon(
  parts: SetupParts & {
    kind?: 'daemon' | 'worker';
    clock?: ManualClock;
    graceMs?: number;
    name?: string;
  } = {},
): DaemonUnderTest {
  const { kind = 'daemon', clock = new ManualClock(), graceMs = 5_000, name, ...setup } = parts;
  const random = seededRandom(5);
  const work = new FakeWork(threeSpaces());
  const lines: Record<string, unknown>[] = [];
  let next: SetupParts | AppError = setup;
  const test: DaemonUnderTest = {
    ...{ clock, work, lines, loads: 0 },
    configure: (change) => {
      next = change instanceof AppError ? change : { ...setup, ...change };
    },
    daemon: new Daemon({
      ...{ clock, random, kind, version: '1.2.3', graceMs },
      ...(name === undefined ? {} : { name }),
      log: createLog({
        clock,
        pretty: false,
        level: 'debug',
        write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
      }),
      load: () => {
        test.loads++;
        if (next instanceof AppError) return Promise.reject(next);
        const { work: doing = work, control, ...rest } = next;
        return Promise.resolve({
          open: () => Promise.resolve({ work: doing, ...(control ? { control } : {}) }),
          ...{ budgets: createRateBudgets({ clock, random }), serviceUrl: 'http://service' },
          ...{ intervalMs: 60_000, concurrency: 4, watch: null, http: null, close: () => Promise.resolve() },
          ...rest,
        });
      },
    }),
  };
  return test;
}
