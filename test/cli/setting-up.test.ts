import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { addressChecks, folderChecks, filterChecks } from '../../src/cli/commands/doctor-checks.ts';
import { costCheck } from '../../src/cli/commands/doctor-cost.ts';
import { originChecks } from '../../src/cli/commands/doctor-import.ts';
import { chooseMirror, numbersIn, withFolders } from '../../src/cli/commands/init-choice.ts';
import { plainSecrets } from '../../src/cli/config/plain-secrets.ts';
import { isLoopback } from '../../src/cli/loopback.ts';
import { groupsWithFewerRequests } from '../../src/cli/spaces-in-groups.ts';
import type { Group } from '../../src/cli/spaces-in-groups.ts';
import type { Client } from '../../src/client/index.ts';
import { startService, type StartedService } from '../../src/service/index.ts';
import { runCommand } from '../support/command-line.ts';
import { serveRepository } from '../support/git-http-backend.ts';
import { git as nativeGit } from '../git/native.ts';
import { sampleService } from './sample-service.ts';

const sample = sampleService();

const run = (
  args: readonly string[],
  {
    ask = null,
    env = {},
  }: { ask?: ((question: string) => Promise<string>) | null; env?: Record<string, string> } = {},
): ReturnType<typeof runCommand> =>
  runCommand(args, { cwd: sample.folder, env: { TIDEMARK_TOKEN: sample.service.token, ...env }, ask });

/** A person who gives these answers, one after the other, and then no more. */
function answering(...answers: string[]): { ask(question: string): Promise<string>; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    ask: (question) => {
      asked.push(question);
      const answer = answers.shift();
      return answer === undefined
        ? Promise.reject(new Error(`nobody answers: ${question}`))
        : Promise.resolve(answer);
    },
  };
}

