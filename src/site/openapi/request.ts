import { isObject, listIn, objectIn, resolve, stringIn, type Json, type JsonObject } from './document.ts';
import type { Operation } from './document.ts';
import { exampleOf } from './example.ts';

export interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly schema: Json | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly example: Json | undefined;
}

export interface Body {
  readonly type: string;
  readonly schema: Json | undefined;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly example: Json | undefined;
}

/** A key in a request, in the first way that the document allows. */
export interface Credential {
  readonly place: 'header' | 'query';
  readonly name: string;
  /** The text before the key: `Bearer `. */
  readonly prefix: string;
}

/** The inputs of an operation, as its document describes them. */
export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly servers: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly credentials: readonly Credential[];
}

export function requestParts(operation: Operation, root: JsonObject): RequestParts {
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    servers: serversOf(root, operation),
    parameters: parametersOf(operation, root),
    body: bodyOf(operation, root),
    credentials: credentialsOf(operation, root),
  };
}

function parametersOf(operation: Operation, root: JsonObject): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const written of [...listIn(operation.item, 'parameters'), ...listIn(operation.value, 'parameters')]) {
    const parameter = resolve(root, written);
    if (!isObject(parameter)) continue;
    const name = stringIn(parameter, 'name');
    const place = stringIn(parameter, 'in') ?? 'query';
    if (name === undefined || place === 'body') continue;
    const schema = parameter['schema'] ?? (parameter['type'] === undefined ? undefined : parameter);
    found.set(`${place}:${name}`, {
      name,
      place,
      required: parameter['required'] === true,
      schema,
      description: stringIn(parameter, 'description'),
      deprecated: parameter['deprecated'] === true,
      example: parameter['example'] ?? exampleOf(root, schema),
    });
  }
  const order = ['path', 'query', 'header', 'cookie', 'formData'];
  return [...found.values()].sort((a, b) => order.indexOf(a.place) - order.indexOf(b.place));
}

function bodyOf(operation: Operation, root: JsonObject): Body | undefined {
  const request = resolve(root, operation.value['requestBody']);
  if (isObject(request)) {
    const media = mediaOf(request);
    if (!media) return undefined;
    return {
      type: media.type,
      schema: media.value['schema'],
      required: request['required'] === true,
      description: stringIn(request, 'description'),
      example: mediaExample(media.value, root),
    };
  }
  for (const written of listIn(operation.value, 'parameters')) {
    const parameter = resolve(root, written);
    if (isObject(parameter) && parameter['in'] === 'body')
      return {
        type: 'application/json',
        schema: parameter['schema'],
        required: parameter['required'] === true,
        description: stringIn(parameter, 'description'),
        example: exampleOf(root, parameter['schema']),
      };
  }
  return undefined;
}

export function mediaOf(holder: JsonObject): { type: string; value: JsonObject } | undefined {
  const content = objectIn(holder, 'content');
  const type = Object.keys(content).find((each) => each.includes('json')) ?? Object.keys(content)[0];
  const value = type === undefined ? undefined : content[type];
  return type !== undefined && isObject(value) ? { type, value } : undefined;
}

export function mediaExample(media: JsonObject, root: JsonObject): Json | undefined {
  if (media['example'] !== undefined) return media['example'];
  const named = resolve(root, Object.values(objectIn(media, 'examples'))[0]);
  if (isObject(named) && named['value'] !== undefined) return named['value'];
  return exampleOf(root, media['schema']);
}

function serversOf(root: JsonObject, operation: Operation): string[] {
  const listed = [operation.value, operation.item, root]
    .map((holder) => listIn(holder, 'servers').filter(isObject))
    .find((servers) => servers.length > 0);
  if (listed)
    return [
      ...new Set(
        listed.flatMap((server) => {
          const url = stringIn(server, 'url');
          return url === undefined ? [] : [filledIn(url, objectIn(server, 'variables')).replace(/\/$/, '')];
        }),
      ),
    ];
  const host = stringIn(root, 'host');
  return host === undefined
    ? []
    : [`https://${host}${(stringIn(root, 'basePath') ?? '').replace(/\/$/, '')}`];
}

/** A server's address, filled in with the defaults of its variables. */
function filledIn(url: string, variables: JsonObject): string {
  return url.replace(/\{([^{}]+)\}/g, (all, name: string) => {
    const variable = variables[name];
    return isObject(variable) ? (stringIn(variable, 'default') ?? all) : all;
  });
}

/** The security schemes of an operation, by name, with their definitions in the document. */
export function schemesOf(operation: Operation, root: JsonObject): { name: string; scheme: JsonObject }[] {
  const schemes = {
    ...objectIn(root, 'securityDefinitions'),
    ...objectIn(objectIn(root, 'components'), 'securitySchemes'),
  };
  const names = requirementsOf(operation, root).flatMap((each) => Object.keys(each));
  return [...new Set(names)].map((name) => {
    const scheme = resolve(root, Object.hasOwn(schemes, name) ? schemes[name] : undefined);
    return { name, scheme: isObject(scheme) ? scheme : {} };
  });
}

function requirementsOf(operation: Operation, root: JsonObject): JsonObject[] {
  const holder = operation.value['security'] === undefined ? root : operation.value;
  return listIn(holder, 'security').filter(isObject);
}

function credentialsOf(operation: Operation, root: JsonObject): Credential[] {
  const [first] = requirementsOf(operation, root);
  const wanted = new Set(Object.keys(first ?? {}));
  return schemesOf(operation, root)
    .filter(({ name }) => wanted.has(name))
    .flatMap(({ scheme }): Credential[] => {
      const type = stringIn(scheme, 'type');
      const name = stringIn(scheme, 'name');
      if (type === 'apiKey') {
        const place = stringIn(scheme, 'in');
        return name !== undefined && (place === 'header' || place === 'query')
          ? [{ place, name, prefix: '' }]
          : [];
      }
      const isBasic = type === 'basic' || stringIn(scheme, 'scheme')?.toLowerCase() === 'basic';
      return type === undefined
        ? []
        : [{ place: 'header', name: 'Authorization', prefix: isBasic ? 'Basic ' : 'Bearer ' }];
    });
}
