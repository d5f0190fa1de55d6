/**
 * The level that somebody has on a space or collection, from the organization down.
 *
 * An administrator of the organization administers everything in it. Otherwise the content's default level counts: a role (for every member
 * who is not a guest), `none` (nobody), or `inherit` (the level of the collection around it, and at the top the member's own role). Grants
 * to the person or to their teams can only add to that level.
 */
import type { ShownSite } from '../context.ts';
import type { Store } from '../store/index.ts';
import { higherLevel, isRole, type Level, type Role } from './roles.ts';

/** A default level in the form of a database row. */
export type StoredDefaultLevel = string;

/** The part of a space's or collection's row that its level depends on. */
export interface Guarded {
  readonly id: string;
  readonly organization: string;
  readonly parent: string | null;
  readonly default_level: StoredDefaultLevel;
}

/** The membership of a user in an organization; undefined for somebody who is not a member. */
export function memberRole(store: Store, user: string, organization: string): { role: Level } | undefined {
  return store.get<{ role: Level }>(
    'SELECT role FROM members WHERE organization = ? AND user = ?',
    organization,
    user,
  );
}

/**
 * Says what one user may do; with `site`, what they may do through a token that shows this site: reading it. It remembers what it has read, so make a new one for each state
 * of the database.
 */
export class Levels {
  readonly #store: Store;
  readonly #user: string;
  readonly #site: ShownSite | undefined;
  readonly #members = new Map<string, { role: Level } | undefined>();
  readonly #collections = new Map<string, Level>();
  #grants: Map<string, Level> | undefined;

  constructor(store: Store, user: string, site?: ShownSite) {
    this.#store = store;
    this.#user = user;
    this.#site = site;
  }

  member(organization: string): { role: Level } | undefined {
    if (this.#site === undefined) return this.#membership(organization);
    if (this.#site.organization !== organization) return undefined;
    const member = this.#membership(organization);
    return member && { role: member.role === null ? null : 'read' };
  }

  space(space: Guarded): Level {
    const level = this.#level('space', space);
    if (this.#site === undefined || level === null) return level;
    return isShownOn(this.#store, this.#site, space.id) ? 'read' : null;
  }

  collection(collection: Guarded): Level {
    return this.#site === undefined ? this.#ofCollection(collection) : null;
  }

  #membership(organization: string): { role: Level } | undefined {
    if (!this.#members.has(organization)) {
      this.#members.set(organization, memberRole(this.#store, this.#user, organization));
    }
    return this.#members.get(organization);
  }

  #ofCollection(collection: Guarded): Level {
    const known = this.#collections.get(collection.id);
    if (known !== undefined) return known;
    const level = this.#level('collection', collection);
    this.#collections.set(collection.id, level);
    return level;
  }

  #level(kind: 'space' | 'collection', content: Guarded): Level {
    const member = this.#membership(content.organization);
    if (member === undefined) return null;
    if (member.role === 'admin') return 'admin';
    return higherLevel(this.#byDefault(content, member.role), this.#granted(kind, content.id));
  }

  #byDefault(content: Guarded, role: Level): Level {
    if (content.default_level === 'inherit')
      return content.parent === null ? role : this.#ofParent(content.parent);
    return role !== null && isRole(content.default_level) ? content.default_level : null;
  }

  #ofParent(id: string): Level {
    const known = this.#collections.get(id);
    if (known !== undefined) return known;
    const parent = this.#store.get<Guarded>(
      'SELECT id, organization, parent, default_level FROM collections WHERE id = ?',
      id,
    );
    return parent === undefined ? null : this.#ofCollection(parent);
  }

  #granted(kind: 'space' | 'collection', id: string): Level {
    this.#grants ??= this.#readGrants();
    return this.#grants.get(`${kind}:${id}`) ?? null;
  }

  #readGrants(): Map<string, Level> {
    const grants = new Map<string, Level>();
    const rows = this.#store.all<{ kind: string; content: string; level: Level }>(
      `SELECT kind, content, level FROM grants WHERE holder_kind = 'user' AND holder = ?1
       UNION ALL
       SELECT kind, content, level FROM team_members JOIN grants ON holder_kind = 'team' AND holder = team WHERE user = ?1`,
      { 1: this.#user },
    );
    for (const { kind, content, level } of rows) {
      const key = `${kind}:${content}`;
      grants.set(key, higherLevel(grants.get(key) ?? null, level));
    }
    return grants;
  }
}

/** Whether a space is part of a site. */
export function isShownOn(store: Store, site: Pick<ShownSite, 'id'>, space: string): boolean {
  return store.get('SELECT 1 FROM site_spaces WHERE site = ? AND space = ?', site.id, space) !== undefined;
}

/** What each member who may see a space may do there, sorted by name; `among` narrows the members to some of them. */
export function levelsOfMembers(
  { store }: { readonly store: Store },
  space: Guarded,
  among?: readonly string[],
): { user: string; level: Role }[] {
  const members = store.all<{ user: string }>(
    `SELECT user FROM members JOIN users ON users.id = user
     WHERE organization = ?1 AND (?2 IS NULL OR user IN (SELECT value FROM json_each(?2)))
     ORDER BY display_name COLLATE NOCASE, user`,
    { 1: space.organization, 2: among === undefined ? null : JSON.stringify(among) },
  );
  return members.flatMap(({ user }) => {
    const level = new Levels(store, user).space(space);
    return level === null ? [] : { user, level };
  });
}
