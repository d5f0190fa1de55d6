/**
 * Published sites, as visitors see them: the same pages as in an export, rendered on request, behind the gate of the site's visibility. For
 * a site that a visitor may not see, the answer is exactly the same as for one that does not exist.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../base/index.ts';
import { publishedSite, type PublishedSite } from '../../../site/index.ts';
import { hashOf } from '../../tree/objects.ts';
import { contextOf, type Service } from '../../context.ts';
import { askGate } from '../gate.ts';
import { profileOf } from '../profile.ts';
import { siteSpaceRows, type SiteRow } from '../../site-rows/rows.ts';
import { ownBase } from '../../site-rows/urls.ts';
import { imagesOf, siteInput, specsOf } from './input.ts';

/** How many rendered sites stay in memory; making one again is cheap. */
const keptSites = 20;

/** The claims of a visitor's token; pages may be shown by them. */
type Visitor = Extract<Awaited<ReturnType<typeof askGate>>, { outcome: 'welcome' }>['visitor'];

interface Made {
  readonly state: string;
  readonly site: PublishedSite;
}

/** Serves `/sites/{siteId}/…`. */
export function addHosting(app: FastifyInstance, service: Service): void {
  const made = new Map<string, Made>();
  app.get<{ Params: { siteId: string } }>('/sites/:siteId', async (request, reply) =>
    reply.redirect(`/sites/${encodeURIComponent(request.params.siteId)}/${queryOf(request)}`, 308),
  );
  app.get<{ Params: { siteId: string } }>('/sites/:siteId/*', async (request, reply) => {
    const site = service.store.get<SiteRow>('SELECT * FROM sites WHERE id = ?', request.params.siteId);
    if (site === undefined) throw absentSiteError();
    return visit({ service, made }, site, request, reply);
  });
}

async function visit(
  { service, made }: { readonly service: Service; readonly made: Map<string, Made> },
  site: SiteRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const base = `/sites/${encodeURIComponent(site.id)}/`;
  const [path = '', search = ''] = (request.raw.url ?? '').split('?');
  const query = new URLSearchParams(search);
  const shareKey = query.get('shareKey') ?? cookieOf(request, 'shareKey');
  const token = query.get('jwt_token') ?? cookieOf(request, 'visitorToken');
  const answer = await askGate(service, site, {
    ...(shareKey === undefined ? {} : { shareKey }),
    ...(token === undefined ? {} : { token }),
  });
  if (answer.outcome === 'absent') throw absentSiteError();
  if (answer.outcome === 'sign-in') {
    if (answer.location !== undefined) return reply.redirect(answer.location, 302);
    throw new AppError('UNAUTHENTICATED', 'This site is for visitors who have signed in.');
  }
  const secret = query.has('shareKey') ? 'shareKey' : query.has('jwt_token') ? 'jwt_token' : undefined;
  if (secret !== undefined) {
    // A secret is removed from the address at once: addresses end up in histories, logs and referrers.
    const name = secret === 'shareKey' ? 'shareKey' : 'visitorToken';
    const value = query.get(secret)!;
    query.delete(secret);
    const rest = query.size === 0 ? '' : `?${query.toString()}`;
    return reply
      .header('set-cookie', `${name}=${encodeURIComponent(value)}; Path=${base}; HttpOnly; SameSite=Lax`)
      .header('cache-control', 'no-store')
      .redirect(path + rest, 303);
  }
  const visitor = site.visibility === 'visitor-auth' ? answer.visitor : undefined;
  const { status, headers, body } = await siteOf(service, made, site, { shareKey, visitor }).answer(
    path.slice(base.length),
    {
      accept: request.headers.accept ?? '',
    },
  );
  return reply.code(status).headers(headers).send(Buffer.from(body));
}

/** The site in its present state: made again when its profile, or the content of one of its spaces, has changed. */
function siteOf(
  service: Service,
  made: Map<string, Made>,
  site: SiteRow,
  { shareKey, visitor }: { shareKey: string | undefined; visitor: Visitor | undefined },
): PublishedSite {
  // A context without a person: the profile shows only what visitors may see once the gate has let them in.
  const ctx = contextOf(service, { userId: '', tokenId: '' });
  const profile = profileOf(ctx, site.id, site.visibility === 'share-link' ? shareKey : undefined, {
    welcome: true,
  });
  const specs = specsOf(ctx, site);
  const state = hashOf(JSON.stringify([profile, specs.map(({ slug, version }) => [slug, version])]));
  const key = visitor === undefined ? site.id : `${site.id}\n${hashOf(JSON.stringify(visitor))}`;
  const known = made.get(key);
  if (known?.state === state) return known.site;
  const spaces = siteSpaceRows(ctx, site.id).map(({ space }) => space);
  const input = siteInput(ctx, { profile, specs, spaces });
  const fresh = publishedSite(input, {
    baseUrl: ownBase(service.baseUrl, site),
    clock: service.clock,
    profileImages: imagesOf(service, input.profile),
    ...(visitor === undefined ? {} : { visitor }),
  });
  made.delete(key);
  made.set(key, { state, site: fresh });
  const [oldest] = made.keys();
  if (made.size > keptSites && oldest !== undefined) made.delete(oldest);
  return fresh;
}

function absentSiteError(): AppError {
  return new AppError('NOT_FOUND', 'There is no such site.');
}

function queryOf(request: FastifyRequest): string {
  const search = request.raw.url?.split('?')[1];
  return search === undefined ? '' : `?${search}`;
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key !== name || value === undefined) continue;
    try {
      return decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return undefined;
}
