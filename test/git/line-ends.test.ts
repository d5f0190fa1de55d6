import type { ExecFileSyncOptions } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { contentId } from '../../src/files/index.ts';
import { initRepository, openRepository, openWorkingTree, readUserConfig } from '../../src/git/index.ts';
import type { DiskRepository, WorkingTreePorts } from '../../src/git/index.ts';
import { git, nativeEnvironment, temporaryFolder } from './native.ts';
import { commitFiles } from './repository.contract.ts';

const root = temporaryFolder('line-ends');
let count = 0;
const main = 'refs/heads/main';

interface Configured {
  readonly folder: string;
  readonly repository: DiskRepository;
  readonly open: (ports?: Partial<WorkingTreePorts>) => ReturnType<typeof openWorkingTree>;
}

/** A repository with this configuration and these attribute files. */
function configured(settings: Readonly<Record<string, string>>, attributes = ''): Configured {
  const folder = path.join(root, String(count++));
  initRepository(folder, { clock: realClock });
  for (const [key, value] of Object.entries(settings)) git(folder, ['config', key, value]);
  if (attributes !== '') writeFileSync(path.join(folder, '.gitattributes'), attributes);
  const repository = openRepository(folder, { clock: realClock });
  const open: Configured['open'] = (ports = {}) =>
    openWorkingTree(repository, { clock: realClock, random: realRandom, ...ports });
  return { folder, repository, open };
}

const contents: Readonly<Record<string, string>> = {
  lf: '# A\n\nText.\n',
  crlf: '# A\r\n\r\nText.\r\n',
  mixed: '# A\r\n\nText.\n',
  'without-end': 'Text.',
  'lone-cr': 'a\rb\r\nc\n',
  'with-nul': 'a\0b\r\nc\n',
  controls: '\u0001\u0002a\r\nb\n',
  'usual-controls': '\ta\f\u001b\b\r\nb\n',
  'end-of-file': 'a\r\nb\r\n\u001a',
  utf8: 'Grüße — ☃\r\nz\n',
  empty: '',
};
const settings = [{}, { 'core.autocrlf': 'true' }, { 'core.autocrlf': 'input' }, { 'core.eol': 'crlf' }];
const attributes = [
  '',
  '* text',
  '* text=auto',
  '* text=auto eol=crlf',
  '* text=auto eol=lf',
  '* eol=crlf',
  '* eol=lf',
  '* -text',
  '* binary',
  '* crlf',
  '* -crlf',
  '* crlf=input',
  '* text=nonsense',
];

describe('line ends are those of git', () => {
  const names = Object.keys(contents);
  const inIndex = ['lf', 'crlf', 'mixed', 'lone-cr'];
  const idOf = (name: string): string => contentId(Buffer.from(contents[name]!));
  const entry = (name: string, file: string): string => `100644 ${idOf(name)}\t${file}\n`;
  const quiet: ExecFileSyncOptions = { stdio: ['pipe', 'pipe', 'ignore'] };

  it.each(settings)('with %o and all attributes', async (setting) => {
    const rules = attributes.map((text, at) => text.replace('*', `/${at}/**`)).join('\n');
    const { folder, repository, open } = configured(setting, rules);
    const kept = attributes.flatMap((_, at) =>
      inIndex.flatMap((committed) =>
        names.map((saved) => ({ committed, saved, file: `${at}/${committed}.${saved}` })),
      ),
    );
    const fresh = attributes.flatMap((_, at) => names.map((name) => ({ name, file: `${at}/${name}` })));
    await repository.write((writer) => names.forEach((name) => writer.addBlob(Buffer.from(contents[name]!))));
    git(folder, ['update-index', '--index-info'], {
      input: kept.map(({ committed, file }) => entry(committed, file)).join(''),
    });
    attributes.forEach((_, at) => mkdirSync(path.join(folder, String(at))));
    for (const { saved, file } of kept) writeFileSync(path.join(folder, file), contents[saved]!);
    const { files } = open();
    const read = await Promise.all(kept.map(async ({ file }) => [file, await files.read(file)] as const));
    const ours = read.map(
      ([file, found]) => `${file} ${found.outcome === 'file' ? found.id : found.outcome}`,
    );
    await files.apply(
      fresh.map(({ name, file }) => ({ kind: 'create', path: file, bytes: Buffer.from(contents[name]!) })),
    );
    const written = fresh.map(({ file }) => [file, readFileSync(path.join(folder, file), 'latin1')]);

    git(folder, ['add', '--update'], quiet);
    const staged = git(folder, ['ls-files', '-s', ':!.gitattributes']).trim().split('\n');
    git(folder, ['update-index', '--index-info'], {
      input: fresh.map(({ name, file }) => entry(name, file)).join(''),
    });
    git(folder, ['checkout-index', '--force', '--stdin'], {
      ...quiet,
      input: fresh.map(({ file }) => `${file}\n`).join(''),
    });

    expect(ours.sort()).toEqual(staged.map((line) => `${line.split('\t')[1]} ${line.split(' ')[1]}`).sort());
    expect(written).toEqual(fresh.map(({ file }) => [file, readFileSync(path.join(folder, file), 'latin1')]));
  });
});

