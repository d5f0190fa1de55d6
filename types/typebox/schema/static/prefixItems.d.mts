import type { XSchema } from '../types/schema.mjs';
import type { XStaticElements } from './_elements.mjs';
export type XStaticPrefixItems<Stack extends string[], Root extends XSchema, Schema extends XSchema, PrefixItems extends XSchema[], Result extends unknown[] = XStaticElements<Stack, Root, Schema, PrefixItems>> = Result;
