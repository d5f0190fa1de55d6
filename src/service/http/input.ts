import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import { definitions } from '../../contract/index.ts';
import type { Operation } from '../../contract/index.ts';
import { splitQuery } from './query.ts';

const ajv = new Ajv({ strict: false, allErrors: false, coerceTypes: false });
(addFormatsModule as unknown as (ajv: Ajv) => void)(ajv);
ajv.addFormat('emoji', true).addFormat('icon', true);
ajv.addSchema({ $id: 'contract', $defs: definitions });
const compiled = new Map<object, ValidateFunction>();

function check(what: string, schema: object, value: unknown): void {
  let validate = compiled.get(schema);
  if (validate === undefined) compiled.set(schema, (validate = ajv.compile(schema)));
  if (!validate(value)) throw new AppError('BAD_REQUEST', `${what}: ${ajv.errorsText(validate.errors)}`);
}

/** Reads path, query and body of a request against its row. */
export function readInput(
  _id: string,
  row: Operation,
  request: FastifyRequest,
): { params: Record<string, string>; query: unknown; body: unknown } {
  const raw = request.params as Record<string, string>;
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) params[name === '*' ? 'pagePath' : name] = value;
  check('path', row.params, params);
  const query: Record<string, unknown> = {};
  const properties = (row.query as { properties?: Record<string, { type?: string }> }).properties ?? {};
  for (const [name, values] of splitQuery((request.query as { text?: string }).text ?? '')) {
    const type = properties[name]?.type;
    const value = values[0]!;
    if (values.length > 1 && type !== 'array')
      throw new AppError('BAD_REQUEST', `query: ${name} is given twice`);
    query[name] =
      type === 'array'
        ? values
        : type === 'integer' && /^(0|[1-9][0-9]{0,3})$/.test(value)
          ? Number(value)
          : type === 'boolean' && (value === 'true' || value === 'false')
            ? value === 'true'
            : value;
  }
  check('query', row.query, query);
  if (row.body === null) return { params, query, body: undefined };
  if (request.body === undefined && row.bodyRequired)
    throw new AppError('BAD_REQUEST', 'The request needs a body.');
  const body = request.body ?? {};
  check('body', row.body, body);
  return { params, query, body };
}
