import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { collectionRights } from '../access.ts';
import { booleans, id, open, optional, uri } from '../shapes.ts';
import { defaultLevel } from './access-level.ts';

export const collectionTitle = Type.String({ maxLength: 50 });
export const collectionDescription = Type.String({ maxLength: 100 });

export const collection = open({
  object: Type.Literal('collection'),
  id,
  title: collectionTitle,
  description: optional(collectionDescription),
  organization: id,
  parent: optional(id),
  defaultLevel,
  urls: open({ location: uri, app: uri }),
  permissions: booleans(collectionRights),
});
export type Collection = Static<typeof collection>;
