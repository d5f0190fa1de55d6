/*
 * The kinds of blocks, inlines and marks as data. The reader, the writer and the check of documents from outside use these
 * tables: what a kind holds, which data it has, and which `{% … %}` tag it has in a text.
 */

/** The form of one value in a node's data. A name that ends in `?` may be absent. */
export type FieldForm =
  'text' | 'flag' | 'number' | 'length' | 'reference' | 'references' | 'texts' | 'any' | readonly string[];

export interface KindRow {
  /** True for a kind that an editor treats as one unit, without content to edit. */
  readonly isVoid: boolean;
  /** What its `nodes` are; a kind without this field has no nodes. */
  readonly holds?: 'blocks' | 'inlines' | readonly string[];
  readonly data: Readonly<Record<string, FieldForm>>;
}

const align = ['start', 'center', 'end'] as const;
const vertical = ['top', 'middle', 'bottom'] as const;
const heading = { isVoid: false, holds: 'inlines', data: { 'id?': 'text', 'align?': align } } as const;
const pointer = { ref: 'reference', path: 'text', method: 'text' } as const;

/** Every kind of block. */
export const blockKinds = {
  paragraph: { isVoid: false, holds: 'inlines', data: { 'align?': align } },
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': { isVoid: false, holds: ['list-item'], data: { 'start?': 'number' } },
  'list-unordered': { isVoid: false, holds: ['list-item'], data: {} },
  'list-tasks': { isVoid: false, holds: ['list-item'], data: {} },
  'list-item': { isVoid: false, holds: 'blocks', data: { 'checked?': 'flag' } },
  divider: { isVoid: true, data: {} },
  blockquote: { isVoid: false, holds: 'blocks', data: {} },
  hint: {
    isVoid: false,
    holds: 'blocks',
    data: { style: ['info', 'warning', 'danger', 'success'], 'icon?': 'text' },
  },
  prompt: {
    isVoid: false,
    holds: ['code'],
    data: {
      description: 'text',
      'icon?': 'text',
      'openInAIProviders?': 'flag',
      'defaultExpanded?': ['hidden', 'partial', 'full'],
    },
  },
  if: { isVoid: false, holds: 'blocks', data: { expression: 'text' } },
  images: {
    isVoid: false,
    holds: ['image'],
    data: { 'align?': ['center', 'left', 'right'], 'fullWidth?': 'flag', 'withFrame?': 'flag' },
  },
  image: {
    isVoid: true,
    data: {
      ref: 'reference',
      'refDark?': 'reference',
      'width?': 'length',
      'height?': 'length',
      'alt?': 'text',
    },
  },
  file: { isVoid: true, data: { ref: 'reference' } },
  drawing: { isVoid: true, data: { 'ref?': 'reference' } },
  embed: { isVoid: true, data: { url: 'text', 'fullWidth?': 'flag' } },
  code: {
    isVoid: false,
    holds: ['code-line'],
    data: {
      'syntax?': 'text',
      'title?': 'text',
      'overflow?': ['scroll', 'wrap'],
      'lineNumbers?': 'flag',
      'fullWidth?': 'flag',
      'expandable?': 'flag',
      'collapsedLineCount?': 'number',
    },
  },
  'code-line': { isVoid: false, holds: 'inlines', data: { 'highlighted?': 'flag' } },
  math: { isVoid: true, data: { formula: 'text' } },
  expandable: { isVoid: true, data: { 'defaultExpanded?': 'flag' } },
  tabs: { isVoid: false, holds: ['tabs-item'], data: { 'fullWidth?': 'flag' } },
  'tabs-item': {
    isVoid: false,
    holds: 'blocks',
    data: { 'title?': 'text', 'icon?': 'text', 'slug?': 'text' },
  },
  table: {
    isVoid: true,
    data: {
      view: 'any',
      records: 'any',
      definition: 'any',
      'cellMerges?': 'any',
      'fullWidth?': 'flag',
      'search?': 'flag',
    },
  },
  swagger: { isVoid: true, data: { ...pointer, 'expanded?': 'flag', 'fullWidth?': 'flag' } },
  'openapi-operation': { isVoid: true, data: { ...pointer, 'headless?': 'flag' } },
  'openapi-schemas': {
    isVoid: true,
    data: { ref: 'reference', schemas: 'texts', 'grouped?': 'flag', 'title?': 'text' },
  },
  'openapi-webhook': {
    isVoid: true,
    data: { ref: 'reference', name: 'text', method: 'text', 'headless?': 'flag' },
  },
  'content-ref': { isVoid: true, data: { ref: 'reference' } },
  integration: {
    isVoid: true,
    data: {
      integration: 'text',
      block: 'text',
      props: 'any',
      'action?': 'any',
      'url?': 'text',
      'fullWidth?': 'flag',
    },
  },
  'reusable-content': { isVoid: true, data: { ref: 'reference' } },
  stepper: { isVoid: false, holds: ['stepper-step'], data: {} },
  'stepper-step': { isVoid: false, holds: 'blocks', data: { 'icon?': 'text' } },
  columns: { isVoid: false, holds: ['column'], data: { 'fullWidth?': 'flag' } },
  column: { isVoid: false, holds: 'blocks', data: { 'width?': 'length', 'verticalAlignment?': vertical } },
  updates: { isVoid: false, holds: ['update'], data: { format: ['numeric', 'full', 'short'] } },
  update: { isVoid: false, holds: 'blocks', data: { date: 'text', 'tags?': 'references' } },
} as const satisfies Readonly<Record<string, KindRow>>;

