import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { memoryFiles, type SiteFiles } from '../../src/site/index.ts';
import { linksInLinks, rawMarkupIn, validityFaults } from './markup.ts';
import { largeSite, lookSite } from './look-site.ts';
import { aSite, exported } from './site-fixture.ts';

describe('the judge of markup', () => {
  const page = (body: string): string =>
    `<!doctype html><html lang="en"><head><title>Page</title></head><body>${body}</body></html>`;

  it('finds each kind of markup that readers would see, and none in code', () => {
    const kinds = [
      '{% hint %}',
      '{{ name }}',
      '**bold**',
      '[a](b)',
      '![a]',
      '&lt;figure>',
      '&lt;/td>',
      '&lt;br/>',
      'a &amp;nbsp; b',
      '[object Object]',
      'note[^1]',
    ];

    expect(kinds.filter((kind) => rawMarkupIn(page(`<p>${kind}</p>`)).length === 0)).toEqual([]);
    expect(kinds.flatMap((kind) => rawMarkupIn(page(`<p><code>${kind}</code></p>`)))).toEqual([]);
    expect(
      rawMarkupIn('<!doctype html><title>**a**</title><meta name="description" content="{{ if">'),
    ).toHaveLength(2);
    expect(rawMarkupIn(page('<p>2 * 3 ** 4? No: a &lt; b and c[1] (see there) {x}</p>'))).toHaveLength(1);
  });

  it('finds links in links, and faults in HTML', () => {
    expect(linksInLinks('<a href="x">a <b><a href="y">b</a></b></a> <a href="z">c</a>')).toHaveLength(1);
    expect(linksInLinks('<a href="x">a</a><a title="<a>" href="y">b</a><abbr>c</abbr>')).toEqual([]);
    expect(validityFaults(page('<p>A <div>B</div></p>'))).not.toEqual([]);
    expect(validityFaults(page('<p id="a">A</p><p id="a">B</p>'))).not.toEqual([]);
    expect(validityFaults(page('<p id="6.2-schön">A</p>'))).toEqual([]);
  });
});

describe('every page of a site', () => {
  const pages = new Map<string, string>();
  const read = (files: SiteFiles, name: string): void => {
    const all = files.list().filter((each) => each.endsWith('.html'));
    // Of many similar pages, a few are enough.
    for (const path of all.filter((_, at) => all.length < 100 || at % 50 === 0))
      pages.set(`${name}/${path}`, Buffer.from(files.read(path) ?? []).toString());
  };
  const faults = (judge: (html: string) => string[]): string[] =>
    [...pages].flatMap(([path, html]) => judge(html).map((each) => `${path}: ${each}`));

  beforeAll(async () => {
    for (const [name, input] of [
      ['look', lookSite()],
      ['large', aSite(largeSite())],
    ] as const) {
      const files = memoryFiles();
      await exported(input, { files, baseUrl: 'https://example.com/docs/' });
      read(files, name);
    }
  });

  it('shows no markup, and has no link in a link', () => {
    expect(pages.size).toBeGreaterThan(20);
    expect(faults(rawMarkupIn)).toEqual([]);
    expect(faults(linksInLinks)).toEqual([]);
  });

  it('has drawings with a size, so that none fills a page whose style sheet did not load', () => {
    const app = join(packageRoot(), 'templates', 'app');
    const ofApp = readdirSync(app).map((name) => readFileSync(join(app, name), 'utf8'));
    const drawings = [...pages.values(), ...ofApp].join('').match(/<svg [^>]*>/gu) ?? [];

    expect(drawings.length).toBeGreaterThan(100);
    expect(drawings.filter((tag) => !/ width="[^"]+".* height="[^"]+"/u.test(tag))).toEqual([]);
  });

  it('is valid HTML', () => {
    expect(faults(validityFaults)).toEqual([]);
  });
});
