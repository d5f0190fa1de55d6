import { Type } from '../../base/index.ts';
import type { Static, TSchema } from 'typebox';
import { arrayOf, closed, dateTime, mapOf, open, optional, ref, text, flag } from '../shapes.ts';

interface Primitive {
  type: 'boolean' | 'string' | 'number';
  description: string;
  enum?: string[];
}

/** One attribute of a visitor: boolean, string (perhaps of a fixed list), number, array of those, or an object. */
export type AdaptiveClaim =
  | Primitive
  | { type: 'array'; description: string; items: Primitive }
  | {
      type: 'object';
      description: string;
      properties: Record<string, AdaptiveClaim>;
      additionalProperties: false;
    };

const description = Type.String({ maxLength: 1000 });

function claims(object: typeof closed): TSchema[] {
  const primitive = [
    object({ type: Type.Literal('boolean'), description }),
    object({ type: Type.Literal('string'), description, enum: optional(arrayOf(text)) }),
    object({ type: Type.Literal('number'), description }),
  ];
  return [
    ...primitive,
    object({ type: Type.Literal('array'), description, items: Type.Union(primitive) }),
    object({
      type: Type.Literal('object'),
      description,
      properties: mapOf(ref<AdaptiveClaim>('AdaptiveClaim')),
      additionalProperties: Type.Literal(false),
    }),
  ];
}

export const adaptiveClaim = Type.Unsafe<AdaptiveClaim>({ anyOf: claims(closed) });

export interface AdaptiveJSONSchema {
  $schema?: string;
  type: 'object';
  properties: Record<string, AdaptiveClaim> & {
    unsigned?: {
      type: 'object';
      description?: string;
      properties: Record<string, AdaptiveClaim>;
      additionalProperties: false;
    };
  };
  additionalProperties: false;
}

const unsigned = closed({
  type: Type.Literal('object'),
  description: optional(description),
  properties: mapOf(ref<AdaptiveClaim>('AdaptiveClaim')),
  additionalProperties: Type.Literal(false),
});

/** A draft-07 schema of a visitor's attributes, itself checked; `properties.unsigned` holds the claims that nobody signed. */
export const adaptiveJSONSchema = Type.Unsafe<AdaptiveJSONSchema>({
  type: 'object',
  required: ['type', 'properties', 'additionalProperties'],
  additionalProperties: false,
  properties: {
    $schema: { enum: ['http://json-schema.org/draft-07/schema#', 'http://json-schema.org/draft-07/schema'] },
    type: { const: 'object' },
    properties: {
      type: 'object',
      properties: { unsigned },
      additionalProperties: ref<AdaptiveClaim>('AdaptiveClaim'),
    },
    additionalProperties: { const: false },
  },
});

export const adaptiveSchema = open({
  object: Type.Literal('site-adaptive-schema'),
  jsonSchema: ref<AdaptiveJSONSchema>('AdaptiveJSONSchema'),
  updatedAt: dateTime,
});
export type AdaptiveSchema = Static<typeof adaptiveSchema>;

export const templateCondition = open({ description: text, condition: text });
export type TemplateCondition = Static<typeof templateCondition>;

export const templateConditions = open({ items: arrayOf(templateCondition) });

export const adaptiveContent = closed({ enabled: flag });
