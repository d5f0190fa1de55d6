import { type XSchemaObject } from './schema.mjs';
export interface XType<Type extends string | string[] = string | string[]> {
    type: Type;
}
/**
 * Returns true if the schema contains a valid type property
 * @specification Json Schema 7
 */
export declare function IsType(schema: XSchemaObject): schema is XType;
