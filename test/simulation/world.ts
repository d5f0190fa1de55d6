import { AppError } from '../../src/base/index.ts';
import { seededRandom } from '../../src/clock/index.ts';
import type { Random } from '../../src/clock/index.ts';
import { MemoryDisk, SafeFiles } from '../../src/files/index.ts';
import type { Files } from '../../src/files/index.ts';
import { createWorkingTree, MemoryCheckout, MemoryRepository } from '../../src/git/index.ts';
import type { GitRepository, WorkingTree } from '../../src/git/index.ts';
import { createSync } from '../../src/sync/index.ts';
import type { CycleReport, Remote, SyncConfig } from '../../src/sync/index.ts';
import { sayingOf } from '../people/saying.ts';
import { checkedCache } from './checked-cache.ts';
import type { DayRecord } from './day-record.ts';
import { flat } from './memory-content.ts';
import { lateRemote } from './late-service.ts';
import type { Lag } from './late-service.ts';
import { MemoryService } from './memory-service.ts';
import { SleeplessClock } from './sleepless-clock.ts';

/** A process that is killed: nothing of it goes on. */
export class Killed extends Error {}

/** Faulty ports that a test plants, to see that the simulation notices. */
export interface Plants {
  readonly files?: (files: Files, disk: MemoryDisk) => Files;
  readonly tree?: (tree: WorkingTree, disk: MemoryDisk, git: MemoryRepository) => WorkingTree;
  readonly remote?: (remote: MemoryService) => Remote;
  readonly git?: (git: MemoryRepository) => GitRepository;
  /** Writes down what each cycle does. */
  readonly record?: DayRecord;
  /** Nobody saves files that cannot be sent: for schedules from before they did. */
  readonly plain?: true;
}

const config: SyncConfig = {
  repository: { branch: 'main' },
  mirror: { organization: 'org1', changeRequests: 'open', metadata: false, comments: false },
  frontMatter: { id: true },
  push: { enabled: true, trigger: 'save', via: 'auto' },
  guards: { deletePercent: 100, deleteMinimum: 1000 },
};

/** Both sides in memory, a process between them that may be killed, and a person at each side. */
export class SimulatedWorld {
  readonly clock = new SleeplessClock();
  readonly disk = new MemoryDisk(this.clock);
  readonly git = new MemoryRepository();
  readonly checkout = new MemoryCheckout();
  readonly service: MemoryService;
  readonly space: string;
  readonly random: Random;
  readonly #plants: Plants;
  readonly #cache = checkedCache(() => this.service);
  /** Why the last cycle that failed did. */
  lastFailure: unknown = null;
  #process = 0;
  #joinedByHand = 0;
  #sync: ReturnType<typeof createSync> | null = null;

  readonly #lag: Lag | null;

  constructor(
    random: Random,
    plants: Plants = {},
    { hints = true, lag = null }: { hints?: boolean; lag?: Lag | null } = {},
  ) {
    this.#lag = lag;
    this.random = random;
    this.#plants = plants;
    const service = new MemoryService({ hints });
    this.service = service;
    this.space = service.addSpace('Docs', [
      service.newPage('Home', 'home zero\n\nhome one'),
      service.newPage('Alpha', 'alpha zero\n\nalpha one\n\nalpha two', [
        service.newPage('Beta', 'beta zero\n\nbeta one'),
      ]),
      service.newPage('Gamma', 'gamma zero\n\ngamma one'),
    ]);
  }

