import { AppError } from '../../src/base/index.ts';
import { seededRandom, type Random } from '../../src/clock/index.ts';
import { shareMirror, type SpaceWork } from '../../src/daemon/index.ts';
import { MemoryDisk, SafeFiles } from '../../src/files/index.ts';
import { createWorkingTree, MemoryCheckout, MemoryRepository, type GitHost } from '../../src/git/index.ts';
import { createMirrorHost } from '../../src/sharing/index.ts';
import { createSync } from '../../src/sync/index.ts';
import type { SyncConfig } from '../../src/sync/index.ts';
import { checkedCache } from './checked-cache.ts';
import { memoryGitHost } from './memory-git-host.ts';
import { MemoryService } from './memory-service.ts';
import { SleeplessClock } from './sleepless-clock.ts';
import { Killed } from './world.ts';

/** Something that a worker does beyond itself: a request to the service or to the git host. */
export interface WorkerStep {
  readonly worker: number;
  readonly port: string;
  readonly when: 'before' | 'after';
}

const config: SyncConfig = {
  repository: { branch: 'main' },
  mirror: { organization: 'org1', changeRequests: 'open', metadata: false, comments: false },
  frontMatter: { id: true },
  push: { enabled: true, trigger: 'commit', via: 'auto' },
  guards: { deletePercent: 100, deleteMinimum: 1000 },
};

/** How the workers of a fleet are made, so that a test can plant a fault. */
export interface FleetPlants {
  readonly work?: (work: SpaceWork) => SpaceWork;
  /** Nothing is announced, as before there were announcements. */
  readonly silent?: true;
}

/** A service, a git host, and workers between them that lose what they have when they are killed. */
export class FleetWorld {
  readonly clock = new SleeplessClock();
  readonly service = new MemoryService();
  readonly host = new MemoryRepository();
  readonly spaces: readonly string[];
  /** Hears of each step of each worker, and may throw: a failure of the network, or {@link Killed}. */
  onStep: ((step: WorkerStep) => Promise<void>) | undefined;
  readonly #workers: (SpaceWork | null)[];
  /** Workers in the middle of a cycle, innermost last. */
  readonly #busy: number[] = [];
  readonly #random: Random;
  readonly #plants: FleetPlants;

  constructor(
    random: Random,
    { spaces, workers }: { spaces: number; workers: number },
    plants: FleetPlants = {},
  ) {
    this.#random = random;
    this.#plants = plants;
    const { service } = this;
    this.spaces = Array.from({ length: spaces }, (_, at) =>
      service.addSpace(`Space ${at}`, [
        service.newPage('Home', `home of ${at}`),
        service.newPage('Ours', 'ours zero\n\nours one'),
        service.newPage('Theirs', 'theirs zero\n\ntheirs one'),
      ]),
    );
    this.#workers = Array.from({ length: workers }, () => null);
  }

  get idle(): readonly number[] {
    return [...this.#workers.keys()].filter((at) => !this.#busy.includes(at));
  }

  get busy(): readonly number[] {
    return this.#busy;
  }

  /** A worker's cycle; false when it failed. A worker that is killed begins the next one anew, with nothing. */
  async cycle(worker: number, space: string): Promise<boolean> {
    const life = { dead: false };
    const work = (this.#workers[worker] ??= this.#start(worker));
    this.#lives.set(worker, life);
    this.#busy.push(worker);
    try {
      await work.cycle({ spaces: [space], signal: new AbortController().signal });
      return true;
    } catch (error) {
      if (error instanceof Killed || life.dead) this.#workers[worker] = null;
      else if (!(error instanceof AppError)) throw error;
      return false;
    } finally {
      this.#busy.splice(this.#busy.indexOf(worker), 1);
    }
  }

  readonly #lives = new Map<number, { dead: boolean }>();

  #start(worker: number): SpaceWork {
    const random = seededRandom(Math.floor(this.#random.number() * 2 ** 31));
    const { clock } = this;
    const git = new MemoryRepository({ branch: 'own' });
    const files = new SafeFiles({ disk: new MemoryDisk(clock), clock, random });
    const tree = createWorkingTree({ repository: git, files, checkout: new MemoryCheckout(), clock });
    const remote = this.#watched(this.service, worker, (name) => !unwatched.has(name));
    const host: GitHost = this.#watched(memoryGitHost(this.host), worker, () => true);
    const mirror = createMirrorHost({ git, host, branch: 'main' });
    const announce = async (space: string): Promise<void> =>
      this.#plants.silent ? undefined : mirror.announce(space, {});
    const cache = checkedCache(() => this.service);
    const ports = { remote, git, tree, files, cache, clock, random, clone: 'fleet', announce };
    const sync = createSync(ports, config);
    return shareMirror(this.#plants.work?.(sync) ?? sync, mirror);
  }

  /** The same port, with a step before and after each call; a worker that is dead does nothing any more. */
  #watched<Port extends object>(port: Port, worker: number, isStep: (name: string) => boolean): Port {
    const step = async (name: string, when: WorkerStep['when']): Promise<void> => {
      const life = this.#lives.get(worker)!;
      if (life.dead) throw new Killed();
      try {
        await this.onStep?.({ worker, port: name, when });
      } catch (error) {
        life.dead ||= error instanceof Killed;
        throw error;
      }
    };
    return new Proxy(port, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function' || typeof name !== 'string') return value;
        const own = (value as (...input: unknown[]) => unknown).bind(target);
        if (!isStep(name)) return own;
        return async (...input: unknown[]) => {
          await step(name, 'before');
          const result = await own(...input);
          await step(name, 'after');
          return result;
        };
      },
    });
  }

  /** A person commits on what the git host has of the branch, and pushes. */
  async push(
    change: (files: ReadonlyMap<string, string>) => ReadonlyMap<string, string | null>,
  ): Promise<void> {
    const head = await this.host.resolveRef('refs/heads/main');
    if (head === null) return;
    const changes = change(await this.files());
    const me = { name: 'Writer', email: 'writer@example.com', at: this.clock.now() };
    const next = await this.host.write(async (writer) => {
      const versions = new Map(
        [...changes].map(([path, text]) => [
          path,
          text === null
            ? null
            : { mode: '100644' as const, oid: writer.addBlob(new TextEncoder().encode(text)) },
        ]),
      );
      const tree = await writer.updateTree(await this.host.treeOf(head), versions);
      return writer.addCommit({ tree, parents: [head], author: me, committer: me, message: 'My edits\n' });
    });
    this.host.force('refs/heads/main', next);
  }

  /** The files of the branch on the git host. */
  async files(): Promise<ReadonlyMap<string, string>> {
    const head = await this.host.resolveRef('refs/heads/main');
    const files = new Map<string, string>();
    if (head === null) return files;
    for (const { path, oid } of await this.host.listTree(head))
      files.set(path, new TextDecoder().decode(await this.host.readBlob(oid)));
    return files;
  }
}

/** What asks nobody. */
const unwatched: ReadonlySet<string> = new Set(['findings', 'remember', 'readsRevisions']);
