type ObjectLike = Record<PropertyKey, any>;
/** Returns a shallow clone of the given object. */
export declare function Clone<Value extends ObjectLike = ObjectLike>(value: Value): Value;
export {};
