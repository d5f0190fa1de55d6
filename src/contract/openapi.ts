import type { FailureStatus, Operation } from './operation.ts';
import { operationIds, operations } from './operations/index.ts';
import { definitions } from './resources/index.ts';
import { definitionsPrefix } from './shapes.ts';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

export interface OpenApiOptions {
  /** The address of the service, for the document's `servers`. */
  readonly baseUrl: string;
  readonly version: string;
  /** `strict` leaves the extensions out. */
  readonly interface?: 'full' | 'strict';
}

/** Prints the table as an OpenAPI 3.1 document. The same table gives the same text, key by key. */
export function openApiDocument({
  baseUrl,
  version,
  interface: served = 'full',
}: OpenApiOptions): JsonObject {
  const shown = operationIds.filter((id) => served === 'full' || operations[id].source === 'specification');
  const paths: { [path: string]: JsonObject } = {};
  for (const id of shown) {
    const row: Operation = operations[id];
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operationObject(id, row);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Documentation hosting service',
      description: 'The interface of a hosted documentation service, as Tidemark serves and speaks it.',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ token: [] }],
    tags: [...new Set(shown.map((id) => operations[id].group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: printSchema(definitions) as JsonObject,
      headers: {
        Location: { description: 'The URL of the object.', schema: { type: 'string', format: 'uri' } },
        'X-RateLimit-Limit': { description: 'Requests in a window.', schema: { type: 'integer' } },
        'X-RateLimit-Remaining': {
          description: 'Requests left in this window.',
          schema: { type: 'integer' },
        },
        'X-RateLimit-Reset': {
          description: 'The end of this window, in seconds since the epoch.',
          schema: { type: 'integer' },
        },
      },
      responses: Object.fromEntries(
        Object.entries(failures).map(([status, { name, description }]) => [
          name,
          {
            description,
            ...(status === '429' ? { headers: rateHeaders } : {}),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  };
}

const rateHeaders: JsonObject = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

const failures: Readonly<Record<FailureStatus, { name: string; description: string }>> = {
  400: { name: 'BadRequest', description: 'The request is not valid; the message names every problem.' },
  401: { name: 'Unauthenticated', description: 'The token is missing, wrong, expired or revoked.' },
  403: { name: 'Forbidden', description: 'The caller lacks the right for this.' },
  404: { name: 'NotFound', description: 'There is no such object, or the caller may not see it.' },
  409: { name: 'Conflict', description: 'Nothing would change, or something is in the way.' },
  412: { name: 'WrongState', description: 'The object is not in the state that this needs.' },
  413: { name: 'TooLarge', description: 'The body is larger than the service takes.' },
  415: { name: 'WrongContentType', description: 'The body is not JSON.' },
  422: { name: 'Unprocessable', description: 'The content cannot be used.' },
  429: { name: 'RateLimited', description: 'The limit of requests is reached.' },
  501: { name: 'NotAvailable', description: 'This installation lacks what the operation needs.' },
  503: { name: 'Overloaded', description: 'The service cannot answer now.' },
};

function operationObject(id: string, row: Operation): JsonObject {
  return {
    operationId: id,
    tags: [row.group],
    summary: row.summary,
    ...(row.source === 'extension' ? { 'x-extension': true } : {}),
    parameters: [...parametersIn('path', row.params), ...parametersIn('query', row.query)],
    ...(row.body === null
      ? {}
      : {
          requestBody: {
            required: row.bodyRequired,
            content: { 'application/json': { schema: printSchema(row.body) } },
          },
        }),
    responses: responsesOf(row),
  };
}

function responsesOf({ success, errors }: Operation): JsonObject {
  const responses: JsonObject = {};
  for (const status of [success.status, ...success.also]) {
    responses[String(status)] = {
      description: success.schema === null ? 'Done; the answer is empty.' : 'Done.',
      headers: {
        ...rateHeaders,
        ...(success.location ? { Location: { $ref: '#/components/headers/Location' } } : {}),
      },
      ...(success.schema === null
        ? {}
        : { content: { 'application/json': { schema: printSchema(success.schema) } } }),
    };
  }
  for (const status of errors) {
    responses[String(status)] = { $ref: `#/components/responses/${failures[status].name}` };
  }
  return responses;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly type?: string }>>;
  readonly required?: readonly string[];
}

function parametersIn(place: 'path' | 'query', schema: object): Json[] {
  const { properties = {}, required: names = [] } = schema as ObjectSchema;
  const required = new Set(names);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    ...(place === 'path' || required.has(name) ? { required: true } : {}),
    ...(property.description === undefined ? {} : { description: property.description }),
    ...(property.type === 'array' ? { style: 'form', explode: true } : {}),
    schema: printSchema(property),
  }));
}

/** A schema as plain JSON; its references point into the document. */
function printSchema(schema: object): Json {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) =>
      name === '$ref' && typeof value === 'string'
        ? value.replace(definitionsPrefix, '#/components/schemas/')
        : value,
    ),
  ) as Json;
}
