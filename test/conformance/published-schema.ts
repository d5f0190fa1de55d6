import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';

interface PublishedOperation {
  readonly method: string;
  readonly path: string;
  readonly hasBody: boolean;
  readonly parameters: readonly string[];
  readonly statuses: readonly string[];
}

interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId?: string;
        requestBody?: unknown;
        responses: object;
        parameters?: { $ref?: string; name?: string }[];
      }
    >
  >;
  readonly components: {
    parameters: Record<string, { name: string; in: string }>;
    schemas: Record<string, { required?: string[]; properties?: Record<string, unknown> }>;
  };
}

/**
 * The OpenAPI document that the vendor ships with its client: what its users may expect of an answer.
 *
 * @param withoutMeaning `Schema.field` that a document requires but does not describe.
 */
export function readPublished(packageName: string, withoutMeaning: readonly string[] = []) {
  const require = createRequire(import.meta.url);
  const file = require.resolve(packageName).replace(/dist[\/\\][^\/\\]*$/, 'spec/openapi.json');
  const document = JSON.parse(readFileSync(file, 'utf8'), inJsonSchema) as OpenApi;
  for (const named of withoutMeaning) {
    const [schema = '', field] = named.split('.');
    const { required = [], properties } = document.components.schemas[schema]!;
    if (properties?.[field!] !== undefined) throw new Error(`${packageName} describes ${named}`);
    document.components.schemas[schema]!.required = required.filter((name) => name !== field);
  }
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false });
  ajv.addSchema({ $id: packageName, ...document });

  const operations = new Map<string, PublishedOperation>();
  for (const [path, methods] of Object.entries(document.paths)) {
    const shared =
      (methods as unknown as { parameters?: { $ref?: string; name?: string }[] }).parameters ?? [];
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === undefined) continue;
      const parameters = [...shared, ...(operation.parameters ?? [])].map(
        ({ $ref, name }) => name ?? document.components.parameters[$ref!.split('/').at(-1)!]!.name,
      );
      operations.set(`${method.toUpperCase()} /v1${path.replace(/\{\w+\}/g, '{}')}`, {
        method: method.toUpperCase(),
        path,
        hasBody: operation.requestBody !== undefined,
        parameters,
        statuses: Object.keys(operation.responses),
      });
    }
  }

  return {
    /** The vendor's row for one of our methods and path templates, whatever the vendor calls its parameters. */
    find: (method: string, path: string): PublishedOperation | undefined =>
      operations.get(`${method} ${path.replace(/\{\w+\}/g, '{}')}`),
    /** What an answer lacks by the vendor's schema, as short lines. */
    problems: (operation: PublishedOperation, status: number, body: unknown): string[] => {
      const declared = operation.statuses.includes(String(status)) ? String(status) : undefined;
      if (declared === undefined) return [`status ${status} is not declared`];
      const pointer = [
        'paths',
        operation.path,
        operation.method.toLowerCase(),
        'responses',
        declared,
        'content',
        'application/json',
        'schema',
      ];
      const found = pointer.reduce<unknown>(
        (value, step) => (value as Record<string, unknown> | undefined)?.[step],
        document,
      );
      if (found === undefined) return [];
      const $ref = `${packageName}#/${pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
      const validate = ajv.compile({ $ref });
      if (validate(body)) return [];
      return [
        ...new Set((validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)),
      ];
    },
  };
}

/**
 * The vendor's schemas in JSON Schema's own terms: `nullable` (and an enum of null alone) as a union, `oneOf` as `anyOf`, and open objects,
 * since our answers may contain more than this release of the client knows.
 */
function inJsonSchema(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { nullable, oneOf, additionalProperties, ...schema } = value as Record<string, unknown>;
  if (Array.isArray(schema['enum']) && schema['enum'].every((one) => one === null)) return { type: 'null' };
  const plain = {
    ...schema,
    ...(oneOf === undefined ? {} : { anyOf: oneOf }),
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
  };
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
}
