import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface GitHttpServer {
  /** `http://127.0.0.1:port`; a repository is at `<url>/<its folder below the root>`. */
  url: string;
  /** Each request: method and path with query. */
  requests: string[];
  close(): Promise<void>;
}

/**
 * Serves the repositories below a folder with git's own `http-backend`. With a token, only requests with that token as the password of
 * Basic authorization are let in.
 */
export async function serveGit(
  root: string,
  { token, port: wanted = 0 }: { token?: string; port?: number } = {},
): Promise<GitHttpServer> {
  const program = `${execFileSync('git', ['--exec-path']).toString().trim()}/git-http-backend`;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const given = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /u, ''),
      'base64',
    ).toString();
    if (token !== undefined && given.slice(given.indexOf(':') + 1) !== token) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    answer(program, root, request, response);
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Takes away the locks that a killed git host left, as its operator does. Nothing of the host may run any more. */
export function removeLeftLocks(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (entry.endsWith('.lock')) rmSync(join(folder, entry), { force: true });
}

export interface ServedRepository {
  /** The folder of the bare repository. */
  bare: string;
  server: GitHttpServer;
  /** The repository's address. */
  url: string;
}

/** Makes an empty bare repository with the branch `main` in a new folder, and serves it, also to those who push. */
export async function serveRepository(
  folder: string,
  options: { token?: string } = {},
): Promise<ServedRepository> {
  const bare = join(folder, 'docs.git');
  mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare]);
  const server = await serveGit(folder, options);
  return { bare, server, url: `${server.url}/docs.git` };
}

/** Runs the CGI program for one request. */
function answer(program: string, root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn(program, {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      REMOTE_USER: 'test',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      // Native git packs the body of a request that names many references.
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf('\r\n\r\n');
    const headers = whole.toString('latin1', 0, Math.max(0, end)).split('\r\n').filter(Boolean);
    let status = end < 0 ? 500 : 200;
    for (const header of headers) {
      const [name = '', ...rest] = header.split(': ');
      if (name.toLowerCase() === 'status') status = parseInt(rest.join(': '), 10);
      else response.setHeader(name, rest.join(': '));
    }
    response.writeHead(status).end(end < 0 ? '' : whole.subarray(end + 4));
  });
}