describe('the attributes of a path', () => {
  const patterns = [
    ...['*.md', 'a.md', '/a.md', 'docs/*.md', 'docs/**', '**/a.md', 'docs/**/a.md', 'docs', 'docs/', '!a.md'],
    ...[
      '[ab].md',
      '[!a].md',
      '[^a-c].md',
      '?.md',
      '*a*.md',
      '"with space.md"',
      '\\*.md',
      '[.md',
      '**',
      'a**d',
    ],
    ...['docs/[a-c]*', '*.M[dD]', '[]a].md', '# comment', '[attr]pages', 'deep/**', '/docs/deep/*'],
    ...[
      'alnum',
      'alpha',
      'blank',
      'cntrl',
      'digit',
      'graph',
      'lower',
      'print',
      'punct',
      'space',
      'upper',
      'xdigit',
    ].map((each) => `[[:${each}:]].md`),
    ...[
      '[![:digit:]].md',
      '[[:digit:][:upper:]x-z].md',
      '[[:none:]].md',
      '[a[:none:]].md',
      '[![:none:]].md',
      '[[:alpha:].md',
      '[[:alpha]].md',
    ],
  ];
  const names = [
    ...['a.md', 'b.md', 'd.md', 'docs/a.md', 'docs/b.md', 'docs/deep/a.md', 'docs/deep/er/a.md', 'deep/x.md'],
    ...['with space.md', '*.md', '[.md', '].md', 'docs/deep/b.txt', 'A.MD', 'ä.md', 'aäd', 'x/docs'],
    ...['1.md', 'F.md', 'Z.md', 'z.md', '-.md', '~.md', ' .md', '\t.md'],
  ];

  it.each(patterns)('are those of git for the pattern %s', async (pattern) => {
    const { folder, open } = configured({}, `${pattern} text eol=crlf\n`);
    const { files } = open();
    const ours: string[] = [];
    for (const name of names) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), 'a\r\n');
      const read = await files.read(name);
      ours.push(`${name}: ${read.outcome === 'file' && read.bytes.length === 2 ? 'crlf' : 'unspecified'}`);
    }
    const told = git(folder, ['-c', 'core.quotePath=false', 'check-attr', '-z', 'eol', '--', ...names]).split(
      '\0',
    );
    const theirs = names.map((name, at) => `${name}: ${told[at * 3 + 2]}`);
    expect(ours).toEqual(theirs);
  });

  it('come from the root, from folders below, from info/attributes, and from macros', async () => {
    const { folder, open } = configured({}, '[attr]page text eol=crlf\n*.md page\n*.txt text eol=crlf\n');
    mkdirSync(path.join(folder, 'docs/kept'), { recursive: true });
    writeFileSync(path.join(folder, 'docs/.gitattributes'), 'kept/* -text\n*.txt !text !eol\n');
    mkdirSync(path.join(folder, '.git/info'), { recursive: true });
    writeFileSync(path.join(folder, '.git/info/attributes'), 'last.md -text\n');
    const names = ['a.md', 'docs/a.md', 'docs/kept/a.md', 'docs/a.txt', 'last.md', 'a.bin'];
    for (const name of names) writeFileSync(path.join(folder, name), 'a\r\n');
    const { files } = open();

    const converted: string[] = [];
    for (const name of names) {
      const read = await files.read(name);
      if (read.outcome === 'file' && read.bytes.length === 2) converted.push(name);
    }

    expect(converted).toEqual(['a.md', 'docs/a.md']);
  });

  it('are read again when their file has changed', async () => {
    const { folder, open } = configured({});
    writeFileSync(path.join(folder, 'a.md'), 'a\r\n');
    const { files } = open();
    expect(await files.read('a.md')).toMatchObject({ id: contentId(Buffer.from('a\r\n')) });

    writeFileSync(path.join(folder, '.gitattributes'), '*.md text\n');

    expect(await files.read('a.md')).toMatchObject({ id: contentId(Buffer.from('a\n')) });
  });
});

