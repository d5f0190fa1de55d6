import type { Oid } from '../../git/port.ts';

/**
 * What a sync remembers between cycles. All of it can be found again from both sides (names from the mirror's tree, texts by
 * reading them once more): losing it costs time, never content.
 */
export interface SpaceRecord {
  readonly id: string;
  readonly title: string;
  /** The space's folder in the repository, `.` for the root. */
  readonly path: string;
  /** The revision that the mirror has. */
  readonly revision: string;
  /** Everything in a list of spaces that changes when anything in the space changes; see `changeToken`. */
  readonly token: string;
  readonly organization: string;
  readonly pages: number;
  readonly changeRequests: readonly ChangeRequestRecord[];
  /** The commits of revisions, newest last: with these we find the commit that a change request starts from. */
  readonly commits: readonly { readonly revision: string; readonly commit: Oid }[];
  /** The folders that it had before, oldest first, each with the mirror's last commit that has it there. */
  readonly formerly?: readonly { readonly path: string; readonly commit: Oid }[];
  /** The configuration names it no longer, and a sync has said so. */
  readonly left?: true;
  /** When the mirror first saw its revision. */
  readonly movedAt?: number;
  /** The change request through which the content is read on a strict interface. */
  readonly window?: WindowRecord;
  /** Notes about names that could not be used as file names. */
  readonly notes?: readonly string[];
  /** The space's address in the hosted app. */
  readonly app?: string;
}

export interface ChangeRequestRecord {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  /** The mark in its subject, if any: it shows who made the change request when the proposals are lost. */
  readonly mark?: string;
  readonly status: string;
  readonly revision: string;
  readonly outdated: boolean;
  readonly base: string;
  readonly commit: Oid;
  /** Contents that differ from those that the space's own table had when this record was written. */
  readonly objects: Readonly<Record<string, ContentRecord>>;
}

export interface WindowRecord {
  readonly id: string;
  /** The window's revision after we last made or updated it: any other revision means that somebody edited it. */
  readonly revision: string;
  /** The revision of the space that the window shows. */
  readonly shows: string;
}

/** A page, file or include, as the mirror has it. */
export interface ContentRecord {
  /** The path in the space's folder. */
  readonly path: string;
  /** Equal marks mean equal bytes, which need not be read again. */
  readonly mark: string;
  readonly oid: Oid;
  /** For a page, what SUMMARY.md says of it; an equal outline means that the tree did not change. */
  readonly outline?: string;
  /** For a page, the part of its address in the app behind the space's address, where the service gives it: `/guides/usage`. */
  readonly app?: string;
}

export type ContentKind = 'page' | 'file' | 'include';

/**
 * The version of all documents of the state together. A version that adds fields keeps the number, because each version keeps
 * fields that it does not know. A version that changes the meaning of documents gets the next number, and reads the earlier ones.
 */
export const stateVersion = 1;

export interface RootRecord {
  readonly version: typeof stateVersion;
  /** The mirror commit that this state belongs to. */
  readonly mirror: Oid | null;
  readonly spaces: readonly string[];
  /** When the metadata of organizations was last read, in milliseconds since the epoch. */
  readonly metadataAt: number;
  /** What was found out about the server, and when. */
  readonly service: {
    readonly findings: Readonly<Record<string, boolean>>;
    readonly at: number;
    /** The times of findings that expire on their own. */
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
