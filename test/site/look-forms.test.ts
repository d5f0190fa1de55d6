import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fileCache, folderMemory, folderSpace, memoryFiles, profileOfSpace } from '../../src/site/index.ts';
import { body } from './body-fixture.ts';
import { exported } from './site-fixture.ts';

const html = async (markdown: string): Promise<string> => (await body(markdown)).html;

describe('a column of choices', () => {
  const options =
    '[{"value":"a","label":"Open","color":"green"},{"value":"b","label":"Shut","color":"nonsense"}]';

  it('shows labels in their colours', async () => {
    const table = `<table><thead><tr><th data-type="select" data-options='${options}'>State</th></tr></thead><tbody><tr><td>a,b,other</td></tr><tr><td></td></tr></tbody></table>`;

    expect(await html(table)).toContain(
      '<td><ul class="options"><li class="bg-green">Open</li><li>Shut</li><li>other</li></ul></td></tr><tr><td></td>',
    );
  });

  it('shows labels that the editor wrote as elements, without the commas between them', async () => {
    const table =
      '<table><thead><tr><th data-type="select">Level</th></tr></thead><tbody><tr><td><span data-option="1">Low, </span><span data-option="2">High, low</span></td></tr></tbody></table>';

    expect(await html(table)).toContain('<ul class="options"><li>Low</li><li>High, low</li></ul>');
  });

  it('survives empty options', async () => {
    for (const written of ['', '{', '7', '[null]', '[{"value":{}}]'])
      expect(
        await html(
          `<table><thead><tr><th data-type="select" data-options='${written}'>A</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>`,
        ),
      ).toContain('<li>x</li>');
  });
});

describe('a table whose rows differ in length', () => {
  it('keeps every cell, and has borders all around', async () => {
    expect(await html('| A |\n|---|\n| 1 | 2 | 3 |\n| 4 |\n')).toContain(
      '<th scope="col">A</th><td colspan="2"></td></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td colspan="2"></td></tr>',
    );
  });

  it('stays as it is where cells are merged', async () => {
    const table =
      '<table><tbody><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr></tbody></table>';

    expect(await html(table)).toContain('<tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr>');
  });
});

describe('a long word in a cell', () => {
  const cell = async (words: string): Promise<string | undefined> =>
    /<td>(.*?)<\/td>/s.exec(await html(`| A |\n|---|\n| ${words} |\n`))?.[1];

  it('may break behind its signs and before its capitals, and nowhere else', async () => {
    expect(await cell('org.example.RefreshInterval')).toBe('org.<wbr>example.<wbr>Refresh<wbr>Interval');
    expect(await cell('`HARBOUR_REFRESH_SECONDS` is long')).toBe(
      '<code>HARBOUR_<wbr>REFRESH_<wbr>SECONDS</code> is long',
    );
    expect(await cell('short_name stays, Gezeitenvorhersage stays')).toBe(
      'short_name stays, Gezeitenvorhersage stays',
    );
    expect(await cell('before org.example.harbour.levels **after**')).toBe(
      'before org.<wbr>example.<wbr>harbour.<wbr>levels <strong>after</strong>',
    );
  });

  it('that has no such places is cut rather than making its column as wide', async () => {
    expect(await html('| A |\n|---|\n| **Gezeitenvorhersagegenauigkeit** |\n')).toContain(
      '<td class="long-word">',
    );
    expect(await html('| A |\n|---:|\n| Gezeitenvorhersagegenauigkeit |\n')).toContain(
      '<td class="align-right long-word">',
    );
    expect(
      await html(
        '| A |\n|---|\n| org.example.harbour.levels 潮汐潮汐潮汐潮汐潮汐潮汐潮汐潮汐潮汐潮汐潮汐 |\n',
      ),
    ).toContain('<td>org');
  });

  it('stays one word for the search, and whole outside of tables', async () => {
    const { sections } = await body('| A |\n|---|\n| org.example.RefreshInterval |\n');

    expect(JSON.stringify(sections)).toContain('org.example.RefreshInterval');
    expect(await html('org.example.RefreshInterval')).toBe('<p>org.example.RefreshInterval</p>');
  });
});

describe('pictures of a folder', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  const drawing = (width: number): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="50"><path d="M0 0h1v1z"/></svg>`;

  function aFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-look-'));
    folders.push(folder);
    mkdirSync(join(folder, '.gitbook', 'assets'), { recursive: true });
    writeFileSync(join(folder, '.gitbook', 'assets', 'a.svg'), drawing(100));
    writeFileSync(
      join(folder, 'README.md'),
      '---\ncover: .gitbook/assets/a.svg\n---\n\n# Home\n\n![A](.gitbook/assets/a.svg)\n\n<img src=".gitbook/assets/a.svg" alt="" width="20">\n\n<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>One</td><td><a href=".gitbook/assets/a.svg">a.svg</a></td></tr></tbody></table>\n',
    );
    return folder;
  }

  it('say their size in the page: in texts, cards and covers', async () => {
    const { space } = folderSpace({ id: 'x', title: 'X', folder: aFolder() });
    const { text } = await exported({
      source: { spaces: [space], specs: [] },
      profile: profileOfSpace(space),
    });

    const images = [...text('index.html').matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    const sizes = images.map((tag) => /width="(\d+)" height="(\d+)"/.exec(tag)?.slice(1).map(Number));
    expect(sizes).toEqual([
      [100, 50],
      [100, 50],
      [20, 10],
      [100, 50],
    ]);
  });

  it('are measured again when they change, and remembered when they do not', () => {
    const folder = aFolder();
    const picture = join(folder, '.gitbook', 'assets', 'a.svg');
    const cache = memoryFiles();
    const now = Date.now() + 60_000;
    const width = (): number | undefined => {
      const given = { id: 'x', title: 'X', folder, now, memory: folderMemory(fileCache(cache)) };
      return folderSpace(given).space.assets[0]?.dimensions?.width;
    };

    const first = width();
    const remembered = cache.list().find((path) => path.startsWith('pictures-')) ?? '';
    const kept = Buffer.from(cache.read(remembered) ?? []).toString();
    cache.write(remembered, kept.replace(',100,50', ',111,50'));
    const again = width();
    writeFileSync(picture, drawing(120));
    utimesSync(picture, new Date(1_700_000_000_000), new Date(1_700_000_000_000));
    const changed = width();

    expect([first, again, changed]).toEqual([100, 111, 120]);
  });
});
