/** How a site looks: a form, with a preview of the site beside it. */
import { createHash } from 'node:crypto';
import { AppError, isAppError } from '../../base/index.ts';
import type { Site, SiteCustomization, SiteSpace, SiteStructure } from '../../contract/index.ts';
import { listOf } from '../lists.ts';
import { fieldsOf, lookFrom, withRowMovedUp } from '../look/form.ts';
import { groupsIn, linkStyles, rowsIn, type Fields, type LinkRow, type SpaceNames } from '../look/links.ts';
import { headerColors, pictureSettings, settingsGroups, tintPath } from '../look/settings.ts';
import { sitePath } from '../paths.ts';
import { field, type Outcome, type Visit } from '../visit.ts';
import { breadcrumbsOf, unlessHidden } from './frame.ts';
import { siteOf } from './objects.ts';

/** A site whose look somebody changes. */
interface OpenedLook {
  readonly site: Site;
  readonly params: { readonly organizationId: string; readonly siteId: string };
  /** The site's present look. */
  readonly look: SiteCustomization;
  readonly shown: readonly SiteSpace[];
  readonly spaces: SpaceNames;
}

/** The form beside the preview. */
interface LookForm {
  readonly fields: Fields;
  /** The look that the form began with. */
  readonly before: SiteCustomization;
  /** The look that the preview shows. */
  readonly tried: SiteCustomization;
  readonly problems?: readonly string[];
  readonly status?: number;
}

/** The form for a site's look. */
export async function look(visit: Visit): Promise<Outcome> {
  const opened = await openLook(visit);
  const fields = fieldsOf(opened.look, opened.spaces);
  return lookView(visit, opened, { fields, before: opened.look, tried: opened.look });
}

/** Saves a look, or shows the site with it. */
export async function saveLook(visit: Visit): Promise<Outcome> {
  const opened = await openLook(visit);
  const before = begunWith(visit);
  const wanted = field(visit, 'do');
  const isMove = wanted.startsWith('up:');
  const fields = isMove ? withRowMovedUp(visit.form.fields, wanted.slice(3)) : visit.form.fields;
  const { look: said, problems } = lookFrom(fields, before, opened.spaces);
  const form = { fields, before, tried: said };
  if (problems.length > 0)
    return lookView(visit, opened, { ...form, tried: before, problems, ...(isMove ? {} : { status: 422 }) });
  if (wanted !== 'save') return lookView(visit, opened, form);
  if (field(visit, 'seen') !== stampOf(opened.look))
    return lookView(visit, opened, {
      ...form,
      problems: ['Somebody else saved another look meanwhile. “Save” puts yours in its place.'],
      status: 409,
    });
  try {
    await visit.call('updateSiteCustomizationById', { params: opened.params, body: said });
  } catch (error) {
    if (!isAppError(error, 'BAD_REQUEST')) throw error;
    return lookView(visit, opened, { ...form, tried: before, problems: [error.message], status: 422 });
  }
  const notice = opened.site.published ? 'The look is saved, and visitors see it.' : 'The look is saved.';
  return { redirect: `${sitePath(opened.site.id)}/look`, notice };
}

/** The address of a preview with the look that the form has at this moment: for the form's script. */
export async function previewLook(visit: Visit): Promise<Outcome> {
  const opened = await openLook(visit);
  const { look: said, problems } = lookFrom(visit.form.fields, begunWith(visit), opened.spaces);
  if (problems.length > 0) return { json: { problems } };
  return { json: { url: visit.parts.previewOfSite(visit.caller, opened.site.id, said), problems } };
}

async function openLook(visit: Visit): Promise<OpenedLook> {
  const { site, organization } = await siteOf(visit);
  if (site.permissions?.edit !== true)
    throw new AppError('FORBIDDEN', 'You may not change how this site looks.', {
      hint: 'Ask who arranges the sites of this organization.',
    });
  const params = { organizationId: organization, siteId: site.id };
  const shown = siteSpacesOf(await visit.call('getSiteStructure', { params }));
  return {
    ...{ site, params, shown },
    look: await visit.call('getSiteCustomizationById', { params }),
    spaces: new Map(shown.map(({ space, title }) => [space.id, `the space ${title}`])),
  };
}

