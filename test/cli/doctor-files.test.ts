import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesChecks } from '../../src/cli/commands/doctor-service.ts';
import { runCommand } from '../support/command-line.ts';
import { altering, oddService, without, type OnTheWay } from '../support/odd-service.ts';
import { troubledProxy } from '../support/troubled-proxy.ts';
import { sampleService } from './sample-service.ts';

const sample = sampleService();

interface Told {
  readonly code: number;
  readonly out: string;
  /** The checks of files, as a program reads them. */
  readonly files: readonly Readonly<Record<string, unknown>>[];
}

/** What doctor says of the files of a service at an address. */
async function doctorAt(url: string, mirror: string): Promise<Told> {
  const service = `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}" }`;
  writeFileSync(join(sample.folder, 'sync.config.yaml'), `${service}\nmirror: ${mirror}\n`);
  const world = { cwd: sample.folder, env: { TIDEMARK_TOKEN: sample.service.token, HOME: sample.folder } };
  const { code, out } = await runCommand(['doctor', '--trust-origin'], world);
  const { checks } = JSON.parse((await runCommand(['doctor', '--trust-origin', '--json'], world)).out) as {
    checks: Told['files'];
  };
  return { code, out, files: checks.filter(({ name }) => name === 'files') };
}

const help = (): string => {
  const { id } = sample.service.spaces.find(({ title }) => title === 'Help')!;
  return `{ spaces: [{ id: ${id}, path: help }] }`;
};

/** What doctor says behind something that changes the answers of the service. */
async function behind(onTheWay: OnTheWay): Promise<Told & { readonly url: string }> {
  const odd = await oddService(sample.service.url, onTheWay);
  try {
    return { ...(await doctorAt(odd.url, help())), url: odd.url };
  } finally {
    await odd.close();
  }
}

describe('doctor fetches a file as a sync does', () => {
  it('and names it where it comes', async () => {
    const { url } = sample.service;
    const { code, files } = await doctorAt(url, help());

    expect(code).toBe(0);
    expect(files).toEqual([
      {
        ...{ name: 'files', state: 'ok' },
        message: expect.stringMatching(
          new RegExp(`^\\S+ of Help can be fetched from ${url}$`, 'u'),
        ) as string,
      },
    ]);
  });

  it('and fails with the whole address, the code and the hint where a sync may not ask it', async () => {
    const proxy = await troubledProxy(sample.service.url, { rewrites: false });
    const { code, out, files } = await doctorAt(proxy.url, help());
    const sync = await runCommand(['sync', '--trust-origin', '--json'], {
      ...{ cwd: sample.folder, env: { TIDEMARK_TOKEN: sample.service.token, HOME: sample.folder } },
    });
    await proxy.close();

    const refused = `${sample.service.url} must not be asked: it is loopback`;
    const { problems } = JSON.parse(sync.out) as {
      problems: { code: string; message: string; hint: string }[];
    };
    expect(problems).toMatchObject([{ code: 'ADDRESS_REFUSED', message: refused }]);
    expect(code).toBe(3);
    expect(files).toEqual([
      {
        ...{ name: 'files', state: 'failed', code: 'ADDRESS_REFUSED', exit: 3, hint: problems[0]!.hint },
        message: expect.stringMatching(/^\S+ of Help cannot be fetched: /u) as string,
      },
    ]);
    expect(files[0]!['message']).toContain(refused);
    expect(out).toMatch(
      /^✗ files .* must not be asked: it is loopback ADDRESS_REFUSED\n.*--public-url URL/mu,
    );
  });

  it('and tells the answer of the host of the file, and what to do', async () => {
    const proxy = await troubledProxy(sample.service.url);
    const answers: Told[] = [];
    for (const status of [404, 403]) {
      proxy.turn({ status, to: /^\/files\// });
      answers.push(await doctorAt(proxy.url, help()));
    }
    await proxy.close();

    expect(answers.map(({ code, files }) => [code, files[0]!['code']])).toEqual([
      [3, 'NOT_FOUND'],
      [4, 'FORBIDDEN'],
    ]);
    for (const { files, out } of answers) {
      expect(files).toEqual([
        expect.objectContaining({ state: 'failed', hint: expect.any(String) as string }),
      ]);
      expect(out).toMatch(/^✗ files .* The file http:\S+ answered 40[34] (?:NOT_FOUND|FORBIDDEN)\n {16}\S/mu);
    }
  });

  it('from each host of the files', async () => {
    const elsewhere = 'http://10.0.0.1:8080';
    const moved = altering(/\/revisions\//u, (key, value) =>
      key === 'downloadURL' && String(value).includes('.svg') ? `${elsewhere}/a.svg` : value,
    );
    const { files, url } = await behind(moved);

    expect(files.map(({ state }) => state).sort()).toEqual(['failed', 'ok']);
    expect(files.find(({ state }) => state === 'ok')).toMatchObject({
      message: expect.stringContaining(`from ${url}`) as string,
    });
    expect(files.find(({ state }) => state === 'failed')).toMatchObject({
      message: expect.stringContaining(`${elsewhere} must not be asked`) as string,
    });
  });

  it('in a change request where the service shows no revisions, and in none where there is none', async () => {
    const strict = without(/\/revisions\b|\/spaces\/[^/]+\/content\b/u);
    const none = await behind(strict);
    const { client } = { client: sample.service };
    const space = client.spaces.find(({ title }) => title === 'Help')!.id;
    const made = await fetch(`${client.url}/v1/spaces/${space}/change-requests`, {
      ...{ method: 'POST', body: JSON.stringify({ subject: 'Mine' }) },
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    });
    const one = await behind(strict);

    expect(made.ok).toBe(true);
    expect(none.files).toMatchObject([{ state: 'ok', message: expect.stringContaining('none') as string }]);
    expect(one.files).toMatchObject([
      { state: 'ok', message: expect.stringContaining(' of Help can be fetched from ') as string },
    ]);
  });

  it('and says so of a relative address', () => {
    const tried = { name: 'a.svg', space: 'Help', origin: null, failure: null };
    expect(filesChecks([tried])).toMatchObject([
      { message: 'a.svg of Help can be fetched from the service' },
    ]);
  });
});
