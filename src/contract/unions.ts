/** What is wrong with a value that has none of the forms of a union. */
import type { ErrorObject } from 'ajv';
import { messageOf, pointerOf, typeInWords } from './error-words.ts';

/** A form of a union, as far as its words need it. */
interface Form {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Form>>;
}

/** A form with the errors that a value has in it. */
interface Tried {
  readonly form: Form;
  readonly errors: readonly ErrorObject[];
}

/**
 * A union that fails reports the errors of all its forms. When all forms but one fail on a constant or the type that tells the forms
 * apart, only the errors of that one form help the reader; otherwise one error says which forms there are, and what is wrong in the
 * closest.
 */
export function foldUnions(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors
    .filter((error) => error.keyword === 'anyOf')
    .sort((a, b) => b.schemaPath.length - a.schemaPath.length);
  let rest = [...errors];
  for (const union of unions) {
    const inside = (error: ErrorObject): boolean =>
      error !== union &&
      error.schemaPath.startsWith(`${union.schemaPath}/`) &&
      error.instancePath.startsWith(union.instancePath);
    const own = rest.filter(inside);
    const tried = (union.schema as readonly Form[]).map((form, index) => ({
      form,
      errors: own.filter(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/${index}/`)),
    }));
    rest = [...rest.filter((error) => error !== union && !inside(error)), ...folded(union, tried)];
  }
  return rest;
}

function folded(union: ErrorObject, tried: readonly Tried[]): readonly ErrorObject[] {
  const meant = tried.filter(({ errors }) => !errors.some((error) => tellsApart(error, union)));
  if (meant.length === 1) return meant[0]!.errors;
  if (meant.length === 0) return [joined(union, tried)];
  const [closest] = [...meant].sort((a, b) => distanceOf(a) - distanceOf(b));
  // A form without errors of its own fails in a resource that it refers to, whose errors are there already.
  return closest!.errors.length === 0 ? [] : [nearlyOf(union, meant, closest!)];
}

/** How far a value is from a form. A member that the form does not know says more than a missing one: somebody wrote it. */
function distanceOf({ errors }: Tried): number {
  return errors.reduce((sum, { keyword }) => sum + (keyword === 'additionalProperties' ? 2 : 1), 0);
}

function tellsApart(error: ErrorObject, union: ErrorObject): boolean {
  if (error.keyword === 'type') return error.instancePath === union.instancePath;
  return error.keyword === 'const' && parentOf(error.instancePath) === union.instancePath;
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** The union's own error as a list of the constants that it accepts, where those tell its forms apart, or else of its forms. */
function joined(union: ErrorObject, tried: readonly Tried[]): ErrorObject {
  const constants = tried.map(({ errors }) => errors.find((error) => tellsApart(error, union)));
  const names = new Set(constants.map((error) => error?.instancePath));
  if (names.size === 1 && constants[0]?.keyword === 'const') {
    const values = constants.map((error) =>
      JSON.stringify((error!.params as { allowedValue: unknown }).allowedValue),
    );
    return {
      ...union,
      instancePath: constants[0].instancePath,
      message: `must be one of ${values.join(', ')}`,
    };
  }
  return { ...union, message: `must be ${formsInWords(tried)}` };
}

/** How many things of the closest form are told; a hostile value could have thousands. */
const mostShown = 5;

/** The union's own error with its forms, and with what is wrong in the closest one. */
function nearlyOf(union: ErrorObject, meant: readonly Tried[], { form, errors }: Tried): ErrorObject {
  const wrong = [...new Set(errors.map((error) => `${pointerOf(error)} ${messageOf(error)}`))];
  const shown = wrong.length > mostShown ? [...wrong.slice(0, mostShown), 'more'] : wrong;
  return {
    ...union,
    message: `must be ${formsInWords(meant)}; ${formInWords(form)} comes closest, but ${shown.join(' and ')}`,
  };
}

function formsInWords(tried: readonly Tried[]): string {
  return [...new Set(tried.map(({ form }) => formInWords(form)))].join(' or ');
}

/** A form in words: its type, and for an object the members that it must have, or else those that it may have. */
function formInWords({ $ref, type, required = [], properties = {}, ...form }: Form): string {
  if ($ref !== undefined) return typeInWords($ref.slice($ref.lastIndexOf('/') + 1));
  if (form.const !== undefined) return JSON.stringify(form.const);
  if (form.enum !== undefined) return `one of ${form.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (type !== 'object') return typeInWords(type ?? 'value of another form');
  const members = required.length > 0 ? required : Object.keys(properties);
  const words = members.map((name) => memberInWords(name, properties[name]?.const));
  if (words.length === 0) return typeInWords(type);
  return `an object with ${required.length > 0 ? '' : 'at most '}${words.join(' and ')}`;
}

function memberInWords(name: string, value: unknown): string {
  return value === undefined ? `"${name}"` : `"${name}": ${JSON.stringify(value)}`;
}
