import { group, pageQuery } from '../operation.ts';
import { defaultLevel } from '../resources/access-level.ts';
import { linkReport, linkStatuses } from '../resources/content-reference.ts';
import { contentPosition, editMode, emoji, spaceTitle } from '../resources/space.ts';
import type { Space } from '../resources/space.ts';
import { closed, id, listOf, nullable, oneOf, optional, ref, text, uri2048 } from '../shapes.ts';

const spaces = group('Spaces');
const Space = ref<Space>('Space');

export const spaceOperations = {
  getSpaceById: spaces.get('/v1/spaces/{spaceId}', {
    summary: 'Get a space',
    access: { on: 'space', right: 'view', shareKey: true },
    query: closed({ shareKey: optional(text) }),
    result: Space,
  }),
  deleteSpaceById: spaces.delete('/v1/spaces/{spaceId}', {
    summary: 'Delete a space; it can be restored for 7 days',
    done: 'deleted a space',
    access: { on: 'space', right: 'admin' },
  }),
  updateSpaceById: spaces.patch('/v1/spaces/{spaceId}', {
    summary: 'Update a space',
    done: 'changed a space',
    access: { on: 'space', right: 'create' },
    body: closed({
      editMode: optional(editMode),
      title: optional(spaceTitle),
      defaultLevel: optional(defaultLevel),
      emoji: optional(nullable(emoji)),
      icon: optional(nullable(uri2048)),
    }),
    result: Space,
  }),
  duplicateSpace: spaces.post('/v1/spaces/{spaceId}/duplicate', {
    summary: 'Duplicate a space',
    done: 'copied a space',
    access: { on: 'space', right: 'create' },
    status: 201,
    location: true,
    result: Space,
  }),
  restoreSpace: spaces.post('/v1/spaces/{spaceId}/restore', {
    summary: 'Restore a deleted space',
    done: 'brought a deleted space back',
    access: { on: 'space', right: 'admin' },
    errors: [409, 412],
    result: Space,
  }),
  moveSpace: spaces.post('/v1/spaces/{spaceId}/move', {
    summary: 'Move a space to a collection or a position',
    done: 'moved a space',
    access: { on: 'space', right: 'create' },
    body: closed({ parent: optional(nullable(id)), position: optional(contentPosition) }),
    errors: [409],
    result: Space,
  }),
  transferSpace: spaces.post('/v1/spaces/{spaceId}/transfer', {
    summary: 'Transfer a space to another organization',
    done: 'gave a space to another organization',
    access: { on: 'space', right: 'admin' },
    body: closed({ organization: id }),
    errors: [409, 412],
    result: Space,
  }),
  listSpaceLinks: spaces.list('/v1/spaces/{spaceId}/links', {
    summary: 'Report the links of a space',
    access: { on: 'space', right: 'access' },
    query: closed({ ...pageQuery, status: optional(oneOf(linkStatuses)) }),
    result: linkReport,
  }),
};

const extensions = group('Spaces', { source: 'extension' });

export const spaceExtensions = {
  listSpacesInOrganizationById: extensions.list('/v1/orgs/{organizationId}/spaces', {
    summary: 'List the spaces of an organization',
    access: { on: 'organization', right: 'view' },
    query: closed(pageQuery),
    result: listOf(Space),
  }),
  createSpace: extensions.post('/v1/orgs/{organizationId}/spaces', {
    summary: 'Create a space',
    done: 'made a space',
    access: { on: 'organization', right: 'createContent' },
    body: closed({
      title: optional(spaceTitle),
      emoji: optional(emoji),
      parent: optional(id),
      editMode: optional(editMode),
    }),
    status: 201,
    location: true,
    result: Space,
  }),
};
