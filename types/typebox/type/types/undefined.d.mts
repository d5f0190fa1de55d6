import { type TSchema, type TSchemaOptions } from './schema.mjs';
export type StaticUndefined = undefined;
/** Represents a Undefined type. */
export interface TUndefined extends TSchema {
    '~kind': 'Undefined';
    type: 'undefined';
}
/** Creates a Undefined type. */
export declare function Undefined(options?: TSchemaOptions): TUndefined;
/** Returns true if the given value is TUndefined. */
export declare function IsUndefined(value: unknown): value is TUndefined;
