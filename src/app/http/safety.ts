import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';

/**
 * The headers of every answer of the app. Pictures of pages come from the service's own origin, which runs nothing; with `frames`, the page
 * may show a site in a frame.
 */
export function securityHeaders(
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
    // The only policy of app.js, for previews that this server rendered.
    'trusted-types tidemark',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Not `no-referrer`: under it, browsers do not tell us where a form comes from.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
  };
}

/** The token that every form of a session carries: only somebody who knows the session's secret can make it. */
export function formToken(secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url');
}

/** A short message for the next page; a warning tells of something that somebody still has to do. */
export interface Notice {
  readonly words: string;
  readonly isWarning?: boolean;
}

/**
 * A notice in the form that a cookie holds: signed, so that no other server of this host can put words in our mouth.
 */
export function signNotice(secret: string, notice: Notice): string {
  return sealed(secret, Buffer.from(JSON.stringify(notice)).toString('base64url'));
}

/** Reads the notice that {@link signNotice} made for this session. */
export function readNotice(secret: string, text: string): Notice | undefined {
  const content = text.split('.')[0] ?? '';
  if (sealed(secret, content) !== text) return undefined;
  return JSON.parse(Buffer.from(content, 'base64url').toString()) as Notice;
}

function sealed(secret: string, content: string): string {
  return `${content}.${createHmac('sha256', secret).update(`notice ${content}`).digest('base64url')}`;
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
 * Refuses a form that another origin sent. Every browser says where a form comes from, and a page cannot make a browser say anything else.
 * A form from another port of this machine comes from another origin, so the app refuses it as well.
 */
export function demandOwnOrigin(request: FastifyRequest, origin: string): void {
  const { origin: from, 'sec-fetch-site': site } = request.headers;
  if (from === origin && (site === undefined || site === 'same-origin')) return;
  throw new AppError('FORBIDDEN', 'The form was sent by another site.', {
    hint: 'Open the page here and send it again.',
  });
}

/** Whether somebody came here by a link on another site: the browser then holds back a strict cookie, so that we cannot know who it is. */
export function comesFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    site !== undefined &&
    /^(?:cross|same)-site$/.test(String(site))
  );
}
