import { textIn } from './fields.ts';
import type { AttributeForm, TagAttribute } from './kinds.ts';
import { printLength } from './lengths.ts';
import { printReference, type References } from './references.ts';
import type { NodeData, Reference } from './values.ts';

type PrintedAttribute = Omit<TagAttribute, 'form'> & { readonly form?: AttributeForm | 'any' };

/** A tag with those of its attributes that the data has. */
export function printTag(
  name: string,
  data: NodeData,
  attributes: readonly PrintedAttribute[],
  references: References,
): string {
  const written = attributes.flatMap((row) => {
    const value = printAttribute(data[row.field ?? row.attribute], row, references);
    return value === undefined ? [] : [` ${row.attribute}="${escapeValue(value)}"`];
  });
  return `{% ${name}${written.join('')} %}`;
}

function printAttribute(
  value: unknown,
  { form = 'text' }: PrintedAttribute,
  references: References,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  switch (form) {
    case 'text':
      return typeof value === 'string' ? value.replace(/[\r\n]+/gu, ' ') : undefined;
    case 'any':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'flag':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'number':
      return typeof value === 'number' ? String(value) : undefined;
    case 'length':
      return printLength(value);
    case 'link':
    case 'file':
      return printReference(references, value as Reference);
    case 'spec':
      return textIn((value as Reference)['spec']);
    case 'names':
      return Array.isArray(value) && value.length > 0 ? value.join(',') : undefined;
    case 'tags':
      return Array.isArray(value) && value.length > 0
        ? value.map((reference: Reference) => String(reference['tag'])).join(',')
        : undefined;
    case 'date':
      return typeof value === 'string' ? value.replace(/T00:00:00(?:\.000)?Z$/u, '') : undefined;
  }
}

/** Quotes and backslashes are escaped; a line break is written as an entity, since a tag within a list could not be told apart. */
function escapeValue(value: string): string {
  return value
    .replace(/&(?=#x?[0-9a-f]+;|(?:amp|lt|gt|quot|apos);)/giu, '&#x26;')
    .replace(/\r?\n/gu, '&#xA;')
    .replace(/["\\]/gu, '\\$&');
}
