import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { dateTime, flag, id, number, oneOf, open, optional, ref, uri } from '../shapes.ts';
import type { User } from './user.ts';

export const changeRequestStatuses = ['draft', 'open', 'archived', 'merged'] as const;
export const changeRequestStatus = oneOf(changeRequestStatuses);
export type ChangeRequestStatus = Static<typeof changeRequestStatus>;
export const changeRequestSubject = Type.String({ maxLength: 100 });

export const changeRequest = open({
  object: Type.Literal('change-request'),
  id,
  number,
  status: changeRequestStatus,
  subject: changeRequestSubject,
  space: optional(id),
  createdBy: ref<User>('User'),
  createdAt: dateTime,
  updatedAt: dateTime,
  revision: id,
  revisionInitial: id,
  revisionMergedAncestor: optional(id),
  revisionMerged: optional(id),
  comments: number,
  outdated: flag,
  urls: open({ app: uri, location: uri }),
});
export type ChangeRequest = Static<typeof changeRequest>;

/**
 * A page or file that two sides changed in ways that cannot be joined. The conflict keeps both texts, so that a person can decide; `base`
 * is what both started from.
 */
export const contentConflict = open({
  kind: oneOf(['page', 'file', 'reusable-content', 'tree']),
  id,
  title: optional(Type.String()),
  base: optional(Type.String()),
  ours: optional(Type.String()),
  theirs: optional(Type.String()),
});
export type ContentConflict = Static<typeof contentConflict>;

/** Why two sides cannot be joined without a person. */
export const conflictReasons = [
  'text',
  'fields',
  'place',
  'bytes',
  'both-added',
  'deleted-in-space',
  'deleted-in-change-request',
] as const;

/** A page or file as one side has it: its text or bytes are read from that revision. */
const conflictSide = open({ revision: id, id });

/**
 * Something that waits for a decision in a change request since the last update from the space. A side that lacks the content is absent.
 */
export const changeRequestConflict = open({
  object: Type.Literal('change-request-conflict'),
  kind: oneOf(['page', 'file', 'tree']),
  id,
  title: Type.String(),
  reason: oneOf(conflictReasons),
  /** Whether a merge waits for the decision; otherwise the merge uses what the service chose. */
  blocks: flag,
  base: optional(conflictSide),
  ours: optional(conflictSide),
  theirs: optional(conflictSide),
});
export type ChangeRequestConflict = Static<typeof changeRequestConflict>;

export const mergeResult = open({
  revision: id,
  result: oneOf(['merge', 'conflicts']),
  conflicts: optional(Type.Array(ref<ContentConflict>('ContentConflict'))),
});
export type MergeResult = Static<typeof mergeResult>;

export const updateResult = open({
  revision: id,
  result: oneOf(['update', 'conflicts']),
  conflicts: optional(Type.Array(ref<ContentConflict>('ContentConflict'))),
});
export type UpdateResult = Static<typeof updateResult>;
