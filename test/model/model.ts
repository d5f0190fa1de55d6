/**
 * The service in a few hundred lines: what an organization holds after each call, in plain values. It knows nothing of
 * storage, revisions or permissions tables, so it can only agree with the service when both follow the same rules.
 */
import { roles, type Level } from '../../src/service/access/index.ts';

export type Actor = 'admin' | 'editor' | 'outsider';

export interface ChangeRequestModel {
  readonly id: string;
  readonly space: string;
  status: 'draft' | 'open' | 'archived' | 'merged';
  /** Page ids as the change request has them, and as it last took them in. */
  pages: Set<string>;
  base: Set<string>;
}

export interface SpaceModel {
  readonly id: string;
  parent: string | null;
  deleted: boolean;
  pages: Set<string>;
}

export interface CommentModel {
  readonly id: string;
  readonly space: string;
  readonly changeRequest: string | null;
  readonly author: Actor;
  resolved: boolean;
  replies: number;
}

export interface SiteModel {
  readonly id: string;
  /** Site-space id → space id, in order. */
  readonly siteSpaces: Map<string, string>;
  published: boolean;
}

export class Model {
  readonly roles: Record<Actor, Level | undefined> = { admin: 'admin', editor: 'edit', outsider: undefined };
  /** What the organization is called. */
  title = 'Model';
  readonly spaces = new Map<string, SpaceModel>();
  /** Collection id → parent; the order of the map is not that of the tree. */
  readonly collections = new Map<string, string | null>();
  readonly changeRequests = new Map<string, ChangeRequestModel>();
  readonly comments = new Map<string, CommentModel>();
  readonly sites = new Map<string, SiteModel>();
  readonly invites = new Map<string, Level>();
  /** The collections below each parent, in their order. */
  readonly order = new Map<string | null, string[]>([[null, []]]);

  /** How many spaces a site shows: deleted ones are not shown. */
  shown(site: SiteModel): number {
    return [...site.siteSpaces.values()].filter((id) => this.spaces.get(id)!.deleted === false).length;
  }

  /** A site that loses its last space is no longer published. */
  unpublishEmptySites(): void {
    for (const site of this.sites.values()) if (this.shown(site) === 0) site.published = false;
  }

  /** Says whether somebody has a role or a higher one. */
  may(actor: Actor, least: (typeof roles)[number]): boolean {
    const role = this.roles[actor];
    return role !== undefined && role !== null && roles.indexOf(role) >= roles.indexOf(least);
  }

  /** The status of a call that is fine for those with `least`, on an object that `sees` or not. */
  status(actor: Actor, least: (typeof roles)[number], fine: number, visible = true): number {
    if (!visible || !this.may(actor, 'read')) return 404;
    return this.may(actor, least) ? fine : 403;
  }

  addCollection(id: string, parent: string | null): void {
    this.collections.set(id, parent);
    this.order.set(id, []);
    this.order.get(parent)!.push(id);
  }

  moveCollection(id: string, parent: string | null): void {
    const from = this.order.get(this.collections.get(id)!)!;
    from.splice(from.indexOf(id), 1);
    this.order.get(parent)!.push(id);
    this.collections.set(id, parent);
  }

  /** The collection and all within it. */
  below(id: string): string[] {
    return [id, ...this.order.get(id)!.flatMap((child) => this.below(child))];
  }

  depth(id: string | null): number {
    return id === null ? 0 : 1 + this.depth(this.collections.get(id)!);
  }

  deleteCollection(id: string): void {
    const gone = new Set(this.below(id));
    const siblings = this.order.get(this.collections.get(id)!)!;
    siblings.splice(siblings.indexOf(id), 1);
    for (const each of gone) {
      this.collections.delete(each);
      this.order.delete(each);
    }
    for (const space of this.spaces.values()) {
      if (space.parent === null || !gone.has(space.parent)) continue;
      space.parent = null;
      space.deleted = true;
    }
  }

  /** Collections parents first, siblings in order: as the list of the interface has them. */
  inOrder(parent: string | null = null): string[] {
    return this.order.get(parent)!.flatMap((id) => [id, ...this.inOrder(id)]);
  }

  /** What merging does to the primary pages: added pages come, deleted ones go, the rest is as it is. */
  merge(changeRequest: ChangeRequestModel): void {
    const space = this.spaces.get(changeRequest.space)!;
    for (const page of changeRequest.pages) if (!changeRequest.base.has(page)) space.pages.add(page);
    for (const page of changeRequest.base) if (!changeRequest.pages.has(page)) space.pages.delete(page);
    changeRequest.status = 'merged';
  }

  /** What updating does: the change request takes in what has come and gone in the primary pages since. */
  update(changeRequest: ChangeRequestModel): void {
    const { pages: primary } = this.spaces.get(changeRequest.space)!;
    for (const page of primary) if (!changeRequest.base.has(page)) changeRequest.pages.add(page);
    for (const page of changeRequest.base) if (!primary.has(page)) changeRequest.pages.delete(page);
    changeRequest.base = new Set(primary);
  }

  openComments(space: string, changeRequest: string | null): number {
    return [...this.comments.values()].filter(
      (comment) => comment.space === space && comment.changeRequest === changeRequest && !comment.resolved,
    ).length;
  }
}
