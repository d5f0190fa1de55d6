import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, realRandom } from '../../../src/clock/index.ts';
import { openDatabase } from '../../../src/database/index.ts';
import {
  backUp,
  contextOf,
  createOrganization,
  createService,
  databaseName,
  ensureUser,
  createToken,
  keyFileIn,
  openLostKey,
  restore,
  setMember,
  type EmbeddedService,
} from '../../../src/service/index.ts';
import { insertSite } from '../../../src/service/sites/create.ts';
import { visitorKeys } from '../../../src/service/sites/visitor-auth.ts';
import { childArguments } from '../../git/child.ts';
import { fixedCertificate } from '../../support/certificate.ts';
import { sealedColumns, type Store } from '../../../src/service/store/index.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-secrets-'));
  data = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const otherKey = Buffer.alloc(32, 7).toString('base64');
const thirdKey = Buffer.alloc(32, 9).toString('base64');

function start(directory = data, keys?: string): EmbeddedService {
  return createService({
    data: directory,
    clock: new ManualClock(),
    random: realRandom,
    baseUrl: 'http://docs.test',
    keys,
  });
}

interface Planted {
  readonly organization: string;
  readonly installation: string;
  readonly site: string;
  readonly token: string;
  /** Texts that no file may contain. */
  readonly secrets: readonly string[];
}

/** Gives a service a secret in every sealed column. */
async function plant(embedded: EmbeddedService): Promise<Planted> {
  const ctx = contextOf(embedded.service, { userId: '', tokenId: '' });
  const organization = createOrganization(ctx, { title: 'Home' });
  const user = ensureUser(ctx, { email: 'a@home.test' });
  setMember(ctx, { organization, user, role: 'admin' });
  const { token } = createToken(ctx, { user, label: 'test' });
  const post = send(embedded, token);
  await post('POST', '/integrations/numbers', {
    ...{ title: 'Numbers', description: 'Counts', scopes: [], script: 'export {}', organization },
    secrets: { TOKEN: 'canary-integration', OTHER: 'canary-second' },
  });
  const { id: installation } = await post('POST', '/integrations/numbers/installations', { organization });
  await post('PATCH', `/integrations/numbers/installations/${installation}`, {
    configuration: { key: 'canary-configuration' },
  });
  await post('POST', `/orgs/${organization}/saml`, {
    ...{
      label: 'IdP',
      ssoURL: 'https://canary-idp.test/sso',
      entityID: 'urn:canary-entity',
      certificate: fixedCertificate,
    },
  });
  const site = embedded.service.store.transaction(() =>
    insertSite(ctx, { organization, title: 'Site', visibility: 'visitor-auth' }),
  );
  const { keys } = visitorKeys(embedded.service, site)!;
  const signing = Buffer.from(embedded.service.secret);
  return {
    ...{ organization, installation, site, token },
    secrets: [
      ...[
        'canary-integration',
        'canary-second',
        'canary-configuration',
        'canary-idp',
        'canary-entity',
        'EzERMA8GA1UEAwwIaWRwLnRlc3QwIBcNMjYxMTIx',
      ],
      ...[keys[0]!, signing.toString('hex'), signing.toString('latin1')],
    ],
  };
}

