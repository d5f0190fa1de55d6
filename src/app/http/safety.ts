import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';

/**
 * The headers of every answer of the app. Pictures of pages come from the service's own origin, which runs nothing; with `frames`, a site may
 * stand in a frame of the page.
 */
export function safetyHeaders(
  filesOrigin: string,
  { frames = false }: { readonly frames?: boolean } = {},
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${filesOrigin}`,
    `media-src ${filesOrigin}`,
    ...(frames ? [`frame-src ${filesOrigin}`] : []),
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // The one policy of app.js, for previews that this server rendered.
    'trusted-types tidemark',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Not `no-referrer`, under which browsers hide from us where a form comes from.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
  };
}

/** The token that every form of a session carries: nobody knows it who does not know the session's secret. */
export function formToken(secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url');
}

/** A short message for the next page, as a cookie holds it: signed, so that no other server of this host can put words in our mouth. */
export function sealNotice(secret: string, text: string): string {
  const words = Buffer.from(text).toString('base64url');
  return `${words}.${createHmac('sha256', secret).update(`notice ${words}`).digest('base64url')}`;
}

/** Reads what {@link sealNotice} made for this session. */
export function openNotice(secret: string, sealed: string): string | undefined {
  const text = Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString();
  return sealNotice(secret, text) === sealed ? text : undefined;
}

/** Refuses a form that does not carry its session's token. */
export function demandFormToken(secret: string, given: string | undefined): void {
  const expected = Buffer.from(formToken(secret));
  const actual = Buffer.from(given ?? '');
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return;
  throw new AppError('FORBIDDEN', 'The form was not made for this session.', {
    hint: 'Go back, reload the page and send it again.',
  });
}

/**
 * Refuses a form that another origin sent. Every browser says where a form comes from, and a page cannot make one say otherwise. Another
 * port of this machine is another origin, and gets no further.
 */
export function demandOwnOrigin(request: FastifyRequest, origin: string): void {
  const { origin: from, 'sec-fetch-site': site } = request.headers;
  if (from === origin && (site === undefined || site === 'same-origin')) return;
  throw new AppError('FORBIDDEN', 'The form was sent by another site.', {
    hint: 'Open the page here and send it again.',
  });
}

/**
 * Whether this is a visit by a link on another site: a browser keeps a strict cookie back then, so that we cannot know who comes.
 */
export function comesFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    site !== undefined &&
    /^(?:cross|same)-site$/.test(String(site))
  );
}
