export type XStaticConst<Value extends unknown> = Value;
