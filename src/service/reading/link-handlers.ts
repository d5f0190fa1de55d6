import type {
  ContentLocation,
  LinkReport,
  LinkReportItem,
  Organization,
  Page,
  Space,
} from '../../contract/index.ts';
import { asPrintedJson, printShared } from '../answer.ts';
import { spacePermissionsOf } from '../access/index.ts';
import { ancestorOf, changeRequestJson, changeRequestRow } from '../change-requests/change-request.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { organizationById } from '../organizations/index.ts';
import { pageOfArray } from '../paging.ts';
import type { PageQuery } from '../paging.ts';
import { spaceJson, spaceRow } from '../spaces/space.ts';
import { keyOf, linkUses, linkUsesOfPage, preloadLinks } from '../content/links.ts';
import type { LinkSource, LinkTarget, LinkUse } from '../content/links.ts';
import { fileJson, singlePageJson, reusableJson } from '../content/page-json.ts';
import type { Scope } from '../content/page-json.ts';
import { fileOf, placedOf, primaryRoot, revisionRoot } from '../content/roots.ts';
import { changeRequestRoot } from '../change-requests/root.ts';
import type { Root } from '../content/roots.ts';
import { readRevision } from '../content/revisions.ts';
import { PrintedPages, readTree } from '../tree/tree.ts';
import type { Placed } from '../tree/tree.ts';

export const linkHandlers = {
  listSpaceLinks: {
    outside: async (ctx, { params, query }) => {
      await preloadLinks(ctx, primaryRoot(ctx, params));
      return (now) => {
        const root = primaryRoot(now, params);
        const all = linkUses(now, root);
        return report(now, root, all, {
          list: ['space-links', params.spaceId, query.status],
          query,
          shown: query.status === undefined ? all : all.filter((use) => use.status === query.status),
        });
      };
    },
  },

  listPageLinksInChangeRequest: (ctx, { params, query }) => {
    const root = changeRequestRoot(ctx, params);
    const all = linkUsesOfPage(ctx, root, placedOf(ctx, root.revision, params.pageId));
    const row = changeRequestRow(ctx, params.spaceId, params.changeRequestId);
    const began = revisionRoot(ctx, { spaceId: params.spaceId, revisionId: ancestorOf(row) });
    const before = readTree(ctx, began.revision.root).byId.get(params.pageId);
    return report(ctx, root, all, {
      list: ['page-links', params.spaceId, params.changeRequestId, params.pageId],
      query,
      shown: all,
      changeRequest: params.changeRequestId,
      before: before === undefined ? [] : linkUsesOfPage(ctx, began, before),
    });
  },

  listChangeRequestFileBacklinks: {
    outside: async (ctx, { params, query }) => {
      await preloadLinks(ctx, changeRequestRoot(ctx, params));
      return (now) => {
        const root = changeRequestRoot(now, params);
        const file = fileOf(now, root.revision, params.fileId);
        const sources = linkUses(now, root).flatMap((use) =>
          use.target.kind === 'file' && use.target.file.id === file.id ? use.from : [],
        );
        const places = new Surroundings(now, root, params.changeRequestId);
        const page = pageOfArray<LinkSource, ContentLocation>(now, {
          list: ['backlinks', params.spaceId, params.changeRequestId, file.id],
          query,
          all: sources,
          key: sourceKey,
          items: (shown) => shown.map((source) => places.source(source)),
        });
        return printShared(page, 3);
      };
    },
  },
} satisfies Partial<Handlers>;

function report(
  ctx: Context,
  root: Root,
  all: readonly LinkUse[],
  {
    list,
    query,
    shown,
    changeRequest,
    before = [],
  }: {
    list: (string | undefined)[];
    query: PageQuery;
    shown: readonly LinkUse[];
    changeRequest?: string;
    /** The links before the change request, in the primary content that it contains. */
    before?: readonly LinkUse[];
  },
): LinkReport {
  const places = new Surroundings(ctx, root, changeRequest);
  const keys = new Map(shown.map((use, at) => [use, `${at}`]));
  const page = pageOfArray<LinkUse, LinkReportItem>(ctx, {
    list,
    query,
    all: shown,
    key: (use) => `${use.status} ${use.relation} ${places.targetKey(use.target)} ${keys.get(use)}`,
    items: (uses) =>
      uses.map((use) => ({
        status: use.status,
        relation: use.relation,
        targetReference: places.target(use.target),
        locationReferences: use.from.map((source) => places.source(source)),
      })),
  });
  const broken = all.filter((use) => use.status === 'broken');
  const brokenBefore = new Set(
    before.filter((use) => use.status === 'broken').map((use) => places.targetKey(use.target)),
  );
  const own = broken.filter((use) => !brokenBefore.has(places.targetKey(use.target)));
  const stats = {
    total: all.length,
    broken: {
      total: broken.length,
      ...(changeRequest === undefined ? {} : { changeRequest: own.length }),
    },
  };
  // Five levels down are the parts of a location, such as the organization and the space, which are the same objects for every location.
  const report = printShared({ ...page, stats }, 5);
  places.keep();
  return report;
}

