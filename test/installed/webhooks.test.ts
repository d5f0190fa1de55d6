import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveGit, type GitHttpServer } from '../support/git-http-backend.ts';
import { installedProgram, readyOf, type Running } from '../support/installed.ts';

const secret = 'a secret of the git host';
const hmac = (body: string): string => createHmac('sha256', secret).update(body).digest('hex');

/** A git host's webhook: its hook in the configuration, its headers, and its body for a push. */
interface Sender {
  readonly host: string;
  readonly hook: string;
  readonly headers: (body: string) => Record<string, string>;
  readonly body: (ref: string) => string;
}

const asJson = { 'content-type': 'application/json' };
const pushed = (ref: string): object => ({ ref, before: '0'.repeat(40), after: '1'.repeat(40), commits: [] });
const senders: readonly Sender[] = [
  {
    host: 'GitHub (JSON)',
    hook: 'github',
    headers: (body) => ({
      ...{ ...asJson, 'x-github-event': 'push', 'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' },
      'x-hub-signature-256': `sha256=${hmac(body)}`,
    }),
    body: (ref) => JSON.stringify({ ...pushed(ref), repository: { full_name: 'docs/docs' } }),
  },
  {
    host: 'GitHub (form)',
    hook: 'github',
    headers: (body) => ({
      ...{ 'content-type': 'application/x-www-form-urlencoded', 'x-github-event': 'push' },
      'x-hub-signature-256': `sha256=${hmac(body)}`,
    }),
    body: (ref) => new URLSearchParams({ payload: JSON.stringify(pushed(ref)) }).toString(),
  },
  {
    host: 'GitLab',
    hook: 'gitlab',
    headers: () => ({ ...asJson, 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret }),
    body: (ref) => JSON.stringify({ object_kind: 'push', event_name: 'push', ...pushed(ref) }),
  },
  {
    host: 'Gitea',
    hook: 'gitea',
    headers: (body) => ({ ...asJson, 'x-gitea-event': 'push', 'x-gitea-signature': hmac(body) }),
    body: (ref) => JSON.stringify({ secret: '', ...pushed(ref) }),
  },
  {
    host: 'Forgejo',
    hook: 'gitea',
    headers: (body) => ({ ...asJson, 'x-forgejo-event': 'push', 'x-forgejo-signature': hmac(body) }),
    body: (ref) => JSON.stringify(pushed(ref)),
  },
];

describe('the installed daemon beside a git host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-webhooks-'));
  const bare = join(folder, 'host', 'docs.git');
  const clone = join(folder, 'clone');
  const config = join(folder, 'sync.config.yaml');
  let host: GitHttpServer;
  let service: Running;
  let daemon: Running;
  let url: string;

  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-C', cwd, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    });

  beforeAll(async () => {
    const installed = await installedProgram();
    mkdirSync(bare, { recursive: true });
    git(bare, 'init', '--quiet', '--bare', '--initial-branch=main');
    git(bare, 'config', 'http.receivepack', 'true');
    host = await serveGit(join(folder, 'host'));
    const seed = join(installed.packageFolder, 'templates', 'sample', 'help');
    service = installed.start(['serve', '--port', '0', '--seed', seed, '--json'], { cwd: folder });
    const ready = await readyOf(service);
    writeFileSync(
      config,
      `service: { url: "${ready.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs, remote: "${host.url}/docs.git" }
mirror: { spaces: [ { id: ${ready.spaces[0]!.id}, path: . } ], metadata: false }
push: { debounce: 1h } # so that it is not our own files that bring the next cycle
schedule: { interval: 1h }
http: { port: 0 }
hooks:
  github: { secret: "${secret}", from: github }
  gitlab: { secret: "${secret}", from: gitlab }
  gitea: { secret: "${secret}", from: gitea }
`,
    );
    daemon = installed.start(['daemon', '--json'], {
      cwd: folder,
      env: { TIDEMARK_TOKEN: ready.token ?? '' },
    });
    [, url = ''] = await daemon.until(/"listens":"(http:[^"]+)"/);
    await daemon.until(/"commits":[1-9]/);
    git(folder, 'clone', '--quiet', bare, clone);
  });
  afterAll(async () => {
    await Promise.all([daemon.end(), service.end('SIGKILL')]);
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Somebody commits an edit and pushes it. */
  const push = (text: string): void => {
    git(clone, 'pull', '--quiet', '--rebase');
    appendFileSync(join(clone, 'README.md'), `\n${text}\n`);
    git(clone, 'commit', '--quiet', '-am', text);
    git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
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
  const looks = (): Promise<number> => metric('tidemark_looks_total{result="ok"}');
  const send = async (hook: string, headers: Record<string, string>, body: string): Promise<number> =>
    (await fetch(`${url}/hooks/${hook}`, { method: 'POST', headers, body })).status;
  /** How often a change request was created or edited. */
  const proposed = (): number => daemon.out.match(/change request (?:proposed|updated)/g)?.length ?? 0;

  for (const { host: sender, hook, headers, body } of senders)
    it(`looks at once when ${sender} reports a push to the branch, but not for forged webhooks or other branches`, async () => {
      const [before, lookedBefore] = [proposed(), await looks()];
      const [real, other] = [body('refs/heads/main'), body('refs/heads/other')];
      const wrong = (value: string): string => `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
      const forged = Object.entries(headers(real)).map(([name, value]): [string, string] => [
        name,
        /signature|token/u.test(name) ? wrong(value) : value,
      ]);

      const statuses = [
        await send(hook, Object.fromEntries(forged), real),
        await send(hook, { 'content-type': headers(real)['content-type'] ?? '' }, real),
        await send('unknown', headers(real), real),
        await send(hook, headers(other), other),
      ];
      push(`An edit that ${sender} tells of.`);
      const accepted = await send(hook, headers(real), real);
      while (proposed() === before) await pause(50);

      expect([...statuses, accepted]).toEqual([401, 401, 401, 202, 202]);
      expect((await looks()) - lookedBefore).toBe(1);
      expect(daemon.out).not.toContain(secret);
    });

  it('asks the git host once in each round, which is enough to see a push', { tags: ['long'] }, async () => {
    writeFileSync(config, readFileSync(config, 'utf8').replace('interval: 1h', 'interval: 300ms'));
    daemon.process.kill('SIGHUP');
    await daemon.until(/configuration reloaded/);
    const lists = (): number =>
      host.requests.filter((each) => each.endsWith('info/refs?service=git-upload-pack')).length;
    const start = await looks();
    while ((await looks()) < start + 2) await pause(50);
    const [looked, listed] = [await looks(), lists()];
    while ((await looks()) < looked + 12) await pause(50);
    const [asked, rounds] = [lists() - listed, (await looks()) - looked];
    const before = proposed();
    push('An edit that nobody tells of.');
    while (proposed() === before) await pause(50);

    // Every tenth round brings a cycle over all spaces, which fetches and publishes; a round may be running when the counting
    // begins or ends.
    expect(asked).toBeGreaterThanOrEqual(rounds - 1);
    expect(asked).toBeLessThanOrEqual(rounds + 2 * 2 + 1);
  });
});
