import { type XSchemaObject } from './schema.mjs';
export interface XMaxItems<MaxItems extends number = number> {
    maxItems: MaxItems;
}
/**
 * Returns true if the schema contains a valid maxItems property
 * @specification Json Schema 7
 */
export declare function IsMaxItems(schema: XSchemaObject): schema is XMaxItems;
