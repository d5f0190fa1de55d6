import { type TSchema } from '../../types/index.mjs';
import { type TRecord, type TRecordKey } from '../../types/record.mjs';
export type TFromRecord<Type extends TRecord, Result extends TSchema = TRecordKey<Type>> = Result;
export declare function FromRecord<Type extends TRecord>(type: Type): TFromRecord<Type>;
