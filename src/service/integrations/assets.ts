import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';
import { shownName } from '../access/index.ts';
import type { Service } from '../context.ts';

/** Serves the icons and pictures of integrations. They are public, named by their bytes' hash, and nothing but images. */
export function addIntegrationAssets(app: FastifyInstance, { store }: Pick<Service, 'store'>): void {
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
}
