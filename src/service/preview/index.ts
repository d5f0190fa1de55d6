/**
 * A preview of a site (with a change request, with another look, or before it is published), at the origin of published sites. The app only
 * gives the address, so that nothing in a page can act for a person. An address is good for one hour, shows what the person who got it may
 * read, and checks these rights on each request.
 */
import type { FastifyInstance } from 'fastify';
import { AppError, isAppError } from '../../base/index.ts';
import { withBothTexts } from '../../content/index.ts';
import { badRequest, operations, parseBody } from '../../contract/index.ts';
import type { OperationId, SiteCustomization } from '../../contract/index.ts';
import {
  profileOfSpace,
  publishedSite,
  type PublishedSite,
  type SiteInput,
  type SpaceSource,
} from '../../site/index.ts';
import { RecentValues } from '../tree/cache.ts';
import { hashOf } from '../tree/objects.ts';
import { changeRequestRoot } from '../change-requests/root.ts';
import { readRevision } from '../content/revisions.ts';
import { contextOf, type Caller, type Context, type Service } from '../context.ts';
import { jobOfPass, passFor } from '../passes.ts';
import type { AccessGate } from '../perform.ts';
import {
  customizationWith,
  demandReadable,
  imagesOf,
  profileOf,
  readParts,
  siteInput,
  siteRow,
  spaceSource,
  specsOf,
} from '../sites/index.ts';
import { spaceRow } from '../spaces/space.ts';

interface OfChange {
  readonly space: string;
  readonly change: string;
}

interface Job extends Partial<OfChange> {
  readonly user: string;
  /** The site to show; without it, the space of the change request by itself. */
  readonly site?: string;
  /** The name of a look that somebody tries on the site. */
  readonly look?: string;
}

/**
 * Looks that people try before they save them, by a hash of their content. The oldest looks make room for new ones; a person who is still
 * typing sends another one anyway.
 */
export class PreviewedLooks {
  readonly #looks = new RecentValues<SiteCustomization>(4_000_000);

  of(name: string): SiteCustomization | undefined {
    return this.#looks.get(name);
  }

  /** Keeps a look, and returns its name. */
  keep(look: SiteCustomization): string {
    const said = JSON.stringify(look);
    const name = hashOf(said);
    this.#looks.set(name, look, said.length);
    return name;
  }
}

/** The service with the other parts that previews need. */
export interface Previewing {
  readonly service: Service;
  readonly gate: Pick<AccessGate, 'authorize'>;
  readonly looks: PreviewedLooks;
}

/** A site that a change request would change, or its space by itself. */
export interface Preview {
  readonly title: string;
  readonly url: string;
}

/**
 * The addresses that show what a change request would make of its space's sites. Throws for somebody who may not read the change request.
 */
export function previewsOf(
  service: Service,
  gate: Pick<AccessGate, 'authorize'>,
  { caller, space, change }: OfChange & { caller: Caller },
): Preview[] {
  const ctx = contextOf(service, caller);
  const root = rootOf(ctx, gate, { space, change });
  const sites = ctx.store
    .all<{ site: string }>('SELECT DISTINCT site FROM site_spaces WHERE space = ? ORDER BY site', root.space)
    .filter(({ site }) => maySee(ctx, gate, site));
  const address = (site?: string): string =>
    addressOf(service, { user: caller.userId, space, change, ...(site === undefined ? {} : { site }) });
  if (sites.length === 0) return [{ title: spaceRow(ctx, root.space).title, url: address() }];
  return sites.map(({ site }) => ({ title: siteRow(ctx, site).title, url: address(site) }));
}

/**
 * The address that shows a site as visitors will see it once it is published, with `look` in place of its own look; undefined for somebody
 * who may not read the whole site. Throws for a look that the site cannot have, or that this person may not give it.
 */
export function previewOfSite(
  { service, gate, looks }: Previewing,
  { caller, site, look }: { caller: Caller; site: string; look?: SiteCustomization },
): string | undefined {
  const ctx = contextOf(service, caller);
  if (!maySee(ctx, gate, site)) return undefined;
  const job = { user: caller.userId, site };
  if (look === undefined) return addressOf(service, job);
  const read = parseBody('updateSiteCustomizationById', look);
  if (!read.ok) throw badRequest(read.problems);
  demandReadable(read.value);
  demandMayChangeLook(ctx, gate, site);
  return addressOf(service, { ...job, look: looks.keep(read.value) });
}

function demandMayChangeLook(ctx: Context, gate: Pick<AccessGate, 'authorize'>, siteId: string): void {
  const params = { organizationId: siteRow(ctx, siteId).organization, siteId };
  gate.authorize(ctx, operations.updateSiteCustomizationById, { params, query: {}, body: undefined });
}

function addressOf(service: Service, job: Job): string {
  return `${service.baseUrl}/preview/${passFor(service, 'preview', job, service.clock.now())}/`;
}