describe('doctor', () => {
  it('finds an address that ends in /v1, and one that is neither here nor https', () => {
    expect(addressChecks('http://127.0.0.1:8787')).toEqual([]);
    expect(addressChecks('https://docs.example.com/base')).toEqual([]);
    expect(addressChecks('https://docs.example.com/v1/')).toMatchObject([
      { state: 'warning', hint: 'Set service.url to https://docs.example.com' },
    ]);
    expect(addressChecks('http://docs.example.com/v1').map(({ message }) => message)).toEqual([
      'http://docs.example.com/v1 ends in /v1, which Tidemark adds itself',
      expect.stringContaining('whoever is in between can read the token'),
    ]);
  });

  it.each([
    ...(['127.0.0.1', '127.8.9.10', 'localhost', 'a.localhost', '::1', '[::1]'] as const).map(
      (host) => [host, true] as const,
    ),
    ...(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com'] as const).map(
      (host) => [host, false] as const,
    ),
  ])('takes %s for this machine: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });

  it('finds secrets that are written out, each with its place', () => {
    const text =
      'service:\n  token: tdm_abc\nhooks:\n  one: { secret: "${ONE}" }\n  two: { secret: hush }\nqueue:\n  url: redis://me:hush@host\nexternalLinks:\n  hosts:\n    a.test: { headers: { Authorization: hush, Accept: text/html } }\n    b.test: { tries: 1 }\n';

    expect(plainSecrets(text)).toEqual([
      { option: 'service.token', line: 2, column: 10 },
      { option: 'hooks.two.secret', line: 5, column: 18 },
      { option: 'externalLinks.hosts.a.test.headers.Authorization', line: 10, column: 41 },
      { option: 'queue.url', line: 7, column: 8 },
    ]);
    expect(plainSecrets('service: { token: "${TOKEN}" }\nqueue: { url: "redis://me:${P}@host" }\n')).toEqual(
      [],
    );
  });

  it('says what to do about files in Git LFS', () => {
    expect(filterChecks(sample.folder, ['lfs'])).toEqual([]);
    mkdirSync(join(sample.folder, 'lfs'));
    writeFileSync(join(sample.folder, 'lfs/.gitattributes'), '*.png filter=lfs diff=lfs merge=lfs -text\n');

    expect(filterChecks(sample.folder, ['lfs'])).toMatchObject([{ name: 'Git LFS', state: 'warning' }]);
  });

  it('finds a folder that cannot be written, also one that is still to be made', () => {
    writeFileSync(join(sample.folder, 'file'), '');
    mkdirSync(join(sample.folder, 'locked'));
    chmodSync(join(sample.folder, 'locked'), 0o500);

    expect(folderChecks([join(sample.folder, 'new', 'docs')])).toEqual([]);
    expect(folderChecks([join(sample.folder, 'file')])).toMatchObject([
      {
        state: 'failed',
        exit: 3,
        message: `${join(sample.folder, 'file')} cannot be written: it is not a folder`,
      },
    ]);
    // The rights of a folder do not bind the superuser.
    const states = folderChecks([join(sample.folder, 'locked', 'docs')]).map(({ state }) => state);
    expect(states).toEqual(process.getuid?.() === 0 ? [] : ['failed']);
  });

  it('says all of it, with a hint for each', async () => {
    writeFileSync(join(sample.folder, 'docs'), 'a file in the way');
    const text = `service: { url: "${sample.service.url}/v1", token: ${sample.service.token} }\nrepository: { path: ./docs }\n`;
    writeFileSync(join(sample.folder, 'sync.config.yaml'), text);

    const { code, out } = await run(['doctor']);

    expect(code).toBe(3);
    expect(out).toContain('sync.config.yaml:1:');
    expect(out).toContain('service.token is written out in the file');
    expect(out).toContain('ends in /v1');
    expect(out).toContain('docs cannot be written: it is not a folder');
    expect(out).not.toContain(sample.service.token);
  });

  it('asks the git host and the Redis that the configuration names', async () => {
    const host = await serveRepository(join(sample.folder, 'host'));
    const configure = (remote: string): void =>
      writeFileSync(
        join(sample.folder, 'sync.config.yaml'),
        `service: { url: "${sample.service.url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./mirror, remote: "${remote}" }\nqueue: { driver: redis, url: "redis://127.0.0.1:1" }\n`,
      );
    try {
      configure(host.url);
      const there = await run(['doctor']);
      configure('http://127.0.0.1:1/docs.git');
      const away = await run(['doctor']);

      expect(there.out).toContain(`${host.url} answers; it has 0 references`);
      expect(there).toMatchObject({ code: 3, out: expect.stringMatching(/✗ redis .*127\.0\.0\.1:1/) });
      expect(away).toMatchObject({ code: 3, out: expect.stringMatching(/✗ git host .*127\.0\.0\.1:1/) });
    } finally {
      await host.server.close();
    }
  });

  it('[SYNC-92] says that the branch went different ways here and on the git host, as status does', async () => {
    const host = await serveRepository(join(sample.folder, 'host'));
    const git = (folder: string, ...args: string[]): void =>
      void nativeGit(join(sample.folder, folder), args);
    const write = (folder: string, text: string): void =>
      writeFileSync(join(sample.folder, folder, 'note.txt'), text);
    writeFileSync(
      join(sample.folder, 'sync.config.yaml'),
      `service: { url: "${sample.service.url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./mirror, remote: "${host.url}" }\n`,
    );
    try {
      await run(['sync']);
      git('.', 'clone', '-q', host.bare, 'ada');
      for (const [folder, text] of [
        ['ada', 'Theirs\n'],
        ['mirror', 'Mine\n'],
      ] as const) {
        write(folder, text);
        git(folder, 'add', 'note.txt');
        git(folder, 'commit', '-q', '-m', 'Note');
      }
      git('ada', 'push', '-q', 'origin', 'main');

      const answers = [await run(['sync']), await run(['status']), await run(['doctor'])];

      expect(answers.map(({ code }) => code)).toEqual([5, 5, 5]);
      for (const { out } of answers) expect(out).toContain(`git pull --no-rebase ${host.url} main`);
      expect(answers[2]!.out).toMatch(/✗ git host +refs\/heads\/main has gone different ways/u);
    } finally {
      await host.server.close();
    }
  });
});

describe('init', () => {
  it('guesses nothing without a terminal, and names the missing flags', async () => {
    const nothing = await run(['init']);
    const half = await run(['init', '--url', sample.service.url]);

    expect(nothing).toMatchObject({
      code: 2,
      err: expect.stringContaining('--url URL; one of --space ID=FOLDER, --organization ID') as string,
    });
    expect(half.err).not.toContain('--url URL');
    expect(half.code).toBe(2);
    expect(existsSync(join(sample.folder, 'sync.config.yaml'))).toBe(false);
    expect((await run(['init', '--url', sample.service.url, '--organization', 'o1'])).code).toBe(0);
  });

  it('lets a person pick spaces by their numbers, and mirrors those', async () => {
    const { ask, asked } = answering(sample.service.url, '', '7', '1, 3');

    const { code, err } = await run(['init'], { ask });

    expect({ code, asked: asked.length }).toEqual({ code: 0, asked: 4 });
    expect(err).toContain('The token sees one organization');
    expect(err).toContain('“7” names none of them: give numbers from 1 to 3.');
    expect(
      readFileSync(join(sample.folder, 'sync.config.yaml'), 'utf8').match(/id: brightwater\w+/g),
    ).toHaveLength(2);
    expect((await run(['sync', '--pull'])).code).toBe(0);
  });

  it('asks for ids where the service gives no lists', async () => {
    const { ask } = answering(sample.service.url, '', 'abc=guides');

    const { code, err } = await run(['init'], { ask, env: { TIDEMARK_TOKEN: 'tdm_wrong' } });

    expect(err).toContain('The spaces cannot be listed');
    expect(code).toBe(0);
    expect(readFileSync(join(sample.folder, 'sync.config.yaml'), 'utf8')).toContain('guides');
  });

  it('shows long lists page by page', async () => {
    const many = (kind: string, count: number): { id: string; title: string }[] =>
      Array.from({ length: count }, (_, index) => ({
        id: `${kind}${index + 1}`,
        title: `${kind} ${index + 1}`,
      }));
    const client = {
      list: async function* (operation: string) {
        yield* operation === 'listSpacesInOrganizationById' ? many('Space', 45) : many('Org', 2);
      },
    } as unknown as Client; // only the two lists are requested
    const { ask, asked } = answering('2', '', '', 'all');
    let shown = '';

    const choice = await chooseMirror(client, { ask, write: (text) => (shown += text) });

    expect(choice).toEqual({ organization: 'Org2' });
    expect(asked.filter((question) => question.includes('Enter: more'))).toHaveLength(2);
    expect(shown).toContain('  45  Space 45  (Space45)');
    expect(shown).toContain('  … 25 more');
  });

  it('reads numbers and ranges, and nothing else', () => {
    expect(numbersIn('1, 3-5 5', 9)).toEqual([1, 3, 4, 5]);
    for (const text of ['', '0', '10', '5-3', 'a', '1-', '-1', '1.5']) expect(numbersIn(text, 9)).toBeNull();
  });

  it('gives each space its own folder', () => {
    expect(withFolders([{ id: 'a', title: 'Guides' }])).toEqual(['a=.']);
    expect(
      withFolders([
        { id: 'a', title: 'Guides' },
        { id: 'b', title: 'guides' },
        { id: 'c', title: '한국' },
      ]),
    ).toEqual(['a=guides', 'b=guides-b', expect.stringMatching(/^c=.*c$/)]);
  });
});

describe('a service without a list of all spaces', () => {
  let strict: StartedService;
  beforeAll(async () => {
    const seeds = [join(packageRoot(), 'templates', 'sample')];
    strict = await startService({ data: ':memory:', seeds, interface: 'strict' });
  });
  afterAll(() => strict.close());

  const written = (): string => readFileSync(join(sample.folder, 'sync.config.yaml'), 'utf8');
  const env = (): Record<string, string> => ({ TIDEMARK_TOKEN: strict.token });

  it('is asked for the spaces of its sites, and init proposes the site where a look at it is cheaper', async () => {
    const { ask, asked } = answering(strict.url, '', '1-3', '');

    const { code, err } = await run(['init'], { ask, env: env() });

    expect(code).toBe(0);
    expect(err).toMatch(/These are the spaces of the site “.+” \(\w+\)\./u);
    expect(asked.at(-1)).toContain('takes 1 request instead of 3');
    expect(written()).toMatch(/^ {2}sites:\n {4}- \w+/mu);
    expect((await run(['sync', '--pull'], { env: env() })).code).toBe(0);
  });

  it('has its spaces named by whoever wants that, and doctor says what a look costs and what is cheaper', async () => {
    const { ask } = answering(strict.url, '', 'all', 'n');
    await run(['init'], { ask, env: env() });
    expect(written()).toMatch(/^ {2}organization: /mu);
    const named = answering(strict.url, '', '1-3', 'no');
    await run(['init', '--force'], { ask: named.ask, env: env() });
    expect(written().match(/id: brightwater\w+/gu)).toHaveLength(3);

    const { out } = await run(['doctor'], { env: env() });

    expect(out).toContain('a look at 3 spaces takes 3 requests: 3 a minute at schedule.interval 60s');
    expect(out).toMatch(
      /Name the site “.+” \(\w+\) under mirror\.sites instead of the spaces: 1 request then\./u,
    );
  });
});

describe('what a look at the spaces costs', () => {
  const look = { requests: 50, spaces: 50, interval: '60s', quota: undefined, cheaper: null };

  it('is a share of what the service allows, and a warning when it takes more than half of that', () => {
    const quota = { limit: 1000, windowMs: 60_000 };

    expect(costCheck({ ...look, quota })).toEqual({
      ...{ name: 'cost', state: 'ok' },
      message:
        'a look at 50 spaces takes 50 requests: 50 a minute at schedule.interval 60s, 5 % of what the service allows',
    });
    expect(costCheck({ ...look, interval: '5s', quota, cheaper: 'Name the site.' })).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('600 a minute at schedule.interval 5s, 60 %') as string,
      hint: 'Name the site. Set schedule.interval to 6s or more.',
    });
    expect(costCheck({ ...look, quota: { limit: 1000, windowMs: 3_600_000 } })).toMatchObject({
      state: 'warning',
      hint: 'Set schedule.interval to 360s or more.',
    });
  });

  it('is a number of requests if the service reports no limit', () => {
    expect(costCheck({ ...look, requests: 1, interval: '1h' })).toEqual({
      ...{ name: 'cost', state: 'ok' },
      message: 'a look at 50 spaces takes 1 request: less than 0.1 a minute at schedule.interval 1h',
    });
  });
});

