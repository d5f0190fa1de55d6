/** The links of a site's header and foot as rows of a form, and back. */
import type { ContentReference, SiteCustomization } from '../../contract/index.ts';

/** The content of a form, by the names of its fields. */
export type Fields = ReadonlyMap<string, string>;

/** The names of a site's spaces, by id: the form shows them for links that lead to a space. */
export type SpaceNames = ReadonlyMap<string, string>;

export type HeaderLink = SiteCustomization['header']['links'][number];
export type FooterGroup = SiteCustomization['footer']['groups'][number];
export type FooterLink = FooterGroup['links'][number];

/** A row of the form: a link, or an empty row for a further link. */
export interface LinkRow {
  readonly title: string;
  readonly to: string;
  readonly style: string;
  /** The link's number in the look that the form began with; empty for a new link. */
  readonly from: string;
}

export interface GroupRow {
  readonly title: string;
  readonly from: string;
  readonly links: readonly LinkRow[];
}

/** How many rows one list of a form may have. */
const mostRows = 200;

export const linkStyles = [
  ['link', 'Link'],
  ['button-primary', 'Button'],
  ['button-secondary', 'Quiet button'],
] as const;

/** What is wrong with a form, in words. */
export type Problems = string[];

/** Puts rows into a form under the names that {@link rowsIn} reads. */
export function putRows(fields: Map<string, string>, prefix: string, rows: readonly LinkRow[]): void {
  for (const [at, { title, to, style, from }] of rows.entries())
    for (const [name, value] of Object.entries({ title, to, style, from }))
      fields.set(`${prefix}.${at}.${name}`, value);
}

export function rowsIn(fields: Fields, prefix: string): LinkRow[] {
  const rows: LinkRow[] = [];
  const value = (name: string): string => (fields.get(`${prefix}.${rows.length}.${name}`) ?? '').trim();
  while (rows.length < mostRows && fields.has(`${prefix}.${rows.length}.title`))
    rows.push({ title: value('title'), to: value('to'), style: value('style'), from: value('from') });
  return rows;
}

export function groupsIn(fields: Fields): GroupRow[] {
  const groups: GroupRow[] = [];
  const value = (name: string): string => (fields.get(`footer.${groups.length}.${name}`) ?? '').trim();
  while (groups.length < mostRows && fields.has(`footer.${groups.length}.title`))
    groups.push({
      title: value('title'),
      from: value('from'),
      links: rowsIn(fields, `footer.${groups.length}.links`),
    });
  return groups;
}

/** A link's target, as the link's row shows it. */
function printTarget(to: ContentReference | null | undefined, spaces: SpaceNames): string {
  if (to === null || to === undefined) return '';
  if (to.kind === 'url') return to.url;
  if (to.kind === 'space') return spaces.get(to.space) ?? 'a space';
  return `a ${to.kind.replace('-', ' ')}`;
}

/** The row of a link. */
export function rowOf(link: HeaderLink | FooterLink, from: number, spaces: SpaceNames): LinkRow {
  const style = 'style' in link ? (link.style ?? 'link') : 'link';
  return { title: link.title, to: printTarget(link.to, spaces), style, from: String(from) };
}

/** The links of the header, from their rows. Parts of a link that its row does not show stay as they were. */
export function headerLinksFrom(
  rows: readonly LinkRow[],
  before: readonly HeaderLink[],
  { spaces, problems }: { spaces: SpaceNames; problems: Problems },
): HeaderLink[] {
  return rows.filter(isUsed).map((row) => {
    const known = before[Number(row.from === '' ? NaN : row.from)];
    const isBranch = (known?.links.length ?? 0) > 0;
    const to = targetOf(row, known?.to, { spaces, problems, isBranch });
    const style = linkStyles.map(([value]) => value).find((value) => value === row.style) ?? 'link';
    return {
      ...(known ?? { links: [] }),
      title: titleOf(row, known),
      to,
      ...(style === (known?.style ?? 'link') ? {} : { style }),
    };
  });
}

/** The groups of links at the foot, from their rows. */
export function footerGroupsFrom(
  rows: readonly GroupRow[],
  before: readonly FooterGroup[],
  { spaces, problems }: { spaces: SpaceNames; problems: Problems },
): FooterGroup[] {
  return rows
    .filter(({ title, links }) => title !== '' || links.some(isUsed))
    .map(({ title, from, links }) => {
      const known = before[Number(from === '' ? NaN : from)];
      return {
        ...known,
        title: titleOf({ title }, known),
        links: links.filter(isUsed).map((row) => {
          const link = known?.links[Number(row.from === '' ? NaN : row.from)];
          const to = targetOf(row, link?.to, { spaces, problems, isBranch: false });
          return { ...link, title: titleOf(row, link), to: to ?? { kind: 'url', url: '' } };
        }),
      };
    });
}

/** The title in a row. Where it differs from the known title only by blanks at its ends, the known title stays. */
function titleOf(
  { title }: { readonly title: string },
  known: { readonly title: string } | undefined,
): string {
  return known !== undefined && known.title.trim() === title ? known.title : title;
}

function isUsed({ title, to }: LinkRow): boolean {
  return title !== '' || to !== '';
}

function targetOf(
  { title, to }: LinkRow,
  known: ContentReference | null | undefined,
  { spaces, problems, isBranch }: { spaces: SpaceNames; problems: Problems; isBranch: boolean },
): ContentReference | null {
  if (title === '') problems.push(`The link to “${to}” needs a title.`);
  if (known !== undefined && to === printTarget(known, spaces).trim()) return known;
  const space = [...spaces].find(([, words]) => words === to)?.[0];
  if (space !== undefined) return { kind: 'space', space };
  if (/^(?:https?:\/\/|mailto:|tel:)/iu.test(to) && URL.canParse(to)) return { kind: 'url', url: to };
  if (to === '' && isBranch) return null;
  problems.push(
    to === ''
      ? `The link “${title}” needs an address, or a space of the site.`
      : `“${to}” leads nowhere: write an address that begins with https://, or a space of the site.`,
  );
  return null;
}
