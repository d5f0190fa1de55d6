import { parseDocument } from 'yaml';

/** The facts of a readable specification. */
export interface SpecFacts {
  readonly version: string;
  readonly title: string;
}

const maxNodes = 500_000;
const maxDepth = 100;

/**
 * Reads the text of an OpenAPI (3.x) or Swagger (2.0) specification, JSON or YAML.
 *
 * @returns the problem in words, when the text is not a specification.
 */
export function readSpec(text: string): SpecFacts | { readonly problem: string } {
  const value = readValue(text);
  if ('problem' in value) return value;
  const spec = value.value;
  if (!isObject(spec)) return { problem: 'It is not an object.' };
  const version = spec['openapi'] ?? spec['swagger'];
  if (typeof version !== 'string' || !/^(?:2\.0|3\.\d+(?:\.\d+)?)$/.test(version)) {
    return { problem: 'It names no OpenAPI 3.x or Swagger 2.0 version.' };
  }
  const { info } = spec;
  if (!isObject(info) || typeof info['title'] !== 'string') return { problem: 'It has no info.title.' };
  if (spec['paths'] !== undefined && !isObject(spec['paths']))
    return { problem: 'Its paths are not an object.' };
  if (version.startsWith('2') && spec['paths'] === undefined) return { problem: 'It has no paths.' };
  return { version, title: info['title'] };
}

/** A stored specification as a value; undefined when it cannot be read. */
export function specValue(text: string): Record<string, unknown> | undefined {
  const read = readValue(text);
  return 'value' in read && isObject(read.value) ? read.value : undefined;
}

function readValue(text: string): { value: unknown } | { problem: string } {
  try {
    const value: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : fromYaml(text);
    return isBounded(value) ? { value } : { problem: 'It nests too deep or is too large.' };
  } catch (error) {
    return { problem: error instanceof Error ? error.message.split('\n')[0]! : 'It cannot be read.' };
  }
}

function fromYaml(text: string): unknown {
  const document = parseDocument(text, {
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
    prettyErrors: false,
  });
  const [problem] = document.errors;
  if (problem !== undefined) throw problem;
  return document.toJS({ maxAliasCount: 100 }) as unknown;
}

/** Walks the whole value once, without recursion, so that neither depth nor aliases can exhaust the memory or the stack later. */
function isBounded(value: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let nodes = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    nodes += 1;
    if (nodes > maxNodes || next.depth > maxDepth) return false;
    if (typeof next.value === 'object' && next.value !== null) {
      for (const inner of Object.values(next.value)) open.push({ value: inner, depth: next.depth + 1 });
    }
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
