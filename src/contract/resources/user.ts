import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { id, open, optional, text, uri } from '../shapes.ts';

export const user = open({
  object: Type.Literal('user'),
  id,
  displayName: text,
  email: optional(text),
  photoURL: optional(text),
  urls: open({ location: uri }),
});
export type User = Static<typeof user>;
