import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { realClock } from '../../src/clock/index.ts';
import { git, temporaryFolder } from '../git/native.ts';
import { runCommand } from '../support/command-line.ts';
import { testWorld } from '../support/world.ts';

const folder = temporaryFolder('export-output');
let count = 0;

/** A folder with these files, in which commands run. */
function place(files: Readonly<Record<string, string>>): {
  at: (path: string) => string;
  run: (...args: string[]) => ReturnType<typeof runCommand>;
} {
  const cwd = join(folder, String((count += 1)));
  const at = (path: string): string => join(cwd, path);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  return { at, run: (...args) => runCommand(args, { cwd, env: { XDG_CACHE_HOME: join(folder, 'cache') } }) };
}

const docs = {
  'docs/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Intro](guide/intro.md)\n',
  'docs/README.md': '# Home\n\n![](images/boat.svg)\n',
  'docs/guide/intro.md': '# Intro\n',
  'docs/images/boat.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'docs/.gitbook/includes/note.md': 'A note.\n',
};

describe('the folder of a site', () => {
  it.each([
    ['docs', 'docs is a source'],
    ['docs/guide', 'docs/guide/intro.md is a source'],
    ['docs/images', 'docs/images/boat.svg is a source'],
    ['docs/.gitbook', 'docs/.gitbook/includes/note.md is a source'],
    ['.', 'docs is a source'],
    ['link', 'docs/guide/intro.md is a source'],
  ])('cannot be %s, which is or has a source', async (out, why) => {
    const { at, run } = place(docs);
    symlinkSync(at('docs/guide'), at('link'));
    const { code, err } = await run('export', 'docs', '--out', out);

    expect(code).toBe(2);
    expect(err).toContain('the site cannot go to');
    expect(err).toContain(why);
    expect(existsSync(at(`${out}/.tidemark-export.json`))).toBe(false);
    expect(existsSync(at(`${out}/index.html`))).toBe(false);
  });

  it.each(['site.txt', 'site.txt/pages'])('cannot be %s, where a file is in the way', async (out) => {
    const { at, run } = place({ ...docs, 'site.txt': 'Mine.' });
    const { code, err } = await run('export', 'docs', '--out', out);

    expect(code).toBe(3);
    expect(err).toMatch(
      /site\.txt.* is a file and no folder: choose another folder, or move that file away/su,
    );
    expect(readFileSync(at('site.txt'), 'utf8')).toBe('Mine.');
  });

  it('may be in the source where no source is, again and again', async () => {
    const { at, run } = place({ ...docs, 'docs/site/CNAME': 'docs.example' });
    for (const _time of [1, 2])
      expect(await run('export', 'docs', '--out', 'docs/site')).toMatchObject({ code: 0 });

    expect(readFileSync(at('docs/site/intro.html'), 'utf8')).toContain('Intro');
  });

  it('is named as the cause where its mark hides pages', async () => {
    const { run } = place({ ...docs, 'docs/guide/.tidemark-export.json': '{"files":[]}' });
    const exported = await run('export', 'docs', '--out', 'site');
    const checked = await run('links', 'docs');

    expect(exported.err).toContain(
      'SUMMARY.md:4: guide/intro.md is left out, because guide/.tidemark-export.json says that an export wrote this folder',
    );
    expect(checked.out.replace(/\s+/gu, ' ')).toContain(
      'guide/intro.md exists, but guide/.tidemark-export.json says that an export wrote this folder',
    );
  });
});

describe('the warnings of an export', () => {
  it('are shown with --quiet where --strict makes failures of them', async () => {
    const { run } = place({ 'docs/README.md': '# Home\n\n[x](gone.md)\n' });
    const loud = (...args: string[]): ReturnType<typeof run> => run('export', 'docs', ...args);

    const { code, err } = await loud('--strict', '--quiet');
    expect([code, err.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('README.md:3: the link to "gone.md" leads nowhere')],
    ]);
    expect(await loud('--quiet')).toMatchObject({ code: 0, err: '' });
  });
});

