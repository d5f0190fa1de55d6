import { Type } from '../../base/index.ts';
import { choice, form, keyExample, object } from './schema-parts.ts';

const picture = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

/** `#rgb` or `#rrggbb`, as in CSS. */
const hexColor = '#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?';

const color = (description: string) =>
  Type.Optional(form(`^${hexColor}(?: ${hexColor})?$`, '#534ab7', { description }));

/** A font whose name is a text and no number, since a number would be taken for a size. */
const font = (description: string) =>
  Type.Optional(form('^(?=.*[A-Za-z])[A-Za-z0-9_ -]{1,50}$', 'Open Sans', { description }));

const words = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

const siteLink = object(
  {
    title: Type.String({ minLength: 1, description: 'The text of the link.' }),
    to: Type.String({
      minLength: 1,
      description: 'An address, or the file of a page, relative to this file: ./docs/guides/install.md.',
    }),
  },
  'A link with its text and its target.',
);

/** The look of an exported site, which overrides its profile. */
const siteLook = object(
  {
    title: words(
      "The site's title. Left out: the title in the profile, the heading of README.md, or the name of the folder.",
    ),
    logo: picture('The picture in the header, relative to this file.'),
    logoDark: picture('The picture in the header for the dark theme.'),
    icon: picture("The browser's icon, relative to this file."),
    iconDark: picture("The browser's icon for dark windows."),
    language: Type.Optional(
      form('^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', 'pt-BR', {
        description: 'The language of the pages and of the buttons around them, such as fr or pt-BR.',
      }),
    ),
    colors: object(
      {
        primary: color(
          'The colour of links, buttons and the current page: one colour, or one for the light and one for the dark theme.',
        ),
        tint: color('The colour that backgrounds are tinted with.'),
        info: color('The colour of hints of the kind info.'),
        success: color('The colour of hints of the kind success.'),
        warning: color('The colour of hints of the kind warning.'),
        danger: color('The colour of hints of the kind danger.'),
      },
      'Colours such as "#534ab7" or "#534ab7 #b2a5ff". Each is made lighter or darker until text in it can be read.',
    ),
    fonts: object(
      {
        text: font(
          'The name of the font for text: one that readers have installed, or one from the folder of --templates.',
        ),
        code: font('The name of the font for code.'),
      },
      'The names of fonts, such as Open Sans.',
    ),
    headerLinks: Type.Optional(
      Type.Array(siteLink, {
        description: 'Links in the header: [{ title: Blog, to: https://example.com }].',
      }),
    ),
    footerLinks: Type.Optional(
      Type.Array(
        object(
          {
            title: Type.String({ minLength: 1, description: 'The heading of the column.' }),
            links: Type.Array(siteLink, { description: 'The links of the column.' }),
          },
          'One column.',
        ),
        { description: 'Columns of links in the footer: [{ title: About, links: [{ title: …, to: … }] }].' },
      ),
    ),
    copyright: words('The line at the end of each page.'),
  },
  'The look of the site, over what its profile says: title, pictures, colours, fonts, language, links.',
);

const origin = '^https?://[A-Za-z0-9.-]+(?::[0-9]+)?$';

/** A service that counts visits; what each one needs is the exporter's to say. */
const analytics = object(
  {
    service: choice(
      ['none', 'plausible', 'umami', 'matomo', 'google', 'fathom', 'script'],
      'The service that counts visits; script stands for any other service that gives a script to load.',
      'none',
    ),
    site: words('The name that the service has for the site: a domain, an id, G-….'),
    address: Type.Optional(
      form('^https?://[^\\s"<>]+$', 'https://stats.example.com', {
        description:
          'The address of your own installation of the service, or the whole address of the script.',
      }),
    ),
    hosts: Type.Array(form(origin, 'https://in.example.com'), {
      default: [],
      description: 'More origins that the script may send to, such as https://in.example.com.',
    }),
    attributes: Type.Record(
      Type.String({ pattern: '^(?:data-[a-z0-9-]+|integrity|crossorigin|type)$' }),
      Type.String({ description: 'Its value.' }),
      {
        ...keyExample('data-token'),
        default: {},
        description: "More attributes of the script's element, such as { data-token: abc }.",
      },
    ),
  },
  'A service that counts visits. The content security policy of each page allows the hosts of this service.',
);

/** The part of the configuration that `tidemark export` reads. */
export const exportSchema = object(
  {
    out: Type.String({
      minLength: 1,
      default: './site',
      description: 'The folder that the static site is written to.',
    }),
    styles: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A style sheet that is added to ours, relative to this file.',
      }),
    ),
    static: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A folder whose files are copied into the site as they are, relative to this file.',
      }),
    ),
    images: choice(
      ['shown', 'local'],
      'Pictures of other hosts: shown on the page, or local, which puts a link in their place, so that no other host learns who reads a page. `--fetch-images` brings them onto the site.',
      'shown',
    ),
    openapi: Type.Record(
      Type.String({ pattern: '^[A-Za-z0-9._-]{1,200}$' }),
      Type.String({ minLength: 1, description: 'The file, relative to this one.' }),
      {
        ...keyExample('petstore'),
        default: {},
        description:
          'OpenAPI documents by the names that blocks have for them, such as { petstore: ./api/petstore.yaml }. Documents in the exported folders are found without this option.',
      },
    ),
    tryIt: Type.Boolean({
      default: false,
      description:
        'Whether operations of OpenAPI documents have a form that sends requests from the page. The content security policy of such a page allows the servers that its documents name; these servers decide (CORS) whether they answer.',
    }),
    frames: Type.Array(form('^(?:\\*\\.)?[A-Za-z0-9.-]{1,253}$', 'www.youtube.com'), {
      default: [],
      description:
        'Hosts whose frames and videos are shown, such as www.youtube.com or "*.example.com"; frames of other hosts become cards with a link.',
    }),
    edit: Type.Optional(
      form('^(?:auto|off|https?://\\S+)$', 'https://git.example.com/docs/edit/main', {
        description:
          'The edit link of each page: an address, with {path} in the place of the path of the file in its repository, or the path is added at the end; auto for the host of the git remote origin; off for no link. Left out: auto where the profile wants the link.',
      }),
    ),
    updated: Type.Boolean({
      default: false,
      description:
        'Whether pages, and the sitemap, say when each page was last changed, from the git history of the checkout.',
    }),
    cards: Type.Boolean({
      default: false,
      description:
        'Whether each page without a cover gets a picture that is shown where others link to the page. This needs the package sharp, and --base-url.',
    }),
    offline: choice(
      ['none', 'visited', 'withdrawn'],
      'Pages for readers without a network: visited keeps the pages that they have seen, by a service worker in their browser; withdrawn removes the service workers of an earlier export.',
      'none',
    ),
    analytics,
    site: siteLook,
  },
  'The static exporter.',
);