describe('the groups that hold spaces and no other ones', () => {
  const group = (kind: Group['kind'], id: string, spaces: string): Group => ({
    ...{ kind, id, title: id },
    spaces: [...spaces].map((each) => ({ id: each, title: each })),
  });
  const names = (spaces: string, groups: Group[]): string[] | null =>
    groupsWithFewerRequests([...spaces], groups)?.map(({ id }) => id) ?? null;

  it('are the fewest of one kind', () => {
    const groups = [
      group('collection', 'c1', 'ab'),
      group('collection', 'c2', 'cd'),
      group('site', 's', 'abcd'),
    ];

    expect(names('abcd', groups)).toEqual(['s']);
    expect(names('ab', groups)).toEqual(['c1']);
    expect(names('abcd', groups.slice(0, 2))).toEqual(['c1', 'c2']);
  });

  it('are none if other spaces would be included, if a space is in no group, or if nothing is saved', () => {
    expect(names('abc', [group('site', 's', 'abcd')])).toBeNull();
    expect(names('abc', [group('collection', 'c', 'ab')])).toBeNull();
    expect(names('a', [group('site', 's', 'a')])).toBeNull();
    expect(names('ab', [group('site', 's1', 'a'), group('site', 's2', 'b')])).toBeNull();
    expect(names('ab', [group('collection', 'empty', ''), group('site', 's', 'ab')])).toEqual(['s']);
  });
});

