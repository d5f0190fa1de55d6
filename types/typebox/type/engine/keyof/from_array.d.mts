import { type TSchema } from '../../types/index.mjs';
import { type TNumber } from '../../types/number.mjs';
export type TFromArray<_Type extends TSchema> = TNumber;
export declare function FromArray<_Type extends TSchema>(_type: _Type): TFromArray<_Type>;
