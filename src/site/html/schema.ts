import { defaultSchema, type Schema } from 'hast-util-sanitize';
import { slotElement } from '../../content/tree/html-nodes.ts';

/** The deepest nesting of elements that a body may have. */
export const maximumDepth = 100;

/**
 * The parts of a writer's own HTML that stay: the elements that the on-disk format uses (tables, figures, details, marks, buttons,
 * keys, pictures), with attributes that cannot act. No `id` and no `name` reaches the page: we make anchors ourselves, from
 * headings and from ids that are only names. No inline style is applied: `style` is read only for colour names, and always removed
 * afterwards.
 */
const base: Schema = {
  ...defaultSchema,
  clobber: [],
  clobberPrefix: '',
  strip: ['script', 'style', 'template', 'noscript', 'textarea', 'title', 'xmp'],
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    'mark',
    'figure',
    'figcaption',
    'u',
    'small',
    'button',
    'abbr',
    'colgroup',
    'col',
    'caption',
    'center',
    'font',
    // All of these become cards that lead to their content, or players of the site's own files.
    'audio',
    'embed',
    'iframe',
    'object',
    'video',
    slotElement,
  ],
  protocols: {
    href: ['http', 'https', 'mailto', 'tel'],
    src: ['http', 'https'],
    data: ['http', 'https'],
    cite: ['http', 'https'],
    longDesc: ['http', 'https'],
  },
  required: {},
  ancestors: {
    tbody: ['table'],
    td: ['table'],
    th: ['table'],
    thead: ['table'],
    tfoot: ['table'],
    tr: ['table'],
  },
};

/** The attributes of a block that is written as a `div`. */
export const divAttributes: readonly string[] = [
  'data0',
  'dataCondition',
  'dataDefaultexpanded',
  'dataDescription',
  'dataExpandable',
  'dataExpression',
  'dataFullwidth',
  'dataIcon',
  'dataIf',
  'dataLinenumbers',
  'dataMethod',
  'dataOverflow',
  'dataPath',
  'dataSpec',
  'dataSrc',
  'dataStyle',
  'dataTitle',
  'dataUrl',
  'dataWidth',
];

const attributes: NonNullable<Schema['attributes']> = {
  // Removed again: an id becomes one of our own anchors, unless something else has this id.
  '*': ['id'],
  a: ['href', 'title', 'className', 'dataIcon', 'name', 'dataFootnote', 'dataMention'],
  img: ['src', 'alt', 'width', 'height', 'title', 'dataSize', 'className'],
  source: ['src', 'srcSet', 'media', 'type'],
  iframe: ['src', 'title'],
  video: ['src', 'title', 'poster'],
  audio: ['src', 'title'],
  embed: ['src', 'title'],
  object: ['data', 'title'],
  i: ['className', 'style'],
  mark: ['style'],
  button: ['className', 'dataAction', 'dataQuery', 'dataIcon'],
  div: [
    'align',
    'dataFullWidth',
    'dataWithFrame',
    'className',
    // Blocks that markdown cannot hold, in the form of the hosted editor's export.
    ['dataGbCustomBlock', true, '', 'true'],
    'dataTag',
    ...divAttributes,
  ],
  p: ['align'],
  h1: ['align'],
  h2: ['align'],
  h3: ['align'],
  h4: ['align'],
  h5: ['align'],
  h6: ['align'],
  table: [
    'dataView',
    'dataCardSize',
    'dataFullWidth',
    'dataHeaderHidden',
    'dataSearch',
    'dataColumnTitleHidden',
  ],
  th: [
    'width',
    'vAlign',
    'align',
    'dataType',
    'dataOptions',
    'dataHidden',
    'dataCardTarget',
    'dataCardCover',
    'dataCardCoverDark',
    'dataCardCoverObjectFit',
    'colSpan',
    'rowSpan',
  ],
  td: ['align', 'vAlign', 'colSpan', 'rowSpan', 'dataObjectFit', 'dataDate'],
  col: ['width', 'span'],
  details: ['open'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  pre: ['className', 'dataTitle', 'dataOverflow', 'dataLineNumbers', 'dataExpandable', 'dataFullWidth'],
  code: ['className'],
  input: ['type', 'checked', 'disabled'],
  span: ['className', 'dataOption'],
  abbr: ['title'],
  time: ['dateTime'],
  ins: ['cite'],
  del: ['cite'],
  blockquote: ['cite'],
  q: ['cite'],
};

/** The allow-list for one document; only our own slots have the `nonce`. */
export function sanitizeSchema(nonce: string): Schema {
  return {
    ...base,
    attributes: { ...attributes, [slotElement]: [['dataSlot', new RegExp(`^${nonce}-\\d+$`)]] },
  };
}
