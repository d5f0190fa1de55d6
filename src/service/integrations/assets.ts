import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';
import { shownName } from '../access/index.ts';
import type { Service } from '../context.ts';

/** What the addresses of an integration's code say. They need no token, so they say the same of every name, known or not. */
const runsNothing =
  'This service keeps the records of integrations and runs no code of theirs, so an integration answers nothing here.';

/** Serves the icons and pictures of integrations. They are public, named by their bytes' hash, and nothing but images. */
export function addIntegrationAssets(
  app: FastifyInstance,
  service: Pick<Service, 'store' | 'baseUrl'>,
): void {
  const { store } = service;
  app.get<{ Params: { name: string; hash: string } }>(
    '/integrations/:name/images/:hash',
    (request, reply) => {
      const { name, hash } = request.params;
      const image = store.get<{ content_type: string; bytes: Uint8Array }>(
        `SELECT content_type, bytes FROM integration_images JOIN integrations ON integrations.name = integration
         WHERE ${shownName} = ? AND hash = ? LIMIT 1`,
        ...[name, hash],
      );
      if (image === undefined) throw new AppError('NOT_FOUND', 'There is nothing at this address.');
      return reply
        .type(image.content_type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(Buffer.from(image.bytes));
    },
  );
  app.get<{ Params: { name: string } }>('/integrations/:name/images', (request, reply) =>
    reply.header('x-content-type-options', 'nosniff').send({
      // Nobody learns here of a private integration: its record names its pictures to those who may read it.
      items: store
        .all<{ hash: string }>(
          `SELECT DISTINCT hash FROM integration_images JOIN integrations ON integrations.name = integration
           WHERE ${shownName} = ? AND visibility <> 'private' ORDER BY hash`,
          request.params.name,
        )
        .map(({ hash }) => imageAddress(service, request.params.name, hash)),
    }),
  );
  for (const address of ['/integrations/:name', '/integrations/:name/*'])
    app.all(address, () => {
      throw new AppError('NOT_AVAILABLE', runsNothing);
    });
}

/** The address of an icon or a picture of an integration. */
export function imageAddress({ baseUrl }: Pick<Service, 'baseUrl'>, name: string, hash: string): string {
  return `${baseUrl}/integrations/${name}/images/${hash}`;
}
