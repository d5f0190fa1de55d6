import { type TNumber } from '../../types/number.mjs';
import { type TString } from '../../types/string.mjs';
import { type TSymbol } from '../../types/symbol.mjs';
import { type TUnion } from '../../types/union.mjs';
export type TFromAny<Result = TUnion<[TNumber, TString, TSymbol]>> = Result;
export declare function FromAny(): TFromAny;
