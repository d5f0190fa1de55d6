import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { arrayOf, closed, flag, id, integer, open, optional, ref } from '../shapes.ts';
import { roleOrGuest } from './access-level.ts';
import type { Collection } from './collection.ts';
import type { Space } from './space.ts';

/** An invitation by link; `role` is the role in the organization, `level` what a content invitation gives. */
export const invite = open({
  object: Type.Literal('invite'),
  id,
  role: optional(roleOrGuest),
  level: optional(roleOrGuest),
  redundant: flag,
  space: optional(ref<Space>('Space')),
  collection: optional(ref<Collection>('Collection')),
});
export type Invite = Static<typeof invite>;

const email = Type.String({ format: 'email', maxLength: 320 });

export const inviteUsers = closed({
  emails: arrayOf(Type.Union([email, closed({ email, role: roleOrGuest })]), { minItems: 1, maxItems: 1000 }),
  role: optional(roleOrGuest),
  sso: optional(flag),
});

export const inviteUsersResult = open({
  users: arrayOf(id),
  invited: integer,
  failedSSOEmails: arrayOf(Type.String()),
});
export type InviteUsersResult = Static<typeof inviteUsersResult>;

export const createInvite = Type.Union([
  closed({ role: optional(roleOrGuest) }),
  closed({ level: roleOrGuest, space: id }),
  closed({ level: roleOrGuest, collection: id }),
]);

export const updateInvite = Type.Union([closed({ role: roleOrGuest }), closed({ level: roleOrGuest })]);
