import type { Clock } from '../../clock/index.ts';
import type { Revision } from '../../contract/index.ts';
import type { GitRepository } from '../../git/port.ts';
import type { CycleOptions, SyncConfig } from '../config.ts';
import type { Remote } from '../remote/port.ts';
import type { Problem } from '../report.ts';
import type { Journal } from '../state/journal.ts';
import type { StateStore } from '../state/store.ts';
import type { ArchivedHere } from './archived-here.ts';
import type { KeptTrees } from './kept-trees.ts';
import type { Tip } from './tip.ts';

/** What one cycle works with. `tip`, `commits` and `problems` grow during the cycle. */
export interface CycleContext {
  readonly remote: Remote;
  readonly git: GitRepository;
  readonly state: StateStore;
  /** The journal of what was begun in the person's files. */
  readonly journal: Journal;
  readonly config: SyncConfig;
  readonly clock: Clock;
  readonly options: CycleOptions;
  readonly problems: Problem[];
  /** When the metadata was last read and had not changed; 0: nobody knows. */
  readonly metadataSeenAt: number;
  /** Notes such a reading for this process and for later ones of the clone. */
  readonly metadataSeen: (at: number) => void;
  /** Paths below a folder (and relative to it) at which a person has files with names that tools obey. */
  readonly obeyedHere: (folder: string) => Promise<ReadonlySet<string>>;
  /** Trees that were read back after a write, by revision: the content of a revision never changes. */
  readonly readBack: Map<string, Revision>;
  readonly kept: KeptTrees;
  /** The change requests that a command of this clone has archived. */
  readonly archivedHere: ArchivedHere;
  /** Spaces that could be read in this cycle. */
  readonly seen: Set<string>;
  /** Spaces whose new content was mirrored in this cycle, while their change requests could not be read. */
  readonly halfSeen: Set<string>;
  /** Spaces that moved on while they were read, because a change request of ours was merged: their edits wait for the next cycle. */
  behind: ReadonlySet<string>;
  /** The change requests that our proposals are in. */
  readonly own: Set<string>;
  tip: Tip;
  commits: number;
}
