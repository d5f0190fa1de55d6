import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, realRandom } from '../../../src/clock/index.ts';
import {
  backUp,
  contextOf,
  createOrganization,
  createService,
  createToken,
  ensureUser,
  hashOfAllRows,
  keyFileIn,
  restore,
  setMember,
} from '../../../src/service/index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(data: string) {
  const clock = new ManualClock();
  return createService({ data, clock, random: realRandom, baseUrl: 'http://docs.test' });
}

/** Copies the key of one data folder into another one, as a person does who restores a backup. */
function takeKey(from: string, to: string): void {
  mkdirSync(join(folder, to));
  copyFileSync(keyFileIn(join(folder, from)), keyFileIn(join(folder, to)));
}

describe('a backup', () => {
  it('made while requests write has everything that was acknowledged before it began, and runs as a service', async () => {
    const live = start(join(folder, 'live'));
    const ctx = contextOf(live.service, { userId: '', tokenId: '' });
    const organization = createOrganization(ctx, { title: 'Home' });
    const user = ensureUser(ctx, { email: 'a@home.test' });
    setMember(ctx, { organization, user, role: 'admin' });
    const { token } = createToken(ctx, { user, label: 'test' });
    const post = async (title: string): Promise<string> => {
      const answer = await live.app.inject({
        method: 'POST',
        url: `/v1/orgs/${organization}/collections`,
        headers: { authorization: `Bearer ${token}` },
        payload: { title },
      });
      return (JSON.parse(answer.body) as { id: string }).id;
    };
    const before: string[] = [];
    for (let count = 0; count < 50; count++) before.push(await post(`before ${count}`));

    const backup = backUp(join(folder, 'live'), join(folder, 'backup.sqlite'));
    for (let count = 0; count < 50; count++) await post(`during ${count}`);
    const report = await backup;

    expect(report).toMatchObject({ file: join(folder, 'backup.sqlite'), spaces: 0 });
    expect(statSync(report.file).mode & 0o777).toBe(0o600);
    await live.close();
    takeKey('live', 'restored');
    restore(join(folder, 'backup.sqlite'), join(folder, 'restored'));
    const restored = start(join(folder, 'restored'));
    const answer = await restored.app.inject({
      url: `/v1/orgs/${organization}/collections?limit=1000`,
      headers: { authorization: `Bearer ${token}` },
    });
    const ids = (JSON.parse(answer.body) as { items: { id: string }[] }).items.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(before));
    await restored.close();
  });

  it('of a service at rest has every row', async () => {
    const live = start(join(folder, 'live'));
    createOrganization(contextOf(live.service, { userId: '', tokenId: '' }), { title: 'Home' });
    const rows = hashOfAllRows(live.service.store);
    await backUp(join(folder, 'live'), join(folder, 'deep', 'backup.sqlite'));
    await live.close();

    takeKey('live', 'restored');
    restore(join(folder, 'deep', 'backup.sqlite'), join(folder, 'restored'));
    const restored = start(join(folder, 'restored'));

    expect(hashOfAllRows(restored.service.store)).toBe(rows);
    await restored.close();
  });

  it('whose bytes were changed, wherever they are, is not restored', async () => {
    const live = start(join(folder, 'live'));
    createOrganization(contextOf(live.service, { userId: '', tokenId: '' }), { title: 'Home of the tides' });
    await backUp(join(folder, 'live'), join(folder, 'sound'));
    await live.close();
    takeKey('live', 'restored');
    const sound = readFileSync(join(folder, 'sound'));
    const changed = (at: number): Buffer => {
      const bytes = Buffer.from(sound);
      bytes[at] = bytes[at]! ^ 1;
      return bytes;
    };
    // A title is nothing that SQLite's own check would look at.
    const title = sound.indexOf('Home of the tides');
    expect(title).toBeGreaterThan(0);
    const cases = {
      'a title': changed(title),
      'the head': changed(20),
      'the checksum': changed(sound.length - 10),
      'the name of the checksum': changed(sound.length - 80),
      'an end cut off': sound.subarray(0, -1),
      'half of it': sound.subarray(0, sound.length >> 1),
      'pages cut off': sound.subarray(0, 4096),
      'something behind it': Buffer.concat([sound, Buffer.alloc(512)]),
    };
    for (const [name, bytes] of Object.entries(cases)) {
      writeFileSync(join(folder, 'changed'), bytes);
      expect(() => restore(join(folder, 'changed'), join(folder, 'restored')), name).toThrowError(
        expect.objectContaining({
          code: 'BACKUP_DAMAGED',
          hint: expect.stringContaining('another backup') as string,
        }),
      );
      expect(readdirSync(join(folder, 'restored')), name).toEqual(['tidemark.key']);
    }
    expect(restore(join(folder, 'sound'), join(folder, 'restored'))).toMatchObject({ hasChecksum: true });
  });

  it('of an older version, which has no checksum, is restored, and the report says that it has none', async () => {
    const live = start(join(folder, 'live'));
    const rows = hashOfAllRows(live.service.store);
    await backUp(join(folder, 'live'), join(folder, 'backup'));
    await live.close();
    takeKey('live', 'restored');
    const bytes = readFileSync(join(folder, 'backup'));
    writeFileSync(join(folder, 'older'), bytes.subarray(0, bytes.lastIndexOf('tidemark-backup-sha256')));

    const report = restore(join(folder, 'older'), join(folder, 'restored'));

    expect(report).toMatchObject({ hasChecksum: false });
    const restored = start(join(folder, 'restored'));
    expect(hashOfAllRows(restored.service.store)).toBe(rows);
    await restored.close();
  });

  it('never overwrites anything, and never leaves half a file', async () => {
    const live = start(join(folder, 'live'));
    writeFileSync(join(folder, 'taken'), 'precious');
    writeFileSync(join(folder, 'noise'), 'this is not a database, however long it may be '.repeat(100));

    await expect(backUp(join(folder, 'live'), join(folder, 'taken'))).rejects.toMatchObject({
      code: 'USAGE',
    });
    await expect(backUp(join(folder, 'nowhere'), join(folder, 'new'))).rejects.toMatchObject({
      code: 'USAGE',
    });
    expect(() => restore(join(folder, 'noise'), join(folder, 'fresh'))).toThrow(
      `${join(folder, 'noise')} is not a sound backup`,
    );
    expect(() => restore(join(folder, 'missing'), join(folder, 'fresh'))).toThrow(/There is no backup/);
    expect(() => restore(join(folder, 'noise'), join(folder, 'live'))).toThrow(/holds a database already/);
    expect(readdirSync(join(folder, 'fresh'))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['fresh', 'live', 'noise', 'taken']);
    await live.close();
  });
});
