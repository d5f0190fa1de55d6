import type { Static } from 'typebox';
import { Type } from '../../base/index.ts';
import { dateTime, flag, id, number, open, optional, ref, text } from '../shapes.ts';
import { roleOrGuest } from './access-level.ts';
import type { User } from './user.ts';

/** Somebody who belongs to an organization. */
export const organizationMember = open({
  object: Type.Literal('member'),
  id,
  role: roleOrGuest,
  user: ref<User>('User'),
  disabled: flag,
  joinedAt: dateTime,
  sso: flag,
  /** How many spaces give this person a role directly. */
  spaces: number,
  teams: number,
  sites: number,
});
export type OrganizationMember = Static<typeof organizationMember>;

/** A token of the caller, without its secret, which is shown once. */
export const apiToken = open({
  object: Type.Literal('token'),
  id,
  label: text,
  /** Its first and last characters. */
  hint: text,
  createdAt: dateTime,
  expiresAt: optional(dateTime),
  lastUsedAt: optional(dateTime),
  /** Only in the answer that makes it. */
  token: optional(text),
});
export type APIToken = Static<typeof apiToken>;
