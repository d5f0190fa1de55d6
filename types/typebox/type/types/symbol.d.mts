import { type TSchema, type TSchemaOptions } from './schema.mjs';
export type StaticSymbol = symbol;
/** Represents a Symbol type. */
export interface TSymbol extends TSchema {
    '~kind': 'Symbol';
    type: 'symbol';
}
/** Creates a Symbol type. */
export declare function Symbol(options?: TSchemaOptions): TSymbol;
/** Returns true if the given value is TSymbol. */
export declare function IsSymbol(value: unknown): value is TSymbol;
