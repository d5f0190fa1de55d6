/** A site's sections, groups and spaces, read together: a handful of queries however large the site is. */
import type { SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from '../../contract/index.ts';
import { sitesShownTo } from '../access/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Context } from '../context.ts';
import { spaceRows, spacesJson } from '../spaces/space.ts';
import {
  groupRows,
  sectionRows,
  siteRow,
  siteSpaceRows,
  type GroupRow,
  type SectionRow,
  type SiteSpaceRow,
} from '../site-rows/rows.ts';
import { siteAddress } from './sites.ts';

export interface SiteParts {
  /** In the order of the page: by section, then by their places in it. */
  readonly siteSpaces: readonly SiteSpace[];
  readonly sections: readonly SiteSection[];
  readonly groups: readonly SiteSectionGroup[];
  readonly structure: SiteStructure;
}

/**
 * Reads the parts of a site that the caller may see. A space that the caller may not see is left out, unless the site itself shows it to
 * everybody (or to a visitor whom its gate let in: `welcome`); a deleted space is always left out.
 */
export function readParts(
  ctx: Context,
  siteId: string,
  shareKey?: string,
  { welcome = false } = {},
): SiteParts {
  const site = siteRow(ctx, siteId);
  const sections = sectionRows(ctx, siteId);
  const groups = groupRows(ctx, siteId);
  const placed = siteSpaceRows(ctx, siteId);
  const rows = spaceRows(
    ctx,
    placed.map((row) => row.space),
  );
  const form: Form = {
    base: `${ctx.baseUrl}/v1/orgs/${site.organization}/sites/${site.id}`,
    address: siteAddress(ctx, site, shareKey),
    shownToAll: welcome || sitesShownTo(ctx, [siteId], shareKey).has(siteId),
    spaces: new Map(spacesJson(ctx, rows, withoutNulls({ shareKey })).map((space) => [space.id, space])),
    sections: new Map(sections.map((section) => [section.id, section])),
  };
  const inSection = grouped(placed, (row) => row.section);
  const spacesIn = (section: string | null): SiteSpace[] =>
    (inSection.get(section) ?? []).flatMap((row) => siteSpaceJson(form, row));
  const sectionsJson = new Map(sections.map((row) => [row.id, sectionJson(form, row, spacesIn(row.id))]));
  const inGroup = grouped(sections, (row) => row.section_group);
  const membersOf = (group: string): SiteSection[] =>
    (inGroup.get(group) ?? []).map((section) => sectionsJson.get(section.id)!);
  const groupsJson = new Map(groups.map((row) => [row.id, groupJson(row, membersOf(row.id))]));
  const root = spacesIn(null);
  const top = [...(inGroup.get(null) ?? []), ...groups].sort(
    (a, b) => a.position - b.position || (a.id < b.id ? -1 : 1),
  );
  return {
    siteSpaces: [...root, ...[...sectionsJson.values()].flatMap((section) => section.siteSpaces)],
    sections: [...sectionsJson.values()],
    groups: [...groupsJson.values()],
    structure:
      sections.length === 0
        ? { type: 'siteSpaces', structure: root }
        : {
            type: 'sections',
            structure: top.map((row) => sectionsJson.get(row.id) ?? groupsJson.get(row.id)!),
          },
  };
}

/** What the answers about a site's parts are made with. */
interface Form {
  /** The address of the site in the interface. */
  readonly base: string;
  readonly address: ReturnType<typeof siteAddress>;
  /** Whether the site shows its spaces to everybody who calls this operation. */
  readonly shownToAll: boolean;
  readonly spaces: ReadonlyMap<string, SiteSpace['space']>;
  readonly sections: ReadonlyMap<string, SectionRow>;
}

/** A space of the site; undefined for a space that is deleted, or that the caller may not see. */
function siteSpaceJson(
  { base, address, shownToAll, spaces, sections }: Form,
  row: SiteSpaceRow,
): SiteSpace[] {
  const space = spaces.get(row.space);
  if (space === undefined || !(shownToAll || space.permissions.view)) return [];
  const section = row.section === null ? undefined : sections.get(row.section);
  const published = address?.([section && placeOf(section), placeOf(row)]);
  return [
    {
      object: 'site-space',
      id: row.id,
      path: row.path,
      ...withoutNulls({ section: row.section, condition: row.condition }),
      space,
      title: row.title ?? space.title,
      default: row.is_default === 1,
      draft: false,
      urls: { location: `${base}/site-spaces/${row.id}`, ...withoutNulls({ published }) },
    },
  ];
}

function sectionJson({ base, address }: Form, row: SectionRow, siteSpaces: SiteSpace[]): SiteSection {
  return {
    object: 'site-section',
    id: row.id,
    title: row.title,
    ...withoutNulls({
      description: row.description,
      condition: row.condition,
      sectionGroup: row.section_group,
      icon: row.icon,
    }),
    default: row.is_default === 1,
    draft: false,
    path: row.path,
    siteSpaces,
    urls: {
      location: `${base}/sections/${row.id}`,
      ...withoutNulls({ published: address?.([placeOf(row)]) }),
    },
  };
}

function groupJson(row: GroupRow, members: SiteSection[]): SiteSectionGroup {
  return {
    object: 'site-section-group',
    id: row.id,
    title: row.title,
    draft: false,
    sections: members,
    children: members,
    ...withoutNulls({ icon: row.icon }),
  };
}

function placeOf(row: { path: string; is_default: number }): { path: string; isDefault: boolean } {
  return { path: row.path, isDefault: row.is_default === 1 };
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string | null, Row[]> {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
