import { type XSchemaObject, type XSchema } from './schema.mjs';
export interface XPrefixItems<PrefixItems extends XSchema[] = XSchema[]> {
    prefixItems: PrefixItems;
}
/**
 * Returns true if the schema contains a valid prefixItems property
 */
export declare function IsPrefixItems(schema: XSchemaObject): schema is XPrefixItems;
