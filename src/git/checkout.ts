import type { FileStamp } from '../files/index.ts';
import type { FileMode, Oid, UnmergedPath, WorkInProgress } from './port.ts';

/** What git keeps besides the files of a working tree: its index, and our note of a fast-forward under way. */
export interface Checkout {
  /** The index: what is staged for each path, with the stamp that the file had then. It is only read again when it has changed. */
  staged(): Promise<StagedEntries>;
  /** See {@link WorkingTree.unmerged}. */
  unmerged(): Promise<readonly UnmergedPath[]>;
  /** Sets entries, or removes them (null), and leaves all others. `locked`: another process is writing the index; nothing was done. */
  stage(changes: ReadonlyMap<string, StagedVersion | null>): Promise<'staged' | 'locked'>;
  pending(): Promise<PendingMove | null>;
  setPending(move: PendingMove | null): Promise<void>;
}

export interface StagedEntries {
  get(path: string): StagedEntry | undefined;
}

export interface StagedVersion {
  mode: FileMode;
  oid: Oid;
  /** null: git must look at the file itself before it believes that the file has this content. */
  stamp: FileStamp | null;
}

export interface StagedEntry extends StagedVersion {
  /** Whether the path is in the middle of a merge. */
  conflicted: boolean;
}

export interface PendingMove {
  branch: string;
  from: Oid | null;
  to: Oid;
}

/** An index in memory. */
export class MemoryCheckout implements Checkout {
  readonly entries = new Map<string, StagedEntry>();
  /** The conflicts of a merge, which a test sets. */
  conflicts: readonly UnmergedPath[] = [];
  /** Whether another process seems to be writing the index. */
  locked = false;
  move: PendingMove | null = null;
  onStep: ((step: 'stage' | 'pending', when: 'before' | 'after') => void | Promise<void>) | undefined;

  async staged(): Promise<StagedEntries> {
    return this.entries;
  }

  async unmerged(): Promise<readonly UnmergedPath[]> {
    return this.conflicts;
  }

  async stage(changes: ReadonlyMap<string, StagedVersion | null>): Promise<'staged' | 'locked'> {
    await this.onStep?.('stage', 'before');
    if (this.locked) return 'locked';
    for (const [path, version] of changes) {
      if (version === null) this.entries.delete(path);
      else this.entries.set(path, { ...version, conflicted: false });
    }
    await this.onStep?.('stage', 'after');
    return 'staged';
  }

  async pending(): Promise<PendingMove | null> {
    return this.move;
  }

  async setPending(move: PendingMove | null): Promise<void> {
    await this.onStep?.('pending', 'before');
    this.move = move;
    await this.onStep?.('pending', 'after');
  }

  /** What a person's git is in the middle of, as far as the index shows. */
  get inProgress(): WorkInProgress[] {
    return this.locked ? ['index-lock'] : [];
  }
}
