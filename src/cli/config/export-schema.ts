import { Type } from '../../base/index.ts';
import { choice, form, keyExample, object } from './schema-parts.ts';

const picture = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

/** `#rgb` or `#rrggbb`, as in CSS. */
const hexColor = '#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?';

const color = (description: string) =>
  Type.Optional(form(`^${hexColor}(?: ${hexColor})?$`, '#534ab7', { description }));

const words = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

const siteLink = object(
  {
    title: Type.String({ minLength: 1, description: 'What it says.' }),
    to: Type.String({
      minLength: 1,
      description: 'An address, or the file of a page, relative to this file: ./docs/guides/install.md.',
    }),
  },
  'One link.',
);

/** The look of an exported site, which overrides its profile. */
const siteLook = object(
  {
    title: words(
      "The site's title. Left out: the one of the profile, of README.md's heading, of the folder.",
    ),
    logo: picture('The picture in the header, relative to this file.'),
    logoDark: picture('That picture for the dark theme.'),
    icon: picture("The browser's icon, relative to this file."),
    iconDark: picture('That icon for dark windows.'),
    language: Type.Optional(
      form('^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', 'pt-BR', {
        description: 'The language of content and interface, such as fr or pt-BR.',
      }),
    ),
    colors: object(
      {
        primary: color('Links, buttons, the current page: one colour, or one for light and one for dark.'),
        tint: color('What backgrounds are tinted with.'),
        info: color('Hints of the kind info.'),
        success: color('Hints of the kind success.'),
        warning: color('Hints of the kind warning.'),
        danger: color('Hints of the kind danger.'),
      },
      'Colours such as "#534ab7" or "#534ab7 #b2a5ff"; each is moved until it can be read.',
    ),
    fonts: object(
      {
        text: words('The font of text, as it is installed at readers, or one of --templates.'),
        code: words('The font of code.'),
      },
      'Fonts.',
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
            title: Type.String({ minLength: 1, description: 'The heading.' }),
            links: Type.Array(siteLink, { description: 'Its links.' }),
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
      'Who counts; script is any other service with a script to load.',
      'none',
    ),
    site: words('The site as the service calls it: a domain, an id, G-….'),
    address: Type.Optional(
      form('^https?://[^\\s"<>]+$', 'https://stats.example.com', {
        description: 'Where an installation of your own is, or the whole address of the script.',
      }),
    ),
    hosts: Type.Array(form(origin, 'https://in.example.com'), {
      default: [],
      description: 'Further origins that the script may send to, such as https://in.example.com.',
    }),
    attributes: Type.Record(
      Type.String({ pattern: '^(?:data-[a-z0-9-]+|integrity|crossorigin|type)$' }),
      Type.String({ description: 'Its value.' }),
      {
        ...keyExample('data-token'),
        default: {},
        description: "Further attributes of the script's element: { data-token: abc }.",
      },
    ),
  },
  'A service that counts visits. The policy of each page allows just its hosts.',
);

/** The part of the configuration that `tidemark export` reads. */
export const exportSchema = object(
  {
    out: Type.String({ minLength: 1, default: './site', description: 'Where the static site goes.' }),
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
      'Pictures of other hosts: shown from there, or links alone, so that reading a page tells nobody. `--fetch-images` brings them onto the site.',
      'shown',
    ),
    openapi: Type.Record(
      Type.String({ pattern: '^[A-Za-z0-9._-]{1,200}$' }),
      Type.String({ minLength: 1, description: 'The file, relative to this one.' }),
      {
        ...keyExample('petstore'),
        default: {},
        description:
          'OpenAPI documents by the names that blocks have for them, such as { petstore: ./api/petstore.yaml }. Files of the exported folders are found without.',
      },
    ),
    tryIt: Type.Boolean({
      default: false,
      description:
        'Whether operations of OpenAPI documents have a form to send requests from the page. The policy of such a page allows the servers that its documents name; those decide (CORS) whether they answer.',
    }),
    frames: Type.Array(form('^(?:\\*\\.)?[A-Za-z0-9.-]{1,253}$', 'www.youtube.com'), {
      default: [],
      description:
        'Hosts whose frames and videos are shown, such as www.youtube.com or "*.example.com"; others become cards that lead there.',
    }),
    edit: Type.Optional(
      form('^(?:auto|off|https?://\\S+)$', 'https://git.example.com/docs/edit/main', {
        description:
          'The link of each page to where it is edited: an address, with {path} for the file in its repository or the file added behind; auto for the host of the git remote origin; off for none. Left out: auto where the profile wants the link.',
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
        'A picture for each page without a cover, shown where others link to it. It takes the package sharp, and --base-url.',
    }),
    offline: choice(
      ['none', 'visited', 'withdrawn'],
      'Pages for readers without a network: those that they have visited, kept by a worker in their browser; withdrawn takes such workers of an earlier export away.',
      'none',
    ),
    analytics,
    site: siteLook,
  },
  'The static exporter.',
);