export type BlockKind = keyof typeof blockKinds;

/** Every kind of inline. */
export const inlineKinds = {
  link: { isVoid: false, holds: 'inlines', data: { ref: 'reference' } },
  emoji: { isVoid: true, data: { code: 'text' } },
  icon: { isVoid: true, data: { icon: 'text', 'color?': 'text' } },
  expression: { isVoid: true, data: { expression: 'text' } },
  'inline-math': { isVoid: true, data: { formula: 'text' } },
  'inline-image': {
    isVoid: true,
    data: {
      ref: 'reference',
      'refDark?': 'reference',
      'caption?': 'text',
      'alt?': 'text',
      'size?': ['original', 'line'],
    },
  },
  annotation: { isVoid: false, holds: 'inlines', data: {} },
  mention: { isVoid: true, data: { ref: 'reference' } },
  button: {
    isVoid: true,
    data: {
      label: 'text',
      kind: ['primary', 'secondary'],
      'size?': ['small', 'medium', 'large'],
      'icon?': 'text',
      'ref?': 'reference',
      'action?': 'any',
    },
  },
} as const satisfies Readonly<Record<string, KindRow>>;

export type InlineKind = keyof typeof inlineKinds;

/** Every kind of mark, from the outermost to the innermost in a text. */
export const markKinds = [
  'color',
  'bold',
  'italic',
  'strikethrough',
  'superscript',
  'subscript',
  'keyboard',
  'code',
] as const;

export type MarkKind = (typeof markKinds)[number];

/** The colours that a mark may name. */
export const colors: ReadonlySet<string> = new Set([
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  'pink',
  'violet',
  'cyan',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
  '$tint',
]);

/** Kinds in which a picture alone in its paragraph is a block, as at the top of a page. In other kinds it is part of the text. */
export const kindsWithImages: ReadonlySet<BlockKind> = new Set<BlockKind>([
  'if',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
  'expandable',
]);

/** Kinds that are only parts of other blocks, never at the top of a document. */
export const partKinds: ReadonlySet<BlockKind> = new Set<BlockKind>([
  'list-item',
  'image',
  'code-line',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
]);

/** How an attribute of a tag is converted to data, and back. */
export type AttributeForm =
  'text' | 'flag' | 'number' | 'length' | 'link' | 'file' | 'spec' | 'names' | 'tags' | 'date';

export interface TagAttribute {
  readonly attribute: string;
  /** The field of the data. By default, it has the name of the attribute. */
  readonly field?: string;
  readonly form?: AttributeForm;
  /** The value for a tag without the attribute, where the data must have one. */
  readonly otherwise?: string;
}

export interface TagRow {
  readonly kind: BlockKind;
  /** In the order in which the exporter writes them. */
  readonly attributes: readonly TagAttribute[];
  /**
   * What the tag holds up to its end tag: blocks, parts of one kind, a caption, the target's name as a link for readers of the
   * plain text (`label`), or nothing; a tag that holds nothing has no end tag.
   */
  readonly body: 'blocks' | 'caption' | 'label' | 'none' | { readonly part: string };
  /** True for an old tag that we read but never write: the kind has a newer tag. */
  readonly old?: boolean;
}