describe('the way by which a service fetches edits', () => {
  const said = (service: string, origin: string): string[] =>
    originChecks(service, origin).map(({ message }) => message);

  it('is a warning where a public service cannot reach it, or where others can read along', () => {
    const docs = 'https://docs.example.com';
    for (const near of [
      'http://127.0.0.1:9465',
      'https://10.0.0.5',
      'https://edits.local',
      'https://[fd00::1]',
    ])
      expect(said(docs, near)).toEqual([
        expect.stringContaining('the service is on the public network, and') as string,
      ]);
    expect(said(docs, 'http://edits.example.com')).toEqual([
      expect.stringContaining('whoever is in between can read the edits') as string,
    ]);
    expect(said(docs, 'https://store.example.com')).toEqual([]);
    expect(said('http://127.0.0.1:8787', 'http://127.0.0.1:9465')).toEqual([]);
    expect(said('http://docs.internal', 'https://10.0.0.5')).toEqual([]);
  });

  it('needs https beyond this machine and a key, where it leads through an object store', async () => {
    const push = (text: string): void =>
      writeFileSync(
        join(sample.folder, 'sync.config.yaml'),
        `service: { url: "${sample.service.url}", token: "\${TIDEMARK_TOKEN}" }\npush: { ${text} }\n`,
      );
    const key = 'importStoreKey: k, importStoreSecret: "\${STORE_SECRET}"';
    const doctor = async (): Promise<string> => {
      const { out } = await run(['doctor'], { env: { STORE_SECRET: 's' } });
      return out;
    };

    push(`importStore: "http://store.example.com/edits", ${key}`);
    expect(await doctor()).toContain('push.importStore must be https');
    push('importStore: "https://store.example.com/edits"');
    expect(await doctor()).toContain('push.importStore needs push.importStoreKey and push.importStoreSecret');
    push('importStoreSecret: written-out');
    expect(await doctor()).toContain('push.importStoreSecret is written out in the file');
  });
});

