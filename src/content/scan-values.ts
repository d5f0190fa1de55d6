/** The syntax in which a link is written. */
export type LinkKind =
  | 'link'
  | 'image'
  /** `[label]: target`. */
  | 'definition'
  /** `<https://…>`, or a bare URL. */
  | 'autolink'
  /** `<a href>` and other `href` attributes. */
  | 'href'
  /** `<img src>`, `<source srcset>` and their like. */
  | 'src'
  | 'content-ref'
  | 'embed'
  | 'file'
  | 'include'
  | 'openapi'
  | 'cover';

/** How the target is written, and so how a new target must be written. */
export type LinkForm = 'plain' | 'angle' | 'attribute' | 'yaml';

/** A link's target in a text: `text.slice(start, end) === raw`, without brackets and quotes. */
export interface ScannedLink {
  kind: LinkKind;
  form: LinkForm;
  raw: string;
  start: number;
  end: number;
  /** A bare address in an element of code (`<code>`, `<kbd>`), where it is plain text and not a link. */
  isCode?: true;
}

export interface ScannedHeading {
  level: number;
  markdown: string;
  start: number;
  /** Explicit ids in the heading. */
  ids: readonly ScannedId[];
}

export interface ScannedId {
  id: string;
  start: number;
}

/** A `{% %}` tag that publishes anchors, with its attributes as written. */
export interface ScannedBlock {
  tag: string;
  attributes: string;
  start: number;
}

/** A link that names a definition instead of a target: `[text][label]`, `[label][]`. */
export interface ScannedReference {
  label: string;
  /** The offset of the label. */
  start: number;
  end: number;
}

/** A comment of HTML, with its marks: `text.slice(start, end)` begins with `<!--`. */
export interface ScannedComment {
  start: number;
  end: number;
}

/** Collects what a scan finds. */
export interface ScanSink {
  links: ScannedLink[];
  ids: ScannedId[];
  summaries: string[];
  tags: Set<string>;
  apiBlocks: ScannedBlock[];
  updates: ScannedBlock[];
  references: ScannedReference[];
  /** Addresses with a blank; for each, the label is the address. */
  blankTargets: ScannedReference[];
  /** Labels of definitions, as {@link foldLabel} gives them. */
  labels: string[];
  comments: ScannedComment[];
}

/** A label in the form in which references find it, without regard to capitals and blanks. */
export function foldLabel(label: string): string {
  return label.trim().replace(/\s+/gu, ' ').toLowerCase();
}
