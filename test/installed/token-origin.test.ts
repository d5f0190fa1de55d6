import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installedProgram, type Installed } from '../support/installed.ts';

let installed: Installed;
const folder = mkdtempSync(join(tmpdir(), 'tidemark-token-origin-'));
const servers: Server[] = [];
const received: string[] = [];

/** A service that only records the tokens that reach it. */
async function listening(): Promise<string> {
  const server = createServer((request, response) => {
    received.push(`${request.headers.host} ${request.headers.authorization}`);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{}}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  installed = await installedProgram();
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('The installed program sends a token to the service that it was first used with, and to no other by itself', async () => {
  const [own, other] = [await listening(), await listening()];
  const call = (host: string, ...more: string[]) =>
    installed.run(['api', 'getSpaceById', 'spaceId=s1', ...more], {
      cwd: folder,
      env: { TIDEMARK_TOKEN: 'tdm_a_token_of_a_test', TIDEMARK_SERVICE_URL: `http://${host}` },
    });
  await call(own);
  const refused = await call(other);

  expect(received).toEqual([`${own} Bearer tdm_a_token_of_a_test`]);
  expect({ code: refused.code, err: refused.err }).toMatchObject({ code: 4 });
  expect(refused.err).toContain('--trust-origin');

  await call(other, '--trust-origin');
  await call(other);
  expect(received.slice(1)).toEqual(Array(2).fill(`${other} Bearer tdm_a_token_of_a_test`));
}, 180_000);
