import { type TSchema, type TSchemaOptions } from './schema.mjs';
export type StaticNull = null;
/** Represents a Null type. */
export interface TNull extends TSchema {
    '~kind': 'Null';
    type: 'null';
}
/** Creates a Null type. */
export declare function Null(options?: TSchemaOptions): TNull;
/** Returns true if the given value is TNull. */
export declare function IsNull(value: unknown): value is TNull;
