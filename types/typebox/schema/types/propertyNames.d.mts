import { type XSchemaObject, type XSchema } from './schema.mjs';
export interface XPropertyNames<PropertyNames extends XSchema = XSchema> {
    propertyNames: PropertyNames;
}
/**
 * Returns true if the schema contains a valid propertyNames property
 * @specification Json Schema 7
 */
export declare function IsPropertyNames(schema: XSchemaObject): schema is XPropertyNames;
