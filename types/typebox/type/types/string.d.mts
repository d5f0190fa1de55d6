import { type TSchema, type TStringOptions } from './schema.mjs';
export declare const StringPattern = ".*";
export type StaticString = string;
/** Represents a String type. */
export interface TString extends TSchema {
    '~kind': 'String';
    type: 'string';
}
/** Creates a String type. */
export declare function String(options?: TStringOptions): TString;
/** Returns true if the given value is TString. */
export declare function IsString(value: unknown): value is TString;
