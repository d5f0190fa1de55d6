/** The vendor's command line, as released, against our service: the commands that people type must work here. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
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
  test('the vendor’s command line is installed where it must be', () => {
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

  /** Starts a command that runs until it is interrupted; returns its output once `awaited` is in it. */
  const runUntil = async (awaited: string, ...args: string[]): Promise<{ said: string; code: unknown }> => {
    const child = spawn(process.execPath, [program!, ...args], {
      cwd: folder,
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') },
    });
    let said = '';
    const ended = once(child, 'exit');
    await new Promise<void>((resolve) => {
      const hear = (text: Buffer): void => {
        said += text.toString();
        if (said.includes(awaited)) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      void ended.then(() => resolve());
    });
    child.kill('SIGINT');
    const [code] = (await ended) as [unknown];
    return { said, code };
  };

  const writeIntegration = (): void => {
    mkdirSync(join(folder, 'src'), { recursive: true });
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

  test('publishes and unpublishes an integration', async () => {
    writeIntegration();
    const params = { integrationName: 'tidemark-hello' };

    await run('publish', '.');
    const published = await client.getIntegrationByName({ params });
    await client.unpublishIntegration({ params });

    expect(published).toMatchObject({ title: 'Hello', version: 1, scopes: ['space:metadata:read'] });
    await expect(client.getIntegrationByName({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('prints the last events of an integration, with their logs', async () => {
    writeIntegration();
    await run('publish', '.');
    const params = { integrationName: 'tidemark-hello' };
    const installation = await client.installIntegration({ params, body: { organization: organizationId } });
    const { id: spaceId } = await client.createSpace({ params: { organizationId }, body: { title: 'Docs' } });
    const { id: changeRequestId } = await client.createChangeRequest({ params: { spaceId }, body: {} });
    const { revision } = await client.mergeChangeRequest({ params: { spaceId, changeRequestId } });

    const { said, code } = await runUntil('Waiting 10s', 'tail');
    await client.unpublishIntegration({ params });

    const setup = said.indexOf(`"installationId":"${installation.id}","type":"installation_setup"`);
    const updated = said.indexOf(`"revisionId":"${revision}"`);
    expect(setup).toBeGreaterThan(-1);
    expect(updated).toBeGreaterThan(setup);
    expect(said.match(/^\[success\]/gmu)).toHaveLength(2);
    expect(said.match(/^\[info\] .*runs no integration/gmu)).toHaveLength(2);
    expect(code).toBe(0);
  });

  test('builds an integration for development, and stops at the tunnel, whose program is missing', async () => {
    writeIntegration();

    const { said, code } = await runUntil('never said', 'dev');

    expect(said).toMatch(/Integration built[\s\S]*Local port \d+ allocated[\s\S]*cloudflared ENOENT/u);
    expect(code).toBe(1);
  });
});
