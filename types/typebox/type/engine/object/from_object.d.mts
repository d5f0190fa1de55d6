import { type TProperties } from '../../types/properties.mjs';
export type TFromObject<Properties extends TProperties> = (Properties);
export declare function FromObject<Properties extends TProperties>(properties: Properties): TFromObject<Properties>;
