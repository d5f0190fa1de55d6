/** Roles from the least to the most: each role may do what the roles before it may. */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

export type Role = (typeof roles)[number];

/** What somebody may do with a piece of content; null: nothing, and the content does not exist for them. */
export type Level = Role | null;

/** The default level of content in the database: a role, null (invited people only), or the parent's level. */
export type DefaultLevel = Level | 'inherit';

/** Says whether `level` is `least` or more. */
export function isAtLeast(level: Level, least: Role): boolean {
  return level !== null && roles.indexOf(level) >= roles.indexOf(least);
}

/** The higher of two levels. */
export function higherLevel(one: Level, other: Level): Level {
  if (one === null) return other;
  return isAtLeast(other, one) ? other : one;
}

/** Says whether `text` names a role. */
export function isRole(text: unknown): text is Role {
  return typeof text === 'string' && (roles as readonly string[]).includes(text);
}
