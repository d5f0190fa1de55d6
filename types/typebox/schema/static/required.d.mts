import type { XSchema } from '../types/schema.mjs';
import type { XProperties } from '../types/properties.mjs';
export type XStaticRequired<_Stack extends string[], _Root extends XSchema, Schema extends XSchema, Keys extends string[], Result extends Record<PropertyKey, unknown> = Schema extends XProperties ? {} : Record<Keys[number], unknown>> = Result;
