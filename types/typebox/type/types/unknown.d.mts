import { type TSchema, type TSchemaOptions } from './schema.mjs';
export type StaticUnknown = unknown;
/** Represents an Unknown type. */
export interface TUnknown extends TSchema {
    '~kind': 'Unknown';
}
/** Creates an Unknown type. */
export declare function Unknown(options?: TSchemaOptions): TUnknown;
/** Returns true if the given value is TUnknown. */
export declare function IsUnknown(value: unknown): value is TUnknown;
