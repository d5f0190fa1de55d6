/**
 * The PDF of a change request. The operation answers with an address that is good for one hour and needs no token. When somebody requests
 * that address, a browser prints the PDF from pages of the site renderer.
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';
import { RecentValues } from '../tree/cache.ts';
import { placedOf } from '../content/roots.ts';
import { changeRequestRoot } from '../change-requests/root.ts';
import type { Service } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { jobOfPass, passFor } from '../passes.ts';
import { printPdf } from './browser.ts';
import { printSite } from './print-site.ts';
import type { PrintJob, PrintSite } from './print-site.ts';

export const pdfHandlers = {
  getChangeRequestPDF: (ctx, { params, query }) => {
    const { space, revision } = changeRequestRoot(ctx, params);
    if (query.page !== undefined) placedOf(ctx, revision, query.page);
    if (ctx.browser === undefined) {
      throw new AppError(
        'NOT_AVAILABLE',
        'This service prints no PDF: there is no Chromium on its machine.',
        {
          hint: 'Install Chromium where the service runs, or export the site and print its pages.',
        },
      );
    }
    const job: PrintJob = {
      space,
      revision: revision.id,
      ...(query.page === undefined ? {} : { page: query.page }),
      only: query.only ?? false,
    };
    return { url: `${ctx.baseUrl}/pdf/${passFor(ctx, 'pdf', job, ctx.nowMs)}/document.pdf` };
  },
} satisfies Partial<Handlers>;

/** Serves the addresses that the operation returns, and the pages that the browser prints. */
export function addPdf(app: FastifyInstance, service: Service): void {
  const sites = new RecentValues<PrintSite>(4);
  let last: Promise<unknown> = Promise.resolve();

  const siteOf = (key: string): PrintSite => {
    const job = jobOf(service, key);
    const known = sites.get(key);
    if (known !== undefined) return known;
    const made = printSite(service, job, `${service.baseUrl}/pdf/${key}/`);
    sites.set(key, made, 1);
    return made;
  };

  app.get<{ Params: { key: string } }>('/pdf/:key/document.pdf', async (request, reply) => {
    const { key } = request.params;
    siteOf(key);
    const address = app.server.address();
    if (service.browser === undefined || address === null || typeof address === 'string') {
      throw new AppError('NOT_AVAILABLE', 'This service prints no PDF.');
    }
    const { browser, clock } = service;
    const url = `http://127.0.0.1:${address.port}/pdf/${key}/print.html`;
    // One browser at a time: each takes a few hundred megabytes.
    const printing = last.then(() => printPdf({ browser, url, clock }));
    last = printing.catch(() => undefined);
    const bytes = await printing;
    return reply
      .type('application/pdf')
      .headers({
        'content-disposition': 'inline; filename="change-request.pdf"',
        'cache-control': 'private, max-age=3600',
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });

  app.get<{ Params: { key: string } }>('/pdf/:key/print.html', async (request, reply) => {
    const html = await siteOf(request.params.key).document();
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy':
          "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:",
        'x-content-type-options': 'nosniff',
      })
      .send(html);
  });

  app.get<{ Params: { key: string; '*': string } }>('/pdf/:key/*', async (request, reply) => {
    const answer = await siteOf(request.params.key).site.answer(request.params['*'], { accept: '*/*' });
    return reply.code(answer.status).headers(answer.headers).send(Buffer.from(answer.body));
  });
}

function jobOf(service: Service, key: string): PrintJob {
  const job = jobOfPass<PrintJob>(service, 'pdf', key);
  const isLive =
    job !== undefined &&
    service.store.get('SELECT 1 FROM spaces WHERE id = ? AND deleted_at IS NULL', job.space) !== undefined;
  if (!isLive)
    throw new AppError('NOT_FOUND', 'There is no PDF at this address, or no longer.', {
      hint: 'Ask for a new address: each is good for one hour.',
    });
  return job;
}
