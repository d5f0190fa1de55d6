export type TUnreachable = never;
/** Used for unreachable logic */
export declare function Unreachable(): TUnreachable;
