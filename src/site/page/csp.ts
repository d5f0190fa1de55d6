/*
 * What a page may do: load styles, scripts, images and search data from its own site, and pictures from the hosts that its text
 * names. No inline script, no inline style, no form, and no way for a script to turn text into code.
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

/**
 * The directives with what a page or a site loads from other hosts: `img-src https://images.example.com`. Each host is there for
 * what its name stands with, and for nothing else.
 */
function widened(loads: readonly string[]): string[] {
  const more = new Map<string, Set<string>>();
  for (const load of loads) {
    const [directive = '', origin = ''] = load.split(' ');
    if (!/^(?:img|media|frame)-src$/.test(directive) || !/^https?:\/\/[\w.:-]+$/.test(origin)) continue;
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

const scripts = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/** For the page itself, by what it loads from other hosts. Who may frame it is a matter of headers: a page cannot rule that. */
export function metaPolicyFor(loads: readonly string[]): string {
  return [...widened(loads), ...scripts].join('; ');
}

/** For the host's headers, by what any page of the site loads from other hosts. */
export function headerPolicyFor(loads: readonly string[]): string {
  return [...widened(loads), "frame-ancestors 'none'", ...scripts].join('; ');
}

/** For a page that loads nothing from other hosts. */
export const metaPolicy = metaPolicyFor([]);

/** For the headers of a site that loads nothing from other hosts. */
export const headerPolicy = headerPolicyFor([]);

/** Headers that a host should send with every answer, the policy first. */
export function safetyHeadersFor(loads: readonly string[]): readonly (readonly [string, string])[] {
  return [
    ['Content-Security-Policy', headerPolicyFor(loads)],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ];
}

/** Headers for a site that loads nothing from other hosts. */
export const safetyHeaders = safetyHeadersFor([]);

/** The header's policy for a page as it was written: that of the page itself, so that both say the same. */
export function headerPolicyOf(page: string): string | undefined {
  const written = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)?.[1];
  return written === undefined ? undefined : `${written.replaceAll('&#39;', "'")}; frame-ancestors 'none'`;
}
