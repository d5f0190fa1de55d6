import { type XSchemaObject, type XSchema } from './schema.mjs';
export interface XUnevaluatedProperties<UnevaluatedProperties extends XSchema = XSchema> {
    unevaluatedProperties: UnevaluatedProperties;
}
/**
 * Returns true if the schema contains a valid unevaluatedProperties property
 * @specification Json Schema 2019-09
 */
export declare function IsUnevaluatedProperties(schema: XSchemaObject): schema is XUnevaluatedProperties;
