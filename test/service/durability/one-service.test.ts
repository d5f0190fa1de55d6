import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createService, startService } from '../../../src/service/index.ts';
import { childArguments } from '../../git/child.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-one-service-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('refuses a second service on the same data, names the process of the first, and lets it in afterwards', async () => {
  const data = join(folder, 'data');
  const first = await startService({ data });

  await expect(startService({ data })).rejects.toMatchObject({
    code: 'HELD',
    message: `The data in ${data} are held by a running service (process ${process.pid})`,
    hint: expect.stringContaining('name another --data directory') as string,
  });
  await first.close();

  await (await startService({ data })).close();
});

it('lets commands open the data of a running service, and shows the lock to nobody else', async () => {
  const data = join(folder, 'data');
  const running = await startService({ data });

  await createService({ data }).close();

  if (process.platform !== 'win32') expect(statSync(join(data, 'tidemark.lock')).mode & 0o777).toBe(0o600);
  await running.close();
});

it('frees the data when a start fails', async () => {
  const data = join(folder, 'data');
  await expect(startService({ data, seeds: [join(folder, 'none')] })).rejects.toThrow();

  await (await startService({ data })).close();
});

it('is not held up by a service that was killed', async () => {
  const data = join(folder, 'data');
  const script = join(import.meta.dirname, 'serving-child.ts');
  const child = spawn(process.execPath, childArguments(script, data), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await expect(startService({ data })).rejects.toMatchObject({ code: 'HELD' });
  child.kill('SIGKILL');
  await once(child, 'exit');

  await (await startService({ data })).close();
});

it('lets services in memory run beside each other', async () => {
  const services = await Promise.all([1, 2].map(() => startService({ data: ':memory:' })));

  await Promise.all(services.map((service) => service.close()));
});