/** The spaces of a site, in the order of its pages. */
function siteSpacesOf(structure: SiteStructure): SiteSpace[] {
  if (structure.type === 'siteSpaces') return structure.structure;
  return structure.structure.flatMap((entry) =>
    'sections' in entry ? entry.sections.flatMap(({ siteSpaces }) => siteSpaces) : entry.siteSpaces,
  );
}

/** The look that a form began with; the form carries it. The rows of the form name their links by their numbers in that look. */
function begunWith(visit: Visit): SiteCustomization {
  try {
    return JSON.parse(field(visit, 'before')) as SiteCustomization;
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The form does not say what it began with.', {
      hint: 'Open the page again and send it once more.',
      cause,
    });
  }
}

/** A name for a look, to tell it from another. */
function stampOf(look: SiteCustomization): string {
  return createHash('sha256').update(JSON.stringify(look)).digest('base64url').slice(0, 16);
}

async function lookView(visit: Visit, opened: OpenedLook, form: LookForm): Promise<Outcome> {
  const { site, params, shown, spaces } = opened;
  const { fields, before, tried, problems = [], status } = form;
  return {
    template: 'look',
    title: `Look of ${site.title}`,
    crumbs: [
      ...(await breadcrumbsOf(visit, params.organizationId)),
      { title: site.title, href: sitePath(site.id) },
    ],
    wide: true,
    withLook: true,
    ...(status === undefined ? {} : { status }),
    data: {
      action: `${sitePath(site.id)}/look`,
      tryAt: `${sitePath(site.id)}/look/try`,
      before: JSON.stringify(before),
      seenNow: stampOf(opened.look),
      value: (name: string) => fields.get(name) ?? '',
      problems,
      groups: settingsGroups,
      pictures: pictureSettings,
      choices: await picturesOf(visit, shown),
      colors: { tint: tintPath, header: headerColors },
      header: withBlanks(rowsIn(fields, 'header'), 2),
      below: before.header.links.map(({ links }) => links.length),
      footer: [...groupsIn(fields), { title: '', from: '', links: [] }].map((group) => ({
        ...group,
        links: withBlanks(group.links, 1),
      })),
      styles: linkStyles,
      targets: [...spaces.values()],
      frame: previewOf(visit, site.id, tried),
      cancel: sitePath(site.id),
    },
  };
}

/** The rows, with some empty rows below for further links. */
function withBlanks(rows: readonly LinkRow[], count: number): LinkRow[] {
  const used = rows.filter(({ title, to, from }) => title !== '' || to !== '' || from !== '');
  const blank = { title: '', to: '', style: 'link', from: '' };
  return [...used, ...Array.from({ length: count }, () => blank)];
}

/** The pictures of a site's spaces, from which its logo and icons are chosen. */
async function picturesOf(visit: Visit, shown: readonly SiteSpace[]) {
  const choices = [];
  for (const { space, title } of shown) {
    const files =
      (await unlessHidden(listOf(visit, 'listFiles', { params: { spaceId: space.id } }, 2000))) ?? [];
    const pictures = files.filter(({ contentType }) => contentType.startsWith('image/'));
    if (pictures.length > 0)
      choices.push({
        title,
        files: pictures.map(({ name, git, downloadURL }) => ({ name: git?.path ?? name, url: downloadURL })),
      });
  }
  return choices;
}

/**
 * The address of a preview of the site with a look; undefined where the person may not read all of the site, or no site can have that look.
 */
function previewOf(visit: Visit, site: string, tried: SiteCustomization): string | undefined {
  try {
    return visit.parts.previewOfSite(visit.caller, site, tried);
  } catch (error) {
    if (isAppError(error, 'BAD_REQUEST')) return undefined;
    throw error;
  }
}
