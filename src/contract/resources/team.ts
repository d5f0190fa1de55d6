import type { Static } from 'typebox';
import { Type } from '../../base/index.ts';
import { booleans, dateTime, id, integer, number, oneOf, open, ref, text } from '../shapes.ts';
import { roles } from './access-level.ts';
import type { OrganizationMember } from './member.ts';

export const teamTitle = Type.String({ minLength: 1, maxLength: 64 });

/** People of an organization who get roles together. */
export const team = open({
  object: Type.Literal('team'),
  id,
  title: teamTitle,
  members: integer,
  spaces: number,
  createdAt: dateTime,
  permissions: booleans(['admin', 'view']),
});
export type Team = Static<typeof team>;

export const teamRoles = ['owner', 'member'] as const;

/** What somebody is in a team: an owner manages its members. */
export const teamRole = oneOf(teamRoles);
export type TeamRole = Static<typeof teamRole>;

/** A member of an organization as a member of one of its teams. */
export const teamMember = open({
  organization: ref<OrganizationMember>('OrganizationMember'),
  team: open({ role: teamRole }),
  permissions: booleans(['view']),
});
export type TeamMember = Static<typeof teamMember>;

/** The role that a space or collection gives a team, beside the role that everybody has there. */
export const teamContentPermission = open({ permission: oneOf(roles), team: ref<Team>('Team') });
export type TeamContentPermission = Static<typeof teamContentPermission>;

/** A space or collection on which a team has its own role. */
export const teamContent = open({
  permission: oneOf(roles),
  content: open({ type: oneOf(['space', 'collection']), id, title: text }),
});
export type TeamContent = Static<typeof teamContent>;
