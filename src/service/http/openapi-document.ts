import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { packageRoot } from '../../base/index.ts';
import { openApiDocument } from '../../contract/index.ts';
import type { Service } from '../context.ts';

/** Serves the interface's own description. It needs no token: it says nothing that the source does not say. */
export function addOpenApiDocument(app: FastifyInstance, service: Service): void {
  let printed: { baseUrl: string; text: string } | undefined;
  app.get('/openapi.json', (_request, reply) => {
    const { baseUrl } = service;
    if (printed?.baseUrl !== baseUrl) {
      printed = {
        baseUrl,
        text: JSON.stringify(
          openApiDocument({ baseUrl, version: packageVersion(), interface: service.interface }),
        ),
      };
    }
    return reply.type('application/json; charset=utf-8').send(printed.text);
  });
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
