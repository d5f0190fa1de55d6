/**
 * The vendor's own command line against our service: it publishes an OpenAPI specification and an integration.
 *
 * It is no dependency of this project: its installation downloads a program that has nothing to do with it, from a host that
 * a build need not reach. Where it is installed (`npm install --ignore-scripts @gitbook/cli@0.25.1` somewhere), name its
 * `cli.js` in GITBOOK_CLI to run this.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type StartedService } from '../../src/service/index.ts';
import type { Json } from './fixture.ts';

const cli = process.env['GITBOOK_CLI'] ?? '';
const isThere = cli !== '' && existsSync(cli);
if (!isThere) console.log('gitbook-cli: skipped, since GITBOOK_CLI names no installed cli.js');

describe.skipIf(!isThere)('the vendor’s command line', () => {
  let started: StartedService;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-cli-'));
    started = await startService({ data: ':memory:' });
  });
  afterAll(async () => {
    await started.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, ...args], {
      cwd: folder,
      timeout: 120_000,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        GITBOOK_ENDPOINT: started.url,
        GITBOOK_TOKEN: started.token,
      },
    });
    return stdout + stderr;
  };
  const get = async (path: string): Promise<Json> => {
    const reply = await started.embedded.app.inject({
      url: `/v1${path}`,
      headers: { authorization: `Bearer ${started.token}` },
    });
    return JSON.parse(reply.body) as Json;
  };

  it('knows who it is', { timeout: 120_000 }, async () => {
    expect(await run('auth', '--endpoint', started.url, '--token', started.token)).toMatch(/authenticated/i);
    expect(await run('whoami')).toContain('admin@localhost');
  });

  it('publishes an OpenAPI specification, which is read', { timeout: 120_000 }, async () => {
    writeFileSync(
      join(folder, 'pets.yaml'),
      'openapi: 3.0.3\ninfo:\n  title: Pets\n  version: "1"\npaths: {}\n',
    );

    await run('openapi', 'publish', '--spec', 'pets', '--organization', started.organization, 'pets.yaml');
    await started.embedded.service.background.idle();

    const spec = await get(`/orgs/${started.organization}/openapi/pets`);
    expect(spec).toMatchObject({ slug: 'pets', processingState: 'complete' });
    expect(spec.lastProcessErrorCode).toBeUndefined();
  });

  it('publishes an integration, and its next version', { timeout: 240_000 }, async () => {
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'src', 'index.ts'),
      "export default { events: {}, fetch: () => new Response('ok') };\n",
    );
    writeFileSync(
      join(folder, 'gitbook-manifest.yaml'),
      [
        'name: numbers',
        'title: Numbers',
        'description: Counts things',
        'visibility: private',
        'script: ./src/index.ts',
        `organization: ${started.organization}`,
        'scopes: [site:metadata:read]',
        'secrets: {}',
        '',
      ].join('\n'),
    );

    await run('publish');
    expect(await get('/integrations/numbers')).toMatchObject({
      name: 'numbers',
      version: 1,
      title: 'Numbers',
      scopes: ['site:metadata:read'],
    });
    await run('publish');
    expect((await get('/integrations/numbers')).version).toBe(2);
  });
});
