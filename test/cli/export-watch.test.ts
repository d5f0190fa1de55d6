import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { RepeatedExport } from '../../src/cli/export/repeated-export.ts';
import { realClock } from '../../src/clock/index.ts';
import { temporaryFolder } from '../git/native.ts';
import { testWorld } from '../support/world.ts';

const folder = temporaryFolder('export-watch');
let count = 0;
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Watching {
  readonly at: (path: string) => string;
  readonly write: (path: string, text: string) => void;
  /** What the command said to people. */
  readonly said: () => string;
  /** How many exports there were. */
  readonly exports: () => number;
  /** Waits until a file of the site has a text. */
  readonly shows: (file: string, text: string) => Promise<void>;
  readonly says: (text: string) => Promise<void>;
}

const patience = { timeout: 15_000, interval: 50 };

/** An export that goes on, of a folder with these files. */
async function watching(
  files: Readonly<Record<string, string>>,
  options: Parameters<typeof exportCommand>[1] = {},
): Promise<Watching> {
  const cwd = join(folder, String((count += 1)));
  const at = (path: string): string => join(cwd, path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const stop = new AbortController();
  const env = { XDG_CACHE_HOME: join(folder, 'cache') };
  const world = testWorld({ cwd, env, clock: realClock, stop: stop.signal });
  const context = { world, failures: world.stderr, json: false, configFile: undefined } as never;
  const done = exportCommand(context, { folder: 'docs', watch: true, ...options });
  ends.push(async () => {
    stop.abort();
    await done;
  });
  const found = (file: string): string => readFileSync(at(file), 'utf8');
  await vi.waitFor(() => expect(world.stdout.text).toContain(' in '), patience);
  // The watch is ready soon after the first export.
  await realClock.sleep(500);
  return {
    at,
    write,
    said: () => world.stderr.text,
    exports: () => times(world.stdout.text, ' rendered, '),
    shows: (file, text) => vi.waitFor(() => expect(found(file)).toContain(text), patience),
    says: (text) => vi.waitFor(() => expect(world.stderr.text).toContain(text), patience),
  };
}

const times = (text: string, part: string): number => text.split(part).length - 1;

describe('an export that watches goes on', () => {
  it('after its folder was renamed and renamed back', async () => {
    const { at, write, says, said, shows } = await watching({ 'docs/README.md': '# Home\n' });
    renameSync(at('docs'), at('elsewhere'));
    await says('docs is not there now: the site stays as it is until the folder is back');
    renameSync(at('elsewhere'), at('docs'));
    await says('docs is back: the site is exported again');
    write('docs/README.md', '# Home\n\nBack again.\n');
    await shows('site/index.html', 'Back again.');

    expect(times(said(), 'is not there now')).toBe(1);
    expect(times(said(), 'is back:')).toBe(1);
    expect(said()).not.toContain('error');
  });

  it('after its folder was removed and made anew', async () => {
    const { at, write, says, said, shows } = await watching({ 'docs/README.md': '# Home\n' });
    rmSync(at('docs'), { recursive: true });
    await says('docs is not there now');
    write('docs/README.md', '# Home\n\nNew.\n');
    await shows('site/index.html', 'New.');
    write('docs/README.md', '# Home\n\nNewer.\n');
    await shows('site/index.html', 'Newer.');

    expect(times(said(), 'is not there now')).toBe(1);
  });

  it('after the folder around it was away', async () => {
    const { at, write, says, shows } = await watching(
      { 'work/docs/README.md': '# Home\n' },
      { folder: 'work/docs' },
    );
    renameSync(at('work'), at('other'));
    await says('work/docs is not there now');
    renameSync(at('other'), at('work'));
    await says('is back');
    write('work/docs/README.md', '# Home\n\nAgain.\n');
    await shows('site/index.html', 'Again.');
  });

  it('and says only what is new of its warnings, with the number of the others', async () => {
    const { write, said, says, shows } = await watching({
      'docs/README.md': '# Home\n\n[one](one.md)\n\n[two](two.md)\n',
      'docs/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n',
      'docs/extra.md': '# Extra\n',
    });
    await says('two.md');
    write('docs/README.md', '# Home\n\nMoved down.\n\n[one](one.md)\n\n[two](two.md)\n');
    await says('  2 warnings as before\n');
    write('docs/README.md', '# Home\n\n[two](two.md)\n\n[three](three.md)\n');
    await says('  1 warning as before, 1 warning gone\n');
    write('docs/README.md', '# Home\n\nFine.\n');
    await says('  2 warnings gone\n');
    await shows('site/index.html', 'Fine.');

    for (const name of ['one.md', 'two.md', 'three.md', 'the table of contents does not list'])
      expect([name, times(said(), name)]).toEqual([name, 1]);
  });

  it('with one export after a save, though its output is in its source', async () => {
    const { write, shows, exports } = await watching({ 'docs/README.md': '# Home\n' }, { out: 'docs/site' });
    expect(exports()).toBe(1);
    write('docs/README.md', '# Home\n\nOnce.\n');
    await shows('docs/site/index.html', 'Once.');
    await realClock.sleep(500);

    expect(exports()).toBe(2);
  });
});

it('of a mirror leaves the site as it is while the folder of a space is away', async () => {
  const root = join(folder, 'mirror');
  mkdirSync(join(root, 'guide'), { recursive: true });
  const world = testWorld({ cwd: root });
  let exports = 0;
  const read = {
    input: { source: { spaces: [], specs: [] } },
    warnings: [],
    watched: [],
    folders: new Map([['one', 'guide']]),
    pictures: new Map(),
  } as never;
  const source = { root, hasFixedSpaces: true, configuration: undefined } as never;
  const repeated = new RepeatedExport(
    { world, json: false } as never,
    {
      prepare: () => Promise.resolve({}),
      run: () => {
        exports += 1;
        return Promise.resolve(read);
      },
      sourceOf: () => source,
    },
    { work: {}, read },
  );
  expect(await repeated.again()).toBe(true);
  rmSync(join(root, 'guide'), { recursive: true });
  expect(await repeated.again()).toBe(false);
  expect(await repeated.again()).toBe(false);
  mkdirSync(join(root, 'guide'));
  expect(await repeated.again()).toBe(true);

  expect(exports).toBe(2);
  expect(world.stderr.text).toBe(
    'note: guide is not there now: the site stays as it is until the folder is back\nnote: guide is back: the site is exported again\n',
  );
});

it('an export that watches goes on after a change of its templates and of a picture that its settings name', async () => {
  const svg = (width: number): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}"/>\n`;
  const { write, shows, at } = await watching(
    {
      'docs/README.md': '# Home\n',
      'templates/footer.eta': '<p>First foot</p>\n',
      'logo.svg': svg(1),
      'sync.config.yaml': 'export:\n  site:\n    logo: logo.svg\n',
    },
    { templates: 'templates' },
  );
  const logo = (): string | undefined =>
    /class="logo" src="\/(?<file>[^"]+)"/u.exec(readFileSync(at('site/index.html'), 'utf8'))?.groups?.[
      'file'
    ];
  await shows('site/index.html', 'First foot');
  write('templates/footer.eta', '<p>Second foot</p>\n');
  await shows('site/index.html', 'Second foot');
  expect(logo()).toBeDefined();
  write('logo.svg', svg(2));
  await vi.waitFor(() => expect(readFileSync(at(`site/${logo()}`), 'utf8')).toContain('width="2"'), patience);
});

