import { type XSchemaObject } from './schema.mjs';
export interface XConst<Const extends unknown = unknown> {
    const: Const;
}
/**
 * Returns true if the schema contains a valid const property
 * @specification Json Schema 7
 */
export declare function IsConst(value: XSchemaObject): value is XConst;
