export interface TMetrics {
    /** The number of times Assign() was called */
    assign: number;
    /** The number of times Create() was called */
    create: number;
    /** The number of times Clone() was called */
    clone: number;
    /** The number of times Discard() was called */
    discard: number;
    /** The number of times Update() was called */
    update: number;
}
/** TypeBox instantiation metrics */
export declare const Metrics: TMetrics;
