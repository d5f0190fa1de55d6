import { AppError, errorTable } from '../base/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { isSafePath } from '../content/index.ts';
import type { Cache, Files } from '../files/port.ts';
import type { GitRepository, WorkingTree } from '../git/port.ts';
import { changeRequestsOf } from './change-requests.ts';
import { asideReader } from './read-aside.ts';
import type { ChangeRequests } from './change-requests.ts';
import type { CycleOptions, SyncConfig } from './config.ts';
import { runCycle } from './cycle.ts';
import type { CycleMemory } from './cycle.ts';
import { QuietList } from './mirror/quiet-list.ts';
import { changeToken } from './mirror/spaces.ts';
import type { Announce } from './proposals/announce.ts';
import type { ImportHost } from './proposals/import-host.ts';
import { PagesAhead } from './read-ahead.ts';
import type { ReadAhead, ReadAheadOptions } from './read-ahead.ts';
import type { Remote } from './remote/port.ts';
import { asksPerson } from './report.ts';
import type { CycleReport, StatusReport } from './report.ts';
import { listSpaces } from './look/spaces.ts';
import { stepsAfterCycle } from './situation.ts';
import type { StepsAfterCycle } from './situation.ts';
import { readStatus } from './status.ts';
import { CloneName } from './state/clone.ts';
import { StateStore } from './state/store.ts';

export interface SyncPorts {
  readonly remote: Remote;
  readonly git: GitRepository;
  readonly tree: WorkingTree;
  readonly files: Files;
  /** Keeps trees of spaces from one process to the next; without it they are read again. */
  readonly cache?: Cache;
  readonly clock: Clock;
  readonly random: Random;
  /** The name of this clone, where several repositories count as one; absent: each repository has its own. */
  readonly clone?: string;
  /** Where an import can fetch our pages, on an interface without content changes. */
  readonly importHost?: ImportHost;
  readonly announce?: Announce | undefined;
}

/** Keeps one repository and one service in sync. Calls may come at the same time: they wait for each other. */
export interface Sync {
  cycle(options?: CycleOptions): Promise<CycleReport>;
  /** Finds out which spaces changed since the last cycle, by lists alone, without content. */
  look(options?: { signal?: AbortSignal; listWithinMs?: number }): Promise<Look>;
  /**
   * Reads what cycles of these spaces will need, without waiting for the repository: so a large space delays the cycles of others
   * only while it is committed. A cycle reads for itself whatever was not read ahead.
   */
  readAhead(options: ReadAheadOptions): Promise<ReadAhead>;
  status(options?: { remote?: boolean }): Promise<StatusReport>;
  readonly changeRequests: ChangeRequests;
  /** The spaces that are mirrored, as far as they are known now. */
  spaces(): Promise<{ id: string; title: string; path: string }[]>;
}

export interface Look {
  readonly changed: readonly string[];
  /** A token for each space, which changes with each version. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly unseen: readonly { readonly id: string; readonly reason: AppError }[];
}

export function createSync(ports: SyncPorts, config: SyncConfig): Sync {
  checkConfig(config);
  const state = new StateStore(ports.git, new CloneName(ports.git, ports.random, ports.clone));
  const memory: CycleMemory = {
    metadataSeenAt: 0,
    organizationOfSite: new Map(),
    written: new Map(),
    list: new QuietList(),
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
  const ahead = new PagesAhead(ports.remote, state);
  const cyclePorts = { ...ports, remote: ahead.remote, state, importHost: ports.importHost };
  const aside = asideReader(cyclePorts, config, memory);
  return {
    status: (options = {}) =>
      inTurn(() => readStatus(cyclePorts, config, memory.organizationOfSite, options)),
    changeRequests: changeRequestsOf(cyclePorts, config, aside),
    cycle: (options = {}) =>
      inTurn(async () => {
        const found = await runCycle(cyclePorts, config, memory, options);
        const steps = await stepsAfterCycle(cyclePorts, config, found);
        const report = withSteps(found, steps);
        settleReadings(ahead, report, options.spaces);
        return report;
      }),
    readAhead: async (options) => {
      if (state.commit === null) await inTurn(() => state.refresh());
      return ahead.read(options);
    },
    look: ({ listWithinMs } = {}) =>
      inTurn(async () => {
        await state.refresh();
        const sightings = await listSpaces(
          { ...ports, state, config },
          { ...memory, ...(listWithinMs === undefined ? {} : { withinMs: listWithinMs }) },
        );
        const changed = sightings.filter(
          (each) => each.seen && state.spaces().get(each.id)?.token !== changeToken(each.space),
        );
        ahead.saw(changed.flatMap((each) => (each.seen ? [each.space] : [])));
        return {
          changed: changed.map(({ id }) => id),
          tokens: new Map(
            changed.flatMap((each) => (each.seen ? [[each.id, changeToken(each.space)] as const] : [])),
          ),
          unseen: sightings.flatMap((each) => (each.seen ? [] : [{ id: each.id, reason: each.reason }])),
        };
      }),
    spaces: () =>
      inTurn(async () => {
        await state.refresh();
        return [...state.spaces().values()].map(({ id, title, path }) => ({ id, title, path }));
      }),
  };
}

function withSteps(found: Omit<CycleReport, 'advice'>, steps: StepsAfterCycle): CycleReport {
  const { advice, heldBy } = steps;
  return { ...found, ...outcomeWith(found, steps), advice, ...(heldBy.length > 0 ? { heldBy } : {}) };
}

/** While a person's git waits for that person, nothing is sent and the branch stays; status says so, too. */
function outcomeWith(
  { branch, exitCode, outcome }: Omit<CycleReport, 'advice'>,
  { advice, gitWaits }: StepsAfterCycle,
): Pick<CycleReport, 'outcome' | 'exitCode'> {
  const waits = exitCode === 0 && advice.length > 0 && (gitWaits || branch.state === 'busy');
  return waits ? { outcome: 'conflict', exitCode: 5 } : { outcome, exitCode };
}

function settleReadings(ahead: PagesAhead, { problems }: CycleReport, spaces?: readonly string[]): void {
  // What failed is tried again, and then still needs what was read.
  if (problems.every(asksPerson)) ahead.done(spaces);
  for (const { code, space } of problems)
    if (space !== undefined && errorTable[code].retry === 'never') ahead.doubt(space);
}

function checkConfig({ mirror }: SyncConfig): void {
  const folders = (mirror.spaces ?? []).map(({ path }) => path.replace(/^\.\/(?=.)|\/+$/gu, ''));
  for (const [index, path] of folders.entries()) {
    if (path === '.' || path === '') {
      if (folders.length > 1)
        throw new AppError(
          'CONFIG_INVALID',
          'One space takes the whole repository (path `.`), which leaves no place for the other spaces',
          {
            hint: 'Give each space a folder of its own under `mirror.spaces`.',
          },
        );
    } else if (!isSafePath(path))
      throw new AppError('UNSAFE_PATH', `The folder ${path} of a space is not safe to write`, {
        hint: 'Use letters, digits, `-`, `_` and `/`, inside the repository.',
      });
    const other = folders.findIndex(
      (each, at) => at !== index && (each === path || each.startsWith(`${path}/`)),
    );
    if (other >= 0)
      throw new AppError(
        'CONFIG_INVALID',
        `Two spaces have the folders ${path} and ${folders[other]}, of which one is inside the other`,
        {
          hint: 'Give each space a folder of its own under `mirror.spaces`.',
        },
      );
  }
}
