/** What happens to content that leaves its organization, or whose collection is deleted. */
import type { Context } from '../context.ts';
import { transferCustomFieldValues } from '../custom-fields/index.ts';

/**
 * Cuts the ties between a space and its organization before the space moves to another one: places on sites, grants to people and teams,
 * invitations. Custom-field values move to fields of the same name and type.
 */
export function detachSpace({ store }: Pick<Context, 'store'>, space: string, to: string): void {
  transferCustomFieldValues({ store }, space, to);
  store.run('DELETE FROM invites WHERE space = ?', space);
  store.run("DELETE FROM grants WHERE kind = 'space' AND content = ?", space);
}

/** Cuts the same ties of a collection itself; its content is detached one by one. */
export function detachCollection({ store }: Pick<Context, 'store'>, collection: string): void {
  store.run('DELETE FROM invites WHERE collection = ?', collection);
  store.run("DELETE FROM grants WHERE kind = 'collection' AND content = ?", collection);
}

/**
 * The default level that content really has at its place: what `inherit` means there, or `inherit` where it means the members' own roles.
 * Content that is moved out keeps this level, so that losing a parent never opens it to more people.
 */
export function effectiveDefaultLevel(
  { store }: Pick<Context, 'store'>,
  content: { parent: string | null; default_level: string },
): string {
  let { parent, default_level: level } = content;
  while (level === 'inherit' && parent !== null) {
    const row = store.get<{ parent: string | null; default_level: string }>(
      'SELECT parent, default_level FROM collections WHERE id = ?',
      parent,
    );
    if (row === undefined) break;
    ({ parent, default_level: level } = row);
  }
  return level;
}
