import { relative, sep } from 'node:path';
import type { Customization, ProfileLink, SiteProfile, SiteWarning } from '../../site/index.ts';
import type { Config } from '../config/schema.ts';
import type { MirroredFolder } from './mirror-source.ts';

/** The site's look in the configuration, under `export.site`. */
export interface LookSettings {
  readonly site: Config['export']['site'];
  /** Makes a path of the configuration absolute. */
  readonly pathOf: (path: string) => string;
}

export interface ProfileWithLook {
  readonly profile: SiteProfile;
  /** Pictures that the configuration names, by their name in the profile. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly warnings: readonly SiteWarning[];
}

/** Overrides the profile's look by the configuration's, for the whole site and for each space with its own look. */
export function profileWithLook(
  profile: SiteProfile,
  { site, pathOf }: LookSettings,
  spaces: readonly MirroredFolder[],
): ProfileWithLook {
  const pictures = new Map<string, string>();
  const warnings: SiteWarning[] = [];
  const pictureAt = (path: string): string => {
    if (/^https?:\/\//i.test(path)) return path;
    pictures.set(path, pathOf(path));
    return path;
  };
  const linkTo = (to: string): Target => {
    if (/^(?:https?:\/\/|mailto:|tel:)/i.test(to)) return { kind: 'url', url: to };
    const [path = '', anchor] = to.split('#');
    const at = pathOf(path);
    const space = innermost(at, spaces);
    if (space === undefined) {
      warnings.push({ message: `the link of export.site to ${to} is left out: no space has this file` });
      return null;
    }
    const page = relative(space.folder, at).split(sep).join('/');
    return { kind: 'page', space: space.id, page, ...(anchor === undefined ? {} : { anchor }) };
  };
  const over = (customization: Customization): Customization =>
    overlaid(customization, site, { pictureAt, linkTo });
  const { customizations } = profile;
  const branded: SiteProfile = {
    ...profile,
    site: { ...profile.site, ...(site.title === undefined ? {} : { title: site.title }) },
    customizations: {
      site: over(customizations.site),
      ...(customizations.siteSpaces === undefined
        ? {}
        : {
            siteSpaces: Object.fromEntries(
              Object.entries(customizations.siteSpaces).map(([id, each]) => [id, over(each)]),
            ),
          }),
    },
  };
  return { profile: branded, pictures, warnings: unique(warnings) };
}

function overlaid(
  before: Customization,
  site: LookSettings['site'],
  { pictureAt, linkTo }: { pictureAt: (path: string) => string; linkTo: (to: string) => Target },
): Customization {
  const { title, language, copyright, colors, fonts } = site;
  const logo = themed(site.logo, site.logoDark, pictureAt);
  const icon = themed(site.icon, site.iconDark, pictureAt);
  const tint = color(colors.tint);
  const links = site.headerLinks?.map((link): ProfileLink => ({ ...link, to: linkTo(link.to) }));
  const groups = site.footerLinks?.map((group) => ({
    title: group.title,
    links: group.links.map((link) => ({ title: link.title, to: linkTo(link.to) })),
  }));
  return {
    ...before,
    ...without({ title }),
    styling: {
      ...before.styling,
      ...without({
        primaryColor: color(colors.primary),
        tint: tint === undefined ? undefined : { color: tint },
        infoColor: color(colors.info),
        successColor: color(colors.success),
        warningColor: color(colors.warning),
        dangerColor: color(colors.danger),
        font: fonts.text,
        monospaceFont: fonts.code,
      }),
    },
    ...(language === undefined ? {} : { internationalization: { locale: language } }),
    ...(icon === undefined ? {} : { favicon: { icon } }),
    header: { ...before.header, ...without({ logo, links }) },
    footer: { ...before.footer, ...without({ groups, copyright }) },
  };
}

function themed(
  light: string | undefined,
  dark: string | undefined,
  pictureAt: (path: string) => string,
): { light: string; dark: string } | undefined {
  const first = light ?? dark;
  if (first === undefined) return undefined;
  return { light: pictureAt(first), dark: pictureAt(dark ?? first) };
}

/** One colour for both themes, or one for light and one for dark; the style sheet makes both readable. */
function color(written: string | undefined): { light: string; dark: string } | undefined {
  if (written === undefined) return undefined;
  const [light = '', dark = light] = written.split(' ').map(longForm);
  return { light, dark };
}

/** `#rgb` as `#rrggbb`. */
function longForm(hex: string): string {
  return hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex;
}

/** The target of a link of the profile. */
type Target = NonNullable<ProfileLink['to']> | null;

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function without<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** The innermost space around a file, because spaces may be inside the folders of other spaces. */
function innermost(path: string, spaces: readonly MirroredFolder[]): MirroredFolder | undefined {
  return spaces
    .filter(({ folder }) => path === folder || path.startsWith(`${folder}${sep}`))
    .sort((one, other) => other.folder.length - one.folder.length)[0];
}

function unique(warnings: readonly SiteWarning[]): SiteWarning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}
