import type { FastifyRequest } from 'fastify';
import { badRequest, parseBody, parseParams, parseQuery } from '../../contract/index.ts';
import type { OperationId, Parsed } from '../../contract/index.ts';
import type { Input } from '../handler.ts';

/** Reads path, query and body of a request by its row in the table; one answer lists all problems. */
export function readInput<Id extends OperationId>(id: Id, request: FastifyRequest): Input<Id> {
  const { '*': pagePath, ...named } = request.params as Record<string, string>;
  const params = parseParams(id, pagePath === undefined ? named : { ...named, pagePath });
  const query = parseQuery(id, (request.raw.url ?? '').split('?').slice(1).join('?'));
  const body = parseBody(id, request.body);
  if (params.ok && query.ok && body.ok) return { params: params.value, query: query.value, body: body.value };
  throw badRequest([params, query, body].flatMap((part: Parsed<unknown>) => (part.ok ? [] : part.problems)));
}
