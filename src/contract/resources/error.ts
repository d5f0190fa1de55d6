import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { open } from '../shapes.ts';

/** The body of every failure; `code` is the HTTP status. */
export const errorBody = open({
  error: open({ code: Type.Integer({ minimum: 400, maximum: 599 }), message: Type.String() }),
});
export type ErrorBody = Static<typeof errorBody>;
