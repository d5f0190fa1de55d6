import { parse } from 'yaml';
import { AppError, messageOf } from '../../base/index.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** An OpenAPI document as read, with local references resolved on demand. */
export interface OpenApiDocument {
  readonly slug: string;
  readonly root: JsonObject;
  readonly title: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  /** Names of `components.schemas` (or `definitions`), in order. */
  readonly schemas: readonly string[];
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string | undefined;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly value: JsonObject;
  /** The path item around the operation, whose parameters it shares. */
  readonly item: JsonObject;
  readonly webhook: boolean;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The largest document that we read, in characters. */
const largestDocument = 20_000_000;

/** Reads a document, YAML or JSON; throws `CONTENT_INVALID` for anything but an OpenAPI document. */
export function readOpenApi(slug: string, text: string): OpenApiDocument {
  if (text.length > largestDocument)
    throw new AppError('TOO_LARGE', `the OpenAPI document ${slug} has ${text.length} characters`);
  let root: unknown;
  try {
    root = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: 1000 });
  } catch (error) {
    throw new AppError(
      'CONTENT_INVALID',
      `the OpenAPI document ${slug} cannot be read: ${messageOf(error)}`,
      { cause: error },
    );
  }
  if (!isObject(root) || (root['openapi'] === undefined && root['swagger'] === undefined))
    throw new AppError('CONTENT_INVALID', `the OpenAPI document ${slug} says neither openapi nor swagger`);
  const info = objectIn(root, 'info');
  return {
    slug,
    root,
    title: stringIn(info, 'title') ?? slug,
    version: stringIn(info, 'version') ?? '',
    operations: [...operationsIn(root, 'paths', false), ...operationsIn(root, 'webhooks', true)],
    schemas: Object.keys(schemasOf(root)),
  };
}

function operationsIn(root: JsonObject, member: string, webhook: boolean): Operation[] {
  const found: Operation[] = [];
  for (const [path, written] of Object.entries(objectIn(root, member))) {
    const item = resolve(root, written);
    if (!isObject(item)) continue;
    for (const method of methods) {
      const value = item[method];
      if (!isObject(value)) continue;
      found.push({
        method,
        path,
        id: stringIn(value, 'operationId'),
        summary:
          stringIn(value, 'summary') ?? stringIn(value, 'operationId') ?? `${method.toUpperCase()} ${path}`,
        tags: stringsIn(value, 'tags'),
        value,
        item,
        webhook,
      });
    }
  }
  return found;
}

/** The schemas of a document, by name. */
export function schemasOf(root: JsonObject): JsonObject {
  const components = objectIn(objectIn(root, 'components'), 'schemas');
  return Object.keys(components).length > 0 ? components : objectIn(root, 'definitions');
}

/** Follows local references; undefined for a reference that leads nowhere, in a circle or to another document. */
export function resolve(root: JsonObject, value: Json | undefined): Json | undefined {
  let current = value;
  for (let steps = 0; steps < 32; steps += 1) {
    if (!isObject(current) || typeof current['$ref'] !== 'string') return current;
    const reference = current['$ref'];
    if (!reference.startsWith('#/')) return undefined;
    let target: Json | undefined = root;
    for (const part of reference.slice(2).split('/')) {
      const key = decodePointer(part);
      target =
        isObject(target) && Object.hasOwn(target, key)
          ? target[key]
          : Array.isArray(target)
            ? (target[Number(key)] as Json | undefined)
            : undefined;
    }
    current = target;
  }
  return undefined;
}

/** The last part of a reference, which is the schema's name. */
export function referenceName(value: Json | undefined): string | undefined {
  if (!isObject(value) || typeof value['$ref'] !== 'string') return undefined;
  return decodePointer(value['$ref'].split('/').at(-1) ?? '') || undefined;
}

function decodePointer(part: string): string {
  try {
    return decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~');
  } catch {
    return part;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectIn(value: JsonObject, key: string): JsonObject {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return isObject(found) ? found : {};
}

export function stringIn(value: JsonObject, key: string): string | undefined {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

export function listIn(value: JsonObject, key: string): readonly Json[] {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

export function stringsIn(value: JsonObject, key: string): readonly string[] {
  return listIn(value, key).filter((each): each is string => typeof each === 'string');
}
