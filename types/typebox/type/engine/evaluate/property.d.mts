import { type TSchema } from '../../types/schema.mjs';
import { type TOptional } from '../../types/_optional.mjs';
import { type TReadonly } from '../../types/_readonly.mjs';
import { type TAddOptionalAction } from '../optional/instantiate_add.mjs';
import { type TAddReadonlyAction } from '../readonly/instantiate_add.mjs';
import { type TRemoveOptionalAction } from '../optional/instantiate_remove.mjs';
import { type TRemoveReadonlyAction } from '../readonly/instantiate_remove.mjs';
import { type TEvaluateIntersect, type TEvaluateUnion } from './evaluate.mjs';
export type TEvaluatePropertyIntersect<Left extends TSchema, Right extends TSchema, IsReadonly extends boolean = Left extends TReadonly ? Right extends TReadonly ? true : false : false, IsOptional extends boolean = Left extends TOptional ? Right extends TOptional ? true : false : false, Evaluated extends TSchema = TEvaluateIntersect<[Left, Right]>, Property extends TSchema = TRemoveReadonlyAction<TRemoveOptionalAction<Evaluated>>> = ([
    IsReadonly,
    IsOptional
] extends [true, true] ? TAddReadonlyAction<TAddOptionalAction<Property>> : [
    IsReadonly,
    IsOptional
] extends [true, false] ? TAddReadonlyAction<Property> : [
    IsReadonly,
    IsOptional
] extends [false, true] ? TAddOptionalAction<Property> : Property);
export declare function EvaluatePropertyIntersect<Left extends TSchema, Right extends TSchema>(left: Left, right: Right): TEvaluatePropertyIntersect<Left, Right>;
export type TEvaluatePropertyUnion<Left extends TSchema, Right extends TSchema, IsReadonly extends boolean = Left extends TReadonly ? true : Right extends TReadonly ? true : false, IsOptional extends boolean = Left extends TOptional ? true : Right extends TOptional ? true : false, LeftProperty extends TSchema = TRemoveReadonlyAction<TRemoveOptionalAction<Left>>, RightProperty extends TSchema = TRemoveReadonlyAction<TRemoveOptionalAction<Right>>, Property extends TSchema = TEvaluateUnion<[LeftProperty, RightProperty]>> = ([
    IsReadonly,
    IsOptional
] extends [true, true] ? TAddReadonlyAction<TAddOptionalAction<Property>> : [
    IsReadonly,
    IsOptional
] extends [true, false] ? TAddReadonlyAction<Property> : [
    IsReadonly,
    IsOptional
] extends [false, true] ? TAddOptionalAction<Property> : Property);
export declare function EvaluatePropertyUnion<Left extends TSchema, Right extends TSchema>(left: Left, right: Right): TEvaluatePropertyUnion<Left, Right>;