describe('a folder without a table of contents', () => {
  it('has no pages of names that begin with a dot, which an export says', async () => {
    const { run } = place({
      'docs/README.md': '# Home\n\n[x](.drafts/x.md)\n',
      'docs/.drafts/x.md': '# X\n',
    });
    const { code, err } = await run('export', 'docs', '--out', 'site');

    expect(code).toBe(0);
    expect(err).toContain('.drafts/x.md is not a page of the site, because of its name');
    expect(err).toContain(
      '1 file is not a page, because without a table of contents, names that begin with a dot, node_modules and AGENTS.md are left out: .drafts/x.md\n',
    );
  });
});

describe('a folder of files to be copied', () => {
  it.each([
    ['public', 'public', 'is the output folder'],
    ['.', 'public', 'has the output folder'],
    ['own', 'own/deep/public', 'has the output folder'],
    ['public/own', 'public', 'is in the output folder'],
    ['link', 'own', 'is the output folder'],
    ['link', 'own/public', 'has the output folder'],
    ['own', 'link/public', 'has the output folder'],
    ['own/deep', 'link', 'is in the output folder'],
  ])('is refused where it overlaps with the output: %s and %s', async (statics, out, why) => {
    const config = `export: { static: ${statics} }\n`;
    const { at, run } = place({
      ...docs,
      'sync.config.yaml': config,
      'own/deep/CNAME': 'docs.example',
      'public/own/CNAME': 'docs.example',
    });
    symlinkSync(at('own'), at('link'));
    const before = readdirSync(at(''), { recursive: true });
    const { code, err } = await run('export', 'docs', '--out', out);

    expect(err.replace(/\s+/gu, ' ')).toContain(why);
    expect(err).toContain('CONFIG_INVALID');
    expect(code).toBe(2);
    expect(readdirSync(at(''), { recursive: true })).toEqual(before);
  });

  it('is copied without its symbolic links, and a warning names each of them', async () => {
    const { at, run } = place({
      ...docs,
      'sync.config.yaml': 'export: { static: own, out: public }\n',
      'own/CNAME': 'docs.example',
      'own/.git/HEAD': 'x',
      'elsewhere/robots.txt': 'secret',
    });
    symlinkSync(at('elsewhere/robots.txt'), at('own/humans.txt'));
    symlinkSync(at('elsewhere'), at('own/deep'));
    symlinkSync(at('own/CNAME'), at('own/.git/link'));
    const { code, out } = await run('export', 'docs', '--json');

    const { warnings } = JSON.parse(out) as { warnings: { file: string; message: string }[] };
    expect(warnings).toEqual(
      ['own/deep', 'own/humans.txt'].map((file) => ({
        file,
        message: expect.stringContaining('a symbolic link, which export.static does not copy') as string,
      })),
    );
    expect(existsSync(at('public/humans.txt'))).toBe(false);
    expect([code, (await run('export', 'docs', '--strict')).code]).toEqual([0, 1]);
    expect((await run('export', 'docs')).err).toMatch(
      /! own\/deep: a symbolic link, which export\.static.*\n {2}also in own\/humans\.txt/u,
    );
  });

  it('may lie beside the output, even with the beginning of its name', async () => {
    const { at, run } = place({
      ...docs,
      'sync.config.yaml': 'export: { static: public-own, out: public }\n',
      'public-own/CNAME': 'docs.example',
    });
    expect(await run('export', 'docs')).toMatchObject({ code: 0 });
    expect(readFileSync(at('public/CNAME'), 'utf8')).toBe('docs.example');
  });
});

