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
  readonly components: { parameters: Record<string, { name: string; in: string }> };
}

/** The OpenAPI document that the vendor ships with its client: what its users may expect of an answer. */
export function readPublished(packageName: string, later: ReadonlySet<string> = new Set()) {
  const require = createRequire(import.meta.url);
  const file = require.resolve(packageName).replace(/dist[\/\\][^\/\\]*$/, 'spec/openapi.json');
  const document = JSON.parse(readFileSync(file, 'utf8'), (name, value) =>
    inJsonSchema(name, value, later),
  ) as OpenApi;
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
    /** The vendor's row for a method and a path template of ours, whatever its parameters are called. */
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
 * The vendor's schemas in JSON Schema's own words: `nullable` as a union, `oneOf` as `anyOf` and open objects, because
 * our answers may carry more than one release of the client knows; and without the fields that a later release requires.
 */
function inJsonSchema(name: string, value: unknown, later: ReadonlySet<string>): unknown {
  if (name === 'required' && Array.isArray(value)) {
    return (value as unknown[]).filter((field) => typeof field !== 'string' || !later.has(field));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { nullable, oneOf, additionalProperties, ...schema } = value as Record<string, unknown>;
  const plain = {
    ...schema,
    ...(oneOf === undefined ? {} : { anyOf: oneOf }),
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
  };
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
}
