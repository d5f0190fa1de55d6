import { type XSchemaObject, type XSchema } from '../types/schema.mjs';
export interface XAdditionalItems<AdditionalItems extends XSchema = XSchema> {
    additionalItems: AdditionalItems;
}
/**
 * Returns true if the schema contains a valid additionalItems property
 * @specification Json Schema 7
 */
export declare function IsAdditionalItems(schema: XSchemaObject): schema is XAdditionalItems;