  /** Runs one cycle; `step` sees everything that the process does, and may throw {@link Killed} or a failure of the network. */
  async cycle(
    step?: (what: { writes: boolean; port: string; when: string; remote: boolean }) => void,
  ): Promise<CycleReport | null> {
    const process = ++this.#process;
    let dead = false;
    const seen = (what: { writes: boolean; port: string; when: string; remote: boolean }): void => {
      // What a killed process had still planned does not happen.
      if (dead || process !== this.#process) throw new Killed();
      try {
        step?.(what);
      } catch (error) {
        if (error instanceof Killed) dead = true;
        throw error;
      }
    };
    this.disk.onStep = ({ step: name, when }) =>
      seen({ writes: true, port: `disk ${name}`, when, remote: false });
    this.git.onStep = ({ effect, when }) =>
      seen({ writes: true, port: `git ${effect}`, when, remote: false });
    this.checkout.onStep = (name, when) => seen({ writes: true, port: `index ${name}`, when, remote: false });
    this.service.onStep = ({ operation, when, writes }) =>
      seen({ writes, port: operation, when, remote: true });
    const sync = (this.#sync ??= this.#start());
    try {
      const report = await sync.cycle();
      await this.#record(report, sayingOf(report));
      return report;
    } catch (error) {
      this.lastFailure = error;
      await this.#record(null, String(error));
      if (error instanceof Killed || dead) this.#sync = null;
      else if (!(error instanceof AppError)) throw error;
      return null;
    } finally {
      this.disk.onStep = undefined;
      this.git.onStep = undefined;
      this.checkout.onStep = undefined;
      this.service.onStep = undefined;
      this.clock.jump(5000);
    }
  }

  async #record(report: CycleReport | null, said: string): Promise<void> {
    const { git, checkout, disk } = this;
    const files = disk.contents();
    await this.#plants.record?.cycle({
      ...{ clone: 'the writer', git, staged: checkout.entries, files, report, status: null, said },
    });
  }

  #start(): ReturnType<typeof createSync> {
    const { clock, disk, checkout } = this;
    const random = seededRandom(Math.floor(this.random.number() * 2 ** 31));
    const safe = new SafeFiles({ disk, clock, random });
    const files = this.#plants.files?.(safe, disk) ?? safe;
    const git = this.#plants.git?.(this.git) ?? this.git;
    const inner = createWorkingTree({ repository: git, files, checkout, clock });
    const tree = this.#plants.tree?.(inner, disk, this.git) ?? inner;
    const plain = this.#plants.remote?.(this.service) ?? this.service;
    const direct = this.#plants.record?.watched(plain) ?? plain;
    const late = { service: this.service, remote: direct, now: () => clock.now() };
    const remote = this.#lag ? lateRemote(late, this.#lag, []) : direct;
    return createSync({ remote, git, tree, files, cache: this.#cache, clock, random }, config);
  }

  /** From now on everybody is shown what is true. */
  endLateness(): void {
    if (this.#lag) this.#lag.ms = 0;
  }

  /** The local files as text. */
  local(): Map<string, string> {
    const decoder = new TextDecoder();
    return new Map([...this.disk.contents()].map(([path, bytes]) => [path, decoder.decode(bytes)]));
  }

  /** The primary pages as text, by id. */
  remote(): Map<string, string> {
    return new Map(flat(this.service.headOf(this.space).pages).map(({ id, text }) => [id, text]));
  }

  save(path: string, text: string, how: number): void {
    const bytes = new TextEncoder().encode(text);
    if (how < 0.5) this.disk.personSaves(path, bytes);
    else this.disk.personSavesByRename(path, bytes);
  }

  /** The person commits everything, as `git add -A && git commit` does. */
  async commit(): Promise<void> {
    const head = (await this.git.head()).oid;
    if (head === null || this.checkout.move !== null) return;
    const commit = await this.git.write(async (writer) => {
      const entries = new Map(
        [...this.disk.contents()].map(([path, bytes]) => [
          path,
          { mode: '100644' as const, oid: writer.addBlob(bytes) },
        ]),
      );
      const tree = await writer.updateTree(null, entries);
      this.checkout.entries.clear();
      for (const [path, version] of entries)
        this.checkout.entries.set(path, { ...version, stamp: null, conflicted: false });
      const me = { name: 'Writer', email: 'writer@example.com', at: this.clock.now() };
      return writer.addCommit({ tree, parents: [head], author: me, committer: me, message: 'My edits\n' });
    });
    this.git.force('refs/heads/main', commit);
  }

  /**
   * The person joins a conflict by hand: takes what the service has, and puts back every line of theirs that is then nowhere.
   */
  async joinByHand(wanted: readonly string[]): Promise<void> {
    const mirror = await this.git.resolveRef('refs/remotes/docs/main');
    if (mirror === null) return;
    const tokens = wanted.filter((token) => [...this.local().values()].some((text) => text.includes(token)));
    for (const path of this.disk.contents().keys()) this.disk.personRemoves(path);
    this.checkout.entries.clear();
    for (const { path, oid, mode } of await this.git.listTree(mirror)) {
      this.disk.personSaves(path, await this.git.readBlob(oid));
      this.checkout.entries.set(path, { mode, oid, stamp: null, conflicted: false });
    }
    this.checkout.move = null;
    this.git.force('refs/heads/main', mirror);
    const now = [...this.local().values()];
    const lost = tokens.filter((token) => !now.some((text) => text.includes(token)));
    const path = [...this.local().keys()].find((each) => each.endsWith('README.md'));
    if (lost.length === 0 || path === undefined) return;
    // What was turned down is not sent again as it was: each time they go to the other end of the page.
    const text = this.local().get(path)!.trimEnd();
    const lines = lost.join('\n\n');
    const atEnd = this.#joinedByHand++ % 2 === 0;
    this.save(
      path,
      atEnd ? `${text}\n\n${lines}\n` : `${text.replace(/^# .*$/m, (title) => `${title}\n\n${lines}`)}\n`,
      0,
    );
  }
}