describe('a site that is served and exported again after each save', () => {
  const filesOf = (site: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(site, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((file) => [file.slice(site.length + 1), readFileSync(file, 'latin1')]),
    );

  /** What the export prints for a program, in lines. */
  interface Told {
    readonly event?: string;
    readonly url?: string;
  }

  it('has the files of a plain export, byte for byte, and reloads its pages all the same', async () => {
    const config = 'export:\n  offline: visited\n  analytics: { service: plausible, site: docs.example }\n';
    const { at, run } = place({ ...docs, 'sync.config.yaml': config });
    expect(await run('export', 'docs', '--out', 'plain')).toMatchObject({ code: 0 });
    const stop = new AbortController();
    const world = testWorld({
      cwd: at(''),
      env: { XDG_CACHE_HOME: join(folder, 'cache') },
      clock: realClock,
      stop: stop.signal,
    });
    const context = { world, json: true, configFile: undefined } as never;
    const done = exportCommand(context, { folder: 'docs', out: 'public', serve: true, watch: true });
    const address = await vi.waitFor(() => {
      const lines = world.stdout.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line || '{}') as Told);
      const found = lines.find(({ event }) => event === 'ready')?.url;
      if (found === undefined) throw new Error('not served yet');
      return found;
    }, 10_000);
    expect(world.stderr.text).toContain(`The site is at ${address}; `);
    const page = await (await fetch(address)).text();
    const script = await fetch(new URL('/~live.js', address));
    stop.abort();
    await done;

    expect(page).toContain('<script defer src="/~live.js"></script>');
    expect(page).not.toContain('plausible.io/js');
    expect(await script.text()).toContain('EventSource');
    expect(filesOf(at('public'))).toEqual(filesOf(at('plain')));
    expect(Object.keys(filesOf(at('plain'))).join(' ')).not.toContain('live');
  });
});

it('what readers see as text is told by the export as by the check of links', async () => {
  const { run } = place({
    'docs/README.md':
      '# Home\n\n[f](file:///Users/me/a.pdf)\n\n<p><a href="vscode://x">g</a></p>\n\n![raw](image (1).png)\n\n{% openapi-operation spec="nospec" %}\n{% endopenapi-operation %}\n',
    'docs/image (1).png': '',
  });
  const { err } = await run('export', 'docs', '--out', 'site');
  const { out } = await run('links', 'docs', '--format', 'json');

  expect(err).toContain(
    'README.md:3: the link to "file:///Users/me/a.pdf" leads nowhere: links of this kind are not followed',
  );
  expect(err).toContain('README.md:5: the link to "vscode://x" leads nowhere');
  expect(err).toContain('README.md:7: the address "image (1).png" has a blank');
  expect(err).toContain('the OpenAPI document "nospec" is not here');
  expect((JSON.parse(out) as { findings: { rule: string }[] }).findings.map(({ rule }) => rule)).toEqual([
    'local-address',
    'blank-in-target',
    'broken-openapi',
  ]);
});

it('a block finds its document by the configuration, the mirror or a file of the checkout', async () => {
  const page = (name: string): string =>
    `# Home\n\n{% openapi-operation spec="${name}" %}\n{% endopenapi-operation %}\n`;
  const { run } = place({
    'sync.config.yaml': 'export: { openapi: { configured: ./specs/a.yaml } }\n',
    'docs/one.md': page('configured'),
    'docs/two.md': page('mirrored'),
    'docs/three.md': page('Pets Store'),
    'docs/.tidemark/openapi/mirrored.spec.yaml': 'openapi: 3.1.0\n',
    'docs/api/pets-store.json': '{ "openapi": "3.1.0" }\n',
  });

  expect(await run('links', 'docs')).toMatchObject({
    code: 0,
    out: expect.stringContaining('No broken links'),
  });
});

