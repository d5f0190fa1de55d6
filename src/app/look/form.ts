/** A site's look as the fields of a form, and back: a setting that nobody changes in the form stays exactly as it was. */
import type { SiteCustomization } from '../../contract/index.ts';
import {
  footerGroupsFrom,
  groupsIn,
  headerLinksFrom,
  putRows,
  rowOf,
  rowsIn,
  type Fields,
  type Problems,
  type SpaceNames,
} from './links.ts';
import { valueAt, withValue } from './paths.ts';
import {
  headerColors,
  ownFont,
  pictureSettings,
  simpleSettings,
  tintPath,
  type Setting,
} from './settings.ts';

/** The fields of the form for a site's look. */
export function fieldsOf(look: SiteCustomization, spaces: SpaceNames): Map<string, string> {
  const fields = new Map<string, string>();
  const put = (name: string, value: string): void => void (value === '' || fields.set(name, value));
  put('title', look.title ?? '');
  for (const setting of simpleSettings) put(setting.path, printed(setting, valueAt(look, setting.path)));
  for (const { path } of pictureSettings) {
    const { light, dark } = picturePair(look, path);
    put(`${path}.light`, light);
    put(`${path}.dark`, dark);
  }
  put('tint', look.styling.tint === undefined ? '' : 'on');
  for (const path of [tintPath, ...headerColors.map((each) => each.path)])
    for (const scheme of ['light', 'dark']) put(`${path}.${scheme}`, colorAt(look, `${path}.${scheme}`));
  put('copyright', look.footer.copyright ?? '');
  const { announcement } = look;
  put('announcement.enabled', announcement?.enabled === true ? 'on' : '');
  put('announcement.message', announcement?.message ?? '');
  put('announcement.style', announcement?.style ?? '');
  putRows(
    fields,
    'header',
    look.header.links.map((link, at) => rowOf(link, at, spaces)),
  );
  for (const [at, { title, links }] of look.footer.groups.entries()) {
    fields.set(`footer.${at}.title`, title).set(`footer.${at}.from`, String(at));
    putRows(
      fields,
      `footer.${at}.links`,
      links.map((link, place) => rowOf(link, place, spaces)),
    );
  }
  return fields;
}

/** The look that a filled-in form asks for, based on the look that the form began with, and what is wrong with the form. */
export function lookFrom(
  fields: Fields,
  before: SiteCustomization,
  spaces: SpaceNames,
): { readonly look: SiteCustomization; readonly problems: Problems } {
  const problems: Problems = [];
  const said = (name: string): string => (fields.get(name) ?? '').trim();
  let look = before;
  const set = (path: string, value: unknown): void => void (look = withValue(look, path, value));
  if (said('title') !== (before.title ?? '').trim()) set('title', said('title'));
  if (said('title') === '') problems.push('The site needs a title.');
  for (const setting of simpleSettings)
    if (said(setting.path) !== printed(setting, valueAt(before, setting.path)))
      set(setting.path, setting.kind === 'flag' ? said(setting.path) === 'on' : said(setting.path));
  for (const { path } of pictureSettings) setPicture({ set, said, before }, path);
  setColors({ set, said, before });
  if (said('copyright') !== (before.footer.copyright ?? '').trim())
    set('footer.copyright', said('copyright') === '' ? undefined : said('copyright'));
  setAnnouncement({ set, said, before }, problems);
  const links = headerLinksFrom(rowsIn(fields, 'header'), before.header.links, { spaces, problems });
  const groups = footerGroupsFrom(groupsIn(fields), before.footer.groups, { spaces, problems });
  set('header.links', links);
  set('footer.groups', groups);
  return { look, problems };
}

/** The form with a row of a list one place further up: `header.2`, `footer.0.links.1`, `footer.3`. */
export function withRowMovedUp(fields: Fields, row: string): Map<string, string> {
  const [, list = '', number = ''] = /^(.+)\.(\d+)$/.exec(row) ?? [];
  const [own, above] = [`${list}.${number}.`, `${list}.${Number(number) - 1}.`];
  return new Map(
    [...fields].map(([name, value]) => {
      if (Number(number) < 1) return [name, value];
      if (name.startsWith(own)) return [above + name.slice(own.length), value];
      if (name.startsWith(above)) return [own + name.slice(above.length), value];
      return [name, value];
    }),
  );
}

interface Writing {
  readonly set: (path: string, value: unknown) => void;
  readonly said: (name: string) => string;
  readonly before: SiteCustomization;
}

function setPicture({ set, said, before }: Writing, path: string): void {
  const [light, dark] = [said(`${path}.light`), said(`${path}.dark`)];
  const known = picturePair(before, path);
  if (light === known.light && dark === known.dark) return;
  const first = light === '' ? dark : light;
  set(path, first === '' ? undefined : { light: first, dark: dark === '' ? first : dark });
}

/** Colours that a look has only for a reason: a tint only where somebody wants one, header colours only where the header has its own. */
function setColors({ set, said, before }: Writing): void {
  const setPair = (path: string): void => {
    for (const scheme of ['light', 'dark']) {
      const name = `${path}.${scheme}`;
      if (said(name) !== colorAt(before, name) || valueAt(before, name) === undefined) set(name, said(name));
    }
  };
  if (said('tint') !== 'on') set('styling.tint', undefined);
  else setPair(tintPath);
  if (said('header.preset') === 'custom') for (const { path } of headerColors) setPair(path);
}

function setAnnouncement({ set, said, before }: Writing, problems: Problems): void {
  const enabled = said('announcement.enabled') === 'on';
  const message = said('announcement.message');
  if (enabled && message === '') problems.push('The announcement needs words.');
  const known = before.announcement;
  const style = said('announcement.style') || 'info';
  const own = { enabled, message: message === known?.message.trim() ? known.message : message, style };
  set('announcement', message === '' ? undefined : { ...known, ...own });
}

/** The text that a setting's field shows. */
function printed({ kind }: Setting, value: unknown): string {
  if (kind === 'flag') return value === true ? 'on' : '';
  if (kind === 'color') return wholeColor(value);
  return typeof value === 'string' ? value : value === undefined ? '' : ownFont;
}

/** Colours that nobody has chosen are shown as the main colour. */
function colorAt(look: SiteCustomization, name: string): string {
  const scheme = name.endsWith('.dark') ? 'dark' : 'light';
  return wholeColor(valueAt(look, name) ?? look.styling.primaryColor[scheme]);
}

/** A colour in the form that a colour field needs: `#1a2b3c`. */
function wholeColor(value: unknown): string {
  const digits = typeof value === 'string' ? value.slice(1).toLowerCase() : '';
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

/** A picture for light and one for dark; `dark` is empty where both are the same. */
function picturePair(look: SiteCustomization, path: string): { light: string; dark: string } {
  const textAt = (name: string): string => {
    const value = valueAt(look, `${path}.${name}`);
    return typeof value === 'string' ? value : '';
  };
  const [light, dark] = [textAt('light'), textAt('dark')];
  return { light, dark: dark === light ? '' : dark };
}