describe('doctor --deep on a terminal', () => {
  it('tries nothing before a person agrees, and accepts a folder for a space', async () => {
    const space = sample.service.spaces[0]!.id;
    const requests = async (): Promise<number> => {
      const path = `/v1/spaces/${space}/change-requests?status=archived`;
      const headers = { authorization: `Bearer ${sample.service.token}` };
      const answer = await fetch(`${sample.service.url}${path}`, { headers });
      return ((await answer.json()) as { items: unknown[] }).items.length;
    };
    await run(['init', '--url', sample.service.url, '--space', `${space}=guides`]);
    const before = await requests();
    const command = ['doctor', '--deep', '--space', 'guides'];

    const no = await run(command, { ask: answering('').ask });
    const unchanged = await requests();
    const yes = await run(command, { ask: answering('y').ask, env: { TIDEMARK_PUSH_VIA: 'content' } });

    expect(no.out).toContain('It touches no other page.');
    expect(no.err).toContain('nothing was tried');
    expect([no.code === 0, unchanged]).toEqual([false, before]);
    expect({ code: yes.code, out: yes.out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^pass {10}A merge brings the edits$/mu) as string,
    });
    expect(yes.out).toContain('push.via asks for content changes alone');
    expect(await requests()).toBeGreaterThan(before);
  });
});