it('an export counts each page that it renders once, with those that it makes of a document of the checkout', async () => {
  const contents =
    '# Table of contents\n\n* [Home](README.md)\n* [Other](other.md)\n* ```yaml\n  type: builtin:openapi\n  props: { models: true }\n  dependencies: { spec: { ref: { kind: openapi, spec: pets } } }\n  ```\n';
  const { at, run } = place({
    'docs/SUMMARY.md': contents,
    'docs/README.md': '# Home\n\n{% openapi-schemas spec="pets" %}\n{% endopenapi-schemas %}\n',
    'docs/other.md': '# Other\n',
    'api/pets.yaml': readFileSync(new URL('../site/pets.yaml', import.meta.url), 'utf8'),
  });
  git(at(''), ['init', '-q']);
  git(at(''), ['add', '.']);
  git(at(''), ['commit', '-qm', 'One']);
  const counts = async (): Promise<unknown> => {
    const { out } = await run('export', 'docs', '--out', 'site', '--json');
    const { pages, rendered } = JSON.parse(out) as { pages: number; rendered: number };
    return { pages, rendered, files: readdirSync(at('site'), { recursive: true }).filter(isPage).length };
  };
  const isPage = (file: unknown): boolean =>
    String(file).endsWith('.html') && !['404.html', 'search.html'].includes(String(file));

  expect(await counts()).toEqual({ pages: 4, rendered: 4, files: 4 });
  expect(await counts()).toEqual({ pages: 4, rendered: 0, files: 4 });
});

it('a folder without a page removes no site and passes no check', async () => {
  const { at, run } = place({
    ...docs,
    'e/.keep': '',
    'e/notes.txt': 'x',
    'e/site/.tidemark-export.json': '{}',
  });
  expect(await run('export', 'docs', '--out', 'public')).toMatchObject({ code: 0 });
  const before = readdirSync(at('public'));

  for (const args of [
    ['export', 'e', '--out', 'public'],
    ['export', 'e', '--pdf', 'e.pdf'],
    ['links', 'e'],
    ['links', 'docs', 'e'],
  ])
    expect(await run(...args), args.join(' ')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/there is no page in \S*e: it has no markdown/u),
    });
  expect(readdirSync(at('public'))).toEqual(before);
});

describe('an empty path, as a variable that is not set gives it,', () => {
  it.each([
    ['--out', ['export', 'docs', '--out', '']],
    ['--out', ['export', 'docs', '--out=']],
    ['<folder>', ['export', '', '--out', 'public']],
    ['--templates', ['export', 'docs', '--templates', '']],
    ['--pdf', ['export', 'docs', '--pdf', '']],
    ['--space', ['export', 'docs', '--space', '']],
    ['--config', ['--config', '', 'status']],
    ['--config', ['links', 'docs', '--config', '']],
    ['<paths>', ['links', 'docs', '']],
    ['--baseline', ['links', 'docs', '--baseline', '']],
    ['--history', ['links', 'docs', '--history', '']],
    ['--external-cache', ['links', 'docs', '--external-cache', '']],
    ['--out', ['guide', '--out', '']],
    ['--dir', ['demo', '--dir', '']],
    ['--repository', ['init', '--repository', '']],
    ['--data', ['serve', '--data', '']],
    ['--seed', ['serve', '--seed', '']],
    ['--restore', ['serve', '--restore', '']],
    ['--data', ['serve', 'token', 'list', '--data', '']],
    ['--data', ['serve', '--data', '', 'token', 'list']],
    ['<file>', ['serve', 'backup', '', '--data', 'd']],
    ['<to>', ['mv', 'a.md', '']],
    ['<page>', ['cr', 'paste', '']],
  ])('is refused: %s of %j', async (name, args) => {
    const { at, run } = place(docs);
    const { code, err } = await run(...args);

    expect(code).toBe(2);
    expect(err).toContain(`${name} is empty, and needs a file or folder`);
    expect(existsSync(at('index.html'))).toBe(false);
  });

  it('is refused in the form of a report', async () => {
    const { run } = place(docs);
    expect(await run('links', 'docs', '--format', 'json=')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--format json= names no file'),
    });
  });
});
