import { describe, expect, it } from 'vitest';
import { errorTable } from '../../src/base/index.ts';
import { examples } from '../../src/cli/examples.ts';
import { exitCodes, pathOf } from '../../src/cli/help.ts';
import { runCli } from '../../src/cli/index.ts';
import { roles } from '../../src/service/access/roles.ts';
import { withOutputOptions, type OutputOptions } from '../../src/cli/talk.ts';
import { commandsByPath, usesOf } from '../support/command-tree.ts';
import { testOutput, testWorld } from '../support/world.ts';

const commands = commandsByPath();

async function told(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const world = testWorld({ args });
  const code = await runCli(world, '1.2.3');
  return { code, out: world.stdout.text, err: world.stderr.text };
}

describe('the values of options', () => {
  it.each([
    ['serve', '--port', '99999'],
    ['serve', '--port', '-1'],
    ['demo', '--port', '65536'],
    ['guide', '--port', '99999'],
    ['export', '--serve', '99999'],
    ['serve', '--rate', '0'],
    ['serve', '--import-allow', 'foo'],
    ['serve', '--import-allow', '127.0.0.1:99999'],
  ])('that make no sense are refused before anything starts: %s %s %s', async (command, option, value) => {
    const { code, err } = await told(command, option, value);

    expect(code).toBe(2);
    expect(err).toContain(`'${option} `);
    expect(err).toContain('USAGE, exit 2');
  });
});

describe('the help', () => {
  it('fits into 80 columns for every command, and shows examples that say what they do', async () => {
    for (const [path, command] of commands) {
      const { code, out } = await told(...(command.parent === null ? [] : path.split(' ')), '--help');
      const tooLong = out.split('\n').filter((line) => line.length > 80);

      expect({ path, code, tooLong }).toEqual({ path, code: 0, tooLong: [] });
      expect(out, path).toContain('Examples:');
    }
    expect((await told('--help')).out).toContain('Exit codes:');
  });

  it('gives examples of commands and options that are there, each at its own command', () => {
    expect(Object.keys(examples).filter((path) => !commands.has(path))).toEqual([]);
    for (const [path, lines] of Object.entries(examples)) {
      for (const [line] of lines) {
        const words =
          /tidemark ([^|)]*)/
            .exec(line)?.[1]
            ?.trim()
            .replace(/"[^"]*"/g, 'text')
            .split(/\s+/) ?? [];
        const used = [...usesOf(words)];
        if (path !== 'tidemark')
          expect(
            used.some((use) => use.startsWith(path)),
            line,
          ).toBe(true);
      }
    }
  });

  it('names every exit code that a failure can have', () => {
    const told = new Set(exitCodes.flatMap(([code]) => code.split(', ').map(Number)));

    expect(Object.values(errorTable).filter(({ exit }) => !told.has(exit))).toEqual([]);
  });

  it('offers the roles of the service for tokens', () => {
    const role = commands.get('serve token create')?.options.find(({ long }) => long === '--role');

    expect(role?.argChoices).toEqual([...roles]);
  });

  it('prints only the version for -v and -V', async () => {
    for (const flag of ['-v', '-V', '--version']) {
      expect(await told(flag)).toEqual({ code: 0, out: '1.2.3\n', err: '' });
    }
  });

  it('reports misuse like every failure: in words with the help to read, and as JSON where that is asked for', async () => {
    expect((await told('sync', '--dryrun')).err).toBe(
      "error: unknown option '--dryrun'\n(Did you mean --dry-run?)\n  See what there is: tidemark sync --help\n  USAGE, exit 2\n",
    );
    const { code, err } = await told('cr', 'list', '--status', 'new', '--json');
    expect([code, JSON.parse(err)]).toMatchObject([2, { event: 'error', code: 'USAGE' }]);
    expect((await told('cr')).code).toBe(2);
    expect(pathOf(commands.get('cr list')!)).toBe('cr list');
  });
});

describe('--json', () => {
  it('keeps stderr for failures, and lets a person at a terminal see progress, notes and questions there', () => {
    const said = (isTTY: boolean, options: OutputOptions): string => {
      const world = testWorld({ stderr: testOutput({ isTTY }) });
      const talking = withOutputOptions(world, options).stderr;
      talking.write('a note\n');
      expect(talking.isTTY).toBe(isTTY && options.quiet !== true);
      return world.stderr.text;
    };

    expect(said(false, { json: true })).toBe('');
    expect(said(true, { json: true })).toBe('a note\n');
    expect(said(true, { json: true, quiet: true })).toBe('');
    expect(said(false, {})).toBe('a note\n');
  });
});

describe('--quiet and --color', () => {
  const failure = async (args: string[], env: Record<string, string> = {}): Promise<string> => {
    const world = testWorld({
      args: ['doctor', '--config', 'nowhere.yaml', ...args],
      env,
      stdout: testOutput({ isTTY: true }),
      stderr: testOutput({ isTTY: true }),
    });
    await runCli(world, '1.2.3');
    return world.stdout.text + world.stderr.text;
  };
  const coloured = (text: string): boolean => text.includes('\u001b[');

  it('colour as the flag says, then NO_COLOR, then FORCE_COLOR, then the terminal', async () => {
    expect(coloured(await failure([]))).toBe(true);
    expect(coloured(await failure([], { NO_COLOR: '1', FORCE_COLOR: '1' }))).toBe(false);
    expect(coloured(await failure([], { FORCE_COLOR: '0' }))).toBe(false);
    expect(coloured(await failure([], { FORCE_COLOR: '1', TERM: 'dumb' }))).toBe(true);
    expect(coloured(await failure(['--color', 'always'], { NO_COLOR: '1', TERM: 'dumb' }))).toBe(true);
    expect(coloured(await failure(['--color', 'never'], { FORCE_COLOR: '1' }))).toBe(false);
    expect(coloured(await failure(['--color', 'auto'], { NO_COLOR: '1' }))).toBe(false);
  });
});
