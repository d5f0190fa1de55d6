import type { AppError } from '../../base/index.ts';
import type {
  ChangeRequest,
  Collection,
  File,
  Page,
  Revision,
  Site,
  Space,
  User,
} from '../../contract/index.ts';

/**
 * The service as a sync sees it: the few questions and effects that it needs, whatever interface stands behind.
 *
 * Every method may fail with an AppError of the one table. Effects (create, change, merge …) whose answer is lost may have
 * happened: callers look before they repeat one.
 */
export interface Remote {
  /** All spaces of an organization; null where the service has no such list. */
  organizationSpaces(organization: string): Promise<Space[] | null>;
  collectionSpaces(collection: string): Promise<Space[]>;
  siteSpaces(organization: string, site: string): Promise<Space[]>;
  organizations(): Promise<string[]>;
  /** Nested ones too. */
  collections(organization: string): Promise<Collection[]>;
  sites(organization: string): Promise<Site[]>;
  /**
   * What was left out of the lists above since the last call, because it was not as agreed: spaces by their identity where they
   * have one that can be used. Absent where lists are always whole.
   */
  takeUnreadable?(): readonly Unreadable[];
  /** Null for a space that is not there, or not ours to see. */
  space(id: string): Promise<Space | null>;

  /**
   * What an organization has beside its spaces' content; what the token may not see is left out. `specifications` are the
   * versions, by slug, of which the text is here already: those are not read again.
   */
  metadata(
    organization: string,
    of: { spaces: readonly string[]; comments: boolean; specifications: ReadonlyMap<string, string> },
  ): Promise<MetadataObject[]>;

  /** Whether the service lets primary content and old revisions be read, or change requests alone. */
  readsRevisions(space: string): Promise<boolean>;
  /** The tree, files and includes of one place, without bodies. */
  content(place: ContentPlace): Promise<Revision>;
  /** A page with its whole text, title and front matter in it, as one answer. */
  page(place: ContentPlace, page: string): Promise<Page & { markdown: string }>;
  /** The text of a reusable content; null where the service does not give it. */
  includeText(place: ContentPlace, id: string): Promise<string | null>;
  /** What a revision changed against its parent; null where the service does not say. */
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
  merge(space: string, id: string): Promise<{ revision: string; result: string }>;
  update(space: string, id: string): Promise<{ revision: string; result: string }>;
  /** Whether content changes can be sent to a change request; asking changes nothing. */
  takesContentChanges(space: string, changeRequest: string): Promise<boolean>;
  /** Applies up to 50 changes, all or none; null where the service cannot. What it does not take of hints is left out. */
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

  /** Comments of a change request, as markdown. */
  comments(space: string, changeRequest: string): Promise<readonly CommentThere[]>;
  /** Posts a comment on a change request, or writes over the one that is named; gives its id. */
  comment(space: string, changeRequest: string, markdown: string, comment?: string): Promise<string>;

  /** What was found out about the server, to be remembered for the next process. */
  findings(): Readonly<Record<string, boolean>>;
  remember(findings: Readonly<Record<string, boolean>>): void;

  /** How many requests were sent so far. */
  readonly requests: number;
}

export interface CommentThere {
  readonly id: string;
  readonly markdown: string;
}

/** Something in a list that is not as agreed. */
export interface Unreadable {
  readonly id: string | null;
  readonly reason: AppError;
}

/** One object of an organization, to be kept as a file of its own. */
export interface MetadataObject {
  readonly kind:
    'organizations' | 'collections' | 'spaces' | 'sites' | 'openapi' | 'translations' | 'comments';
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Of an OpenAPI specification: its text; `here` when the one that is here is still right. */
  readonly text?: Uint8Array | 'here';
}

/** Where content is read from. A change request's content may move under the reader; a revision's never does. */
export type ContentPlace =
  | { readonly kind: 'revision'; readonly space: string; readonly revision: string }
  | { readonly kind: 'change-request'; readonly space: string; readonly id: string };

/** A revision against its parent. Only `edited` pages keep their place; anything else means that the tree has to be read. */
export interface RevisionChanges {
  readonly revision: {
    readonly id: string;
    readonly parents: readonly string[];
    readonly createdAt: string;
    readonly type: string;
    readonly mergedFrom?: ChangeRequest;
  };
  readonly edited: readonly { readonly id: string }[];
  /** True when there is more than edits of pages' texts, or when the list was cut. */
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
  readonly linkTitle?: string;
  readonly emoji?: string | null;
  readonly icon?: string | null;
  readonly description?: string | null;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly condition?: string | null;
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
  readonly ref?: string;
  readonly base64: string;
}

export interface ContentChangeResult {
  readonly changeRequest: ChangeRequest;
  readonly changes: readonly {
    readonly object: string;
    readonly page?: { readonly id: string };
    readonly ref?: string;
  }[];
  readonly insertedFiles?: readonly { readonly id: string; readonly name: string; readonly ref?: string }[];
}

export type { ChangeRequest, File, Page, Revision, Space, User };
