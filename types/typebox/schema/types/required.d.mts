import { type XSchemaObject } from './schema.mjs';
export interface XRequired<Required extends string[] = string[]> {
    required: Required;
}
/**
 * Returns true if the schema contains a valid required property
 * @specification Json Schema 7
 */
export declare function IsRequired(schema: XSchemaObject): schema is XRequired;
