import { seededRandom } from '../../src/clock/index.ts';
import type { ManualClock } from '../../src/clock/index.ts';
import { MemoryDisk, SafeFiles } from '../../src/files/index.ts';
import type { Cache } from '../../src/files/index.ts';
import { createWorkingTree, MemoryCheckout, MemoryRepository } from '../../src/git/index.ts';
import { createSync } from '../../src/sync/index.ts';
import type { ImportHost, Remote, Sync, SyncConfig } from '../../src/sync/index.ts';
import { checkedCache } from '../simulation/checked-cache.ts';
import { SleeplessClock } from '../simulation/sleepless-clock.ts';
import type { MemoryService } from '../simulation/memory-service.ts';

export interface MemoryWorld {
  readonly service: MemoryService;
  readonly git: MemoryRepository;
  readonly disk: MemoryDisk;
  readonly checkout: MemoryCheckout;
  readonly clock: ManualClock;
  readonly sync: Sync;
  /** Another process on the same repository, perhaps with another configuration. */
  restarted(change?: Partial<SyncConfig>): Sync;
  /** The files of the working tree, as text. */
  read(path: string): string | null;
  files(): string[];
  /** The text of a file in a commit. */
  show(ref: string, path: string): Promise<string | null>;
}

export function syncConfig(change: Partial<SyncConfig> = {}): SyncConfig {
  return {
    repository: { branch: 'main' },
    mirror: { organization: 'org1', changeRequests: 'open', metadata: false, comments: false },
    frontMatter: { id: true },
    push: { enabled: true, trigger: 'save', via: 'auto' },
    guards: { deletePercent: 20, deleteMinimum: 5 },
    ...change,
  };
}

/** A repository, a working tree and a service in memory, with a sync between them. */
export function memoryWorld(
  service: MemoryService,
  config: SyncConfig,
  {
    importHost,
    remote = () => service,
    cache = checkedCache(() => service),
  }: { importHost?: ImportHost; remote?: (clock: ManualClock) => Remote; cache?: Cache } = {},
): MemoryWorld {
  const clock = new SleeplessClock();
  const random = seededRandom(7);
  const git = new MemoryRepository();
  const disk = new MemoryDisk(clock);
  const files = new SafeFiles({ disk, clock, random });
  const checkout = new MemoryCheckout();
  const tree = createWorkingTree({ repository: git, files, checkout, clock });
  const restarted = (change: Partial<SyncConfig> = {}): Sync =>
    createSync(
      {
        remote: remote(clock),
        git,
        tree,
        files,
        cache,
        clock,
        random,
        ...(importHost ? { importHost } : {}),
      },
      { ...config, ...change },
    );
  const decoder = new TextDecoder();
  return {
    service,
    git,
    disk,
    checkout,
    clock,
    sync: restarted(),
    restarted,
    read: (path) => {
      const bytes = disk.contents().get(path) ?? null;
      return bytes === null ? null : decoder.decode(bytes);
    },
    files: () => [...disk.contents().keys()].sort(),
    show: async (ref, path) => {
      const oid = await git.resolveRef(ref);
      const entry = oid === null ? null : await git.entryAt(oid, path);
      return entry === null ? null : decoder.decode(await git.readBlob(entry.oid));
    },
  };
}
