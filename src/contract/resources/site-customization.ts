import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { arrayOf, flag, mapOf, nullable, oneOf, open, optional, ref, text, uri2048 } from '../shapes.ts';
import type { ContentReference } from './content-reference.ts';
import type { Site, SiteStructure } from './site.ts';
import { emoji } from './space.ts';

const themedUrl = open({ light: uri2048, dark: uri2048 });
const color = Type.String({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' });
const themedColor = open({ light: color, dark: color });

/** The site's mark: an image for each theme, an emoji, or nothing. */
export const favicon = open({ icon: optional(themedUrl), emoji: optional(emoji) });

const fontDefinition = open({
  id: text,
  custom: flag,
  fontFamily: Type.String({ minLength: 1, maxLength: 50 }),
  fontFaces: arrayOf(
    open({
      weight: Type.Integer({ minimum: 1, maximum: 1000 }),
      sources: arrayOf(open({ url: uri2048, format: optional(oneOf(['woff2', 'woff'])) }), { minItems: 1 }),
    }),
    { minItems: 1 },
  ),
});

const font = Type.Union([
  oneOf([
    'ABCFavorit', 'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro', 'Lato', 'Ubuntu', 'Raleway',
    'Merriweather', 'Overpass', 'NotoSans', 'IBMPlexSerif', 'Poppins', 'FiraSans',
  ]), // prettier-ignore
  fontDefinition,
]);

const monospaceFont = Type.Union([
  oneOf([
    'FiraCode', 'IBMPlexMono', 'JetBrainsMono', 'SourceCodePro', 'RobotoMono', 'SpaceMono', 'DMMono',
    'Inconsolata',
  ]), // prettier-ignore
  fontDefinition,
]);

const link = open({
  title: Type.String({ maxLength: 64 }),
  to: ref<ContentReference>('ContentReference'),
});

const onOff = open({ enabled: flag });

/** How a published site looks and what it offers. */
export const siteCustomization = open({
  title: optional(Type.String({ minLength: 2, maxLength: 128 })),
  styling: open({
    theme: oneOf(['clean', 'muted', 'bold', 'gradient']),
    primaryColor: themedColor,
    tint: optional(open({ color: themedColor })),
    infoColor: themedColor,
    successColor: themedColor,
    warningColor: themedColor,
    dangerColor: themedColor,
    corners: oneOf(['straight', 'rounded', 'circular']),
    depth: optional(oneOf(['subtle', 'flat'])),
    links: oneOf(['default', 'accent']),
    font,
    monospaceFont: optional(monospaceFont),
    background: optional(oneOf(['plain', 'match'])),
    icons: oneOf(['regular', 'solid', 'duotone', 'light', 'thin']),
    sidebar: open({
      background: oneOf(['default', 'filled']),
      list: oneOf(['default', 'pill', 'line']),
    }),
    search: oneOf(['prominent', 'subtle']),
  }),
  internationalization: open({
    locale: oneOf(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br']),
  }),
  favicon,
  header: open({
    preset: optional(oneOf(['default', 'bold', 'contrast', 'custom', 'none'])),
    logo: optional(themedUrl),
    backgroundColor: optional(themedColor),
    linkColor: optional(themedColor),
    links: arrayOf(
      open({
        title: text,
        style: optional(oneOf(['link', 'button-primary', 'button-secondary'])),
        to: nullable(ref<ContentReference>('ContentReference')),
        links: arrayOf(link),
        condition: optional(Type.String({ minLength: 1, maxLength: 1024 })),
      }),
    ),
  }),
  footer: open({
    logo: optional(themedUrl),
    groups: arrayOf(open({ title: text, links: arrayOf(link) })),
    copyright: optional(Type.String({ maxLength: 300 })),
  }),
  announcement: optional(
    open({
      enabled: flag,
      message: Type.String({ minLength: 2, maxLength: 128 }),
      link: optional(link),
      style: oneOf(['info', 'warning', 'danger', 'success']),
    }),
  ),
  themes: open({ default: oneOf(['light', 'dark']), toggeable: flag }),
  pdf: onOff,
  feedback: onOff,
  aiSearch: optional(onOff),
  ai: optional(open({ mode: oneOf(['none', 'search', 'assistant']) })),
  advancedCustomization: optional(onOff),
  git: optional(open({ showEditLink: flag })),
  pageActions: optional(open({ externalAI: flag, markdown: flag })),
  externalLinks: optional(open({ target: oneOf(['self', 'blank']) })),
  pagination: optional(onOff),
  trademark: optional(onOff),
  privacyPolicy: optional(open({ url: optional(uri2048) })),
  socialPreview: optional(open({ url: optional(uri2048) })),
  insights: optional(open({ trackingCookie: flag })),
});
export type SiteCustomization = Static<typeof siteCustomization>;

export const publishedSite = open({
  object: Type.Literal('published-content-site'),
  site: ref<Site>('Site'),
  structure: ref<SiteStructure>('SiteStructure'),
  customizations: open({
    site: ref<SiteCustomization>('SiteCustomization'),
    /** By site-space id. */
    siteSpaces: optional(mapOf(ref<SiteCustomization>('SiteCustomization'))),
  }),
  scripts: optional(
    arrayOf(open({ script: uri2048, contentSecurityPolicy: optional(text), cookies: optional(flag) })),
  ),
});
export type PublishedSite = Static<typeof publishedSite>;
