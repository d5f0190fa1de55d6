import type { ErrorObject } from 'ajv';

/** One thing that is wrong with a request or an answer. */
export interface Problem {
  readonly in: 'path' | 'query' | 'body';
  /** A JSON pointer into that part; empty for the whole part. */
  readonly pointer: string;
  readonly message: string;
}

/** How many problems one answer lists; a hostile body could have thousands. */
export const maxProblems = 50;

/** Turns the validator's errors into problems, with one branch of each union instead of all of them. */
export function problemsOf(where: Problem['in'], errors: readonly ErrorObject[]): Problem[] {
  const kept = foldUnions(errors);
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const error of kept) {
    const pointer = pointerOf(error);
    const message = messageOf(error);
    const key = `${pointer} ${message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    problems.push({ in: where, pointer, message });
    if (problems.length === maxProblems) break;
  }
  return problems;
}

/** One line for people: `body /title: must have at most 50 characters`. */
export function printProblem({ in: where, pointer, message }: Problem): string {
  return `${where}${pointer === '' ? '' : ` ${pointer}`}: ${message}`;
}

/**
 * A union that fails reports the errors of all its branches. When all branches but one fail on a constant or the type that tells the
 * branches apart, only the errors of that one branch help the reader; otherwise the error of the union itself does.
 */
function foldUnions(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors
    .filter((error) => error.keyword === 'anyOf')
    .sort((a, b) => b.schemaPath.length - a.schemaPath.length);
  let rest = [...errors];
  for (const union of unions) {
    const inside = (error: ErrorObject): boolean =>
      error !== union &&
      error.schemaPath.startsWith(`${union.schemaPath}/`) &&
      error.instancePath.startsWith(union.instancePath);
    const branches = new Map<string, ErrorObject[]>();
    for (const error of rest.filter(inside)) {
      const branch = error.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0]!;
      branches.set(branch, [...(branches.get(branch) ?? []), error]);
    }
    const chosen = [...branches.values()].filter(
      (branch) => !branch.some((error) => tellsApart(error, union)),
    );
    const keep = chosen.length === 1 ? chosen[0]! : [joined(union, [...branches.values()])];
    rest = [...rest.filter((error) => error !== union && !inside(error)), ...keep];
  }
  return rest;
}

function tellsApart(error: ErrorObject, union: ErrorObject): boolean {
  if (error.keyword === 'type') return error.instancePath === union.instancePath;
  return error.keyword === 'const' && parentOf(error.instancePath) === union.instancePath;
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** The union's own error as a list of the types or constants that it accepts, where the branches fail on nothing else. */
function joined(union: ErrorObject, branches: readonly (readonly ErrorObject[])[]): ErrorObject {
  const only = branches.map((branch) => (branch.length === 1 ? branch[0]! : undefined));
  const types = only.map((error) =>
    error?.keyword === 'type' && error.instancePath === union.instancePath
      ? (error.params as { type: string }).type
      : undefined,
  );
  if (types.length > 0 && types.every((type) => type !== undefined)) {
    return { ...union, message: `must be ${types.map((type) => withArticle(type)).join(' or ')}` };
  }
  const constants = branches.map((branch) => branch.find((error) => tellsApart(error, union)));
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
  return { ...union, message: 'has none of the forms that are allowed here' };
}

function pointerOf(error: ErrorObject): string {
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  const last = params.missingProperty ?? params.additionalProperty;
  return last === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(last)}`;
}

/** Writes a name as one part of a JSON pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function messageOf(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const limit = Number(params['limit']);
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'type':
      return `must be ${withArticle(String(params['type']))}`;
    case 'maxLength':
      return `must have at most ${counted(limit, 'character')}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${counted(limit, 'character')}`;
    case 'maxItems':
      return `must have at most ${counted(limit, 'item')}`;
    case 'minItems':
      return `must have at least ${counted(limit, 'item')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'pattern':
      return `must match ${String(params['pattern'])}`;
    case 'format':
      return `must be a valid ${String(params['format'])}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    default:
      return error.message ?? `breaks the rule "${error.keyword}"`;
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function withArticle(type: string): string {
  if (type === 'null') return 'null';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
