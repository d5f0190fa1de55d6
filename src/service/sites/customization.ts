import { AppError } from '../../base/index.ts';
import { withUnnamedMembers, type SiteCustomization } from '../../contract/index.ts';
import { openSpace } from '../access/index.ts';
import type { SiteRow } from '../site-rows/rows.ts';
import type { Context } from '../context.ts';
import { parseCondition } from './condition.ts';

const same = (color: string): { light: string; dark: string } => ({ light: color, dark: color });

/** The look of a site before anybody has chosen anything. */
const defaultCustomization: SiteCustomization = {
  styling: {
    theme: 'clean',
    primaryColor: same('#346DDB'),
    infoColor: same('#787878'),
    successColor: same('#00C950'),
    warningColor: same('#FE9A00'),
    dangerColor: same('#FB2C36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  aiSearch: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: false },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
};

/** A site's chosen settings over the defaults: member by member, and within `styling` color by color. */
export function customizationOver(chosen: Partial<SiteCustomization>): SiteCustomization {
  return {
    ...defaultCustomization,
    ...chosen,
    styling: { ...defaultCustomization.styling, ...chosen.styling },
    header: { ...defaultCustomization.header, ...chosen.header },
    footer: { ...defaultCustomization.footer, ...chosen.footer },
  };
}

/** The stored choices for a site: they may have more members than the interface names. */
function chosenFor({ customization }: SiteRow): Partial<SiteCustomization> {
  return JSON.parse(customization) as Partial<SiteCustomization>;
}

/** A site's look for its visitors; its title is the site's own where nobody chose another one. */
export function customizationOf(row: SiteRow): SiteCustomization {
  const chosen = chosenFor(row);
  return customizationOver({ ...chosen, title: chosen.title ?? row.title });
}

/** A site's look with other choices: members that the interface does not name stay as they are. */
export function customizationWith(row: SiteRow, wanted: SiteCustomization): SiteCustomization {
  return customizationOver(withUnnamedMembers('SiteCustomization', wanted, chosenFor(row)));
}

/** Stores a site's look. A title that equals the site's own is not stored, so that it follows the site's. */
export function setCustomization(ctx: Context, row: SiteRow, wanted: SiteCustomization): void {
  demandReadable(wanted);
  const known = spacesIn(chosenFor(row));
  for (const space of spacesIn(wanted))
    if (!known.has(space)) openSpace(ctx, space, 'view', { organization: row.organization });
  const { title, ...rest } = customizationWith(row, wanted);
  const chosen = { ...rest, ...(title === undefined || title === row.title ? {} : { title }) };
  ctx.store.run('UPDATE sites SET customization = ? WHERE id = ?', JSON.stringify(chosen), row.id);
}

/** The spaces that links of a look lead to, or into. */
function spacesIn({ header, footer, announcement }: Partial<SiteCustomization>): ReadonlySet<string> {
  const links = [
    ...(header?.links ?? []).flatMap((link) => [link, ...link.links]),
    ...(footer?.groups ?? []).flatMap((group) => group.links),
    ...(announcement?.link === undefined ? [] : [announcement.link]),
  ];
  return new Set(
    links.flatMap(({ to }) => (to && 'space' in to && to.space !== undefined ? [to.space] : [])),
  );
}

/** Refuses a look that no page could show: a condition that cannot be read, or an address outside the web. */
export function demandReadable({ favicon, header, footer, ...rest }: SiteCustomization): void {
  for (const { condition } of header.links) if (condition !== undefined) parseCondition(condition);
  const pictures = [favicon.icon, header.logo, footer.logo].flatMap((each) => [each?.light, each?.dark]);
  for (const url of [...pictures, rest.privacyPolicy?.url, rest.socialPreview?.url])
    if (url !== undefined && !/^https?:\/\//iu.test(url))
      throw new AppError(
        'BAD_REQUEST',
        `${JSON.stringify(url.slice(0, 100))} must be an http or https address.`,
      );
}
