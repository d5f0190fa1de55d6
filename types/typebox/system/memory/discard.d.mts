type ObjectLike = Record<PropertyKey, any>;
/** Discards property keys from the given object. */
export declare function Discard(value: ObjectLike, propertyKeys: PropertyKey[]): ObjectLike;
export {};
