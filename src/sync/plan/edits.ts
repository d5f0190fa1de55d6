/** A page's name in a plan: its id, or `new:` and its path. Groups are `group:` and their slug; null is the root. */
export type PageKey = string;

export interface TextEdit {
  readonly key: PageKey;
  readonly path: string;
  /** The page's path in the base; null for a page that the base does not have. */
  readonly from: string | null;
  /** The text of the local file, without the identity that the mirror adds. */
  readonly text: string;
  readonly baseText: string | null;
  /** The text of the local file, where `text` is that text joined with what the service has. */
  readonly local?: string;
  /** What the page was to say before the text was joined with what somebody else wrote into the change request. */
  readonly wish?: string;
  /** The service cannot be told the page's local path. */
  readonly keepsPlace?: boolean;
  /** The service makes the page where it wants, and takes the title from the text: it cannot be told what the table of contents says. */
  readonly isUnplaced?: boolean;
  /** The title, where the text alone does not say it; null: the text says it. */
  readonly title: string | null;
  readonly slug: string | null;
  /** The file, told as a hint: for a page that is new or was moved, until the service knows. */
  readonly file?: string;
}

export interface PlaceEdit {
  readonly key: PageKey;
  readonly path: string;
  readonly from: string | null;
  readonly parent: PageKey | null;
  /** The siblings before the page, the nearest first. */
  readonly after: readonly PageKey[];
}

/** Everything that a person changed in a space's folder, in the words of the interface. Pure data. */
export interface FolderEdits {
  readonly texts: readonly TextEdit[];
  readonly places: readonly PlaceEdit[];
  readonly deletes: readonly { readonly key: PageKey; readonly path: string }[];
  /** Files that are no pages, by path: new or changed. */
  readonly files: readonly { readonly path: string; readonly oid: string; readonly isNew: boolean }[];
  readonly unsaid: readonly string[];
  readonly pages: number;
  /** Pages that the table of contents alone changes: it lists a file that was no page before, or gives a page another title. */
  readonly byContents: readonly PageKey[];
  /** The path of the table of contents. */
  readonly contents: string;
}