function send({ app }: EmbeddedService, token: string) {
  return async (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    payload?: object,
  ): Promise<{ id: string }> => {
    const answer = await app.inject({
      ...{ method, url: `/v1${path}`, headers: { authorization: `Bearer ${token}` } },
      ...(payload === undefined ? {} : { payload }),
    });
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.body}`);
    return JSON.parse(answer.body) as { id: string };
  };
}

/** What the service shows of its secrets; this must stay the same whatever happens to keys and files. */
async function shown(
  embedded: EmbeddedService,
  { organization, installation, site, token }: Planted,
): Promise<unknown> {
  const get = send(embedded, token);
  const { store, vault } = embedded.service;
  const rows = store.all<{ name: string; value: string }>(
    'SELECT name, value FROM integration_secrets ORDER BY name',
  );
  return {
    saml: await get('GET', `/orgs/${organization}/saml`),
    installation: await get('GET', `/integrations/numbers/installations/${installation}`),
    visitors: visitorKeys(embedded.service, site),
    signing: Buffer.from(embedded.service.secret).toString('hex'),
    secrets: rows.map(({ name, value }) => [name, vault.open('integrationSecret', ['numbers', name], value)]),
  };
}

/** The planted secrets that are in any file of a folder. */
function leaks(directory: string, secrets: readonly string[]): string[] {
  return readdirSync(directory).flatMap((name) => {
    const bytes = readFileSync(join(directory, name));
    return secrets
      .filter((secret) => bytes.includes(Buffer.from(secret, 'latin1')))
      .map((secret) => `${name}: ${secret}`);
  });
}

/** Puts a database into the state that an earlier version left: everything in clear text, without a key. */
function withoutSealing({ service: { store, vault } }: EmbeddedService): void {
  store.transaction(() => {
    for (const [name, { table, column, row }] of Object.entries(sealedColumns)) {
      for (const found of store.all<Record<string, string>>(
        `SELECT ${row.join(', ')}, ${column} AS v FROM ${table} WHERE ${column} IS NOT NULL`,
      )) {
        const key = row.map((part) => found[part]!);
        const text = vault.open(name as keyof typeof sealedColumns, key, found['v']!);
        store.run(
          `UPDATE ${table} SET ${column} = ? WHERE ${row.map((part) => `${part} = ?`).join(' AND ')}`,
          text,
          ...key,
        );
      }
    }
    const { value } = store.get<{ value: string }>('SELECT value FROM service_secrets')!;
    store.run("INSERT INTO meta (key, value) VALUES ('signing-key', ?)", Buffer.from(value, 'hex'));
    store.run('DROP TABLE service_secrets');
    store.run('DROP TABLE secrets_state');
    store.run("DELETE FROM migrations WHERE id = 'secrets/1'");
  });
}

function sealedRows(store: Store): string[] {
  return Object.values(sealedColumns).flatMap(({ table, column }) =>
    store
      .all<{ v: string }>(`SELECT ${column} AS v FROM ${table} WHERE ${column} IS NOT NULL`)
      .map(({ v }) => v),
  );
}

describe('secrets at rest', () => {
  it('are nowhere in clear text in the database, its log or a backup, and the key is in none of them', async () => {
    const live = start();
    const planted = await plant(live);
    const before = await shown(live, planted);
    await backUp(data, join(folder, 'backups', 'one.sqlite'));

    expect(readdirSync(data)).toContain(`${databaseName}-wal`);
    expect(leaks(data, planted.secrets)).toEqual([]);
    expect(leaks(join(folder, 'backups'), planted.secrets)).toEqual([]);
    const key = /^[\w+/]{43}=$/mu.exec(readFileSync(keyFileIn(data), 'utf8'))![0];
    const raw = Buffer.from(key, 'base64').toString('latin1');
    for (const file of [
      join(data, databaseName),
      join(data, `${databaseName}-wal`),
      join(folder, 'backups', 'one.sqlite'),
    ]) {
      expect([key, raw].filter((text) => readFileSync(file).includes(Buffer.from(text, 'latin1')))).toEqual(
        [],
      );
    }
    await live.close();
    const again = start();
    expect(await shown(again, planted)).toEqual(before);
    await again.close();
  });

  it('are in files and a folder for their owner only, even where those were open before', async () => {
    await start().close();
    chmodSync(data, 0o755);
    chmodSync(join(data, databaseName), 0o644);
    const live = start();
    await plant(live);

    const modes = readdirSync(data).map((name) => [name, statSync(join(data, name)).mode & 0o777] as const);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(modes.length).toBeGreaterThanOrEqual(4);
    expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
    await live.close();
  });

  it('leave a folder open that has other things in it', async () => {
    mkdirSync(data, { mode: 0o755 });
    writeFileSync(join(data, 'notes.md'), 'Mine');
    await start().close();

    expect(statSync(data).mode & 0o777).toBe(0o755);
    expect(statSync(join(data, databaseName)).mode & 0o777).toBe(0o600);
  });

  it('of an earlier version are sealed at the next start, and leave no trace in unused pages', async () => {
    const old = start();
    const planted = await plant(old);
    const before = await shown(old, planted);
    old.service.store.run(
      "INSERT INTO integration_secrets VALUES ('numbers', 'SEALED', 'sealed:1:not-really')",
    );
    old.service.store.run("DELETE FROM integration_secrets WHERE name = 'SEALED'");
    withoutSealing(old);
    await old.close();
    rmSync(keyFileIn(data));
    expect(leaks(data, planted.secrets)).not.toEqual([]);

    const live = start();

    expect(await shown(live, planted)).toEqual(before);
    expect(sealedRows(live.service.store).filter((value) => !value.startsWith('sealed:1:'))).toEqual([]);
    expect(leaks(data, planted.secrets)).toEqual([]);
    await live.close();
  });

  it('cannot be moved to another row or column, or changed', async () => {
    const { service, close } = start();
    const { vault } = service;
    const sealed = service.store.transaction(() => vault.seal('visitorKey', ['one'], 'secret'));

    expect(vault.open('visitorKey', ['one'], sealed)).toBe('secret');
    for (const [name, row, text] of [
      ['visitorKey', ['other'], sealed],
      ['serviceSecret', ['one'], sealed],
      ['visitorKey', ['one'], 'secret'],
      ['visitorKey', ['one'], `${sealed.slice(0, -4)}${sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`],
      ['visitorKey', ['one'], sealed.slice(0, 24)],
    ] as const) {
      expect(() => vault.open(name, row, text)).toThrowError(
        expect.objectContaining({ code: 'SERVICE_KEY' }),
      );
    }
    await close();
  });

  it('in memory are sealed, too, and work without a file', async () => {
    const live = start(':memory:');
    const planted = await plant(live);
    const before = await shown(live, planted);

    expect(live.service.vault.rotate().values).toBe(sealedRows(live.service.store).length);
    expect(await shown(live, planted)).toEqual(before);
    expect(sealedRows(live.service.store).filter((value) => !value.startsWith('sealed:1:'))).toEqual([]);
    await live.close();
  });
});

describe('the key', () => {
  const failsWith = (code: string, message: RegExp) =>
    expect.objectContaining({ code, message: expect.stringMatching(message) as string });

  it('that is lost or belongs to other data is reported, and nothing is changed', async () => {
    const live = start();
    await plant(live);
    await live.close();
    const database = readFileSync(join(data, databaseName));
    const text = readFileSync(keyFileIn(data), 'utf8');

    rmSync(keyFileIn(data));
    expect(() => start()).toThrowError(
      failsWith('SERVICE_KEY', /sealed with the key [0-9a-f]{8}; there is no key/),
    );
    expect(() => start(data, otherKey)).toThrowError(
      failsWith('SERVICE_KEY', /the key there is [0-9a-f]{8}\./),
    );
    expect(readdirSync(data)).not.toContain('tidemark.key');
    writeFileSync(keyFileIn(data), 'no key at all\n', { mode: 0o600 });
    expect(() => start()).toThrowError(failsWith('SERVICE_KEY', /is not a key of 32 bytes/));
    writeFileSync(keyFileIn(data), text);
    chmodSync(keyFileIn(data), 0o644);
    expect(() => start()).toThrowError(failsWith('SERVICE_KEY', /can be read by others/));
    chmodSync(keyFileIn(data), 0o600);

    expect(readFileSync(join(data, databaseName)).equals(database)).toBe(true);
    await start().close();
  });

  it('that is lost for good can be given up: the lost secrets are named, all else stays, and nothing is sealed with that key', async () => {
    const live = start();
    const planted = await plant(live);
    const before = (await shown(live, planted)) as { visitors: { keys: string[] }; signing: string };
    await live.close();
    const options = { data, keys: undefined, clock: new ManualClock(), random: realRandom };
    expect(() => openLostKey(options)).toThrowError(failsWith('USAGE', /at hand/));
    const old = readFileSync(keyFileIn(data), 'utf8');
    rmSync(keyFileIn(data));

    const opened = openLostKey(options);
    expect(opened.lost.map(({ names }) => names)).toEqual([
      ['numbers: OTHER', 'numbers: TOKEN'],
      ['numbers'],
      ['IdP'],
      ['Site'],
      ['signing-key'],
    ]);
    const { key, copy } = await opened.startAgain();
    opened.close();

    const again = start();
    const after = (await shown(again, planted)) as typeof before;
    expect(after).toMatchObject({
      installation: { configuration: {} },
      saml: { items: [{ label: 'IdP', ssoURL: '', entityID: '', certificate: '' }] },
      secrets: [],
    });
    expect(after.visitors.keys).toHaveLength(1);
    expect(after.visitors.keys).not.toEqual(before.visitors.keys);
    expect(after.signing).not.toBe(before.signing);
    for (const value of sealedRows(again.service.store))
      expect(value).toMatch(new RegExp(`^sealed:1:${key}:`));
    expect(again.service.store.integrity()).toBe('ok');
    await again.close();

    const found = join(folder, 'found');
    mkdirSync(found);
    copyFileSync(copy, join(found, databaseName));
    writeFileSync(keyFileIn(found), old, { mode: 0o600 });
    const whole = start(found);
    expect(await shown(whole, planted)).toEqual(before);
    await whole.close();
  });

  it('may come from the environment, and then no file is made', async () => {
    const live = start(data, otherKey);
    const planted = await plant(live);
    const before = await shown(live, planted);
    await live.close();

    expect(readdirSync(data)).not.toContain('tidemark.key');
    const again = start(data, Buffer.from(otherKey, 'base64').toString('hex'));
    expect(await shown(again, planted)).toEqual(before);
    expect(() => again.service.vault.rotate()).toThrowError(failsWith('USAGE', /is the present one/));
    await again.close();
    const rotating = start(data, `${thirdKey},${otherKey}`);
    rotating.service.vault.rotate();
    await rotating.close();
    const last = start(data, thirdKey);
    expect(await shown(last, planted)).toEqual(before);
    await last.close();
    expect(() => start(data, otherKey)).toThrowError(failsWith('SERVICE_KEY', /./));
  });

  it('is changed while another process serves, which reads and writes with the new one at once', async () => {
    const live = start();
    const planted = await plant(live);
    const before = await shown(live, planted);
    const oldValues = sealedRows(live.service.store);
    const command = start();
    const { from, to, values } = command.service.vault.rotate();
    await command.close();

    expect(values).toBe(oldValues.length);
    expect(await shown(live, planted)).toEqual(before);
    await send(live, planted.token)('POST', '/integrations/numbers', {
      ...{
        title: 'Numbers',
        description: 'Counts',
        scopes: [],
        script: '',
        organization: planted.organization,
      },
      secrets: { TOKEN: 'canary-integration', OTHER: 'canary-second' },
    });
    expect(sealedRows(live.service.store).filter((value) => !value.startsWith(`sealed:1:${to}:`))).toEqual(
      [],
    );
    await live.close();
    const again = start();
    expect(await shown(again, planted)).toEqual(before);
    await again.close();
    // Values that the old key sealed are gone from the files; the old key stays for backups.
    expect(leaks(data, oldValues)).toEqual([]);
    expect(readdirSync(data).sort()).toEqual(['tidemark.key', `tidemark.key.${from}`, databaseName]);
  });

  it(
    'leaves readable data when the process is killed during a change of the key, which can then be repeated',
    { tags: ['long'] },
    async () => {
      const live = start();
      const planted = await plant(live);
      const before = await shown(live, planted);
      await live.close();

      for (const moment of ['UPDATE site_visitor_keys', 'UPDATE secrets_state SET key', 'VACUUM'] as const) {
        const { status, signal } = killedAt(moment);
        expect({ status, signal }).toEqual({ status: null, signal: 'SIGKILL' });
        const after = start();
        expect(await shown(after, planted), moment).toEqual(before);
        expect(after.service.store.integrity()).toBe('ok');
        await after.close();
      }
      const last = start();
      last.service.vault.rotate();
      expect(await shown(last, planted)).toEqual(before);
      await last.close();
      expect(readFileSync(keyFileIn(data), 'utf8').match(/^[\w+/]{43}=$/gmu)).toHaveLength(1);
    },
  );

  /** Changes the key in a process that kills itself just before its database runs a statement with this beginning. */
  function killedAt(moment: string): { status: number | null; signal: string | null } {
    const script = fileURLToPath(new URL('./rotating.child.ts', import.meta.url));
    return spawnSync(process.execPath, childArguments(script, data, moment), { stdio: 'inherit' });
  }

  it('of a backup is needed for a restore, which creates nothing without it', async () => {
    const live = start();
    const planted = await plant(live);
    const before = await shown(live, planted);
    const backup = join(folder, 'backup.sqlite');
    await backUp(data, backup);
    await live.close();
    const target = join(folder, 'restored');

    expect(() => restore(backup, target)).toThrowError(failsWith('SERVICE_KEY', /there is no key/));
    expect(() => restore(backup, target, otherKey)).toThrowError(
      failsWith('SERVICE_KEY', /the key there is/),
    );
    expect(readdirSync(target)).toEqual([]);
    copyFileSync(keyFileIn(data), keyFileIn(target));
    restore(backup, target);

    const restored = start(target);
    expect(await shown(restored, planted)).toEqual(before);
    await restored.close();
    expect(openDatabase(join(target, databaseName)).pragma('integrity_check')).toBe('ok');
  });
});
