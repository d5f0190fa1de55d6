/** The key of a page in a plan: the page's id, or `new:` and its path. A group's key is `group:` and its slug, a link's `link:` and its address; null is the root. */
export type PageKey = string;

export interface TextEdit {
  readonly key: PageKey;
  readonly path: string;
  /** The page's path in the base; null for a page that the base does not have. */
  readonly from: string | null;
  /** The text of the local file, without the identity that the mirror adds. */
  readonly text: string;
  readonly baseText: string | null;
  /** The text of the local file, where `text` is the join of that text with the service's. */
  readonly local?: string;
  /** What the page should have said before the text was joined with what somebody else wrote into the change request. */
  readonly wanted?: string;
  /** The service cannot be told the page's local path. */
  readonly keepsPlace?: boolean;
  /**
   * The service chooses the new page's place and takes its title from the text: it cannot be told what the table of contents says
   * of the page.
   */
  readonly isUnplaced?: boolean;
  /** Whether the file moved while the table of contents kept the page's entry. */
  readonly keepsEntry?: true;
  /** The title, where the text alone does not say it; null: the text says it. */
  readonly title: string | null;
  readonly slug: string | null;
  /** The local file holds what is not sent (`HeldFiles`): the text is that of the base, with its new title or place alone. */
  readonly isHeldBack?: boolean;
  /** The page's file, sent as a hint until the service knows it: for a page that is new or was moved. */
  readonly file?: string;
}

export interface PlaceEdit {
  readonly key: PageKey;
  readonly path: string;
  readonly from: string | null;
  readonly parent: PageKey | null;
  /** The siblings before the page, nearest first. */
  readonly after: readonly PageKey[];
  /** The sibling behind the page; null: the page is the last one. Absent: nobody chose it. */
  readonly next?: PageKey | null;
  /** Whether the page got its parent from its new folder, and not from the table of contents: nobody chose its place among the siblings. */
  readonly byFolder?: true;
}

/** A new or changed file other than a page. */
export interface FileEdit {
  readonly path: string;
  /** The local file. */
  readonly oid: string;
  readonly isNew: boolean;
  /** What the change request gets in place of the local file: the file joined with what the service has of it by now. */
  readonly joined?: Uint8Array;
}

/** Everything that a person changed in a space's folder, in terms of the interface. Pure data. */
export interface FolderEdits {
  readonly texts: readonly TextEdit[];
  readonly places: readonly PlaceEdit[];
  readonly deletes: readonly { readonly key: PageKey; readonly path: string }[];
  /** New or changed files that are no pages, by path. */
  readonly files: readonly FileEdit[];
  readonly unsaid: readonly string[];
  /** How many pages the space has, with those that the branch's change request has made. */
  readonly pages: number;
  /** How many of the deleted pages only the change request has. */
  readonly unpublished: number;
  /** Pages that only the table of contents changes: it lists a file that was no page before, or gives a page another title. */
  readonly byContents: readonly PageKey[];
  /** The path of the table of contents. */
  readonly contents: string;
  /** Entries of the table of contents that came or went here, and that no service can be told about, as `findUntoldEntries` names them. */
  readonly untold: readonly string[];
}
