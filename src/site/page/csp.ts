/*
 * A page may load styles, scripts, images and search data from its own site, and pictures from the hosts that its text names. It
 * has no inline script, no inline style, no form, and no script can turn text into code.
 */

const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
];

/** What a publisher allows on all pages, in addition to what each page's text may load. */
export interface AllowedSources {
  /** A directive and an origin: `script-src https://stats.example.com`. */
  readonly loads: readonly string[];
  /** Names of the policies through which scripts create script addresses; undefined where any script may. */
  readonly trustedTypes: readonly string[] | undefined;
}

/** Nothing beyond the site itself. */
export const noAllowedSources: AllowedSources = { loads: [], trustedTypes: [] };

/** Joins two allowances. */
export function joinAllowedSources(one: AllowedSources, other: AllowedSources): AllowedSources {
  return {
    loads: [...one.loads, ...other.loads],
    trustedTypes: one.trustedTypes && other.trustedTypes && [...one.trustedTypes, ...other.trustedTypes],
  };
}

const fromTexts = /^(?:img|media|frame|connect)-src https?:\/\/[\w.:-]+$/;
const fromPublishers = /^(?:script|connect|img)-src https?:\/\/(?:\*\.)?[\w.:-]+$|^worker-src 'self'$/;

/**
 * The directives, extended by what a page or a site loads from other hosts: `img-src https://images.example.com`. Each host is
 * allowed only for the directive that it is listed with.
 */
function widened(loads: readonly string[], allowance: AllowedSources): string[] {
  const more = new Map<string, Set<string>>();
  for (const load of [
    // A writer's text never widens what may run. It adds servers for requests only where the publisher offers to try requests.
    ...loads.filter((each) => fromTexts.test(each)),
    ...allowance.loads.filter((each) => fromPublishers.test(each)),
  ]) {
    const [directive = '', origin = ''] = load.split(' ');
    more.set(directive, (more.get(directive) ?? new Set()).add(origin));
  }
  const own = directives.map((directive) => {
    const name = directive.slice(0, directive.indexOf(' '));
    const origins = more.get(name);
    more.delete(name);
    return origins ? [directive, ...[...origins].sort()].join(' ') : directive;
  });
  return [...own, ...[...more].map(([name, origins]) => [name, ...[...origins].sort()].join(' '))];
}

function typed({ trustedTypes }: AllowedSources): string[] {
  if (trustedTypes === undefined) return [];
  return [
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes.length === 0 ? "'none'" : trustedTypes.join(' ')}`,
  ];
}

/** The policy in a page, for what the page loads from other hosts. Only headers can say who may frame the page. */
export function metaPolicyFor(loads: readonly string[], allowance = noAllowedSources): string {
  return [...widened(loads, allowance), ...typed(allowance)].join('; ');
}

/** The policy for the host's headers, for what all pages of the site load from other hosts. */
function headerPolicyFor(loads: readonly string[], allowance = noAllowedSources): string {
  return [...widened(loads, allowance), "frame-ancestors 'none'", ...typed(allowance)].join('; ');
}

/** The policy in a page that loads nothing from other hosts. */
export const metaPolicy = metaPolicyFor([]);

/** The policy for the headers of a site that loads nothing from other hosts. */
export const headerPolicy = headerPolicyFor([]);

/** Headers that a host should send with every answer, the policy first. */
export function securityHeadersFor(
  loads: readonly string[],
  allowance = noAllowedSources,
): readonly (readonly [string, string])[] {
  return [
    ['Content-Security-Policy', headerPolicyFor(loads, allowance)],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ];
}

/**
 * Tells browsers to ask this host by HTTPS only, for a year. It is for a site that has its host to itself: the promise holds for the whole
 * host, and other hosts below it are not the site's business.
 */
export const transportHeader = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** Headers for a site that loads nothing from other hosts. */
export const securityHeaders = securityHeadersFor([]);

/** The header's policy for a written page, taken from the page itself, so that both agree. */
export function headerPolicyOf(page: string): string | undefined {
  const written = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)?.[1];
  return written === undefined ? undefined : `${written.replaceAll('&#39;', "'")}; frame-ancestors 'none'`;
}
