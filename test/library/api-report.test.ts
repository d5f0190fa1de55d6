/** The API report: what the library's entries promise, in `docs/api/`, compared with the types that the package ships. */
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';

interface Reporter {
  apiReports(folder: string, entries: readonly string[]): Record<string, string>;
  exportedNames(folder: string, entry: string): string[];
  exportedMembers(folder: string, entry: string): Record<string, string[]>;
}

const root = packageRoot();
const report = join(root, 'docs', 'api');
const scripts: Readonly<Record<'installed' | 'library' | 'api-report', string>> = {
  installed: '../../scripts/installed.mjs',
  library: '../../scripts/library.mjs',
  'api-report': '../../scripts/api-report.mjs',
};

let reporter: Reporter;
let entries: readonly string[];
const changed = mkdtempSync(join(tmpdir(), 'tidemark-api-'));

beforeAll(async () => {
  await ((await import(scripts.installed)) as { buildPackage(): Promise<void> }).buildPackage();
  entries = ((await import(scripts.library)) as { libraryEntries: string[] }).libraryEntries;
  reporter = (await import(scripts['api-report'])) as Reporter;
}, 120_000);
afterAll(() => rmSync(changed, { recursive: true, force: true }));

/** The pages that differ from the report in the checkout when one text of the shipped types is another. */
function pagesChangedBy(file: string, from: string | RegExp, to: string): string[] {
  for (const name of readdirSync(join(root, 'types')).filter((entry) => entry.endsWith('.d.ts')))
    copyFileSync(join(root, 'types', name), join(changed, name));
  const before = readFileSync(join(changed, file), 'utf8');
  writeFileSync(join(changed, file), before.replace(from, to));
  expect(readFileSync(join(changed, file), 'utf8')).not.toBe(before);
  const pages = reporter.apiReports(changed, entries);
  return Object.keys(pages).filter((page) => pages[page] !== readFileSync(join(report, page), 'utf8'));
}

describe('the API report', () => {
  it('has a page for each entry of the package, and no other', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string } | string>;
    };
    const typed = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry.types]));

    expect(
      readdirSync(report)
        .map((page) => `./types/${page.replace(/\.md$/u, '.d.ts')}`)
        .sort(),
    ).toEqual(typed.sort());
  });

  it('says what the types in the package promise: node scripts/generate.mjs writes it', () => {
    const pages = reporter.apiReports(join(root, 'types'), entries);

    for (const [page, text] of Object.entries(pages))
      expect(readFileSync(join(report, page), 'utf8'), page).toBe(text);
  });

  it.each([
    [
      'a parameter of an exported function',
      'export.d.ts',
      'exportSite(options:',
      'exportSite(out: string, options:',
      ['export.md'],
    ],
    [
      'a result of an exported function',
      'links.d.ts',
      /\): Promise<LinkReport>/u,
      '): LinkReport',
      ['links.md'],
    ],
    [
      'a member of exported options',
      'service.d.ts',
      'readonly data: string',
      'readonly data: URL',
      ['service.md'],
    ],
    [
      'a type that only other types lead to',
      'links.d.ts',
      "type Level = 'error'",
      "type Level = 'fatal'",
      ['links.md'],
    ],
    [
      'the name of an operation',
      'client.d.ts',
      /readonly getSpaceById: Operation/u,
      'readonly spaceById: Operation',
      ['client.md'],
    ],
    [
      'an error class that two files of types share',
      'shared-errors.d.ts',
      'get exitCode(): number',
      'get exitCode(): string',
      ['client.md', 'export.md', 'links.md', 'service.md', 'sync.md'],
    ],
    ['an export that is gone', 'index.d.ts', 'StatusReport, ', '', ['index.md']],
  ])('shows %s when a commit changes it', (_, file, from, to, pages) => {
    expect(pagesChangedBy(file, from, to)).toEqual(pages);
  });

  it('does not change by a comment', () => {
    expect(pagesChangedBy('service.d.ts', 'Starts the embedded service', 'Begins')).toEqual([]);
  });
});

describe("the library's pages in the handbook", () => {
  const read = (page: string): string =>
    readFileSync(join(root, 'docs/guide/reference/library', `${page}.md`), 'utf8');

  it('name everything that their entry exports, and every member of its options', () => {
    for (const entry of entries.filter((name) => name !== 'index')) {
      const members = Object.entries(reporter.exportedMembers(join(root, 'types'), entry))
        .filter(([name]) => /Options$|^(?:Opened|Started)/u.test(name))
        .flatMap(([, names]) => names);
      const wanted = [...reporter.exportedNames(join(root, 'types'), entry), ...members];
      const page = read(entry);

      expect(wanted.length).toBeGreaterThan(2);
      expect(
        wanted.filter((name) => !new RegExp(`\`${name}\\b`, 'u').test(page)),
        entry,
      ).toEqual([]);
    }
  });
});
