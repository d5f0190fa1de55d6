import type { Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { AppError, messageOf } from '../../base/index.ts';
import type { SiteFiles } from '../writer/site-files.ts';
import { answerFromFiles } from './answer.ts';
import { liveAnswer, liveScriptPath } from './live-page.ts';

export interface SiteServer {
  readonly url: string;
  readonly port: number;
  /** Tells open pages to reload. */
  reload(): void;
  close(): Promise<void>;
}

/** How many pages may wait for a reload at once. */
const mostListeners = 100;

export interface ServeSiteOptions {
  readonly host?: string;
  readonly port?: number;
  readonly basePath?: string;
  /** The script that reloads a page after each export. It is in the answers alone, and never in the files. */
  readonly liveScript?: string;
}

/** Keeps an answer open, through which its page is told to reload. */
function listen(response: ServerResponse, listeners: Set<ServerResponse>): void {
  if (listeners.size >= mostListeners) {
    response.writeHead(503).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': listening\n\n');
  listeners.add(response);
  response.on('close', () => listeners.delete(response));
}

function notListening(place: string, cause: unknown): AppError {
  if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return new AppError('PORT_IN_USE', `${place} is taken: another program listens there`, {
      hint: 'Choose another port, or 0 to take any free one.',
      cause,
    });
  return new AppError('USAGE', `cannot serve on ${place}: ${messageOf(cause)}`, {
    hint: 'Choose another port.',
    cause,
  });
}

/**
 * Serves an exported site on this machine. Only this machine can reach the server unless the caller names another host. A function
 * gives the files anew for each request, since another export may have another folder.
 */
export async function serveSite(
  files: SiteFiles | (() => SiteFiles),
  { host = '127.0.0.1', port = 0, basePath = '/', liveScript }: ServeSiteOptions = {},
): Promise<SiteServer> {
  // Loaded here, because most exports serve nothing.
  const { createServer } = await import('node:http');
  const listeners = new Set<ServerResponse>();
  const server: Server = createServer((request, response) => {
    const url = request.url ?? '/';
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    if (url === liveScriptPath && liveScript !== undefined) {
      const type = 'text/javascript; charset=utf-8';
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : liveScript);
      return;
    }
    if (url === '/~live') return listen(response, listeners);
    if (!url.startsWith(basePath)) {
      const start = startFrom(url, basePath);
      response.writeHead(start ? 302 : 404, start ? { Location: start } : {}).end();
      return;
    }
    const plain = answerFromFiles(typeof files === 'function' ? files() : files, url.slice(basePath.length), {
      accept: request.headers.accept ?? '',
      base: basePath,
    });
    const answer = liveScript === undefined ? plain : liveAnswer(plain);
    response.writeHead(answer.status, { ...answer.headers, 'Content-Length': answer.body.byteLength });
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw notListening(`${host}:${port}`, error);
  }
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    port: actual,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}${basePath}`,
    reload: () => {
      for (const listener of listeners) listener.write('data: reload\n\n');
    },
    close: async () => {
      for (const listener of listeners) listener.end();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The address of the start page, for the root of the host and for the site's own path without its last slash. */
function startFrom(url: string, basePath: string): string | undefined {
  const [path = '', query] = url.split('?');
  if (path !== '/' && `${path}/` !== basePath) return undefined;
  return query === undefined ? basePath : `${basePath}?${query}`;
}
