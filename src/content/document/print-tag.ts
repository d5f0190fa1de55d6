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
  return value === undefined || value === null ? undefined : printers[form](value, references);
}

type Printer = (value: unknown, references: References) => string | undefined;

const asReference: Printer = (value, references) => printReference(references, value as Reference);

/** Joins several values into one attribute; undefined for none. */
function listed(value: unknown, name: (each: unknown) => string): string | undefined {
  return Array.isArray(value) && value.length > 0 ? value.map(name).join(',') : undefined;
}

const printers: Readonly<Record<AttributeForm | 'any', Printer>> = {
  text: (value) => (typeof value === 'string' ? value.replace(/[\r\n]+/gu, ' ') : undefined),
  any: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  flag: (value) => (typeof value === 'boolean' ? String(value) : undefined),
  number: (value) => (typeof value === 'number' ? String(value) : undefined),
  length: printLength,
  link: asReference,
  file: asReference,
  spec: (value) => textIn((value as Reference)['spec']),
  names: (value) => listed(value, String),
  tags: (value) => listed(value, (reference) => String((reference as Reference)['tag'])),
  date: (value) => (typeof value === 'string' ? value.replace(/T00:00:00(?:\.000)?Z$/u, '') : undefined),
};

/**
 * Quotes and backslashes are escaped; a line break is written as an entity, because a tag that spans lines could not be read back
 * from a list.
 */
function escapeValue(value: string): string {
  return value
    .replace(/&(?=#x?[0-9a-f]+;|(?:amp|lt|gt|quot|apos);)/giu, '&#x26;')
    .replace(/\r?\n/gu, '&#xA;')
    .replace(/["\\]/gu, '\\$&');
}
