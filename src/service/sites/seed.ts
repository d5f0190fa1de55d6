/** Makes a published site from the two files of a seed: `structure.json` and `customization.json`. */
import { definitionProblems, type SiteCustomization } from '../../contract/index.ts';
import { newId, type Service } from '../context.ts';
import { parseCondition } from './condition.ts';
import { insertSite } from './create.ts';
import { customizationOver } from './customization.ts';
import { ensureDefaults } from '../site-rows/leave.ts';
import { pathFor, sectionPaths, siteSpacePaths } from './paths.ts';
import { positionAt } from './position.ts';
import { topLevel, sectionsIn } from './sections.ts';
import { addSiteSpace } from './site-spaces.ts';

type Seeding = Pick<Service, 'store' | 'vault' | 'random'> & { now: string };
type Fields = Readonly<Record<string, unknown>>;

interface Making {
  readonly ctx: Seeding;
  readonly site: string;
  /** The space for an id of the structure. */
  readonly spaces: ReadonlyMap<string, string>;
}

/**
 * Creates the site and returns its id. Parts whose spaces are not in `spaces` are left out, and so are choices of `customization` that the
 * interface does not know; everything else counts.
 */
export function createSiteFromSeed(
  ctx: Seeding,
  {
    organization,
    title,
    structure,
    customization,
    spaces,
  }: {
    organization: string;
    title?: string;
    structure: unknown;
    customization?: unknown;
    spaces: ReadonlyMap<string, string>;
  },
): string {
  const chosen = knownChoices(fieldsOf(customization));
  const site = insertSite(ctx, {
    organization,
    title: siteTitle(title ?? chosen.title ?? 'Documentation'),
    published: true,
    customization: chosen,
  });
  const making: Making = { ctx, site, spaces };
  for (const part of listOf(fieldsOf(structure)['structure'])) {
    switch (part['object']) {
      case 'site-section-group':
        makeGroup(making, part);
        break;
      case 'site-section':
        makeSection(making, part, null);
        break;
      case 'site-space':
        makeSiteSpace(making, part, null);
        break;
    }
  }
  ensureDefaults(ctx, site);
  return site;
}

function makeGroup(making: Making, group: Fields): void {
  const { ctx, site } = making;
  const id = newId(ctx);
  ctx.store.run(
    'INSERT INTO site_section_groups (id, site, position, title, icon) VALUES (?, ?, ?, ?, ?)',
    ...[
      id,
      site,
      positionAt(topLevel(ctx, site), 'end'),
      text(group['title'], 100) ?? 'Group',
      text(group['icon'], 50),
    ],
  );
  for (const section of listOf(group['sections'])) makeSection(making, section, id);
  if (sectionsIn(ctx, id).length === 0) ctx.store.run('DELETE FROM site_section_groups WHERE id = ?', id);
}

function makeSection(making: Making, section: Fields, group: string | null): void {
  const { ctx, site } = making;
  const present = listOf(section['siteSpaces']).filter((each) => spaceOf(making, each) !== undefined);
  if (present.length === 0) return;
  const id = newId(ctx);
  const title = siteTitle(text(section['title'], 128) ?? 'Section');
  const siblings = group === null ? topLevel(ctx, site) : sectionsIn(ctx, group);
  ctx.store.run(
    `INSERT INTO site_sections (id, site, section_group, position, title, description, path, icon, condition, is_default)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, site, group, positionAt(siblings, 'end'), title, text(section['description'], 256)],
    pathFor(text(section['path'], 100) ?? title, sectionPaths(ctx, site)),
    ...[text(section['icon'], 50), readable(section['condition']), section['default'] === true ? 1 : 0],
  );
  for (const each of present) makeSiteSpace(making, each, id);
}

function makeSiteSpace(making: Making, part: Fields, section: string | null): void {
  const { ctx, site } = making;
  const space = spaceOf(making, part);
  if (space === undefined) return;
  const title = text(part['title'], 128) ?? text(fieldsOf(part['space'])['title'], 50) ?? 'Space';
  const path = pathFor(text(part['path'], 100) ?? title, siteSpacePaths(ctx, { site, section }));
  const id = addSiteSpace(ctx, { site, section, space, title, path });
  ctx.store.run(
    'UPDATE site_spaces SET title = ?, condition = ? WHERE id = ?',
    ...[title, readable(part['condition']), id],
  );
  if (part['default'] === true) {
    ctx.store.run(
      'UPDATE site_spaces SET is_default = (id = ?) WHERE site = ? AND section IS ?',
      id,
      site,
      section,
    );
  }
}

function spaceOf({ spaces }: Making, siteSpace: Fields): string | undefined {
  const { id } = fieldsOf(siteSpace['space']) as { id?: unknown };
  return typeof id === 'string' ? spaces.get(id) : undefined;
}

/** The members of a customization that can be shown as the interface describes them. */
function knownChoices(customization: Fields): Partial<SiteCustomization> {
  const chosen: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(customization)) {
    const tried = customizationOver({ ...chosen, [name]: value });
    if (definitionProblems('SiteCustomization', tried).length === 0) chosen[name] = value;
  }
  return chosen;
}

function readable(condition: unknown): string | null {
  const source = text(condition, 1024);
  if (source === null) return null;
  try {
    parseCondition(source);
    return source;
  } catch {
    // An unreadable condition can never be true: nobody sees the part, as on any service that cannot read it.
    return 'false';
  }
}

function siteTitle(title: string): string {
  const cut = [...title.trim()].slice(0, 128).join('');
  return [...cut].length < 2 ? `Site ${cut}`.trim() : cut;
}

function text(value: unknown, limit: number): string | null {
  return typeof value === 'string' && value !== '' ? [...value].slice(0, limit).join('') : null;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
