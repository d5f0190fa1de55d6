import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { arrayOf, booleans, closed, dateTime, id, oneOf, open, optional, ref, text, uri } from '../shapes.ts';

export const customFieldTypes = [
  'text',
  'number',
  'boolean',
  'tags',
  'select:multi',
  'select:single',
] as const;
export const customFieldType = oneOf(customFieldTypes);
export const customFieldName = Type.String({ minLength: 1, maxLength: 50, pattern: '^[a-z_\\-0-9]+$' });
export const customFieldTitle = Type.String({ maxLength: 100 });
export const customFieldDescription = Type.String({ maxLength: 200 });
export const customFieldPlaceholder = Type.String({ maxLength: 100 });
export const customFieldOptions = arrayOf(Type.String({ minLength: 1, maxLength: 40 }), {
  minItems: 1,
  maxItems: 50,
});

export const customField = open({
  id,
  name: customFieldName,
  title: optional(customFieldTitle),
  description: optional(customFieldDescription),
  type: customFieldType,
  placeholder: optional(customFieldPlaceholder),
  options: optional(customFieldOptions),
  createdAt: dateTime,
  updatedAt: dateTime,
  urls: open({ location: uri }),
  permissions: booleans(['view', 'edit']),
});
export type CustomField = Static<typeof customField>;

const customFieldValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), arrayOf(text)]);
export type CustomFieldValue = Static<typeof customFieldValue>;

export const customFieldValues = arrayOf(
  open({ customField: ref<CustomField>('CustomField'), value: optional(customFieldValue) }),
);
export type CustomFieldValues = Static<typeof customFieldValues>;

/** A value to set; which of these kinds a field takes depends on its type, and `null` removes the value. */
export const setCustomFieldValue = closed({
  value: Type.Union([
    Type.String({ maxLength: 10000 }),
    Type.Number(),
    Type.Boolean(),
    arrayOf(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 }),
    Type.Null(),
  ]),
});
