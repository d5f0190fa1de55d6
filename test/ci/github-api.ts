import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GithubApi {
  readonly url: string;
  /** The bodies of the pull request's comments, oldest first. */
  readonly comments: string[];
  close(): Promise<void>;
}

/** The part of GitHub's interface that keeps the comments of one pull request. A token other than `writer` may only read. */
export async function githubApi(comments: readonly string[] = []): Promise<GithubApi> {
  const bodies = [...comments];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    let sent = '';
    request.on('data', (chunk: Buffer) => {
      sent += chunk.toString();
    });
    request.on('end', () => {
      const answer = (status: number, body: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (pathname === '/repos/team/docs/issues/7/comments' && request.method === 'GET') {
        const page = Number(searchParams.get('page') ?? '1');
        const size = Number(searchParams.get('per_page') ?? '30');
        const listed = bodies.map((body, index) => ({ id: index + 1, body }));
        return answer(200, listed.slice((page - 1) * size, page * size));
      }
      if (request.headers.authorization !== 'Bearer writer')
        return answer(403, { message: 'Resource not accessible by integration' });
      const { body } = JSON.parse(sent) as { body: string };
      if (body.length > 65_536) return answer(422, { message: 'body is too long' });
      const edited = /^\/repos\/team\/docs\/issues\/comments\/(\d+)$/u.exec(pathname)?.[1];
      if (edited !== undefined && request.method === 'PATCH') bodies[Number(edited) - 1] = body;
      else if (pathname === '/repos/team/docs/issues/7/comments' && request.method === 'POST')
        bodies.push(body);
      else return answer(404, { message: 'Not Found' });
      return answer(200, { body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments: bodies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
