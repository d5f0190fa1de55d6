import { type XSchemaObject, type XSchema } from './schema.mjs';
export interface XIf<If extends XSchema = XSchema> {
    if: If;
}
/**
 * Returns true if the schema contains a valid $id property
 * @specification Json Schema 7
 */
export declare function IsIf(schema: XSchemaObject): schema is XIf;
