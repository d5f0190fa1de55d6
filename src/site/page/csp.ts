/*
 * What a page may do: load styles, scripts, images and search data from its own site, and nothing else. No inline script, no
 * inline style, no frame, no form, and no way for a script to turn text into code.
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

/** For the page itself. Frames are a matter of headers: a page cannot rule them. */
export const metaPolicy = [...directives, "require-trusted-types-for 'script'", "trusted-types 'none'"].join(
  '; ',
);

/** For the host's headers. */
export const headerPolicy = [
  ...directives,
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Headers that a host should send with every answer, beside the policy. */
export const safetyHeaders: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', headerPolicy],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
];
