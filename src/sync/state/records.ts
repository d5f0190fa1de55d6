import type { Oid } from '../../git/port.ts';

/**
 * What a sync remembers between cycles. All of it can be found again from both sides (names from the mirror's tree, texts
 * by reading them once more): losing it costs time, never content.
 */
export interface SpaceRecord {
  readonly id: string;
  readonly title: string;
  /** Its folder in the repository, `.` for the root. */
  readonly path: string;
  /** The revision that the mirror holds. */
  readonly revision: string;
  /** Everything in a list of spaces that moves when anything in the space moves; see `changeToken`. */
  readonly token: string;
  readonly organization: string;
  readonly pages: number;
  readonly changeRequests: readonly ChangeRequestRecord[];
  /** Newest last: where to find the commit of a revision that a change request starts from. */
  readonly commits: readonly { readonly revision: string; readonly commit: Oid }[];
  /** When the mirror first saw its revision. */
  readonly movedAt?: number;
  /** The change request through which the content is read on a strict interface. */
  readonly window?: WindowRecord;
  /** What there is to tell of names that could not be taken over. */
  readonly notes?: readonly string[];
  /** Its address in the hosted app. */
  readonly app?: string;
}

export interface ChangeRequestRecord {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  /** The mark of its subject, where it has one: who made it can be told again when the proposals are lost. */
  readonly mark?: string;
  readonly status: string;
  readonly revision: string;
  readonly outdated: boolean;
  readonly base: string;
  readonly commit: Oid;
  /** Contents that differ from those that the space's own table named when this was written. */
  readonly objects: Readonly<Record<string, ContentRecord>>;
}

export interface WindowRecord {
  readonly id: string;
  /** Its revision after we last made or updated it: another one means that somebody edited it. */
  readonly revision: string;
  /** The revision of the space that it shows. */
  readonly shows: string;
}

/** A page, file or include, as the mirror holds it. */
export interface ContentRecord {
  /** In the space's folder. */
  readonly path: string;
  /** The same mark means the same bytes, so that they need not be read again. */
  readonly mark: string;
  readonly oid: Oid;
  /** Pages: what SUMMARY.md says of it; the same outline means that the tree did not change. */
  readonly outline?: string;
  /** Pages: what follows the space's address in the app, where the service says so: `/guides/usage`. */
  readonly app?: string;
}

export type ContentKind = 'page' | 'file' | 'include';

/**
 * The version of all documents of the state together. A version that adds fields keeps the number: what it does not know, it keeps as it
 * is. A version whose documents mean something else gets the next number, and reads the earlier ones.
 */
export const stateVersion = 1;

export interface RootRecord {
  readonly version: typeof stateVersion;
  /** The mirror commit that this state belongs to. */
  readonly mirror: Oid | null;
  readonly spaces: readonly string[];
  /** When the metadata of organizations was last read, milliseconds since the epoch. */
  readonly metadataAt: number;
  /** What was found out about the server, and when. */
  readonly service: {
    readonly findings: Readonly<Record<string, boolean>>;
    readonly at: number;
    /** When single findings were made that have an age of their own. */
    readonly since?: Readonly<Record<string, number>>;
  };
}

export const emptyRoot: RootRecord = {
  version: stateVersion,
  mirror: null,
  spaces: [],
  metadataAt: 0,
  service: { findings: {}, at: 0 },
};
