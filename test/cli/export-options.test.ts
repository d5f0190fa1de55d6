import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportCommand } from '../../src/cli/commands/export.ts';
import type { ExportCommandOptions } from '../../src/cli/export/export-source.ts';
import { urlStyle } from '../../src/site/model/urls.ts';
import { temporaryFolder } from '../git/native.ts';
import { testWorld } from '../support/world.ts';

const folder = temporaryFolder('export-options');
writeFileSync(join(folder, 'README.md'), '# Harbour\n');

const run = async (options: ExportCommandOptions): Promise<{ code: number | undefined; out: string }> => {
  const world = testWorld({ cwd: folder, env: { XDG_CACHE_HOME: join(folder, 'cache') } });
  const context = { world, failures: world.stderr, json: false, configFile: undefined } as never;
  const code = await exportCommand(context, { folder: '.', out: 'site', ...options });
  return { code, out: world.stdout.text + world.stderr.text };
};

describe('the output of an export of a folder', () => {
  const exported = async (name: string, env: Record<string, string> = {}): Promise<string> => {
    const cwd = join(folder, name);
    mkdirSync(join(cwd, 'docs'), { recursive: true });
    writeFileSync(join(cwd, 'docs', 'README.md'), '# Harbour\n');
    if (name === 'configured') writeFileSync(join(cwd, 'sync.config.yaml'), 'export: { out: ./public }\n');
    const world = testWorld({ cwd, env: { XDG_CACHE_HOME: join(folder, 'cache'), ...env } });
    const context = { world, json: true, configFile: undefined } as never;
    await exportCommand(context, { folder: 'docs' });
    return relative(cwd, (JSON.parse(world.stdout.text) as { out: string }).out);
  };

  it('goes where export.out says, in the configuration or the environment', async () => {
    expect(await exported('plain')).toBe('site');
    expect(await exported('configured')).toBe('public');
    expect(await exported('plain', { TIDEMARK_EXPORT_OUT: './elsewhere' })).toBe('elsewhere');
  });
});

describe('an export with an option that cannot be meant', () => {
  it.each([
    ['docs.example.com', 'is neither an address nor a path'],
    ['localhost:8080', 'is neither an address nor a path'],
    ['https:/docs.example.com', 'is neither an address nor a path'],
    ['docs.example.com/handbook', 'is neither an address nor a path'],
    ['notaurl', 'is neither an address nor a path'],
    ['', 'is neither an address nor a path'],
    ['//docs.example.com', 'is neither an address nor a path'],
    ['ftp://docs.example.com', 'is neither an address nor a path'],
    ['https://h/x?x=1#y', 'has a query or a fragment, which the address of a site cannot have'],
    ['/x#y', 'has a query or a fragment, which the address of a site cannot have'],
    ['https://me:word@h/x', 'has a name or a password, which every page would show'],
  ])('ends for the address %s', async (baseUrl, why) => {
    await expect(run({ baseUrl })).rejects.toMatchObject({
      code: 'USAGE',
      message: `--base-url ${baseUrl} ${why}`,
      hint: 'Write https://docs.example.com/handbook, or /handbook for a path alone.',
    });
  });

  it('fails for missing templates, and names unused ones', async () => {
    await expect(run({ templates: 'nowhere' })).rejects.toMatchObject({
      code: 'USAGE',
      message: '--templates nowhere is not a folder',
    });
    mkdirSync(join(folder, 'own'));
    for (const name of [
      'fotter.eta',
      'reeder.js',
      'font.woff2',
      'header.html',
      'prnt.css',
      'mine.css',
      'zebra.js',
    ])
      writeFileSync(join(folder, 'own', name), '');
    const { code, out } = await run({ templates: 'own', strict: true, isConfigured: false });
    expect(code).toBe(1);
    const unused = 'no template and no script has this name: it is not used';
    for (const [name, nearest] of [
      ['fotter.eta', 'footer.eta'],
      ['reeder.js', 'reader.js'],
      ['header.html', 'header.eta'],
      ['prnt.css', 'print.css'],
    ])
      expect(out).toContain(`${name}: ${unused}. Did you mean ${nearest}?`);
    expect(out).toMatch(new RegExp(`zebra\\.js: ${unused}$`, 'm'));
    expect(out).not.toMatch(/font\.woff2|mine\.css/);
  });

  it('fails for a folder of templates that is empty', async () => {
    mkdirSync(join(folder, 'empty-templates'));
    writeFileSync(join(folder, 'empty-templates', '.gitkeep'), '');
    await expect(run({ templates: 'empty-templates' })).rejects.toMatchObject({
      code: 'USAGE',
      message: '--templates empty-templates is an empty folder',
      hint: expect.stringContaining(join('templates', 'site')) as string,
    });
  });

  it('warns of a style sheet in which something is never closed, with its line', async () => {
    writeFileSync(join(folder, 'unclosed.css'), '.a { color: red }\n.b {\n');
    writeFileSync(join(folder, 'sync.config.yaml'), 'export: { styles: ./unclosed.css }\n');
    const { code, out } = await run({ strict: true });

    expect(code).toBe(1);
    expect(out).toContain('! unclosed.css:2: export.styles: the { here is never closed');
    rmSync(join(folder, 'sync.config.yaml'));
  });

  it.each([
    ['header', 'a\n<%= it.nope.x %>', ':2', "Cannot read properties of undefined (reading 'x')"],
    ['footer', '<% if (true) { %>\nb\n<% throw new Error("gone") } %>', ':3', 'gone'],
    ['page', "a\n<%~ include('./hedder', it) %>", ':2', 'there is no template hedder to include'],
    ['navigation', 'a\n\n<%= it.( %>', ':3', 'Unexpected token'],
    ['article', 'a\n<% b', ':2', 'unclosed tag'],
    ['article', 'a\n<% if (it) { %>b', '', 'its parts in <% … %> do not fit together'],
  ])('says which template failed, where, and why: %s', async (name, text, line, why) => {
    const failing = join(folder, `failing-${name}-${text.length}`);
    mkdirSync(failing);
    writeFileSync(join(failing, `${name}.eta`), text);

    await expect(run({ templates: failing, isConfigured: false })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(
        `the template ${join(failing, `${name}.eta`)}${line} failed: ${why}`,
      ) as string,
      hint: 'Mend this file, or move it away, so that the export uses the built-in one.',
    });
  });

  it('ends for a folder of files that is a file, and for a style sheet that is a folder', async () => {
    const config = (text: string): void =>
      writeFileSync(join(folder, 'sync.config.yaml'), `export:\n  ${text}\n`);
    config('static: ./README.md');
    await expect(run({})).rejects.toThrow(/export\.static names .*README\.md, which is no folder/);
    config('styles: .');
    await expect(run({})).rejects.toThrow(/export\.styles names .*, which is no file/);
    config('styles: ./nowhere.css');
    await expect(run({})).rejects.toThrow(/export\.styles names .*nowhere\.css, which is not there/);
  });
});