/** Serves the addresses of {@link previewsOf} and {@link previewOfSite}. */
export function addPreview(app: FastifyInstance, previewing: Previewing): void {
  const { service } = previewing;
  const made = new RecentValues<PublishedSite>(8);
  app.get<{ Params: { pass: string } }>('/preview/:pass', async (request, reply) =>
    reply.redirect(`/preview/${encodeURIComponent(request.params.pass)}/`, 308),
  );
  app.get<{ Params: { pass: string } }>('/preview/:pass/*', async (request, reply) => {
    const { pass } = request.params;
    const job = jobOfPass<Job>(service, 'preview', pass);
    if (job === undefined) throw goneError();
    const base = `/preview/${encodeURIComponent(pass)}/`;
    const [path = ''] = (request.raw.url ?? '').split('?');
    const site = siteOf(previewing, made, { job, pass });
    const { status, headers, body } = await site.answer(path.slice(base.length), {
      accept: request.headers.accept ?? '',
    });
    const isFramed = job.look !== undefined;
    return reply
      .code(status)
      .headers({
        ...headers,
        ...(isFramed ? framedBy(new URL(service.appBase).origin, headers) : {}),
        // The address itself gives access: no other site learns it, and nobody caches what it shows.
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      .send(isFramed ? withoutScripts(headers['Content-Type'], body) : Buffer.from(body));
  });
}

/** A page for the frame of the app, which runs no scripts: browsers complain of each script that they find there. */
function withoutScripts(type: string | undefined, body: Uint8Array): Buffer {
  const bytes = Buffer.from(body);
  if (type?.startsWith('text/html') !== true) return bytes;
  return Buffer.from(bytes.toString('utf8').replaceAll(/<script\b[^>]*>[^]*?<\/script>\n?/g, ''));
}

/** The preview of a tried look may be framed by the app, whose form shows it, and by nobody else. */
function framedBy(origin: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy = headers['Content-Security-Policy'] ?? '';
  return {
    'Content-Security-Policy': policy.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`),
  };
}

/** The site of a job in its present state. */
function siteOf(
  { service, gate, looks }: Previewing,
  made: RecentValues<PublishedSite>,
  { job, pass }: { job: Job; pass: string },
): PublishedSite {
  const ctx = contextOf(service, { userId: job.user, tokenId: '' });
  const { space, change, site } = job;
  const root = space === undefined || change === undefined ? undefined : rootOf(ctx, gate, { space, change });
  if (site !== undefined && !maySee(ctx, gate, site)) throw goneError();
  if (site === undefined && root === undefined) throw goneError();
  const look = job.look === undefined ? undefined : looks.of(job.look);
  if (job.look !== undefined && look === undefined) throw goneError();
  const { input, state } =
    site === undefined ? spaceInput(ctx, root!) : wholeInput(ctx, site, { root, look });
  const key = `${pass}\n${hashOf(JSON.stringify([state, root?.revision]))}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const fresh = publishedSite(forReaders(input), {
    baseUrl: `${service.baseUrl}/preview/${pass}/`,
    clock: service.clock,
    profileImages: imagesOf(service, input.profile),
  });
  made.set(key, fresh, 1);
  return fresh;
}

/** A preview is for people who read: where both texts wait for a decision, they see both, and not the marks of a merge. */
function forReaders({ source, ...input }: SiteInput): SiteInput {
  const shown = (space: SpaceSource): SpaceSource => ({
    ...space,
    readPage: async (page) => withBothTexts(await space.readPage(page)),
    includes: space.includes.map((include) => ({ ...include, text: withBothTexts(include.text) })),
  });
  return { ...input, source: { ...source, spaces: source.spaces.map(shown) } };
}

/** The content of a preview, and a value that changes whenever that content does. */
interface Content {
  readonly input: SiteInput;
  readonly state: unknown;
}

/** The revision of a change request, and its space. */
interface Root {
  readonly space: string;
  readonly revision: string;
}

function spaceInput(ctx: Context, { space, revision }: Root): Content {
  const { id, title } = spaceRow(ctx, space);
  const source = spaceSource(ctx, { id, title }, readRevision(ctx.store, revision));
  const input = { source: { spaces: [source], specs: [] }, profile: profileOfSpace({ id, title }) };
  return { input, state: title };
}

function wholeInput(
  ctx: Context,
  site: string,
  { root, look }: { root: Root | undefined; look: SiteCustomization | undefined },
): Content {
  const row = siteRow(ctx, site);
  const own = profileOf(ctx, site);
  const customizations =
    look === undefined ? own.customizations : { ...own.customizations, site: customizationWith(row, look) };
  const profile = { ...own, customizations };
  const specs = specsOf(ctx, row);
  const spaces = readParts(ctx, site).siteSpaces.map((each) => each.space.id);
  const revisions = new Map(root === undefined ? [] : [[root.space, root.revision]]);
  return {
    input: siteInput(ctx, { profile, specs, spaces, revisions }),
    state: [profile, specs.map(({ slug, version }) => [slug, version])],
  };
}

/** The space and the present revision of a change request that the caller may read. */
function rootOf(ctx: Context, gate: Pick<AccessGate, 'authorize'>, { space, change }: OfChange): Root {
  const params = { spaceId: space, changeRequestId: change };
  gate.authorize(ctx, operations.getRevisionOfChangeRequestById, { params, query: {}, body: undefined });
  const root = changeRequestRoot(ctx, params);
  return { space: root.space, revision: root.revision.id };
}

/** Whether somebody may see a site and read every space that the site would show. */
function maySee(ctx: Context, gate: Pick<AccessGate, 'authorize'>, siteId: string): boolean {
  const may = (id: OperationId, params: Record<string, string>): boolean => {
    try {
      gate.authorize(ctx, operations[id], { params, query: {}, body: undefined });
      return true;
    } catch (error) {
      if (isAppError(error, 'NOT_FOUND', 'FORBIDDEN')) return false;
      throw error;
    }
  };
  const { organization } = siteRow(ctx, siteId);
  return (
    may('getSiteById', { organizationId: organization, siteId }) &&
    readParts(ctx, siteId).siteSpaces.every(({ space }) =>
      may('getRevisionById', { spaceId: space.id, revisionId: spaceRow(ctx, space.id).revision }),
    )
  );
}

function goneError(): AppError {
  return new AppError('NOT_FOUND', 'There is no preview at this address, or no longer.', {
    hint: 'Open it from the change request again: each address is good for one hour.',
  });
}
