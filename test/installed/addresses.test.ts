import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, readyOf, type Installed, type Ready, type Running } from '../support/installed.ts';
import { troubledProxy, type TroubledProxy } from '../support/troubled-proxy.ts';
import { freePort } from './table/case.ts';

/** A service behind a proxy that it does not know, so that its files have addresses that a client must not request. */
describe('the installed daemon that is given addresses that it must not ask', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-addresses-'));
  let installed: Installed;
  let port: string;
  let service: Running;
  let proxy: TroubledProxy;
  let daemon: Running;
  let token: string;
  let refused: { code: string; message: string; hint: string };

  const serve = async (...args: string[]): Promise<Ready> => {
    const given = ['serve', '--json', '--port', port, '--data', 'data', '--seed', 'seed', ...args];
    service = installed.start(given, { cwd: folder });
    return readyOf(service);
  };

  beforeAll(async () => {
    installed = await installedProgram();
    port = String(await freePort());
    for (const name of ['one', 'two']) {
      const assets = join(folder, 'seed', name, '.gitbook', 'assets');
      mkdirSync(assets, { recursive: true });
      writeFileSync(join(assets, 'drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
      const page = `# Space ${name}\n\n![A drawing](.gitbook/assets/drawing.svg)\n`;
      writeFileSync(join(folder, 'seed', name, 'README.md'), page);
      const summary = `# Table of contents\n\n* [Space ${name}](README.md)\n`;
      writeFileSync(join(folder, 'seed', name, 'SUMMARY.md'), summary);
    }
    const ready = await serve();
    token = ready.token ?? '';
    refused = {
      code: 'ADDRESS_REFUSED',
      message: `http://127.0.0.1:${port} must not be asked: it is loopback`,
      hint: expect.stringContaining('tidemark serve --public-url') as string,
    };
    proxy = await troubledProxy(`http://127.0.0.1:${port}`, { rewrites: false });
    writeFileSync(
      join(folder, 'sync.config.yaml'),
      `service: { url: "${proxy.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { organization: ${ready.organization}, metadata: false, changeRequests: none }
schedule: { interval: 400ms }
http: { port: 0 }
`,
    );
    daemon = installed.start(['daemon', '--json'], {
      cwd: folder,
      env: { TIDEMARK_TOKEN: token },
    });
  });
  afterAll(async () => {
    await Promise.all([daemon.end('SIGKILL'), service.end('SIGKILL')]);
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says so in the log once for each space, in the status and in doctor, tries less and less often, is not ready, and continues when the addresses are good', async () => {
    const [, url = ''] = await daemon.until(/"listens":"(http:[^"]+)"/);
    const unready = async (): Promise<string[]> => {
      for (;;) {
        const answer = await fetch(`${url}/readyz`);
        const { reasons } = (await answer.json()) as { reasons: string[] };
        if (reasons[0]?.includes('spaces fail')) return reasons;
        await pause(100);
      }
    };
    const metric = async (line: string): Promise<number> => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(
        text
          .split('\n')
          .find((each) => each.startsWith(`${line} `))
          ?.split(' ')[1] ?? 0,
      );
    };
    const reasons = await unready();
    const env = { TIDEMARK_TOKEN: token };
    const status = await installed.run(['status'], { cwd: folder, env });
    const { out } = await installed.run(['status', '--json'], { cwd: folder, env });
    const doctor = await installed.run(['doctor'], { cwd: folder, env });
    // It is not ready after two intervals; how rare the tries become shows after some more.
    let looks = 0;
    while (looks <= 15) {
      await pause(100);
      looks = await metric('tidemark_looks_total{result="ok"}');
    }
    const lists = proxy.requests.filter((what) => /\/orgs\/[^/]+\/spaces/u.test(what)).length;
    const warnings = daemon.out
      .split('\n')
      .filter((line) => line.includes('"level":"warn"') || line.includes('"level":"error"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const early = mirrored();

    await service.end();
    await serve('--public-url', proxy.url);
    while (mirrored().length < 2) await pause(100);

    expect(doctor).toMatchObject({
      code: 3,
      out: expect.stringMatching(
        /^✗ files .* must not be asked: it is loopback ADDRESS_REFUSED$/mu,
      ) as string,
    });
    const told = JSON.parse(out) as { daemon: { spaces: { path: string; problem: unknown }[] } };
    expect(status.out).toMatch(
      /^Behind, since\n {2}one .* ADDRESS_REFUSED\n {2}two .* ADDRESS_REFUSED\n {4}Files are fetched .* --public-url URL\.$/mu,
    );
    expect(told.daemon.spaces.map(({ path, problem }) => [path, problem])).toEqual(
      ['one', 'two'].map((path) => [path, expect.objectContaining(refused)]),
    );
    const of = (space: string): unknown =>
      expect.objectContaining({
        ...{ level: 'warn', space, code: refused.code, msg: refused.message, hint: refused.hint },
      });
    expect(warnings).toHaveLength(2);
    expect(warnings).toEqual(expect.arrayContaining([of('one'), of('two')]));
    expect(reasons).toEqual([`All 2 spaces fail: ADDRESS_REFUSED, ${refused.message}.`]);
    expect(early).toEqual([]);
    // One list for each look, and some more for each try of the two spaces, which become rare.
    expect(lists).toBeLessThan(2 * looks);
  });

  /** The spaces whose drawing is in the mirror. */
  function mirrored(): string[] {
    return ['one', 'two'].filter((name) => {
      try {
        return readFileSync(join(folder, 'docs', name, '.gitbook', 'assets', 'drawing.svg')).length > 0;
      } catch {
        return false;
      }
    });
  }
});