describe('a configuration that changes while an export watches', () => {
  const page = { 'docs/README.md': '# Home\n' };

  it('is read again, whether a setting changed, the file is new or it was away', async () => {
    const { at, write, shows, says } = await watching(page);
    write('sync.config.yaml', 'export:\n  site:\n    title: First\n');
    await shows('site/index.html', 'First');
    write('sync.config.yaml', 'export:\n  site:\n    title: Second\n  styles: own.css\n');
    await says('own.css, which is not there');
    write('own.css', 'p { color: red }\n');
    write('sync.config.yaml', 'export:\n  site:\n    title: Third\n  styles: ./own.css\n');
    await shows('site/index.html', 'Third');
    rmSync(at('sync.config.yaml'));
    await says('sync.config.yaml is not there now: its last settings stay in use');
    write('docs/README.md', '# Home\n\nMore.\n');
    await shows('site/index.html', 'More.');
    await shows('site/index.html', 'Third');
  });

  it('is told with its line while it is broken, and the last good one stays in use', async () => {
    const { write, shows, says, said } = await watching({
      ...page,
      'sync.config.yaml': 'export:\n  site:\n    title: Good\n',
    });
    write('sync.config.yaml', 'export:\n  site:\n    titel: Broken\n');
    await says('sync.config.yaml:3');
    await says('its last good settings stay in use');
    write('docs/README.md', '# Home\n\nMore.\n');
    await shows('site/index.html', 'More.');
    await shows('site/index.html', 'Good');
    write('sync.config.yaml', 'export:\n  site:\n    title: Mended\n');
    await shows('site/index.html', 'Mended');

    expect(times(said(), 'CONFIG_INVALID')).toBe(1);
  });

  it('may name another output, which is then served', async () => {
    const { write, shows, said } = await watching(page, { serve: true });
    write('sync.config.yaml', 'export: { out: public, site: { title: Moved } }\n');
    await shows('public/index.html', 'Moved');
    const address = /http:\/\/[\d.:]+\//u.exec(said())?.[0] ?? '';

    expect(await (await fetch(address)).text()).toContain('Moved');
  });
});
