import { nullable, oneOf } from '../shapes.ts';
import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';

export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** What a member may do; the service's access rules say which role ranks above which. */
export const role = oneOf(roles);
export type Role = Static<typeof role>;

/** Null means a guest. */
export const roleOrGuest = nullable(role);
export type RoleOrGuest = Static<typeof roleOrGuest>;

/** The level that content gives to members; `inherit` means the parent's level. */
export const defaultLevel = Type.Union([oneOf([...roles, 'inherit'] as const), Type.Null()]);
export type DefaultLevel = Static<typeof defaultLevel>;
