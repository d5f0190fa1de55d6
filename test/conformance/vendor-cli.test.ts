/** The vendor's command line, as released, against our service: what people type must work here. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import type { Client } from '../../src/client/index.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import type { HttpTransport } from '../../src/http/index.ts';
import { startService } from '../../src/service/index.ts';
import type { StartedService } from '../../src/service/index.ts';
import { vendorCli } from './install-vendor-cli.ts';

/** GITBOOK_CLI names another installed version to try. */
const named = process.env['GITBOOK_CLI'];
const found = named === undefined ? await vendorCli() : { program: named };
const program = 'program' in found ? found.program : undefined;
if ('missing' in found) console.warn(`left out: ${found.missing}`);

if (process.env['TIDEMARK_REQUIRE']?.split(',').includes('vendor-cli')) {
  test('the vendor’s command line is there where it must be', () => {
    expect(found).toHaveProperty('program');
  });
}

describe.skipIf(program === undefined)('the vendor’s command line', () => {
  let folder: string;
  let started: StartedService;
  let transport: HttpTransport;
  let client: Client;
  let organizationId: string;

  const run = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [program!, ...args], {
      cwd: folder,
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') },
    });
    return stdout;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-vendor-'));
    started = await startService({ data: ':memory:', host: '127.0.0.1', port: 0 });
    transport = createUndiciTransport();
    client = createClient({
      transport,
      baseUrl: started.url,
      token: started.token,
      clock: realClock,
      random: realRandom,
    });
    organizationId = (await client.listOrganizationsForAuthenticatedUser()).items[0]!.id;
    await run('auth', '--endpoint', started.url, '--token', started.token);
  });

  afterAll(async () => {
    await transport.close();
    await started.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('knows who it is', async () => {
    expect(await run('whoami')).toContain(started.url);
  });

  test('publishes an OpenAPI specification', async () => {
    writeFileSync(
      join(folder, 'pets.json'),
      '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}',
    );

    await run('openapi', 'publish', '--spec', 'pets', '--organization', organizationId, 'pets.json');

    expect(await client.getOpenAPISpecBySlug({ params: { organizationId, specSlug: 'pets' } })).toMatchObject(
      {
        object: 'openapi-spec',
        slug: 'pets',
      },
    );
  });

  test('publishes an integration and takes it back', async () => {
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'src/index.ts'),
      'export default { fetch: () => new Response("hi"), events: {} };\n',
    );
    writeFileSync(
      join(folder, 'gitbook-manifest.yaml'),
      [
        'name: tidemark-hello', 'title: Hello', 'description: Says hello.', 'visibility: private',
        `organization: ${organizationId}`, 'script: ./src/index.ts', 'scopes: [space:metadata:read]', '',
      ].join('\n'), // prettier-ignore
    );
    const params = { integrationName: 'tidemark-hello' };

    await run('publish', '.');
    const published = await client.getIntegrationByName({ params });
    await client.unpublishIntegration({ params });

    expect(published).toMatchObject({ title: 'Hello', version: 1, scopes: ['space:metadata:read'] });
    await expect(client.getIntegrationByName({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
