import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GitHost } from '../../src/git/port.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import type { CycleReport, Remote, SyncConfig } from '../../src/sync/index.ts';
import { syncConfig } from './memory-world.ts';
import { aClone, serviceWorld } from './service-world.ts';
import type { Clone, ServiceWorld } from './service-world.ts';

type ContentChange = Parameters<Remote['changeContent']>[2][number];

/** A space with one page. */
export const onePage: Readonly<Record<string, string>> = {
  'SUMMARY.md': '# Table of contents\n\n* [a](a.md)\n',
  'a.md': '# a\n\nText.\n',
};

/** A space with two pages. */
export const twoPages: Readonly<Record<string, string>> = {
  'SUMMARY.md': '# Table of contents\n\n* [a](a.md)\n* [b](b.md)\n',
  'a.md': '# a\n\nText.\n',
  'b.md': '# b\n\nText.\n',
};

/** A person who writes in a clone of one space of the embedded service. */
export interface WriterOfClone extends Clone {
  write(path: string, content: string | Uint8Array): void;
  removeFile(path: string): void;
  /** Three cycles after which nothing may be written any more: what the last one found to write, if anything. */
  isQuiet(): Promise<Rest>;
}

/** What a cycle still found to do, and the conflicts that keep files as they are. */
interface Rest {
  readonly commits: number;
  readonly writes: number;
  readonly moved: boolean;
  readonly conflicts: readonly string[];
}

/** A cycle that found nothing to do and nothing that a person must decide. */
export const atRest: Rest = { commits: 0, writes: 0, moved: false, conflicts: [] };

export interface WritersWorld extends ServiceWorld {
  readonly space: string;
  /** Another clone of the same space; a writer of its own. */
  writer(config?: Partial<SyncConfig>, on?: { gitHost?: GitHost }): Promise<WriterOfClone>;
  requests(): Promise<ChangeRequest[]>;
  /** Somebody merges all change requests that can be merged, the oldest first. */
  mergeAll(): Promise<void>;
  /** Somebody changes the primary content in the service. */
  change(changes: readonly ContentChange[]): Promise<void>;
}

/**
 * The embedded service with one space of these files, mirrored into the folder `docs` of each clone; `through` is what stands between
 * the clones and the service.
 */
export async function writersWorld(
  files: Readonly<Record<string, string>>,
  through: (remote: Remote) => Remote = (remote) => remote,
): Promise<WritersWorld> {
  const world = serviceWorld();
  const seed = mkdtempSync(join(tmpdir(), 'tidemark-seed-'));
  writeAll(seed, files);
  const [seeded] = world.seed(seed).spaces;
  rmSync(seed, { recursive: true });
  const space = seeded!.id;
  const clones: Clone[] = [];
  const remote = world.newRemote();
  const requests: WritersWorld['requests'] = async () => {
    const found: ChangeRequest[] = [];
    for (const status of ['draft', 'open', 'merged', 'archived'] as const)
      found.push(...(await remote.changeRequests(space, status)));
    return found.sort((one, other) => one.number - other.number);
  };
  return {
    ...world,
    space,
    requests,
    mergeAll: async () => {
      for (const { id, status } of await requests())
        if (status === 'draft' || status === 'open') await remote.merge(space, id);
    },
    change: async (changes) => {
      const { id } = await remote.createChangeRequest(space, 'In the service');
      await remote.changeContent(space, id, changes);
      await remote.merge(space, id);
    },
    writer: async (config = {}, on = {}) => {
      const mirror = { ...syncConfig().mirror, spaces: [{ id: space, path: 'docs' }] };
      delete (mirror as { organization?: string }).organization;
      const clone = await aClone(() => through(world.newRemote()), syncConfig({ mirror, ...config }), on);
      clones.push(clone);
      return writerOf(clone);
    },
    close: async () => {
      for (const clone of clones) await clone.remove();
      await world.close();
    },
  };
}

function writerOf(clone: Clone): WriterOfClone {
  const at = (path: string): string => join(clone.folder, path);
  return {
    ...clone,
    write: (path, content) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), content);
    },
    removeFile: (path) => rmSync(at(path)),
    isQuiet: async () => {
      let last: CycleReport | null = null;
      let before = '';
      for (let cycle = 1; cycle <= 3; cycle++) {
        before = clone.git('for-each-ref');
        last = await clone.sync.cycle();
      }
      const writes = last!.proposals.filter(
        ({ state }) => state === 'proposed' || state === 'updated',
      ).length;
      const conflicts = last!.branch?.conflicts.map(({ path }) => path) ?? [];
      return { commits: last!.commits, writes, moved: before !== clone.git('for-each-ref'), conflicts };
    },
  };
}

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
