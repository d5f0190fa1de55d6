import { type TSchema, type TSchemaOptions } from './schema.mjs';
export type StaticVoid = void;
/** Represents a Void type. */
export interface TVoid extends TSchema {
    '~kind': 'Void';
    type: 'void';
}
/** Creates a Void type. */
export declare function Void(options?: TSchemaOptions): TVoid;
/** Returns true if the given value is TVoid. */
export declare function IsVoid(value: unknown): value is TVoid;
