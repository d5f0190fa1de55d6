import { type XSchemaObject } from './schema.mjs';
export interface XMinItems<MinItems extends number = number> {
    minItems: MinItems;
}
/**
 * Returns true if the schema contains a valid minItems property
 * @specification Json Schema 7
 */
export declare function IsMinItems(schema: XSchemaObject): schema is XMinItems;
