import { type TSchema } from '../../types/schema.mjs';
import { type TParsePatternIntoTypes } from '../patterns/pattern.mjs';
/** Returns true if this pattern is a valid Template Literal regular expression */
export type TIsTemplateLiteralPattern<Pattern extends string, Types extends TSchema[] = TParsePatternIntoTypes<Pattern>, Result extends boolean = Types extends [] ? false : true> = Result;
/** Returns true if this pattern is a valid Template Literal regular expression */
export declare function IsTemplateLiteralPattern<Pattern extends string>(pattern: Pattern): TIsTemplateLiteralPattern<Pattern>;
