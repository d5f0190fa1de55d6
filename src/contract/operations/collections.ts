import { group, pageQuery } from '../operation.ts';
import { collectionDescription, collectionTitle } from '../resources/collection.ts';
import type { Collection } from '../resources/collection.ts';
import { defaultLevel } from '../resources/access-level.ts';
import { contentPosition } from '../resources/space.ts';
import type { Space } from '../resources/space.ts';
import { closed, flag, id, listOf, nullable, optional, ref } from '../shapes.ts';

const collections = group('Collections');
const Collection = ref<Collection>('Collection');

export const collectionOperations = {
  getCollectionById: collections.get('/v1/collections/{collectionId}', {
    summary: 'Get a collection',
    access: { on: 'collection', right: 'view' },
    result: Collection,
  }),
  deleteCollectionById: collections.delete('/v1/collections/{collectionId}', {
    summary: 'Delete a collection',
    done: 'deleted a collection',
    access: { on: 'collection', right: 'create' },
  }),
  updateCollectionById: collections.patch('/v1/collections/{collectionId}', {
    summary: 'Update a collection',
    done: 'changed a collection',
    access: { on: 'collection', right: 'create' },
    body: closed({
      title: optional(collectionTitle),
      description: optional(collectionDescription),
      defaultLevel: optional(defaultLevel),
    }),
    result: Collection,
  }),
  listSpacesInCollectionById: collections.list('/v1/collections/{collectionId}/spaces', {
    summary: 'List the spaces of a collection',
    access: { on: 'collection', right: 'view' },
    query: closed(pageQuery),
    result: listOf(ref<Space>('Space')),
  }),
  moveCollection: collections.post('/v1/collections/{collectionId}/move', {
    summary: 'Move a collection to a parent or a position',
    done: 'moved a collection',
    access: { on: 'collection', right: 'create' },
    body: closed({ parent: optional(nullable(id)), position: optional(contentPosition) }),
    errors: [409],
    result: Collection,
  }),
  transferCollection: collections.post('/v1/collections/{collectionId}/transfer', {
    summary: 'Transfer a collection to another organization',
    done: 'gave a collection to another organization',
    access: { on: 'collection', right: 'admin' },
    body: closed({ organization: id }),
    errors: [409, 412],
    result: Collection,
  }),
  listCollectionsInOrganizationById: collections.list('/v1/orgs/{organizationId}/collections', {
    summary: 'List the collections of an organization',
    access: { on: 'organization', right: 'view' },
    query: closed({ ...pageQuery, nested: optional(flag) }),
    result: listOf(Collection),
  }),
  createCollection: collections.post('/v1/orgs/{organizationId}/collections', {
    summary: 'Create a collection',
    done: 'made a collection',
    access: { on: 'organization', right: 'createContent' },
    body: closed({ title: optional(collectionTitle), parent: optional(id) }),
    status: 201,
    location: true,
    result: Collection,
  }),
};
