import type { Static } from 'typebox';
import { Type } from '../../base/index.ts';
import { oneOf, open, optional, text, uri2048 } from '../shapes.ts';

/** How visitors of a site prove who they are: by tokens that are signed with its key. */
export const publishingAuth = open({
  object: Type.Literal('publishing-auth'),
  backend: oneOf(['custom', 'integration']),
  privateKey: text,
  /** The address for a visitor without a valid token. */
  fallbackURL: optional(uri2048),
  integration: optional(text),
});
export type PublishingAuth = Static<typeof publishingAuth>;
