import type { BlockKind, InlineKind, MarkKind } from './kinds.ts';

/*
 * The tree that the vendor's software calls a document: blocks, inlines and texts with marks. `kinds.ts` says what each kind
 * holds; these types say only what all kinds have in common.
 */

/** The target of a link, an image or a file of a document. */
export interface Reference {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface Mark {
  readonly object: 'mark';
  readonly type: MarkKind;
  readonly data?: { readonly text: string; readonly background: string };
}

export interface Leaf {
  readonly object: 'leaf';
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface TextNode {
  readonly object: 'text';
  readonly leaves: readonly Leaf[];
}

/** The data of a node; `kinds.ts` lists the fields of each kind. */
export type NodeData = Readonly<Record<string, unknown>>;

export interface Inline {
  readonly object: 'inline';
  readonly type: InlineKind;
  readonly isVoid?: boolean;
  readonly data?: NodeData;
  readonly nodes?: readonly InlineNode[];
  readonly fragments?: readonly Fragment[];
}

export type InlineNode = Inline | TextNode;

/** Content of a block beside its children: a caption, a title, the text of a table's cell. */
export interface Fragment {
  readonly object: 'fragment';
  readonly type?: string;
  readonly fragment?: string;
  readonly nodes: readonly Block[];
}

export interface Block {
  readonly object: 'block';
  readonly type: BlockKind;
  readonly isVoid?: boolean;
  readonly data?: NodeData;
  readonly nodes?: readonly (Block | InlineNode)[];
  readonly fragments?: readonly Fragment[];
  /** Values that are computed from the rest, such as the id that addresses lead to. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface JsonDocument {
  readonly object: 'document';
  readonly data: NodeData;
  readonly nodes: readonly Block[];
}

/** A column of a table. */
export interface TableColumn {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface TableRecord {
  readonly orderIndex: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface TableMerge {
  readonly anchor: { readonly record: string; readonly column: string };
  readonly rowSpan: number;
  readonly colSpan: number;
}

export interface TableData {
  readonly view: {
    readonly type: string;
    readonly columns: readonly string[];
    readonly [field: string]: unknown;
  };
  readonly records: Readonly<Record<string, TableRecord>>;
  readonly definition: Readonly<Record<string, TableColumn>>;
  readonly cellMerges?: readonly TableMerge[];
  readonly fullWidth?: boolean;
  readonly search?: boolean;
}
