import {
  classesOf,
  element,
  isElement,
  propertyOf,
  text,
  textOf,
  type BodyElement,
  type BodyNode,
} from '../html/nodes.ts';
import { backgroundClass } from './colors.ts';
import { imageSources } from './images.ts';
import { policySourceOf } from './loads.ts';
import { hasLongWord, withBreaks } from './long-words.ts';
import type { BlockScope } from './state.ts';

interface Cover {
  readonly src: string;
  readonly dimensions?: { readonly width: number; readonly height: number };
  readonly srcset?: string;
  readonly sizes?: string;
}

/** The largest width of a card's picture, in CSS pixels. */
const widestCard = 400;

interface Option {
  readonly value: string;
  readonly label: string;
  readonly color: string;
}

interface Column {
  readonly hidden: boolean;
  readonly target: boolean;
  readonly cover: boolean;
  readonly coverDark: boolean;
  readonly type: string;
  /** The options of a column of choices. */
  readonly options: readonly Option[];
  readonly align: string | undefined;
  readonly width: number | undefined;
  readonly title: BodyNode[];
}

/** Makes a table scroll separately, also by keyboard. A table marked as cards becomes a grid of cards. */
export function decorateTable(node: BodyElement, scope: BlockScope): BodyNode[] {
  const head = rowsOf(node, 'thead');
  const body = rowsOf(node, 'tbody');
  const columns = (head[0]?.children ?? body[0]?.children ?? []).filter(isCell).map(columnOf);
  if (propertyOf(node, 'dataView') === 'cards') {
    const headings = new Set(idsOfHeadings(body));
    scope.state.outline.splice(
      0,
      Infinity,
      ...scope.state.outline.filter((entry) => !headings.has(entry.id)),
    );
    return [cards(columns, body, node, scope)];
  }
  const visible = (index: number): boolean => columns[index]?.hidden !== true;
  const headerHidden =
    node.properties['dataHeaderHidden'] !== undefined ||
    columns.every((column) => textOf(column.title).trim() === '' && !hasElements(column.title));
  const rows = body.map((row) =>
    element(
      'tr',
      {},
      row.children
        .filter(isCell)
        .flatMap((cell, index) => (visible(index) ? [cellOf(cell, columns[index], scope)] : [])),
    ),
  );
  const titles = element(
    'tr',
    {},
    columns
      .filter((column) => !column.hidden)
      .map((column) => element('th', { scope: 'col', class: columnClasses(column) }, column.title)),
  );
  const shownHead = head.length > 0 && !headerHidden ? [titles] : [];
  fillRows([...shownHead, ...rows]);
  const table = element(
    'table',
    {},
    shownHead.length > 0 ? element('thead', {}, shownHead) : null,
    element('tbody', {}, rows),
  );
  return [
    element(
      'div',
      {
        class: propertyOf(node, 'dataFullWidth') === 'true' ? 'table full-width' : 'table',
        role: 'group',
        'aria-label': scope.context.texts.table,
        tabindex: '0',
        'data-search': propertyOf(node, 'dataSearch') === 'false' ? 'off' : undefined,
      },
      table,
    ),
  ];
}

/** Fills shorter rows with an empty cell, so that every row has its borders. A table with merged cells stays as it is. */
function fillRows(rows: readonly BodyElement[]): void {
  const isMerged = (cell: BodyNode): boolean =>
    isElement(cell) &&
    (propertyOf(cell, 'colspan') !== undefined || propertyOf(cell, 'rowspan') !== undefined);
  if (rows.some((row) => row.children.some(isMerged))) return;
  const most = rows.reduce((longest, row) => Math.max(longest, row.children.length), 0);
  for (const row of rows) {
    const missing = most - row.children.length;
    // One cell in the place of many: a long row in a long table must not make a cell for each pair of them.
    if (missing > 0) row.children.push(element('td', { colspan: missing > 1 ? String(missing) : undefined }));
  }
}

function cellOf(cell: BodyElement, column: Column | undefined, scope: BlockScope): BodyElement {
  const span = (name: 'colSpan' | 'rowSpan'): string | undefined => propertyOf(cell, name);
  const align = propertyOf(cell, 'align') ?? column?.align;
  const children = typedCell(cell, column, scope);
  const classes = [
    ...(align === 'center' || align === 'right' ? [`align-${align}`] : []),
    ...(hasLongWord(children) ? ['long-word'] : []),
  ];
  return element(
    cell.tagName === 'th' ? 'th' : 'td',
    {
      colspan: span('colSpan'),
      rowspan: span('rowSpan'),
      scope: cell.tagName === 'th' ? 'row' : undefined,
      class: classes.length === 0 ? undefined : classes,
    },
    children,
  );
}