describe('a working tree with core.autocrlf', () => {
  const status = (folder: string): string => git(folder, ['status', '--porcelain=v1']);

  it('gets the files that git would check out, and nothing differs in them', async () => {
    const { folder, repository, open } = configured({ 'core.autocrlf': 'true' });
    const { tree } = open();
    const first = await commitFiles(repository, null, { 'a.md': 'one\ntwo\n', 'crlf.md': 'one\r\ntwo\r\n' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const second = await commitFiles(repository, first, { 'a.md': 'one\n2\n', 'crlf.md': 'one\r\n2\r\n' });

    await tree.fastForward({ branch: main, from: first, to: second });

    expect(readFileSync(path.join(folder, 'a.md'), 'utf8')).toBe('one\r\n2\r\n');
    expect(readFileSync(path.join(folder, 'crlf.md'), 'utf8')).toBe('one\r\n2\r\n');
    expect(await open().tree.scan(second)).toEqual([]);
    expect(status(folder)).toBe('');
  });

  it('shows an edit without its line ends, and joins it with a newer version', async () => {
    const { folder, repository, open } = configured({ 'core.autocrlf': 'true' });
    const { tree } = open();
    const first = await commitFiles(repository, null, { 'a.md': 'one\ntwo\n' });
    await tree.fastForward({ branch: main, from: null, to: first });
    writeFileSync(path.join(folder, 'a.md'), '1\r\ntwo\r\n');
    expect(await tree.scan(first)).toMatchObject([
      { kind: 'modified', after: { oid: contentId(Buffer.from('1\ntwo\n')) } },
    ]);
    const second = await commitFiles(repository, first, { 'a.md': 'one\n2\n' });

    const outcome = await tree.fastForward({
      ...{ branch: main, from: first, to: second },
      merge: ({ ours }) => Buffer.from(Buffer.from(ours!).toString().replace('two', '2')),
    });

    expect(outcome).toMatchObject({ outcome: 'moved', files: [{ did: 'merged' }] });
    expect(readFileSync(path.join(folder, 'a.md'), 'utf8')).toBe('1\r\n2\r\n');
    expect(git(folder, ['diff', '--numstat'], { stdio: ['ignore', 'pipe', 'ignore'] })).toBe('1\t1\ta.md\n');
  });

  it('leaves no save into a replaced file where nobody saved', async () => {
    const { repository, open } = configured({ 'core.autocrlf': 'true' });
    const { tree, files } = open();
    const first = await commitFiles(repository, null, { 'a.md': 'one\n', 'b.md': 'b\n' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const second = await commitFiles(repository, first, { 'a.md': 'one\r\n', 'b.md': null });
    await tree.fastForward({ branch: main, from: first, to: second });

    expect(await files.lateSaves()).toEqual([]);
    expect(await open().files.lateSaves()).toEqual([]);
  });

  it('takes the setting of the person and of the machine, and that of the repository before both', async () => {
    const home = path.join(root, 'home');
    mkdirSync(home, { recursive: true });
    writeFileSync(
      path.join(home, '.gitconfig'),
      '[core]\n\tautocrlf = true\n\tattributesFile = ~/attributes\n',
    );
    writeFileSync(path.join(home, 'attributes'), '*.bat -text\n');
    const env = { ...nativeEnvironment, GIT_CONFIG_GLOBAL: undefined };
    const userConfig = readUserConfig(env, { home, platform: 'linux' });
    const readAs = async (settings: Record<string, string>, name: string): Promise<number> => {
      const { folder, open } = configured(settings);
      writeFileSync(path.join(folder, name), 'a\r\n');
      const read = await open({ userConfig }).files.read(name);
      return read.outcome === 'file' ? read.bytes.length : 0;
    };

    expect(await readAs({}, 'a.md')).toBe(2);
    expect(await readAs({}, 'a.bat')).toBe(3);
    expect(await readAs({ 'core.autocrlf': 'false' }, 'a.md')).toBe(3);
  });
});
