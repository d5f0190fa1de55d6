import type { TSchema } from 'typebox';
import { Type } from '../../base/index.ts';

/*
 * Building blocks of the configuration's schema.
 */

/** A mapping with exactly these keys. */
export const object = <Properties extends Record<string, TSchema>>(
  properties: Properties,
  description: string,
) => Type.Object(properties, { additionalProperties: false, description });

/** A text of a certain form. Messages name the example, because a pattern tells people little. */
export const form = (pattern: string, example: string, options: Readonly<Record<string, unknown>> = {}) =>
  Type.String({ pattern, examples: [example], ...options });

/** An example for the keys of a record whose keys have a certain form. */
export const keyExample = (example: string) => ({ propertyNames: { examples: [example] } });

/** Yes or no. */
export const flag = (description: string, preset: boolean) => Type.Boolean({ default: preset, description });

/** One of some words. */
export const choice = <const Values extends readonly string[]>(
  values: Values,
  description: string,
  preset: Values[number],
) => Type.Unsafe<Values[number]>({ type: 'string', enum: values, default: preset, description });
