import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { closed, dateTime, flag, id, number, oneOf, open, optional, uri, uri2048 } from '../shapes.ts';

export const specSlug = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' });
export const processingStates = ['pending', 'progress', 'complete'] as const;
export const processErrorCodes = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;

export const openAPISpec = open({
  object: Type.Literal('openapi-spec'),
  id,
  createdAt: dateTime,
  updatedAt: dateTime,
  slug: specSlug,
  sourceURL: optional(uri2048),
  processingState: oneOf(processingStates),
  visibility: optional(oneOf(['private', 'public'])),
  lastVersion: optional(id),
  lastProcessedAt: optional(dateTime),
  lastProcessErrorCode: optional(oneOf(processErrorCodes)),
  /** 1 after a failure: reading stops at the first error. */
  lastProcessedErrorCount: optional(number),
  permissions: open({ view: flag, edit: flag, delete: optional(flag) }),
  urls: open({ location: uri2048, app: uri2048, published: optional(uri) }),
});
export type OpenAPISpec = Static<typeof openAPISpec>;

/** A text of a specification that could be read; `url` is the address of that text, for callers who were told the address. */
export const openAPISpecVersion = open({
  object: Type.Literal('openapi-spec-version'),
  id,
  createdAt: optional(dateTime),
  url: uri2048,
  urls: open({ location: uri2048 }),
});
export type OpenAPISpecVersion = Static<typeof openAPISpecVersion>;

export const specSource = Type.Union([
  closed({ url: uri2048 }),
  closed({ text: Type.String({ minLength: 1 }) }),
]);
