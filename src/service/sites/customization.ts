import type { SiteCustomization } from '../../contract/index.ts';

const same = (color: string): { light: string; dark: string } => ({ light: color, dark: color });

/** How a site looks before anybody has chosen anything. */
export const defaultCustomization: SiteCustomization = {
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

/** What a site has chosen, over the defaults: member by member, and within `styling` color by color. */
export function customizationOver(chosen: Partial<SiteCustomization>): SiteCustomization {
  return {
    ...defaultCustomization,
    ...chosen,
    styling: { ...defaultCustomization.styling, ...chosen.styling },
    header: { ...defaultCustomization.header, ...chosen.header },
    footer: { ...defaultCustomization.footer, ...chosen.footer },
  };
}
