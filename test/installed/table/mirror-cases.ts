import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { shells } from '../../../src/cli/completion/shells.ts';
import { completed, isInstalled } from '../../support/shells.ts';
import { ask, type Bench, type Case, type Ready } from './case.ts';

let service: Ready;
/** The change request for the edits of a case. */
let number = '';

const space = (title: string): string => service.spaces.find((each) => each.title === title)?.id ?? '';
const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', join(folder, 'docs'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder },
  });

interface CycleJson {
  readonly proposals: readonly { readonly number: number | null }[];
}
interface ChangeRequestJson {
  readonly changeRequest: { readonly number: number; readonly status: string; readonly subject: string };
}

/** A service with the sample documentation, for all cases of the file. */
export async function setUpMirror({ serve, env, installed }: Bench): Promise<void> {
  ({ ready: service } = await serve(['--seed', join(installed.packageFolder, 'templates', 'sample')]));
  env['TIDEMARK_TOKEN'] = service.token ?? '';
}

/** From a configuration to merged change requests. */
export const mirrorCases: readonly Case[] = [
  {
    uses: [
      'init',
      'init --url',
      'init --repository',
      'init --branch',
      'init --space',
      'init --force',
      'init --organization',
      'init --collection',
      'init --site',
    ],
    says: 'init writes what it was told, and replaces a configuration only with --force',
    work: async ({ ok, run, json, folder }) => {
      const written = (): string => readFileSync(join(folder, 'sync.config.yaml'), 'utf8');
      for (const [flag, option] of [
        ['--organization', 'organization'],
        ['--collection', 'collections'],
        ['--site', 'sites'],
      ] as const) {
        await json(['init', '--url', service.url, flag, 'anId', '--force']);
        expect(written()).toMatch(new RegExp(`^  ${option}:[^#]*anId`, 'm'));
      }
      const chosen = ['--space', `${space('Guides')}=guides`, '--space', `${space('Help')}=help`];
      const args = ['init', '--url', service.url, '--repository', './docs', '--branch', 'trunk', ...chosen];
      expect((await run(args)).code).toBe(2);
      await ok([...args, '--force']);
      for (const part of [service.url, './docs', 'trunk', space('Guides'), 'help'])
        expect(written()).toContain(part);
      writeFileSync(
        join(folder, 'sync.config.yaml'),
        `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs, branch: trunk }
mirror: { spaces: [ { id: ${space('Guides')}, path: guides }, { id: ${space('Help')}, path: help } ] }
schedule: { interval: 1h }
http: { port: 0 }
hooks: { merged: { secret: "\${HOOK_SECRET}" } }
`,
      );
    },
  },
  {
    uses: ['doctor', 'tidemark --config', 'tidemark --verbose', 'tidemark --json'],
    says: 'doctor looks at everything, and --config names another file',
    work: async ({ json, run, env }) => {
      env['HOOK_SECRET'] = 'a secret of sixteen characters';
      const { checks } = await json<{ checks: { name: string; state: string }[] }>(['doctor']);
      expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['service', 'cost']));
      const missing = await run(['doctor', '--config', 'elsewhere.yaml']);
      expect([missing.code, missing.out + missing.err]).toEqual([
        2,
        expect.stringContaining('elsewhere.yaml'),
      ]);
      const failed = await run(['sync', '--config', 'elsewhere.yaml', '--verbose']);
      expect(failed.err).toMatch(/^ +at /m);
    },
  },
  {
    uses: ['sync', 'sync --dry-run', 'sync --pull', 'sync --space', 'tidemark --quiet'],
    says: 'sync shows what it would do, brings one space, then all, and says nothing on stderr with --quiet',
    work: async ({ ok, run, folder }) => {
      const page = (name: string): boolean => existsSync(join(folder, 'docs', name, 'README.md'));
      await ok(['sync', '--dry-run']);
      expect(page('guides')).toBe(false);
      await ok(['sync', '--pull', '--space', 'guides']);
      expect([page('guides'), page('help')]).toEqual([true, false]);
      const { code, err } = await run(['sync', '--quiet']);
      expect({ code, err, help: page('help') }).toEqual({ code: 0, err: '', help: true });
      expect(git(folder, 'branch', '--show-current').trim()).toBe('trunk');
    },
  },
  {
    uses: ['tidemark --trust-origin', 'cr list'],
    says: 'a token goes to another service than the one it was first used with only when a person says so',
    work: async ({ run }) => {
      const env = { TIDEMARK_SERVICE_URL: service.url.replace('127.0.0.1', 'localhost') };
      expect((await run(['cr', 'list'], { env })).code).toBe(4);
      expect((await run(['cr', 'list', '--trust-origin'], { env })).code).toBe(0);
      expect((await run(['cr', 'list'], { env })).code).toBe(0);
    },
  },
  {
    uses: [
      'sync --push',
      'cr list',
      'cr list --space',
      'cr list --status',
      'cr show',
      'cr show --space',
      'cr diff',
      'cr diff --space',
      'cr diff --exit-code',
    ],
    says: 'an edit becomes a draft that cr lists, shows and compares',
    work: async ({ json, run, folder }) => {
      appendFileSync(join(folder, 'docs', 'guides', 'README.md'), '\nWritten by the table.\n');
      const { proposals } = await json<CycleJson>(['sync', '--push']);
      number = String(proposals[0]?.number);
      const drafts = await json<ChangeRequestJson[]>([
        'cr',
        'list',
        '--status',
        'draft',
        '--space',
        'guides',
      ]);
      expect(drafts.map(({ changeRequest }) => String(changeRequest.number))).toEqual([number]);
      expect(await json(['cr', 'list', '--status', 'merged', '--space', 'guides'])).toEqual([]);
      const shown = await json<ChangeRequestJson>(['cr', 'show', number, '--space', 'guides']);
      expect(shown.changeRequest.status).toBe('draft');
      const diff = await run(['cr', 'diff', number, '--space', 'guides']);
      expect(diff).toMatchObject({
        code: 0,
        out: expect.stringContaining('+Written by the table.') as string,
      });
      expect((await run(['cr', 'diff', number, '--space', 'guides', '--exit-code'])).code).toBe(1);
    },
  },
  {
    uses: [
      'cr open',
      'cr open --subject',
      'cr open --space',
      'cr update',
      'cr update --space',
      'cr checkout',
      'cr checkout --space',
      'cr merge',
      'cr merge --space',
      'cr merge --yes',
      'cr merge --draft',
      'cr archive',
      'cr archive --space',
      'cr',
    ],
    says: 'cr opens, updates, checks out, merges and archives change requests',
    work: async ({ json, ok, run, folder }) => {
      const opened = await json<ChangeRequestJson>([
        'cr',
        'open',
        number,
        '--subject',
        'Said',
        '--space',
        'guides',
      ]);
      expect(opened.changeRequest).toMatchObject({
        status: 'open',
        subject: expect.stringContaining('Said') as string,
      });
      const fresh = await json<ChangeRequestJson>(['cr', 'open', '--subject', 'Later', '--space', 'help']);
      const other = String(fresh.changeRequest.number);
      await ok(['sync']);
      await json(['cr', 'update', number, '--space', 'guides']);
      expect(await ok(['cr', 'checkout', number, '--space', 'guides'])).toContain(`cr/guides/${number}`);
      expect(git(folder, 'branch', '--list', `cr/guides/${number}`)).toContain(number);
      expect((await run(['cr', 'merge', number, '--space', 'guides'])).code).toBe(2);
      const merged = await json<ChangeRequestJson>(['cr', 'merge', number, '--yes', '--space', 'guides']);
      expect(merged.changeRequest.status).toBe('merged');
      appendFileSync(join(folder, 'docs', 'help', 'README.md'), '\nA second one.\n');
      const { proposals } = await json<CycleJson>(['sync', '--push', '--space', 'help']);
      const draft = ['cr', 'merge', String(proposals[0]?.number), '--yes', '--space', 'help'];
      expect((await run(draft)).code).toBe(5);
      expect((await json<ChangeRequestJson>([...draft, '--draft'])).changeRequest.status).toBe('merged');
      await ok(['cr', 'archive', other, '--space', 'help']);
      expect(
        (await json<ChangeRequestJson>(['cr', 'show', other, '--space', 'help'])).changeRequest.status,
      ).toBe('archived');
      expect((await run(['cr'])).code).toBe(2);
    },
  },
  {
    uses: ['sync --allow', 'sync --allow-secret'],
    says: 'a secret and conflict markers are held back until their fingerprints are allowed',
    work: async ({ run, ok, folder }) => {
      const page = join(folder, 'docs', 'guides', 'held.md');
      const problems = async (...args: string[]): Promise<{ cause: string; allow: string }[]> =>
        (JSON.parse((await run(['sync', '--json', ...args])).out) as { problems: never[] }).problems;
      writeFileSync(page, `# Held\n\n<<<<<<< HEAD\nghp_${'a1'.repeat(20)}\n=======\n>>>>>>> docs/main\n`);
      const [markers] = await problems();
      expect(markers?.cause).toBe('markers');
      const [secret] = await problems('--allow', markers!.allow);
      expect(secret?.cause).toBe('secret');
      expect(await problems('--allow-secret', secret!.allow)).toEqual([]);
      rmSync(page);
      await ok(['sync']);
    },
  },
  {
    uses: ['repair', 'repair --dry-run', 'repair --yes'],
    says: 'repair shows the faults and what it will do, and repairs a lost state and a cut index after a yes',
    work: async ({ ok, run, folder }) => {
      const index = join(folder, 'docs', '.git', 'index');
      writeFileSync(index, readFileSync(index).subarray(0, 100));
      writeFileSync(join(folder, 'docs', '.git', 'refs', 'tidemark', 'state'), '');
      expect(await run(['sync'])).toMatchObject({
        code: 2,
        err: expect.stringContaining('tidemark repair') as string,
      });
      const broken = /file of refs\/tidemark\/state is damaged[\s\S]*index is damaged/u;
      expect(await ok(['repair', '--dry-run'])).toMatch(broken);
      expect((await run(['repair'])).code).toBe(2);
      expect(await ok(['repair', '--yes'])).toMatch(broken);
      expect(await ok(['repair', '--dry-run'])).toContain('Nothing is broken');
      git(folder, 'fsck', '--no-dangling', '--no-reflogs');
    },
  },
  {
    uses: ['restore', 'restore --save'],
    says: 'restore lists what a file said when a sync saw it, and brings that back beside it',
    work: async ({ ok, json, run, folder }) => {
      const path = join('docs', 'guides', 'held.md');
      const saves = await json<{ id: string; path: string }[]>(['restore', path]);
      expect(saves.map((save) => save.path)).toEqual(['guides/held.md']);
      expect(await ok(['restore', path])).toContain(saves[0]!.id);
      const [, beside = ''] =
        /^(\S+) holds the save/.exec(await ok(['restore', path, '--save', saves[0]!.id])) ?? [];
      expect(readFileSync(join(folder, beside), 'utf8')).toContain('# Held');
      expect(existsSync(join(folder, path))).toBe(false);
      expect((await run(['restore', path, '--save', '0000000000'])).code).toBe(3);
      rmSync(join(folder, beside));
    },
  },
  {
    uses: [
      'sync --confirm-deletions',
      'status',
      'links --change-request',
      'links --offline',
      'links --explain',
      'links --no-service',
      'links --space',
    ],
    says: 'the guard holds many deletions back until they are confirmed; status and links look at the mirror',
    work: async ({ run, json, ok, folder }) => {
      await ok(['sync']);
      const pages = git(folder, 'ls-files', 'guides')
        .split('\n')
        .filter((path) => /\/.*\/.*\.md$/.test(path));
      for (const path of pages) rmSync(join(folder, 'docs', path));
      const held = await run(['sync', '--json']);
      expect(held.code).toBe(5);
      expect((await run(['status', '--json'])).out).toContain('"guides"');
      const { proposals } = await json<CycleJson>(['sync', '--confirm-deletions']);
      const deletion = String(proposals[0]?.number);
      await ok(['sync']);
      const links = ['links', '--format', 'json', '--fail-on', 'never'];
      const inRequest = JSON.parse(
        await ok([...links, '--change-request', deletion, '--space', 'guides']),
      ) as { findings: unknown[] };
      expect(inRequest.findings.length).toBeGreaterThan(0);
      for (const alone of ['--offline', '--no-service'])
        expect((await run([...links, alone, '--explain'])).err).toContain('The service was not asked.');
    },
  },
  {
    uses: ['daemon'],
    says: 'the daemon answers for its health, shows its status, takes a signed webhook, and ends when it is told',
    work: async ({ start, folder, env }) => {
      const daemon = start(['daemon', '--json']);
      const [, url = ''] = await daemon.until(/"url":"(http:[^"]+)"/);
      const get = async (path: string, headers: Record<string, string> = {}): Promise<[number, string]> => {
        const answer = await fetch(url + path, { headers });
        return [answer.status, await answer.text()];
      };
      expect(await get('/healthz')).toEqual([200, 'ok\n']);
      expect((await get('/metrics'))[1]).toContain('tidemark_sync_runs_total');
      expect((await get('/', { accept: 'text/html' }))[1]).toMatch(/<html[\s\S]*guides/);
      await until(async () => (await get('/readyz'))[0] === 200);

      const at = String(Math.floor(Date.now() / 1000));
      const send = async (secret: string): Promise<number> => {
        const signature = createHmac('sha256', secret).update(`${at}.{}`).digest('hex');
        const headers = { 'x-tidemark-timestamp': at, 'x-tidemark-signature': `sha256=${signature}` };
        return (await fetch(`${url}/hooks/merged`, { method: 'POST', body: '{}', headers })).status;
      };
      const { body } = await ask(service, 'POST', `/spaces/${space('Help')}/change-requests`, {
        subject: 'Hook',
      });
      expect(await send('somebody else')).toBe(401);
      expect(await send(env['HOOK_SECRET'] ?? '')).toBe(202);
      const ref = `refs/remotes/docs/cr/help/${(body as { number: number }).number}`;
      await until(() => git(folder, 'for-each-ref', ref) !== '');
      expect((await daemon.end()).code).toBe(0);
    },
  },
  {
    uses: ['completion'],
    says: 'bash, zsh and fish complete commands, choices, spaces and change requests by the script that completion prints',
    long: true,
    work: async ({ ok, installed, folder, env }) => {
      const commands = join(installed.prefix, 'node_modules', '.bin');
      for (const shell of shells) {
        const script = await ok(['completion', shell]);
        if (!isInstalled(shell)) continue;
        const home = mkdtempSync(join(folder, `${shell}-`));
        writeFileSync(join(home, 'script'), script);
        const complete = (line: string): string[] =>
          completed(shell, `tidemark ${line}`, {
            cwd: folder,
            env: {
              ...env,
              HOME: home,
              TERM: 'dumb',
              PATH: `${commands}:${process.env['PATH'] ?? ''}`,
              SCRIPT: join(home, 'script'),
            },
          });
        expect(complete('sy'), shell).toEqual(['sync']);
        expect(complete('sync --space '), shell).toEqual(['guides', 'help']);
        expect(complete('cr show '), shell).not.toEqual([]);
        expect(complete('serve --interface f'), shell).toEqual(['full']);
        expect(complete('serve --seed sync.config'), shell).toEqual(['sync.config.yaml']);
      }
    },
  },
];

async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 100));
}
