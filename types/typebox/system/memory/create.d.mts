type ObjectLike = Record<PropertyKey, any>;
/** Creates an object with hidden, enumerable, and optional property sets. */
export declare function Create(hidden: ObjectLike, enumerable: ObjectLike, options?: ObjectLike): ObjectLike;
export {};
