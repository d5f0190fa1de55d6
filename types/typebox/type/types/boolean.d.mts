import { type TSchema, type TSchemaOptions } from './schema.mjs';
export type StaticBoolean = boolean;
/** Represents a Boolean type. */
export interface TBoolean extends TSchema {
    '~kind': 'Boolean';
    type: 'boolean';
}
/** Creates a Boolean type. */
export declare function Boolean(options?: TSchemaOptions): TBoolean;
/** Returns true if the given value is a TBoolean. */
export declare function IsBoolean(value: unknown): value is TBoolean;
