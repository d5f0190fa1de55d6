import { AppError } from '../../base/index.ts';
import type { AllowedSources } from './csp.ts';

/** A publisher's choice of a service that counts visits. */
export interface Analytics {
  readonly service: AnalyticsService;
  /** The service's name for the site: a domain, an id, a number. */
  readonly site?: string | undefined;
  /** The address of the publisher's own installation, or the full address of the script. */
  readonly address?: string | undefined;
  /** Further origins that the script may send requests to. */
  readonly hosts?: readonly string[] | undefined;
  /** Further attributes of the script's element. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

export type AnalyticsService = keyof typeof services;

/** A script of another host on a page. */
export interface ScriptView {
  readonly src: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

/** What counting visits adds to each page. */
export interface AnalyticsParts {
  readonly scripts: readonly ScriptView[];
  /** The site's own script that configures the counting, because the policy forbids inline scripts. */
  readonly starter: string | undefined;
  readonly allowance: AllowedSources;
}

interface Service {
  /** The default address; absent where every publisher has their own. */
  readonly address?: string;
  /** The script below that address. */
  readonly script: string;
  /** The attribute that names the site. */
  readonly siteAttribute?: string;
  readonly needsSite: boolean;
  /** What the script may load from its own host. */
  readonly uses: readonly ('connect-src' | 'img-src')[];
  /** What the script loads from other hosts, if it comes from {@link address}. */
  readonly more?: readonly string[];
  readonly starter?: (site: string, base: string) => string;
  /** Whether the script creates further scripts, which the policy's trusted types would block. */
  readonly makesScripts?: boolean;
}

const services = {
  plausible: {
    address: 'https://plausible.io',
    script: '/js/script.js',
    siteAttribute: 'data-domain',
    needsSite: true,
    uses: ['connect-src'],
  },
  umami: {
    address: 'https://cloud.umami.is',
    script: '/script.js',
    siteAttribute: 'data-website-id',
    needsSite: true,
    uses: ['connect-src'],
    more: ['connect-src https://gateway.umami.is', 'connect-src https://api-gateway.umami.dev'],
  },
  fathom: {
    address: 'https://cdn.usefathom.com',
    script: '/script.js',
    siteAttribute: 'data-site',
    needsSite: true,
    uses: ['connect-src', 'img-src'],
  },
  matomo: {
    script: '/matomo.js',
    needsSite: true,
    uses: ['connect-src', 'img-src'],
    starter: (site, base) =>
      `window._paq = window._paq || [];\n_paq.push(['setTrackerUrl', ${quoted(`${base}/matomo.php`)}], ['setSiteId', ${quoted(site)}], ['trackPageView'], ['enableLinkTracking']);\n`,
  },
  google: {
    address: 'https://www.googletagmanager.com',
    script: '/gtag/js?id={site}',
    needsSite: true,
    uses: ['connect-src', 'img-src'],
    more: [
      'script-src https://*.googletagmanager.com',
      ...['https://*.googletagmanager.com', 'https://*.google-analytics.com'].flatMap((origin) => [
        `img-src ${origin}`,
        `connect-src ${origin}`,
      ]),
      'connect-src https://*.analytics.google.com',
    ],
    starter: (site) =>
      `window.dataLayer = window.dataLayer || [];\nfunction gtag() {\n  dataLayer.push(arguments);\n}\ngtag('js', new Date());\ngtag('config', ${quoted(site)});\n`,
    makesScripts: true,
  },
  script: { script: '', needsSite: false, uses: ['connect-src', 'img-src'], makesScripts: true },
} satisfies Readonly<Record<string, Service>>;

/** What a service adds to pages; throws CONFIG_INVALID when a required setting is missing. */
export function analyticsParts({
  service: name,
  site = '',
  address,
  hosts = [],
  attributes = {},
}: Analytics): AnalyticsParts {
  const service: Service = services[name];
  const base = (address ?? service.address)?.replace(/\/+$/, '');
  if (base === undefined)
    throw missing(name, 'address', 'Name the address of your installation, or of the script.');
  if (service.needsSite && site === '') throw missing(name, 'site', 'Name the site as the service calls it.');
  const isWhole = /\.js$/.test(base) || service.script === '';
  const src = isWhole ? base : base + service.script.replace('{site}', encodeURIComponent(site));
  const { origin } = new URL(src);
  return {
    scripts: [
      {
        src,
        attributes: [
          ...(service.siteAttribute === undefined ? [] : [{ name: service.siteAttribute, value: site }]),
          ...Object.entries(attributes).map(([each, value]) => ({ name: each, value })),
        ],
      },
    ],
    starter: service.starter?.(site, isWhole ? base.replace(/\/[^/]*$/, '') : base),
    allowance: {
      loads: [
        `script-src ${origin}`,
        ...[origin, ...hosts.map((host) => new URL(host).origin)].flatMap((each) =>
          service.uses.map((directive) => `${directive} ${each}`),
        ),
        ...(base === service.address ? (service.more ?? []) : []),
      ],
      trustedTypes: service.makesScripts === true ? undefined : [],
    },
  };
}

/** A text as a string literal for a script. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function missing(service: string, key: string, hint: string): AppError {
  return new AppError('CONFIG_INVALID', `export.analytics of the service ${service} has no ${key}`, { hint });
}
