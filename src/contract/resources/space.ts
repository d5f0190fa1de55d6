import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { spaceRights } from '../access.ts';
import { booleans, dateTime, id, number, oneOf, open, optional, text, uri, uri2048 } from '../shapes.ts';
import { defaultLevel } from './access-level.ts';

export const spaceTitle = Type.String({ maxLength: 50 });
export const emoji = Type.String({ maxLength: 50, format: 'emoji' });
export const icon = Type.String({ maxLength: 50, format: 'icon' });
export const editMode = oneOf(['live', 'locked']);

export const spaceVisibilities = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
  'in-collection',
  'private',
] as const;
export const spaceVisibility = oneOf(spaceVisibilities);
export type SpaceVisibility = Static<typeof spaceVisibility>;

export const gitSyncState = open({
  repoName: optional(text),
  installationProvider: optional(oneOf(['github', 'gitlab', 'github-legacy'])),
  integration: optional(text),
  url: optional(text),
  updatedAt: optional(dateTime),
});

export const space = open({
  object: Type.Literal('space'),
  id,
  title: spaceTitle,
  emoji,
  visibility: spaceVisibility,
  createdAt: dateTime,
  updatedAt: dateTime,
  deletedAt: optional(dateTime),
  editMode: optional(editMode),
  urls: open({
    location: uri,
    app: uri,
    published: optional(uri),
    public: optional(uri),
    icon: optional(uri2048),
  }),
  organization: id,
  parent: optional(id),
  gitSync: optional(gitSyncState),
  visitorAuth: optional(open({ backend: oneOf(['custom', 'integration']), integration: optional(text) })),
  revision: id,
  defaultLevel,
  comments: number,
  changeRequests: number,
  changeRequestsOpen: number,
  changeRequestsDraft: number,
  /** Whether a change request needs a review before it is merged: always what the organization says. */
  mergeRules: optional(open({ type: Type.Literal('inherit') })),
  permissions: booleans(spaceRights, ['installIntegration']),
});
export type Space = Static<typeof space>;

export const spacePointer = Type.Object(
  { type: Type.Literal('space'), space: id },
  { additionalProperties: false },
);
export const collectionPointer = Type.Object(
  { type: Type.Literal('collection'), collection: id },
  { additionalProperties: false },
);

/** Where a space or a collection goes among its siblings: before or after one of them, or else at the end. */
export const contentPosition = Type.Object(
  {
    before: optional(Type.Union([spacePointer, collectionPointer])),
    after: optional(Type.Union([spacePointer, collectionPointer])),
  },
  { additionalProperties: false },
);
export type ContentPosition = Static<typeof contentPosition>;
