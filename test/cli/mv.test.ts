import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { moveFiles } from '../../src/cli/links/move-files.ts';
import { runCommand } from '../support/command-line.ts';
import { aSoundRepository } from '../links/repository.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-mv-'));
  for (const [path, text] of Object.entries(aSoundRepository())) write(path, text);
  return () => rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
const run = (
  args: readonly string[],
  ask: ((question: string) => Promise<string>) | null = null,
): ReturnType<typeof runCommand> => runCommand(['mv', ...args], { cwd: folder, env: {}, ask });
const everything = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

describe('tidemark mv', () => {
  it('shows the whole plan, asks, and moves when the person agrees', async () => {
    const questions: string[] = [];
    const { code, out } = await run(['guide', 'manual'], async (question) => {
      questions.push(question);
      return 'y';
    });

    expect({ code, questions }).toEqual({ code: 0, questions: ['Move? [y/N] '] });
    expect(out).toContain('guide → manual\n3 files move, 4 files are edited\n');
    expect(out).toContain('README.md:7  guide/start.md#first-steps → manual/start.md#first-steps\n');
    expect(out).toContain('.gitbook.yaml: guide/start → manual/start.md\n');
    expect(existsSync(join(folder, 'guide'))).toBe(false);
    expect((await runCommand(['links', '.'], { cwd: folder, env: {} })).out).toContain('No broken links');
  });

  it('says how to commit the move, so that the commit has the file in its new place', async () => {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    git('init', '-q');
    git('add', '--all');
    git('commit', '-qm', 'Before');
    const { err } = await run(['api.md', 'reference.md', '--yes']);

    const [, command = ''] = /`git ([^`]+)`/u.exec(err) ?? [];
    git(...command.split(' '));
    git('commit', '-qm', 'Move');
    expect(git('log', '-1', '--format=', '--name-status', '-M30')).toMatch(/R\d+\tapi\.md\treference\.md/u);
    expect(git('status', '--short')).toBe('');
  });

  it('gives a program one document, and says nothing else', async () => {
    const refused = await run(['guide', 'manual', '--json']);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(refused.err)).toMatchObject({ event: 'error', code: 'USAGE' });

    const { code, out, err } = await run(['guide', 'manual', '--yes', '--json']);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ moves: [{ from: 'guide', to: 'manual' }], done: true });
  });

  it('changes nothing when the person does not agree, or nobody can be asked', async () => {
    const before = everything();

    expect((await run(['guide', 'manual'], async () => '')).code).toBe(130);
    const { code, err } = await run(['guide', 'manual']);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('tidemark mv guide manual --yes') as string,
    });
    expect(everything()).toEqual(before);
  });

  it('moves into a folder that is there, and takes along what no check reads', async () => {
    write('guide/inner/picture.psd', 'x');
    write('manual/other.md', '# Other\n');
    await run(['guide', 'manual', '--yes']);

    expect(existsSync(join(folder, 'manual', 'guide', 'inner', 'picture.psd'))).toBe(true);
    expect(text('README.md')).toContain('[Guide](manual/guide/)');
    expect(everything().filter((path) => path.includes('tidemark-moving'))).toEqual([]);
  });

  it('never writes over anything, also not over a link that leads nowhere', async () => {
    symlinkSync('nowhere', join(folder, 'taken.md'));
    const { code, err } = await run(['api.md', 'taken.md', '--yes']);

    expect({ code, err }).toEqual({
      code: 5,
      err: expect.stringContaining('taken.md is there already') as string,
    });
    expect(existsSync(join(folder, 'api.md'))).toBe(true);
  });

  it('reports a target outside of the content, and moves nothing', async () => {
    const { code, err } = await run(['api.md', '../api.md', '--yes']);

    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining(`../api.md is outside of ${folder}`) as string,
    });
    expect(existsSync(join(folder, 'api.md'))).toBe(true);
  });

  it('finds the repository around the content, so that its other files follow', async () => {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    git('init', '--quiet');
    write('packages/README.md', '[docs](../guide/start.md)\n');
    const { out } = await runCommand(['mv', 'start.md', 'begin.md', '--yes', '--json'], {
      cwd: join(folder, 'guide'),
      env: {},
    });

    expect(JSON.parse(out)).toMatchObject({
      done: true,
      moves: [{ from: 'guide/start.md', to: 'guide/begin.md' }],
    });
    expect(text('packages/README.md')).toBe('[docs](../guide/begin.md)\n');
  });

  it('undoes its steps when one fails, and when a file was changed meanwhile does none', async () => {
    const before = everything();
    const edit = {
      path: 'api.md',
      to: 'new.md',
      text: text('api.md'),
      splices: [{ start: 0, end: 1, written: '#' }],
    };
    const moves = [
      { from: 'api.md', to: 'new.md' },
      { from: 'guide', to: 'README.md' },
    ];

    await expect(moveFiles(folder, { moves, edits: [edit] })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(everything()).toEqual(before);
    await expect(
      moveFiles(folder, { moves: moves.slice(0, 1), edits: [{ ...edit, text: 'other' }] }),
    ).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
    expect(everything()).toEqual(before);
  });

  it('leaves a site as it is that an export wrote', async () => {
    write('site/.tidemark-export.json', '{}\n');
    write('site/README.md', '# Home\n\n[a](../guide/start.md)\n');

    expect((await run(['guide', 'manual', '--yes'])).code).toBe(0);
    expect(text('site/README.md')).toBe('# Home\n\n[a](../guide/start.md)\n');
    expect(await run(['site', 'web', '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no file or folder site'),
    });
  });

  it('says of a path of the repository what it is from here, and of one that is nowhere that nothing is there', async () => {
    write(
      'home/sync.config.yaml',
      'service: { url: "https://docs.example.com" }\nrepository: { path: ./docs }\n',
    );
    write('home/docs/sun/README.md', '# Sun\n');
    const from = (path: string): ReturnType<typeof run> =>
      runCommand(['mv', path, 'sun/x.md', '--dry-run'], { cwd: join(folder, 'home'), env: {} });

    expect(await from('sun/README.md')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`did you mean ${join('docs', 'sun', 'README.md')}?`),
    });
    expect(await from('moon/README.md')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/there is no file or folder moon\/README\.md\n.*begin in the folder/u),
    });
  });

  it('reports what a move would break', async () => {
    write('api.md', `${text('api.md')}\n[note](.gitbook/includes/note.md)\n`);
    const { out } = await run(['.gitbook/includes/note.md', 'note.md', '--dry-run']);

    expect(out).toContain(
      'This move would break\n' +
        '  ✗ README.md:19  note.md is not reusable content of its space, whose includes show only files of .gitbook/includes/\n' +
        '  ✗ README.md:21  README.md has no anchor #inside-the-include\n' +
        '  ✗ api.md:8  note.md is not a page: SUMMARY.md does not list it',
    );
  });
});
