import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  firstReadyOf,
  installedProgram,
  type Ended,
  type FirstReady,
  type Installed,
  type Running,
} from '../support/installed.ts';
import { hasTerminal, runOnTerminal, type Answer } from '../support/terminal.ts';

describe.runIf(hasTerminal)('the installed program on a terminal', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-terminal-'));
  let installed: Installed;
  let service: Running;
  let ready: FirstReady;

  beforeAll(async () => {
    installed = await installedProgram();
    const sample = join(installed.packageFolder, 'templates', 'sample');
    service = installed.start(['serve', '--port', '0', '--seed', sample, '--json'], { cwd: root });
    ready = await firstReadyOf(service);
  });
  afterAll(async () => {
    await service.end();
    rmSync(root, { recursive: true, force: true });
  });

  const folderOf = (name: string): string => {
    const folder = join(root, name);
    mkdirSync(folder);
    return folder;
  };
  const env = (): Record<string, string> => ({ TIDEMARK_TOKEN: ready.token });
  const typed = (cwd: string, args: readonly string[], ...answers: Answer[]): Promise<Ended> =>
    runOnTerminal(installed, args, { cwd, env: env(), answers });

  it('lists the organization and the spaces of the token, and mirrors those that a person picks', async () => {
    const cwd = folderOf('pick');
    const last = ready.spaces.length;
    const { code, out } = await typed(
      cwd,
      ['init', '--url', ready.url],
      ['Where shall the git repository be? [./docs]: ', '\r'],
      ['Which spaces?', 'nobody\r'],
      ['Which spaces?', `${last}\r`],
    );

    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toContain(`The token sees one organization: Tidemark  (${ready.organization})`);
    for (const [index, { id, title }] of ready.spaces.entries())
      expect(out).toMatch(new RegExp(`^ +${index + 1}  ${title}  \\(${id}\\)`, 'm'));
    expect(out).toContain(`“nobody” names none of them: give numbers from 1 to ${last}.`);
    const config = readFileSync(join(cwd, 'sync.config.yaml'), 'utf8');
    expect(ready.spaces.filter(({ id }) => config.includes(id))).toEqual([ready.spaces.at(-1)]);
  });

  it('merges a change request when a person says yes, and in no other case', async () => {
    const cwd = folderOf('merge');
    const run = (...args: string[]): Promise<Ended> => installed.run(args, { cwd, env: env() });
    expect(await run('init', '--url', ready.url, '--space', `${ready.spaces[0]!.id}=.`)).toMatchObject({
      code: 0,
    });
    expect(await run('sync')).toMatchObject({ code: 0 });
    appendFileSync(join(cwd, 'docs', 'README.md'), '\nTyped by a person.\n');
    const [, number = ''] = /change request #(\d+)/.exec((await run('sync')).out) ?? [];
    expect((await run('cr', 'open', number)).code).toBe(0);
    const status = async (): Promise<string> =>
      (
        JSON.parse((await run('cr', 'show', number, '--json')).out) as {
          changeRequest: { status: string };
        }
      ).changeRequest.status;

    for (const keys of ['\r', 'n\r', '\x04']) {
      const { code, out } = await typed(cwd, ['cr', 'merge', number], ['[y/N] ', keys]);
      expect({ keys, code, out }).toMatchObject({ code: 130 });
      expect(await status()).toBe('open');
    }
    const { code, out } = await typed(cwd, ['cr', 'merge', number], [`Merge #${number} `, 'y\r']);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(await status()).toBe('merged');
  });

  it('ends in words when a question is answered by Ctrl-C or Ctrl-D', async () => {
    const cwd = folderOf('away');
    for (const keys of ['\x03', '\x04']) {
      const first = await typed(cwd, ['init', '--url', ready.url], ['repository be?', keys]);
      const later = await typed(
        cwd,
        ['init', '--url', ready.url],
        ['repository be?', '\r'],
        ['Which spaces?', keys],
      );
      for (const { code, out } of [first, later]) {
        expect({ keys, code, out }).toMatchObject({ code: 130 });
        expect(out).toContain('error: the question was not answered');
        expect(out).not.toContain('bug');
      }
    }
    expect(existsSync(join(cwd, 'sync.config.yaml'))).toBe(false);
  });
});
