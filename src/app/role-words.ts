import { AppError } from '../base/index.ts';
import { roles, type Role, type RoleOrGuest } from '../contract/index.ts';
import { field, type Visit } from './visit.ts';

/** What each role may do, in plain words. */
export const roleWords: Readonly<Record<Role | 'guest', string>> = {
  admin: 'Administrator',
  create: 'Creator',
  review: 'Reviewer',
  edit: 'Editor',
  comment: 'Commenter',
  read: 'Reader',
  guest: 'Guest',
};

/** The choices of a field, from the most to the least. */
export const roleChoices = Object.entries(roleWords).map(([value, title]) => ({ value, title }));

/** A role that a form chose, or the place of a guest. */
export function roleOrGuestIn(visit: Visit): RoleOrGuest {
  return field(visit, 'role') === 'guest' ? null : roleIn(visit);
}

/** The role that a form chose. */
export function roleIn(visit: Visit): Role {
  const chosen = field(visit, 'role');
  const role = roles.find((each) => each === chosen);
  if (role === undefined) throw new AppError('BAD_REQUEST', 'The form does not say which role.');
  return role;
}
