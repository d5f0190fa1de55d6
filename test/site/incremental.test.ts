import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { realClock } from '../../src/clock/index.ts';
import {
  exportSite,
  fileCache,
  folderFiles,
  folderMemory,
  folderSpace,
  memoryFiles,
  profileOfSpace,
  type Customization,
  type ExportOptions,
  type ExportReport,
  type DrawCard,
  type SiteInput,
  type SiteProfile,
} from '../../src/site/index.ts';
import { packageRoot } from '../../src/base/index.ts';
import { summary } from './site-fixture.ts';

const work = mkdtempSync(join(tmpdir(), 'tidemark-incremental-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const spec = (title: string): string =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\npaths:\n  /tides:\n    get:\n      summary: ${title} tides\n      responses: { '200': { description: ok } }\n`;

const english = {
  'SUMMARY.md': summary(
    '* [Home](README.md)',
    '* [Guide](guide/README.md)',
    '  * [Start](guide/start.md)',
    '* [Notes](notes.md)',
    '* [Station](station.md)',
  ),
  '.gitbook.yaml': 'redirects:\n  old: notes.md\n',
  '.gitbook/vars.yaml': 'harbour: Dover\n',
  '.gitbook/tags.yaml': '- tag: beta\n  label: Beta\n',
  '.gitbook/includes/key.md': '---\ntitle: Key\n---\n\nTake the [key](../../guide/start.md#first).\n',
  '.gitbook/assets/map.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="4"/></svg>',
  'README.md':
    '---\ndescription: Where it begins\n---\n\n# Home\n\n[Start](guide/start.md) at <code class="expression">space.vars.harbour</code>.\n\n{% content-ref url="notes.md" %}\n[notes.md](notes.md)\n{% endcontent-ref %}\n',
  'guide/README.md': '# Guide\n\n{% include "../.gitbook/includes/key.md" %}\n',
  'guide/start.md':
    '# Start\n\n## First\n\n![A map](../.gitbook/assets/map.svg)\n\n```js\nconst a = 1;\n```\n',
  'notes.md':
    '---\ndescription: What changed\n---\n\n# Notes\n\n{% updates %}\n{% update date="2026-01-02" tags="beta" %}\n## First\n\nWords.\n{% endupdate %}\n{% endupdates %}\n\n[gone](nowhere.md)\n',
  'station.md':
    '---\nvars:\n  depth: 4\n---\n\n# Station\n\n<code class="expression">page.vars.depth</code> deep, in <code class="expression">space.title</code>.\n\n{% openapi-operation spec="tides" path="/tides" method="get" %}\n[tides](https://example.com/tides)\n{% endopenapi-operation %}\n',
};

const french = {
  'SUMMARY.md': summary('* [Accueil](README.md)', '* [Notes](notes.md)'),
  'README.md': '# Accueil\n\nBonjour.\n',
  'notes.md': '# Notes\n\nMots.\n',
};

/** A site in two folders, exported again and again with one memory; each time it is compared with an export without any. */
class Harbour {
  readonly folder: string;
  readonly out: string;
  readonly cacheFolder: string;
  customization: Customization & { title?: string } = { title: 'Harbour' };
  spec = spec('First');
  titles = { en: 'English', fr: 'Français' };
  options: Partial<ExportOptions> = {};

  constructor(name: string) {
    this.folder = join(work, name);
    this.out = join(work, `${name}-out`);
    this.cacheFolder = join(work, `${name}-cache`);
    for (const [path, text] of Object.entries(english)) this.put(`en/${path}`, text);
    for (const [path, text] of Object.entries(french)) this.put(`fr/${path}`, text);
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  text(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  edit(path: string, from: string | RegExp, to: string): void {
    const before = this.text(path);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${path} has no ${String(from)}`);
    this.put(path, after);
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    renameSync(join(this.folder, from), join(this.folder, to));
  }

  remove(path: string): void {
    rmSync(join(this.folder, path));
  }

  async warm(): Promise<ExportReport> {
    const cache = fileCache(folderFiles(this.cacheFolder));
    return this.#export({
      files: folderFiles(this.out),
      cache,
      memory: folderMemory(cache),
    });
  }

  async cold(): Promise<{ report: ExportReport; files: Record<string, string> }> {
    const files = memoryFiles();
    const report = await this.#export({ files });
    return { report, files: texts([...files.files]) };
  }

  written(): Record<string, string> {
    return texts(
      folderFiles(this.out)
        .list()
        .map((path) => [path, readFileSync(join(this.out, path))]),
    );
  }

  async #export({
    memory,
    ...options
  }: Pick<ExportOptions, 'files' | 'cache'> & {
    memory?: ReturnType<typeof folderMemory>;
  }): Promise<ExportReport> {
    // As if everything had been saved a while ago.
    const now = realClock.now() + 60_000;
    const clock = { ...realClock, now: () => now, monotonic: () => 0 };
    const spaces = (['en', 'fr'] as const).map((id) =>
      folderSpace({
        id,
        title: this.titles[id],
        folder: join(this.folder, id),
        ...(memory ? { memory, now } : {}),
      }),
    );
    const profile: SiteProfile = {
      site: { title: 'Harbour' },
      structure: {
        type: 'siteSpaces',
        structure: (['en', 'fr'] as const).map((id) => ({
          id: `site-${id}`,
          path: id,
          default: id === 'en',
          space: { id, language: id },
        })),
      },
      customizations: { site: this.customization },
    };
    const input: SiteInput = {
      source: { spaces: spaces.map(({ space }) => space), specs: [{ slug: 'tides', text: this.spec }] },
      profile,
    };
    const report = await exportSite(input, {
      baseUrl: 'https://harbour.example/docs/',
      clock,
      ...options,
      ...this.options,
    });
    return { ...report, warnings: [...spaces.flatMap(({ warnings }) => warnings), ...report.warnings] };
  }
}

function texts(files: readonly (readonly [string, Uint8Array])[]): Record<string, string> {
  return Object.fromEntries(
    files.map(([path, bytes]) => [path, Buffer.from(bytes).toString()] as const).sort(),
  );
}

/** A card's words instead of its picture. */
const drawn: DrawCard = (card) => Promise.resolve(Buffer.from(JSON.stringify(card)));

const templates = join(work, 'templates');

const changes: readonly (readonly [
  what: string,
  change: (harbour: Harbour) => void,
  rendered: number | undefined,
])[] = [
  ['nothing', () => undefined, 0],
  ['the text of a page', (it) => it.edit('en/guide/start.md', 'const a', 'const b'), 1],
  ['a description, which a card of another page shows', (it) => it.edit('en/notes.md', 'What', 'All'), 2],
  ['a heading of level 1', (it) => it.edit('en/notes.md', '# Notes', '# Remarks'), 1],
  ['a title in the table of contents', (it) => it.edit('en/SUMMARY.md', '[Start]', '[Begin]'), undefined],
  [
    'a new page',
    (it) => {
      it.put('en/tide.md', '# Tide\n\nIt [comes](notes.md).\n');
      it.edit('en/SUMMARY.md', '* [Notes]', '* [Tide](tide.md)\n* [Notes]');
    },
    undefined,
  ],
  ['a page that a link waited for', (it) => it.put('en/nowhere.md', '# Nowhere\n'), undefined],
  [
    'that page in the table of contents',
    (it) => it.edit('en/SUMMARY.md', '* [Station]', '* [Nowhere](nowhere.md)\n* [Station]'),
    undefined,
  ],
  [
    'the name of a page',
    (it) => {
      it.move('en/tide.md', 'en/tides.md');
      it.edit('en/SUMMARY.md', 'tide.md', 'tides.md');
    },
    undefined,
  ],
  [
    'the folder of a page',
    (it) => {
      it.move('en/tides.md', 'en/guide/tides.md');
      it.edit('en/SUMMARY.md', '* [Tide](tides.md)\n', '');
      it.edit('en/SUMMARY.md', '  * [Begin]', '  * [Tide](guide/tides.md)\n  * [Begin]');
    },
    undefined,
  ],
  [
    'the order of pages',
    (it) => {
      it.edit('en/SUMMARY.md', /(\* \[Notes\].*\n)([\s\S]*)$/, '$2$1');
    },
    undefined,
  ],
  [
    'a page that is gone',
    (it) => {
      it.remove('en/guide/tides.md');
      it.edit('en/SUMMARY.md', '  * [Tide](guide/tides.md)\n', '');
    },
    undefined,
  ],
  ['an include', (it) => it.edit('en/.gitbook/includes/key.md', 'Take', 'Use'), 1],
  ['a variable of the space', (it) => it.put('en/.gitbook/vars.yaml', 'harbour: Calais\n'), undefined],
  ['a variable of a page', (it) => it.edit('en/station.md', 'depth: 4', 'depth: 15'), 1],
  ['a tag', (it) => it.put('en/.gitbook/tags.yaml', '- tag: beta\n  label: Trial\n'), undefined],
  [
    'the bytes of a picture',
    (it) => it.edit('en/.gitbook/assets/map.svg', 'width="4"', 'width="40"'),
    undefined,
  ],
  [
    'a cover',
    (it) => {
      it.put('en/.gitbook/assets/cover.svg', '<svg xmlns="http://www.w3.org/2000/svg"><circle r="3"/></svg>');
      it.edit('en/notes.md', 'description:', 'cover: .gitbook/assets/cover.svg\ndescription:');
    },
    undefined,
  ],
  ['a cover whose picture is gone', (it) => it.remove('en/.gitbook/assets/cover.svg'), undefined],
  [
    'a drawing that may not be shown',
    (it) => it.edit('en/.gitbook/assets/map.svg', '<rect', '<script>1</script><rect'),
    undefined,
  ],
  ['redirects', (it) => it.put('en/.gitbook.yaml', 'redirects:\n  older: station.md\n  x: lost.md\n'), 0],
  [
    'a page of one variant only',
    (it) => {
      it.put('fr/station.md', '# Station\n');
      it.edit('fr/SUMMARY.md', /$/, '* [Station](station.md)\n');
    },
    undefined,
  ],
  ['the title of a space', (it) => void (it.titles = { ...it.titles, en: 'In English' }), undefined],
  ['an OpenAPI document', (it) => void (it.spec = spec('Second')), 1],
  ['an OpenAPI document that cannot be read', (it) => void (it.spec = 'openapi: ['), 1],
  [
    'the language of the interface',
    (it) => void (it.customization = { ...it.customization, internationalization: { locale: 'de' } }),
    undefined,
  ],
  [
    'where links to other hosts open',
    (it) => void (it.customization = { ...it.customization, externalLinks: { target: 'blank' } }),
    undefined,
  ],
  ['the title of the site', (it) => void (it.customization = { ...it.customization, title: 'Port' }), 0],
  [
    'the colours',
    (it) =>
      void (it.customization = {
        ...it.customization,
        styling: { primaryColor: { light: '#aa3300', dark: '#ff8866' } },
      }),
    0,
  ],
  [
    'a link of the header to a page',
    (it) =>
      void (it.customization = {
        ...it.customization,
        header: { links: [{ title: 'Station', to: { kind: 'page', space: 'en', page: 'station.md' } }] },
      }),
    0,
  ],
  [
    'that page moved',
    (it) => {
      it.move('en/station.md', 'en/guide/station.md');
      it.edit('en/SUMMARY.md', '(station.md)', '(guide/station.md)');
    },
    undefined,
  ],
  [
    'templates of their own',
    (it) => {
      cpSync(join(packageRoot(), 'templates/site/footer.eta'), join(templates, 'footer.eta'));
      writeFileSync(
        join(templates, 'footer.eta'),
        `${readFileSync(join(templates, 'footer.eta'), 'utf8')}<p>Ours</p>\n`,
      );
      it.options = { templates };
    },
    0,
  ],
  ['a style of their own', () => writeFileSync(join(templates, 'site.css'), 'body { margin: 0 }\n'), 0],
  ['the address', (it) => void (it.options = { templates, baseUrl: '/elsewhere/' }), undefined],
  ['a site for reading from a folder', (it) => void (it.options = { urls: 'file' }), undefined],
  ['the last text again', (it) => it.edit('en/guide/start.md', 'const b', 'let b'), 1],
  ['no search', (it) => void (it.options = { search: false }), undefined],
  ['search again', (it) => void (it.options = {}), undefined],
  [
    'visits counted',
    (it) => void (it.options = { analytics: { service: 'plausible', site: 'docs.example.com' } }),
    0,
  ],
  ['pages kept without a network', (it) => void (it.options = { offline: 'visited' }), 0],
  ['a text that is kept', (it) => it.edit('en/guide/start.md', 'let b', 'const b'), 1],
  ['cards', (it) => void (it.options = { baseUrl: 'https://x.example/', cards: drawn }), undefined],
  ['a text of a page with a card', (it) => it.edit('en/guide/start.md', 'const b', 'let b'), 1],
  ['nothing added again', (it) => void (it.options = {}), undefined],
  ['a written page taken away', (it) => rmSync(join(it.out, 'guide.html')), 0],
  ['a written list taken away', (it) => rmSync(join(it.out, 'llms.txt')), 0],
  ['a written part of the index taken away', (it) => rmSync(join(it.out, '_search/index.json')), 0],
  [
    'bodies lost from the memory',
    (it) => {
      for (const name of readdirSync(it.cacheFolder))
        if (name.startsWith('bodies-')) rmSync(join(it.cacheFolder, name));
    },
    undefined,
  ],
  [
    'readings lost from the memory',
    (it) => {
      for (const name of readdirSync(it.cacheFolder))
        if (name.startsWith('reading-')) writeFileSync(join(it.cacheFolder, name), '{}');
      it.edit('en/guide/start.md', 'let b', 'var b');
    },
    1,
  ],
  [
    'all of the memory damaged',
    (it) => {
      for (const name of readdirSync(it.cacheFolder)) {
        const path = join(it.cacheFolder, name);
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.subarray(0, bytes.length - 9));
      }
    },
    undefined,
  ],
];

describe('an export that remembers the last one', () => {
  it('ends, after each kind of change, with the same files and warnings as an export without memory', async () => {
    const harbour = new Harbour('steps');
    mkdirSync(templates, { recursive: true });
    await harbour.warm();
    for (const [what, change, rendered] of changes) {
      change(harbour);

      const report = await harbour.warm();
      const cold = await harbour.cold();

      expect(harbour.written(), what).toEqual(cold.files);
      expect(report.warnings, what).toEqual(cold.report.warnings);
      if (rendered !== undefined) expect(report.rendered, what).toBe(rendered);
      const quiet = await harbour.warm();
      expect({ rendered: quiet.rendered, written: quiet.written }, `after ${what}`).toEqual({
        rendered: 0,
        written: [],
      });
      expect(quiet.warnings, `after ${what}`).toEqual(cold.report.warnings);
    }
  });

  it('writes files again that somebody changed or removed in the output', async () => {
    const harbour = new Harbour('repaired');
    await harbour.warm();
    const cold = await harbour.cold();
    const paths = Object.keys(cold.files).filter((path) => path !== '.tidemark-export.json');
    const damages: readonly ((file: string) => void)[] = [
      (file) => writeFileSync(file, 'other'),
      (file) => {
        // The same number of characters, and the times of the old file.
        const { size, atime, mtime } = statSync(file);
        writeFileSync(file, '-'.repeat(size));
        utimesSync(file, atime, mtime);
      },
      (file) => rmSync(file),
    ];
    for (const damage of damages) {
      // The clock of the file system ticks between the end of an export and the damage.
      await setTimeout(20);
      for (const path of paths) damage(join(harbour.out, path));

      const report = await harbour.warm();

      expect(harbour.written()).toEqual(cold.files);
      expect(report.rendered).toBe(0);
      const quiet = await harbour.warm();
      expect(quiet.written).toEqual([]);
    }
  });

  it('does not join its own text with one that somebody changed', async () => {
    const harbour = new Harbour('patched');
    await harbour.warm();
    const file = join(harbour.out, 'llms-full.txt');
    await setTimeout(20);
    writeFileSync(file, readFileSync(file, 'utf8').replace('Dover', 'Calai'));
    harbour.edit('en/guide/start.md', 'const a', 'const b');

    await harbour.warm();

    expect(harbour.written()).toEqual((await harbour.cold()).files);
  });

  it('does not take its own output for content', async () => {
    const folder = join(work, 'inside');
    mkdirSync(folder);
    writeFileSync(join(folder, 'README.md'), '# Home\n');
    const titles = (): string[] =>
      folderSpace({ id: 'inside', title: 'Inside', folder }).space.pages.map(({ title }) => title);
    const { space } = folderSpace({ id: 'inside', title: 'Inside', folder });
    await exportSite(
      { source: { spaces: [space], specs: [] }, profile: profileOfSpace(space) },
      { files: folderFiles(join(folder, 'site')), clock: realClock },
    );

    expect(readdirSync(join(folder, 'site'))).toContain('index.md');
    expect(titles()).toEqual(['Home']);
  });

  it('knows titles that only the pages have, without a table of contents', () => {
    const folder = join(work, 'untold');
    mkdirSync(folder);
    writeFileSync(join(folder, 'README.md'), '# Home\n');
    writeFileSync(join(folder, 'a.md'), 'An opening line.\n\n# First title\n\nText.\n');
    const cache = fileCache(memoryFiles());
    const read = (): string[] =>
      folderSpace({
        id: 'untold',
        title: 'Untold',
        folder,
        memory: folderMemory(cache),
        now: realClock.now() + 60_000,
      }).space.pages.map(({ title }) => title);

    expect(read()).toEqual(['Home', 'First title']);
    expect(read()).toEqual(['Home', 'First title']);
    writeFileSync(join(folder, 'b.md'), '# Other\n');
    expect(read()).toEqual(['Home', 'First title', 'Other']);
    writeFileSync(join(folder, 'a.md'), 'An opening line.\n\n# Second title\n\nText.\n');
    expect(read()).toEqual(['Home', 'Second title', 'Other']);
  });
});
