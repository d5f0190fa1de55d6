import type { AppError } from '../../base/index.ts';
import type {
  ChangeRequest,
  Collection,
  ContentConflict,
  File,
  Page,
  Revision,
  Site,
  Space,
  User,
} from '../../contract/index.ts';

/**
 * The service as a sync sees it: the few questions and effects that it needs, on any interface.
 *
 * Every method may fail with an AppError of the one table. An effect (create, change, merge …) whose answer is lost may have
 * happened: callers look before they repeat it.
 */
export interface Remote {
  /** All spaces of an organization; null where the service has no such list. */
  organizationSpaces(organization: string): Promise<Space[] | null>;
  collectionSpaces(collection: string): Promise<Space[]>;
  siteSpaces(organization: string, site: string): Promise<Space[]>;
  organizations(): Promise<string[]>;
  /** All collections of an organization, including nested ones. */
  collections(organization: string): Promise<Collection[]>;
  sites(organization: string): Promise<Site[]>;
  /**
   * What the lists above have left out since the last call because it broke the contract: spaces by their identity where they
   * have a usable one. The method is absent where lists are always complete.
   */
  takeUnreadable?(): readonly Unreadable[];
  /** A space; null when it does not exist, or when we may not see it. */
  space(id: string): Promise<Space | null>;

  /**
   * What an organization has besides its spaces' content, without objects that the token may not see. `specifications` are the
   * versions, by slug, whose text we have already: these texts are not read again.
   */
  metadata(
    organization: string,
    of: { spaces: readonly string[]; comments: boolean; specifications: ReadonlyMap<string, string> },
  ): Promise<MetadataObject[]>;

  /** Whether the service lets us read primary content and old revisions, or change requests alone. */
  readsRevisions(space: string): Promise<boolean>;
  /** The tree, files and includes of one place, without their bodies. */
  content(place: ContentPlace): Promise<Revision>;
  /** A page with its whole text, including title and front matter, in one answer. */
  page(place: ContentPlace, page: string): Promise<Page & { markdown: string }>;
  /** The text of a reusable content; null where the service does not give it. */
  includeText(place: ContentPlace, id: string): Promise<string | null>;
  /** What a revision changed compared with its parent; null where the service does not say. */
  changes(space: string, revision: string): Promise<RevisionChanges | null>;
  download(file: File): Promise<Uint8Array>;

  changeRequests(space: string, status: ChangeRequest['status']): Promise<ChangeRequest[]>;
  changeRequest(space: string, id: string): Promise<ChangeRequest | null>;
  createChangeRequest(space: string, subject: string): Promise<ChangeRequest>;
  setChangeRequest(
    space: string,
    id: string,
    change: { subject?: string; status?: 'draft' | 'open' | 'archived' },
  ): Promise<ChangeRequest>;
  merge(space: string, id: string): Promise<MergeAnswer>;
  update(space: string, id: string): Promise<MergeAnswer>;
  /** Whether content changes can be sent to a change request; the question changes nothing. */
  takesContentChanges(space: string, changeRequest: string): Promise<boolean>;
  /** Applies up to 50 changes, all or none; null where the service cannot do that. Hints that the service does not take are left out. */
  changeContent(
    space: string,
    id: string,
    changes: readonly ContentChange[],
  ): Promise<ContentChangeResult | null>;
  importContent(
    space: string,
    id: string,
    source: { url: string; source: string },
  ): Promise<{ revision: string }>;

  /** The comments of a change request, as markdown. */
  comments(space: string, changeRequest: string): Promise<readonly RemoteComment[]>;
  /** Posts a comment on a change request, or replaces the text of the given one; returns its id. */
  comment(space: string, changeRequest: string, markdown: string, comment?: string): Promise<string>;

  /** What was found out about the server, for the next process to remember. */
  findings(): Readonly<Record<string, boolean>>;
  remember(findings: Readonly<Record<string, boolean>>): void;

  /** How many requests were sent so far. */
  readonly requests: number;
}

/** What the service says about a merge or an update. */
export interface MergeAnswer {
  readonly revision: string;
  /** `conflicts`: the change request has both sides now, and somebody has to look at it. */
  readonly result: string;
  readonly conflicts?: readonly ContentConflict[];
}

export interface RemoteComment {
  readonly id: string;
  readonly markdown: string;
}

/** An item of a list that breaks the contract. */
export interface Unreadable {
  readonly id: string | null;
  readonly reason: AppError;
}

/** One object of an organization, which gets a file of its own. */
export interface MetadataObject {
  readonly kind:
    'organizations' | 'collections' | 'spaces' | 'sites' | 'openapi' | 'translations' | 'comments';
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The text of an OpenAPI specification; `here` when the text that we have is still right. */
  readonly text?: Uint8Array | 'here';
}

/** A place that content is read from. A change request's content may change while we read; a revision's never does. */
export type ContentPlace =
  | { readonly kind: 'revision'; readonly space: string; readonly revision: string }
  | { readonly kind: 'change-request'; readonly space: string; readonly id: string };

/** A revision compared with its parent. `edited` lists pages that changed in place; any other change means that the tree has to be read. */
export interface RevisionChanges {
  readonly revision: {
    readonly id: string;
    readonly parents: readonly string[];
    readonly createdAt: string;
    readonly type: string;
    readonly mergedFrom?: ChangeRequest;
  };
  readonly edited: readonly { readonly id: string }[];
  /** True when there are changes other than edits of pages' texts, or when the list is incomplete. */
  readonly more: boolean;
}

export type ContentChange =
  | ({
      readonly type: 'insert_page';
      readonly document: { readonly markdown: string };
      readonly ref?: string;
    } & PageFields &
      PagePosition)
  | ({
      readonly type: 'update_page';
      readonly page: string;
      readonly document?: { readonly markdown: string };
    } & PageFields &
      PagePosition)
  | { readonly type: 'delete_page'; readonly page: string }
  | { readonly type: 'insert_files'; readonly files: readonly NewFile[] };

export interface PageFields {
  readonly title?: string;
  readonly slug?: string;
  readonly emoji?: string;
}

export interface PagePosition {
  /** The parent page; null for the root. */
  readonly into?: string | null;
  readonly at?: number;
  /** A hint: the page's file in the space's folder. */
  readonly git?: { readonly path: string };
}

export interface NewFile {
  readonly name: string;
  readonly contentType: string;
  readonly base64: string;
}

export interface ContentChangeResult {
  readonly changeRequest: ChangeRequest;
  readonly changes: readonly {
    readonly page?: { readonly id: string };
    readonly ref?: string;
  }[];
}

export type { ChangeRequest, File, Page, Revision, Space, User };