function typedCell(cell: BodyElement, column: Column | undefined, scope: BlockScope): BodyNode[] {
  const words = textOf(cell.children).trim();
  const { texts } = scope.context;
  if (column?.type === 'checkbox' && /^(?:true|false|)$/.test(words)) {
    const checked = words === 'true';
    return [
      element('input', {
        type: 'checkbox',
        class: 'task',
        disabled: true,
        checked,
        'aria-label': checked ? texts.yes : texts.no,
      }),
    ];
  }
  if (column?.type === 'rating' && /^\d$/.test(words))
    return [
      element('span', { class: 'rating', role: 'img', 'aria-label': words }, '★'.repeat(Number(words))),
    ];
  if (column?.type === 'select') return chosen(cell, column);
  return withBreaks(cell.children);
}

/** The choices of a cell as labels. The editor writes each choice as an element, or all of them as a list with commas. */
function chosen(cell: BodyElement, { options }: Column): BodyNode[] {
  const marked = cell.children.filter(
    (child) => isElement(child) && propertyOf(child, 'dataOption') !== undefined,
  );
  const values =
    marked.length > 0 ? marked.map((child) => textOf([child])) : textOf(cell.children).split(',');
  const items = values
    .map((value) => value.trim().replace(/,$/, ''))
    .filter((value) => value !== '')
    .map((value) => {
      const option = options.find((each) => each.value === value || each.label === value);
      return element('li', { class: backgroundClass(option?.color ?? '') }, text(option?.label ?? value));
    });
  return items.length === 0 ? [] : [element('ul', { class: 'options' }, items)];
}

function optionsIn(written: string | undefined): Option[] {
  try {
    const read: unknown = JSON.parse(written ?? '[]');
    if (!Array.isArray(read)) return [];
    return read.map((option: Record<string, unknown> | null) => {
      const word = (name: string): string => (typeof option?.[name] === 'string' ? option[name] : '');
      return { value: word('value'), label: word('label') || word('value'), color: word('color') };
    });
  } catch {
    return [];
  }
}

/** A grid of cards: one for each row; the whole card is a link when the row has a target. */
function cards(
  columns: readonly Column[],
  rows: readonly BodyElement[],
  node: BodyElement,
  scope: BlockScope,
): BodyElement {
  const items = rows.map((row) => {
    const cells = row.children.filter(isCell);
    const find = (test: (column: Column) => boolean): BodyElement | undefined =>
      cells[columns.findIndex(test)];
    const target = hrefIn(find((column) => column.target));
    const cover = imageIn(
      find((column) => column.cover),
      scope,
    );
    const coverDark = imageIn(
      find((column) => column.coverDark),
      scope,
    );
    const visible = cells
      .flatMap((cell, index) => {
        const column = columns[index];
        const isLine = !column || !(column.hidden || column.target || column.cover || column.coverDark);
        return isLine ? [typedCell(cell, column, scope)] : [];
      })
      .filter((children) => textOf(children).trim() !== '' || hasElements(children));
    return card(visible, { target, cover, coverDark });
  });
  const large = propertyOf(node, 'dataCardSize') === 'large';
  return element('ul', { class: large ? 'cards large' : 'cards', role: 'list' }, items);
}

function card(
  cells: readonly (readonly BodyNode[])[],
  {
    target,
    cover,
    coverDark,
  }: { target: BodyElement | undefined; cover: Cover | undefined; coverDark: Cover | undefined },
): BodyElement {
  const lines = cells.map((cell, index) => {
    const children = cell.flatMap(withoutHeading);
    return element('div', { class: index === 0 ? 'card-title' : 'card-line' }, children);
  });
  // The card has one link, around the title (or the first line with words). The style sheet stretches the link over the card.
  const named = lines.find((line) => textOf(line.children).trim() !== '' && !hasLink(line.children));
  if (target && named) {
    named.children = [element('a', linkOf(target), named.children)];
  } else if (target)
    lines.push(element('div', { class: 'card-line' }, element('a', linkOf(target), target.children)));
  const images = [
    ...(cover ? [coverImage(cover, coverDark ? 'only-light' : undefined)] : []),
    ...(coverDark ? [coverImage(coverDark, 'only-dark')] : []),
  ];
  return element(
    'li',
    { class: target ? 'card linked' : 'card' },
    images,
    element('div', { class: 'card-body' }, lines),
  );
}

function coverImage({ src, dimensions, srcset, sizes }: Cover, theme: string | undefined): BodyElement {
  return element('img', {
    src,
    srcset,
    sizes,
    alt: '',
    width: dimensions?.width,
    height: dimensions?.height,
    ...mannersOf(src),
    loading: 'lazy',
    decoding: 'async',
    class: theme === undefined ? 'card-cover' : `card-cover ${theme}`,
  });
}

/** Turns headings in cards into divisions that look like headings, because in the outline they would only be noise. */
function withoutHeading(node: BodyNode): BodyNode[] {
  if (!isElement(node) || !/^h[1-6]$/.test(node.tagName)) return [node];
  const children = node.children.filter(
    (child) => !(isElement(child, 'a') && classesOf(child).includes('heading-anchor')),
  );
  return [element('div', { class: 'card-heading' }, children)];
}