const url = { attribute: 'url', field: 'ref', form: 'link' } as const;
const icon = { attribute: 'icon' } as const;
const fullWidth = { attribute: 'fullWidth', form: 'flag' } as const;
const spec = { attribute: 'spec', field: 'ref', form: 'spec', otherwise: '' } as const;
const path = { attribute: 'path', otherwise: '' } as const;
const method = { attribute: 'method', otherwise: 'get' } as const;
const swagger = [
  { attribute: 'src', field: 'ref', form: 'file' },
  path,
  method,
  { attribute: 'expanded', form: 'flag' },
  fullWidth,
] as const;

/**
 * The `{% … %}` tags that are blocks of a kind, with their attributes. Other rules read `code`, `if`, `include` and integrations.
 */
export const tagRows: Readonly<Record<string, TagRow>> = {
  hint: { kind: 'hint', attributes: [{ attribute: 'style', otherwise: 'info' }, icon], body: 'blocks' },
  tabs: { kind: 'tabs', attributes: [fullWidth], body: { part: 'tab' } },
  tab: {
    kind: 'tabs-item',
    attributes: [{ attribute: 'title' }, icon, { attribute: 'slug' }],
    body: 'blocks',
  },
  stepper: { kind: 'stepper', attributes: [], body: { part: 'step' } },
  step: { kind: 'stepper-step', attributes: [icon], body: 'blocks' },
  columns: { kind: 'columns', attributes: [fullWidth], body: { part: 'column' } },
  column: {
    kind: 'column',
    attributes: [
      { attribute: 'width', form: 'length' },
      { attribute: 'valign', field: 'verticalAlignment' },
    ],
    body: 'blocks',
  },
  updates: {
    kind: 'updates',
    attributes: [{ attribute: 'format', otherwise: 'full' }],
    body: { part: 'update' },
  },
  update: {
    kind: 'update',
    attributes: [
      { attribute: 'date', form: 'date', otherwise: '' },
      { attribute: 'tags', form: 'tags' },
    ],
    body: 'blocks',
  },
  prompt: {
    kind: 'prompt',
    attributes: [
      { attribute: 'description', otherwise: '' },
      icon,
      { attribute: 'openInAIProviders', form: 'flag' },
      { attribute: 'defaultExpanded' },
    ],
    body: 'blocks',
  },
  embed: {
    kind: 'embed',
    attributes: [{ attribute: 'url', otherwise: '' }, fullWidth],
    body: 'caption',
  },
  file: {
    kind: 'file',
    attributes: [{ attribute: 'src', field: 'ref', form: 'file', otherwise: '' }],
    body: 'caption',
  },
  'content-ref': { kind: 'content-ref', attributes: [{ ...url, otherwise: '' }], body: 'label' },
  'page-ref': {
    kind: 'content-ref',
    attributes: [{ ...url, attribute: 'page', otherwise: '' }],
    body: 'label',
    old: true,
  },
  'openapi-operation': { kind: 'openapi-operation', attributes: [spec, path, method], body: 'label' },
  'openapi-schemas': {
    kind: 'openapi-schemas',
    attributes: [
      spec,
      { attribute: 'schemas', form: 'names', otherwise: '' },
      { attribute: 'grouped', form: 'flag' },
      { attribute: 'title' },
    ],
    body: 'label',
  },
  'openapi-webhook': {
    kind: 'openapi-webhook',
    attributes: [spec, { attribute: 'name', otherwise: '' }, method],
    body: 'label',
  },
  openapi: { kind: 'swagger', attributes: swagger, body: 'label' },
  swagger: { kind: 'swagger', attributes: swagger, body: 'label', old: true },
};

/** The attributes of `{% code %}`, which has the settings of the fence inside. */
export const codeAttributes: readonly TagAttribute[] = [
  { attribute: 'title' },
  { attribute: 'overflow' },
  { attribute: 'lineNumbers', form: 'flag' },
  { attribute: 'expandable', form: 'flag' },
  { attribute: 'collapsedLineCount', form: 'number' },
  fullWidth,
];

/** The tag that we write for a kind. */
export const tagOfKind: ReadonlyMap<BlockKind, string> = new Map(
  Object.entries(tagRows).flatMap(([tag, row]) => (row.old === true ? [] : [[row.kind, tag] as const])),
);