it('an export of a folder without a page ends', async () => {
  mkdirSync(join(folder, 'empty'));
  await expect(run({ folder: 'empty', isConfigured: false })).rejects.toMatchObject({
    code: 'USAGE',
    message: 'there is no page in empty: it has no markdown',
  });
});

it('an export of a folder whose table of contents lists no page says so', async () => {
  mkdirSync(join(folder, 'unlisted'));
  writeFileSync(join(folder, 'unlisted', 'SUMMARY.md'), '# Summary\n\n* [Gone](gone.md)\n');
  for (const name of ['a.md', 'b.md']) writeFileSync(join(folder, 'unlisted', name), '# A page\n');
  await expect(run({ folder: 'unlisted', isConfigured: false })).rejects.toMatchObject({
    code: 'USAGE',
    message: 'there is no page in unlisted: SUMMARY.md lists none of its 2 markdown files',
  });
});

it('an export of a folder without a page names the folder and the table of contents of its .gitbook.yaml', async () => {
  mkdirSync(join(folder, 'rooted', 'docs'), { recursive: true });
  writeFileSync(join(folder, 'rooted', 'README.md'), '# About the repository\n');
  writeFileSync(join(folder, 'rooted', '.gitbook.yaml'), 'root: ./docs\nstructure: { summary: toc.md }\n');
  const refused = (message: string) =>
    expect(run({ folder: 'rooted', isConfigured: false })).rejects.toMatchObject({ message });

  await refused(`there is no page in ${join('rooted', 'docs')}: it has no markdown`);
  writeFileSync(join(folder, 'rooted', 'docs', 'toc.md'), '* [Gone](gone.md)\n');
  writeFileSync(join(folder, 'rooted', 'docs', 'a.md'), '# A page\n');
  await refused(
    `there is no page in ${join('rooted', 'docs')}: docs/toc.md does not list its only markdown file`,
  );
});

it('the address of a site is encoded once, however it was written', () => {
  for (const written of ['https://docs.example/a b/ü/', 'https://docs.example/a%20b/%C3%BC'])
    expect(urlStyle(written)).toMatchObject({
      basePath: '/a%20b/%C3%BC/',
      baseUrl: 'https://docs.example/a%20b/%C3%BC/',
    });
  expect(urlStyle('/a b').basePath).toBe('/a%20b/');
});
