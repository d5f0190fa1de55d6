import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { capabilitiesCheck, rightsChecks } from '../../src/cli/commands/doctor-service.ts';
import type { Client } from '../../src/client/index.ts';
import { startService, type StartedService } from '../../src/service/index.ts';
import { runCommand } from '../support/command-line.ts';

let folder: string;
let service: StartedService<string | null>;
let readOnly: string;

const run = (args: readonly string[], token = service.token!): ReturnType<typeof runCommand> =>
  runCommand(args, {
    cwd: folder,
    env: { TIDEMARK_TOKEN: token, TIDEMARK_SERVICE_URL: service.url, HOME: folder },
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-spaces-'));
  const data = join(folder, 'data');
  service = await startService({ data, seeds: [join(packageRoot(), 'templates', 'sample')] });
  const made = await run(['serve', 'token', 'create', '--data', data, '--name', 'ro', '--role', 'read']);
  readOnly = made.out.trim();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function configure(mirror: string): void {
  writeFileSync(
    join(folder, 'sync.config.yaml'),
    `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }\nmirror:\n  ${mirror}\n`,
  );
}

describe('with a token that may only read', () => {
  it('[SYNC-102] doctor, sync and status say so for spaces that the configuration does not name', async () => {
    configure(`organization: ${service.organization}`);
    await run(['sync', '--pull']);
    expect(await run(['status'], readOnly)).toMatchObject({ code: 0 });
    const [{ path }] = JSON.parse((await run(['status', '--json'])).out).spaces;
    writeFileSync(join(folder, 'docs', path, 'new-here.md'), '# New here\n');

    const doctor = await run(['doctor'], readOnly);
    const sync = await run(['sync'], readOnly);
    const status = await run(['status'], readOnly);

    expect(doctor.out).toMatch(/! rights +the token may read \d+ spaces?, but not edit \S/u);
    expect((await run(['doctor'])).out).toMatch(/✓ rights +the token may read and edit \d+ space/u);
    expect([sync.code, sync.out]).toEqual([4, expect.stringContaining('FORBIDDEN')]);
    expect([status.code, status.out]).toEqual([
      4,
      expect.stringContaining('cannot be sent: the token lacks'),
    ]);
    expect(status.out).toContain('push.enabled');

    rmSync(join(folder, 'docs', path, 'new-here.md'));
    const page = join(folder, 'docs', path, 'README.md');
    const text = readFileSync(page, 'utf8');
    rmSync(page);
    expect((await run(['status'], readOnly)).code).toBe(4);
    configure(`organization: ${service.organization}\npush: { enabled: false }`);
    expect(await run(['status'], readOnly)).toMatchObject({ code: 0 });
    writeFileSync(page, `${text}\nSent.\n`);
    configure(`organization: ${service.organization}`);
    expect(await run(['sync'])).toMatchObject({ code: 0 });
    expect(await run(['status'], readOnly)).toMatchObject({ code: 0 });
  });
});

describe('with a space that is not there', () => {
  it('doctor names it and asks another one what the service can do, and status ends as sync does', async () => {
    configure(`spaces: [{ id: goneaway, path: gone }, { id: ${service.spaces[0]!.id}, path: guides }]`);

    const doctor = await run(['doctor']);

    expect(doctor.code).toBe(3);
    expect(doctor.out).toMatch(/✗ space gone .*\n?.*goneaway/u);
    expect(doctor.out).toMatch(/✓ capabilities +everything: /u);
    expect(doctor.out).not.toContain('reading window');
    expect((await run(['sync', '--pull'])).code).toBe(3);
    expect(await run(['status'])).toMatchObject({ code: 3, out: expect.stringContaining('goneaway') });
  });

  it('doctor draws no conclusion about the service when no space is left to ask', async () => {
    configure('spaces: [{ id: goneaway, path: gone }]');

    const { out } = await run(['doctor']);

    expect(out).toMatch(/! capabilities +not looked at/u);
    expect(out).not.toContain('reading window');
  });
});

describe('with a webhook for a space that is not mirrored', () => {
  const hooks =
    '\nhooks:\n  merged: { secret: 0123456789abcdef, space: elsewhere }\n  all: { secret: 0123456789abcdef }\n  api: { secret: 0123456789abcdef, space: guides }';
  const told = async (): Promise<{ message: string; hint: string; state: string }[]> => {
    const { out } = await run(['doctor', '--json']);
    const { checks } = JSON.parse(out) as {
      checks: { name: string; message: string; hint: string; state: string }[];
    };
    return checks.filter(({ name }) => name === 'hooks').map(({ name: _, ...check }) => check);
  };

  it('doctor says so, and names the mirrored spaces, whether the configuration or the service lists them', async () => {
    const { id, title } = service.spaces[0]!;
    configure(`spaces: [{ id: ${id}, path: guides }]${hooks}`);
    expect(await told()).toEqual([
      {
        state: 'warning',
        message: 'hooks.merged.space names elsewhere, which is not a space of the mirror',
        hint: `Name one of these spaces, or leave the key out to look at all of them: ${id} (guides)`,
      },
      {
        state: 'warning',
        message: 'hooks.api.space names guides, which is not a space of the mirror',
        hint: `Write the id of that space: ${id}`,
      },
    ]);

    configure(`organization: ${service.organization}${hooks.replace('space: guides', `space: ${id}`)}`);
    expect(await told()).toEqual([
      {
        state: 'warning',
        message: 'hooks.merged.space names elsewhere, which is not a space of the mirror',
        hint: expect.stringContaining(`${id} (${title})`) as string,
      },
    ]);
  });
});

describe('what doctor says of a service', () => {
  it('names five read-only spaces at most, and gives no hint where nothing is to be sent', () => {
    const spaces = Array.from({ length: 7 }, (_, at) => ({
      ...{ id: `space${at}`, title: `Space ${at}` },
      permissions: { edit: at === 0 } as never,
    }));

    expect(rightsChecks(spaces, { named: [{ id: 'space1' }], push: false })).toEqual([
      {
        ...{ name: 'rights', state: 'ok' },
        message: 'the token may read 6 spaces, but not edit Space 2, Space 3, Space 4, Space 5, Space 6',
      },
    ]);
    expect(rightsChecks(spaces, { named: [], push: true })[0]!.message).toMatch(/Space 5 and 1 more$/u);
    expect(rightsChecks([], { named: [], push: true })).toEqual([]);
  });

  it('tells a capability that is absent from one that could not be asked for', async () => {
    const client = (answers: Record<string, boolean>): Client =>
      ({
        capabilities: {
          find: async (feature: string) => answers[feature] ?? Promise.reject(new Error('no answer')),
        },
      }) as unknown as Client;
    const subject = { organizationId: 'o', spaceId: 's' };

    expect(
      await capabilitiesCheck(client({ organizationSpaces: true, content: true }), subject),
    ).toMatchObject({
      state: 'warning',
      message: 'with organizationSpaces, content; not known: revisions (no answer)',
    });
    const strict = client({ organizationSpaces: true, content: false, revisions: false });
    expect((await capabilitiesCheck(strict, subject)).message).toBe(
      'without content, revisions; with organizationSpaces; content is read through a reading window',
    );
  });
});
