import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '../../base/index.ts';
import { openApiDocument, operationIds, operations, type ListOperationId } from '../../contract/index.ts';
import { loadConfig } from '../config/load.ts';
import { connect, type Connection } from '../connect.ts';
import { styleFor } from '../output/style.ts';
import { table } from '../output/table.ts';
import type { CommandContext } from '../program.ts';
import { apiCallOf } from './api-call.ts';

export interface ApiOptions {
  operation?: string;
  rest?: readonly string[];
  field?: readonly string[];
  paginate?: boolean;
  list?: boolean;
  openapi?: boolean;
}

export async function api(context: CommandContext, options: ApiOptions): Promise<void> {
  const { world, json, version, configFile } = context;
  const { stdout } = world;
  if (options.openapi === true) {
    const { config } = await loadConfig(world, { file: configFile, required: false });
    stdout.write(`${JSON.stringify(openApiDocument({ baseUrl: config.service.url, version }), null, 2)}\n`);
    return;
  }
  if (options.list === true) {
    listOperations(context);
    return;
  }
  if (options.operation === undefined) {
    throw new AppError('USAGE', 'which operation?', {
      hint: '`tidemark api getSpaceById spaceId=…`, `tidemark api GET /spaces/…`, or `tidemark api --list`.',
    });
  }
  const call = apiCallOf(
    { operation: options.operation, rest: options.rest ?? [], fields: options.field ?? [] },
    (path) => readFileSync(resolve(world.cwd, path), 'utf8'),
  );
  const { config } = await loadConfig(world, { file: configFile, required: false });
  const connection = await connect(world, config);
  try {
    const result = await answerOf(connection.client, call, options.paginate === true);
    if (result !== undefined) stdout.write(`${JSON.stringify(result, null, json ? 0 : 2)}\n`);
  } finally {
    await connection.close();
  }
}

function listOperations({ world: { stdout, env }, json }: CommandContext): void {
  const rows = operationIds.map((id) => ({
    operation: id,
    method: operations[id].method,
    path: operations[id].path,
    source: operations[id].source,
  }));
  if (json) {
    stdout.write(`${JSON.stringify(rows)}\n`);
    return;
  }
  const style = styleFor(stdout, env);
  const cells = rows.map(({ operation, method, path, source }) => [
    operation,
    method,
    source === 'extension' ? `${path} (extension)` : path,
  ]);
  const columns = stdout.isTTY ? stdout.columns : 1000;
  stdout.write(`${table(['operation', 'method', 'path'], cells, { columns, style }).join('\n')}\n`);
}

/** The service's answer: the items of all pages of a list that is followed, else the single answer. */
async function answerOf(
  client: Connection['client'],
  { operation, params, query, body }: ReturnType<typeof apiCallOf>,
  followsPages: boolean,
): Promise<unknown> {
  const input = { params, query, ...(body === undefined ? {} : { body }) };
  if (!followsPages) return client.call(operation, input);
  if (operations[operation].paging !== 'cursor') {
    throw new AppError('USAGE', `${operation} is not a list: --paginate has nothing to follow`);
  }
  const items: unknown[] = [];
  const list = client.list as (id: ListOperationId, input: unknown) => AsyncIterable<unknown>;
  for await (const item of list(operation as ListOperationId, { ...input, query: { limit: 1000, ...query } }))
    items.push(item);
  return items;
}
