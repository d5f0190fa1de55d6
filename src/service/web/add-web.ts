import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Service } from '../context.ts';
import { isOfApp, requestRouteOf } from './origins.ts';
import { webParts } from './parts.ts';
import type { WebApp } from './port.ts';

export interface WebOptions extends Omit<Parameters<typeof webParts>[0], 'service'> {
  readonly service: Service;
  readonly web: WebApp;
  /** The app's origin; undefined where the app would have to share one with published sites. */
  readonly appOrigin: () => string | undefined;
}

/** Puts the web app in front of the service, at its own origin. */
export function addWeb(app: FastifyInstance, { web, appOrigin, ...inside }: WebOptions): void {
  app.addHook('onRequest', async (request, reply) => keepApart(request, reply, inside.service, appOrigin()));
  app.get('/', async (_request, reply) => reply.redirect(`${inside.service.appBase}`, 302));
  const pages = web.addTo(app, webParts(inside));
  app.decorate('failAsPage', (request, reply, error) => {
    const path = (request.raw.url ?? '/').split('?')[0]!;
    const isPage = isOfApp(path) && requestRouteOf(path, request.headers.host, appOrigin()) === 'serve';
    if (isPage) pages.fail(request, reply, error);
    return isPage;
  });
}

/** Sends a request that came to the wrong one of the two origins to the right one. */
async function keepApart(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, appBase }: Service,
  appOrigin: string | undefined,
): Promise<FastifyReply | undefined> {
  const url = request.raw.url ?? '/';
  const way = requestRouteOf(url.split('?')[0]!, request.headers.host, appOrigin);
  if (way === 'serve') return undefined;
  if (way === 'no-app') return reply.code(501).headers(plainHeaders).send(noAppPage);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const right = way === 'to-app' ? appBase : baseUrl;
    throw new AppError('MISDIRECTED', `This path belongs to another origin: ${new URL(right).origin}.`);
  }
  if (way === 'to-service') return reply.redirect(`${baseUrl}${url}`, 302);
  return reply.redirect(url === '/' ? appBase : `${appOrigin}${url}`, 302);
}

const plainHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const noAppPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>The app has no address yet</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1.5rem}</style></head>
<body><main><h1>The app has no address yet</h1>
<p>This address leads to a page of Tidemark’s web app. The app needs a host name of its own, apart from the published sites, so that
nothing on a site can act for a person who is signed in.</p>
<p>Whoever runs this service gives it one: <code>tidemark serve --app-url https://docs-app.example.com</code>, with that name
leading to this service as well.</p></main></body></html>
`;