function idsOfHeadings(nodes: readonly BodyNode[]): string[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [];
    return /^h[1-6]$/.test(node.tagName) ? [String(node.properties['id'])] : idsOfHeadings(node.children);
  });
}

function columnOf(cell: BodyElement): Column {
  const has = (name: string): boolean =>
    cell.properties[name] !== undefined && cell.properties[name] !== 'false';
  const width = Number.parseFloat(propertyOf(cell, 'width') ?? '');
  return {
    hidden: has('dataHidden'),
    target: has('dataCardTarget'),
    cover: has('dataCardCover'),
    coverDark: has('dataCardCoverDark'),
    type: propertyOf(cell, 'dataType') ?? '',
    options: optionsIn(propertyOf(cell, 'dataOptions')),
    align: propertyOf(cell, 'align'),
    width: Number.isFinite(width) ? width : undefined,
    title: cell.children,
  };
}

/** The class for a column's width. Widths are in pixels, and the style sheet has steps of 50. */
function columnClasses(column: Column): readonly string[] | undefined {
  const classes = [
    ...(column.width === undefined
      ? []
      : [`cw-${Math.min(600, Math.max(50, Math.round(column.width / 50) * 50))}`]),
    ...(column.align === 'center' || column.align === 'right' ? [`align-${column.align}`] : []),
  ];
  return classes.length === 0 ? undefined : classes;
}

function rowsOf(table: BodyElement, section: string): BodyElement[] {
  const rows = named(table, section).flatMap((child) => named(child, 'tr'));
  return section === 'tbody' ? [...rows, ...named(table, 'tr')] : rows;
}

function named(parent: BodyElement, tagName: string): BodyElement[] {
  return parent.children.filter((child): child is BodyElement => isElement(child, tagName));
}

function isCell(node: BodyNode): node is BodyElement {
  return isElement(node, 'td') || isElement(node, 'th');
}

function hasElements(nodes: readonly BodyNode[]): boolean {
  return nodes.some((node) => node.type === 'trusted' || node.type === 'element');
}

function hasLink(nodes: readonly BodyNode[]): boolean {
  return find(nodes, 'a') !== undefined || find(nodes, 'button') !== undefined;
}

function find(nodes: readonly BodyNode[], tagName: string): BodyElement | undefined {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (node.tagName === tagName) return node;
    const inner = find(node.children, tagName);
    if (inner) return inner;
  }
  return undefined;
}

function hrefIn(cell: BodyElement | undefined): BodyElement | undefined {
  const link = cell && find(cell.children, 'a');
  if (!link || propertyOf(link, 'href') === undefined) return undefined;
  return link;
}

/** Prevents another host from learning which page shows its picture. */
function mannersOf(src: string): { referrerpolicy?: string } {
  return /^https?:/i.test(src) ? { referrerpolicy: 'no-referrer' } : {};
}

function linkOf(target: BodyElement): Record<string, string | undefined> {
  return {
    href: propertyOf(target, 'href'),
    rel: propertyOf(target, 'rel'),
    target: propertyOf(target, 'target'),
    class: 'card-link',
  };
}

/** The sources of a text's picture for the width of a card. */
function forCard(image: BodyElement): Pick<Cover, 'srcset' | 'sizes'> {
  const srcset = propertyOf(image, 'srcset');
  return srcset === undefined
    ? {}
    : { srcset, sizes: `(min-width: ${widestCard + 48}px) ${widestCard}px, 100vw` };
}

/** A cell's picture: one in the cell, or one that the cell links to. */
function imageIn(cell: BodyElement | undefined, scope: BlockScope): Cover | undefined {
  if (!cell) return undefined;
  const image = find(cell.children, 'img');
  if (image) {
    const src = propertyOf(image, 'src');
    const [width, height] = [Number(propertyOf(image, 'width')), Number(propertyOf(image, 'height'))];
    return src === undefined
      ? undefined
      : { src, ...(width && height ? { dimensions: { width, height } } : {}), ...forCard(image) };
  }
  const link = find(cell.children, 'a');
  const href = link && propertyOf(link, 'href');
  if (href === undefined) return undefined;
  if (!/^[a-z]+:/i.test(href)) {
    const linked = scope.state.linkedPictures.get(href);
    if (linked?.dimensions)
      return {
        src: href,
        dimensions: linked.dimensions,
        ...imageSources(linked, widestCard),
      };
    return /\.(?:png|jpe?g|gif|webp|svg|avif)(?:$|[?#])/i.test(href) ? { src: href } : undefined;
  }
  const target = scope.context.resolveImage(href, scope.file);
  if (target.kind === 'file')
    return {
      src: target.url,
      ...(target.dimensions ? { dimensions: target.dimensions } : {}),
      ...imageSources(target, widestCard),
    };
  const load = policySourceOf('img-src', href);
  if (load === undefined || scope.context.elsewhere?.images !== 'shown') return undefined;
  scope.state.loads.add(load);
  return { src: href };
}
