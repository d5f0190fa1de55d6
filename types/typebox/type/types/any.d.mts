import { type TSchema, type TSchemaOptions } from './schema.mjs';
export type StaticAny = any;
/** Represents a Any type. */
export interface TAny extends TSchema {
    '~kind': 'Any';
}
/** Creates a Any type. */
export declare function Any(options?: TSchemaOptions): TAny;
/** Returns true if the given value is a TAny. */
export declare function IsAny(value: unknown): value is TAny;
