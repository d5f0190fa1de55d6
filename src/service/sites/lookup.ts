import { AppError } from '../../base/index.ts';
import type { BodyOf, PublishedLookup } from '../../contract/index.ts';
import { openSite } from '../access/index.ts';
import type { GateAnswer } from '../../site/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { endOfSiteToken, signSiteToken, type SiteTokenClaims } from '../tokens/index.ts';
import { askGate } from './gate.ts';
import { sectionRows, siteSpaceRows } from '../site-rows/rows.ts';
import type { SectionRow, SiteRow, SiteSpaceRow } from '../site-rows/rows.ts';
import { ownBase, siteBase } from '../site-rows/urls.ts';

export const lookupHandlers = {
  resolvePublishedContentByUrl: {
    outside: async (ctx, { body }) => {
      const { site, rest } = siteAt(ctx, body.url);
      const shareKey = new URL(body.url).searchParams.get('shareKey') ?? undefined;
      // The caller shows the site to somebody, and the gate decides whether that visitor may see it.
      const answer = await askGate(ctx, site, withoutNulls({ shareKey, token: body.visitor?.jwtToken }));
      if (answer.outcome === 'absent') throw nothingThere(body.url);
      if (answer.outcome === 'sign-in') {
        const { location } = answer;
        if (location === undefined) throw nothingThere(body.url);
        return () => ({ target: 'external' as const, site: site.id, redirect: location });
      }
      const visitor = visitorOf(body.visitor, answer);
      return (now) => {
        const place = placeOnSite(now, site, { rest, shareKey, url: body.url });
        return { ...place, apiToken: tokenFor(now, place, visitor) };
      };
    },
  },
} satisfies Partial<Handlers>;

/** How long the claims about a visitor may be as JSON: a token travels in a header and in a cookie. */
const longestClaims = 8000;

type Visitor = Pick<SiteTokenClaims, 'visitorType' | 'claims'> & { readonly until?: number | undefined };

/** Who visits: the claims that the gate has checked, and beside them those that nobody signed. */
function visitorOf(
  sent: BodyOf<'resolvePublishedContentByUrl'>['visitor'],
  { visitor, expiresAt }: Extract<GateAnswer, { outcome: 'welcome' }>,
): Visitor {
  const { claims: signed } = visitor['visitor'] as { claims: Readonly<Record<string, unknown>> };
  const claims = { ...signed, unsigned: sent?.unsignedClaims ?? {} };
  if (Buffer.byteLength(JSON.stringify(claims)) > longestClaims)
    throw new AppError('BAD_REQUEST', `The claims about the visitor are longer than ${longestClaims} bytes.`);
  const isKnown = Object.keys(signed).length > 1 || Object.keys(claims.unsigned).length > 0;
  return { ...withoutNulls({ visitorType: sent?.type }), ...(isKnown ? { claims } : {}), until: expiresAt };
}

/** A token names at most this many spaces, so that it stays short enough for a header. */
const mostSpaces = 100;

/** The token that reads a place for a visitor. */
function tokenFor(ctx: Context, place: Place, { until = Infinity, ...visitor }: Visitor): string {
  const { organization, site, siteSection, siteSpace, space, shareKey } = place;
  const spaces = [...new Set([space, ...siteSpaceRows(ctx, site).map((row) => row.space)])];
  return signSiteToken(ctx.secret, {
    kind: 'site',
    ...{ organization, site, siteSpace, space },
    ...withoutNulls({ siteSection, shareKey }),
    spaces: spaces.slice(0, mostSpaces),
    ...visitor,
    sub: ctx.caller.tokenId,
    exp: Math.floor(Math.min(endOfSiteToken(ctx.nowMs), until) / 1000),
  });
}

function nothingThere(url: string): AppError {
  return new AppError('NOT_FOUND', `There is no published content at ${url}.`);
}

/** The published site at an address, with the path below the site; of several sites, the one with the longest base. */
function siteAt(ctx: Context, address: string): { site: SiteRow; rest: string } {
  const url = new URL(address);
  const wanted = `${url.host}${url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`}`;
  const rows = ctx.store.all<SiteRow>(
    `SELECT * FROM sites WHERE published = 1 AND (hostname = ?1 OR id = ?2 OR lower(substr(proxy, 1, length(?1))) = ?1)`,
    { 1: url.hostname, 2: /^\/sites\/([^/]+)/u.exec(url.pathname)?.[1] ?? '' },
  );
  const found = rows
    .flatMap((site) =>
      [siteBase(ctx.baseUrl, site), ownBase(ctx.baseUrl, site)].map((base) => ({
        site,
        base: new URL(base),
      })),
    )
    .filter(({ base }) => wanted.startsWith(`${base.host}${base.pathname}`))
    .sort((one, other) => other.base.pathname.length - one.base.pathname.length)[0];
  if (found === undefined) throw nothingThere(address);
  openSite(ctx, found.site, 'view', {
    visitor: true,
    shareKey: url.searchParams.get('shareKey') ?? undefined,
  });
  return { site: found.site, rest: wanted.slice(`${found.base.host}${found.base.pathname}`.length) };
}

type Place = Omit<Extract<PublishedLookup, { siteSpace: string }>, 'apiToken'>;

/** Reads section, variant and page from a path; the path may leave out the default of each level. */
function placeOnSite(
  ctx: Context,
  site: SiteRow,
  { rest, shareKey, url }: { rest: string; shareKey: string | undefined; url: string },
): Place {
  const parts = rest.split('/').filter((part) => part !== '');
  const prefix = new URL(url).pathname.replace(/\/+$/u, '');
  const siteBasePath = `${prefix.slice(0, prefix.length - parts.join('/').length).replace(/\/+$/u, '')}/`;
  const taken: string[] = [];
  const take = <Row extends SectionRow | SiteSpaceRow>(rows: readonly Row[]): Row | undefined => {
    const named = rows.find(({ path }) => encodeURIComponent(path) === parts[0] || path === parts[0]);
    if (named !== undefined) taken.push(parts.shift() ?? '');
    return named ?? rows.find(({ is_default: isDefault }) => isDefault === 1) ?? rows[0];
  };
  const section = take(sectionRows(ctx, site.id));
  const before = taken.length;
  const siteSpace = take(siteSpaceRows(ctx, site.id).filter((row) => row.section === (section?.id ?? null)));
  if (siteSpace === undefined) throw nothingThere(url);
  const base = siteBase(ctx.baseUrl, site);
  return {
    site: site.id,
    ...withoutNulls({ siteSection: section?.id }),
    siteSpace: siteSpace.id,
    space: siteSpace.space,
    organization: site.organization,
    pathname: parts.join('/'),
    siteBasePath,
    basePath: siteBasePath + taken.map((part) => `${part}/`).join(''),
    ...withoutNulls({ shareKey: site.visibility === 'share-link' ? shareKey : undefined }),
    // Whether a longer address that begins like this one can only mean a page of this space. Programs ask for several beginnings of an
    // address at once, and take the first answer that is complete.
    complete: parts.length > 0 || taken.length > before,
    canonicalUrl: base + [...taken, ...parts].join('/'),
  };
}
