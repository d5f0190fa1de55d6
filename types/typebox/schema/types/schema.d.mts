export type XSchemaObject = object;
/** Returns true if this value is object like */
export declare function IsSchemaObject(value: unknown): value is XSchemaObject;
export type XSchemaBoolean = boolean;
/** Returns true if this value is a boolean */
export declare function IsSchemaBoolean(value: unknown): value is XSchemaBoolean;
export type XSchema = XSchemaObject | XSchemaBoolean;
/** Returns true if this value is schema like */
export declare function IsSchema(value: unknown): value is XSchema;
