import { type XSchemaObject } from './schema.mjs';
export interface XEnum<Enum extends unknown[] = unknown[]> {
    enum: Enum;
}
/**
 * Returns true if the schema contains a valid enum property
 * @specification Json Schema 7
 */
export declare function IsEnum(schema: XSchemaObject): schema is XEnum;
