type ObjectLike = Record<PropertyKey, any>;
/** Updates an existing type with additional hidden and enumerable properties while preserving property configuration. */
export declare function Update(current: ObjectLike, hidden: ObjectLike, enumerable: ObjectLike): ObjectLike;
export {};