function sourceKey(source: LinkSource): string {
  return source.kind === 'page' ? `page ${source.page.page.id}` : `reusable ${source.content.id}`;
}

/** The objects around a location, each made once for an answer. */
class Surroundings {
  readonly #ctx: Context;
  readonly #root: Root;
  readonly #key: string;
  readonly #pages: PrintedPages;
  readonly #organization: Organization;
  readonly #spaces = new Map<string, Space | undefined>();
  readonly #version: object;
  readonly #locations = new Map<string, ContentLocation>();

  constructor(ctx: Context, root: Root, changeRequest: string | undefined) {
    this.#ctx = ctx;
    this.#root = root;
    this.#key = [ctx.appBase, root.scope.space, root.scope.version, root.scope.files].join('\n');
    this.#pages = ctx.cache.printedPages.get(this.#key) ?? new PrintedPages();
    this.#organization = organizationById(ctx, spaceRow(ctx, root.space).organization);
    this.#version =
      changeRequest === undefined
        ? {}
        : {
            versionContext: {
              type: 'changeRequest',
              changeRequest: changeRequestJson(ctx, changeRequestRow(ctx, root.space, changeRequest)),
            },
          };
  }

  /** Most links lead to a few targets, and their sources are targets, too: each is made once. */
  target(target: LinkTarget): ContentLocation {
    const key = keyOf(target);
    const known = this.#locations.get(key);
    if (known !== undefined) return known;
    const made = this.#make(target);
    this.#locations.set(key, made);
    return made;
  }

  #make(target: LinkTarget): ContentLocation {
    const organization = this.#organization;
    switch (target.kind) {
      case 'url':
        return { kind: 'url', url: target.url };
      case 'space': {
        const space = this.#space(target.space);
        return space === undefined ? this.#hidden(target.space) : { kind: 'space', organization, space };
      }
      case 'page': {
        const space = this.#space(target.space);
        if (space === undefined) return this.#hidden(target.space);
        const scope =
          target.space === this.#root.space
            ? this.#root.scope
            : { space: target.space, version: '', files: this.#filesOf(target.space) };
        return {
          kind: 'page',
          organization,
          space,
          ...(target.space === this.#root.space ? this.#version : {}),
          page: this.#page(scope, target.page),
          ...(target.anchor === undefined
            ? {}
            : { internalLocation: { type: 'anchor', anchor: target.anchor } }),
        };
      }
      case 'file':
        return {
          kind: 'file',
          organization,
          space: this.#space(this.#root.space)!,
          ...this.#version,
          file: fileJson(this.#ctx, this.#root.space, target.file, { metadata: true }),
        };
      case 'reusable-content':
        return {
          kind: 'reusable-content',
          organization,
          space: this.#space(this.#root.space)!,
          ...this.#version,
          reusableContent: reusableJson(target.content, { metadata: true }),
        };
    }
  }

  /** A page of the root is printed once for all reports; reports consist mostly of pages, and few of them change. */
  #page(scope: Scope, placed: Placed): Page {
    const json = (): Page => singlePageJson(this.#ctx, scope, placed, { metadata: true });
    if (scope !== this.#root.scope) return json();
    return asPrintedJson<Page>(this.#pages.of(placed, () => JSON.stringify(json())));
  }

  /** Keeps the printed pages for the next report. */
  keep(): void {
    this.#ctx.cache.printedPages.set(this.#key, this.#pages, this.#pages.weight);
  }

  source(source: LinkSource): ContentLocation {
    return source.kind === 'page'
      ? this.target({ kind: 'page', space: this.#root.space, page: source.page })
      : this.target({ kind: 'reusable-content', content: source.content });
  }

  targetKey(target: LinkTarget): string {
    switch (target.kind) {
      case 'url':
        return target.url;
      case 'space':
        return target.space;
      case 'page':
        return `${target.page.page.id}#${target.anchor ?? ''}`;
      case 'file':
        return target.file.id;
      case 'reusable-content':
        return target.content.id;
    }
  }

  /** For a space that the caller may not see, the report shows only its address. */
  #hidden(space: string): ContentLocation {
    return { kind: 'url', url: `${this.#ctx.appBase}/spaces/${space}` };
  }

  #filesOf(space: string): string {
    return readRevision(this.#ctx.store, spaceRow(this.#ctx, space).revision).files;
  }

  #space(id: string): Space | undefined {
    if (!this.#spaces.has(id)) {
      const row = spaceRow(this.#ctx, id);
      const sees = spacePermissionsOf(this.#ctx, [row]).get(id)?.view === true;
      this.#spaces.set(id, sees ? spaceJson(this.#ctx, row) : undefined);
    }
    return this.#spaces.get(id);
  }
}
