import { AppError } from '../../base/index.ts';
import type { CustomField, CustomFieldValue } from '../../contract/index.ts';

/** The part of a field that decides which values it takes. */
export interface FieldRule {
  readonly name: string;
  readonly type: CustomField['type'];
  readonly options: readonly string[] | undefined;
}

/** Checks a value against its field's type, and returns it in the form of the database. Lists have each entry once. */
export function readValue(field: FieldRule, value: unknown): CustomFieldValue {
  const { type, options = [] } = field;
  switch (type) {
    case 'text':
      if (typeof value === 'string') return value;
      break;
    case 'number':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      break;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      break;
    case 'tags':
      if (isListOfText(value)) return [...new Set(value)];
      break;
    case 'select:single':
      if (typeof value === 'string' && options.includes(value)) return value;
      break;
    case 'select:multi':
      if (isListOfText(value) && value.every((entry) => options.includes(entry))) return [...new Set(value)];
      break;
  }
  throw new AppError(
    'BAD_REQUEST',
    `The value of the custom field "${field.name}" does not fit its type, ${type}.`,
    {
      hint: expected(field),
    },
  );
}

/** The rest of a stored value after the options of its field have changed; undefined when nothing is left. */
export function valueAfterOptions(field: FieldRule, value: CustomFieldValue): CustomFieldValue | undefined {
  const { type, options = [] } = field;
  if (type === 'select:single') return options.includes(value as string) ? value : undefined;
  if (type !== 'select:multi' || !Array.isArray(value)) return value;
  const left = value.filter((entry) => options.includes(entry));
  return left.length === 0 ? undefined : left;
}

/** Refuses options for a type that has none, and a type that needs options but has none. */
export function checkOptions(
  name: string,
  type: CustomField['type'],
  options: readonly string[] | undefined,
): void {
  const selects = type === 'select:single' || type === 'select:multi';
  if (selects && options === undefined) {
    throw new AppError('BAD_REQUEST', `The custom field "${name}" of type ${type} needs options.`, {
      hint: 'Give 1 to 50 options.',
    });
  }
  if (!selects && type !== 'tags' && options !== undefined) {
    throw new AppError('BAD_REQUEST', `The custom field "${name}" of type ${type} takes no options.`);
  }
  if (options !== undefined && new Set(options).size !== options.length) {
    throw new AppError('BAD_REQUEST', `The custom field "${name}" names an option twice.`);
  }
}

function expected({ type, options = [] }: FieldRule): string {
  switch (type) {
    case 'text':
      return 'Give a text.';
    case 'number':
      return 'Give a number.';
    case 'boolean':
      return 'Give true or false.';
    case 'tags':
      return 'Give a list of texts.';
    case 'select:single':
      return `Give one of: ${options.join(', ')}.`;
    case 'select:multi':
      return `Give a list of some of: ${options.join(', ')}.`;
  }
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
