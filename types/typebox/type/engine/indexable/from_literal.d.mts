import { type TLiteralValue } from '../../types/literal.mjs';
export type TFromLiteral<Value extends TLiteralValue, Result extends string[] = [`${Value}`]> = Result;
export declare function FromLiteral<Value extends TLiteralValue>(value: Value): TFromLiteral<Value>;
