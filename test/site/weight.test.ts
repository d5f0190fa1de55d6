import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { compactScript, compactStyles } from '../../src/site/page/slim.ts';
import { loadTemplates } from '../../src/site/page/templates.ts';
import { temporaryFolder } from '../git/native.ts';
import { lookSite } from './look-site.ts';
import { exported } from './site-fixture.ts';

/** The largest total size of a page's styles and scripts with gzip. */
const most = 20_000;

describe('styles and scripts', () => {
  it('of a page weigh 20 kB with gzip at most', async () => {
    const { text } = await exported(lookSite(), { baseUrl: '/' });
    const html = text('index.html');
    const loaded = [...html.matchAll(/<(?:link rel="stylesheet" href|script (?:defer )?src)="\/([^"]+)"/g)];
    const weights = loaded.map(([, path = '']) => [path, gzipSync(text(path), { level: 9 }).length] as const);

    expect(weights.map(([path]) => path.replace(/\.[0-9a-f]{10}\./, '.'))).toEqual([
      '_site/theme.css',
      '_site/site.css',
      '_site/head.js',
      '_site/reader.js',
      '_site/search.js',
    ]);
    expect(weights.reduce((sum, [, weight]) => sum + weight, 0)).toBeLessThanOrEqual(most);
  });

  it.each(['site.css', 'print.css'])('mean the same when they are slimmed: %s', (name) => {
    const written = readFileSync(join(packageRoot(), 'templates', 'site', name), 'utf8');
    // The values of variables are kept as they are written, blanks included.
    const meaning = (css: string): string =>
      transformSync(css, { loader: 'css', minify: true }).code.replace(/([,:]) /g, '$1');

    expect(compactStyles(written).length).toBeLessThan(written.length);
    expect(meaning(compactStyles(written)) === meaning(written)).toBe(true);
  });

  it('of a publisher are served as they are written, and ours beside them are slimmed', () => {
    const folder = temporaryFolder('own-templates');
    const own = { 'site.css': 'a {\n  /* Mine. */\n  color: red;\n}\n', 'head.js': '// Mine.\n  go();\n' };
    for (const [name, text] of Object.entries(own)) writeFileSync(join(folder, name), text);
    const templates = loadTemplates(folder);

    for (const [name, text] of Object.entries(own)) expect(templates.file(name)).toBe(text);
    expect(templates.file('reader.js')).not.toMatch(/^ *\/\//mu);
  });

  it('keep what is in strings and addresses', () => {
    expect(
      compactStyles(
        "a::before { content: ' { ; /* x */ } ' }\n/* c */\nb, i { background: url(data:a;b, c); }",
      ),
    ).toBe("a::before{content:' { ; /* x */ } '}b,i{background:url(data:a;b, c)}");
  });

  it.each(['head.js', 'reader.js', 'search-engine.js', 'search.js', 'live-reload.js'])(
    'do the same when they are slimmed: %s',
    (name) => {
      const written = readFileSync(join(packageRoot(), 'templates', 'site', name), 'utf8');
      const meaning = (script: string): string =>
        transformSync(script, { loader: 'js', minify: true, target: 'es2023' }).code;

      expect(meaning(compactScript(written)) === meaning(written)).toBe(true);
    },
  );
});
