// Writes the files that are generated from tables: sync.config.schema.json, the commented sync.config.yaml, the
// man page, the rules of the link check, the runbook, the handbook's reference, the API report of the
// library and the floors in ARCHITECTURE.md.
// `--check` writes nothing and fails when one of them is not up to date.
import { build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiReports } from './api-report.mjs';
import { importsBelow, withFloors } from './floors.mjs';
import { libraryEntries } from './library.mjs';
import { root, types } from './ready.mjs';

const outfile = join(root, 'node_modules', '.cache', 'generate.mjs');
await build({
  stdin: {
    contents: `export { publishedSchema } from './src/cli/config/schema.ts'; export { configTemplate } from './src/cli/config/template.ts'; export { createProgram } from './src/cli/program.ts'; export { manPage } from './src/cli/man-page.ts'; export { rulesPage } from './src/links/rules-page.ts'; export { referencePages } from './src/cli/reference-pages.ts'; export { runbookPage } from './src/base/runbook.ts';`,
    resolveDir: root,
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile,
});
const { publishedSchema, configTemplate, createProgram, manPage, referencePages, rulesPage, runbookPage } =
  await import(pathToFileURL(outfile).href);

types();
const program = createProgram({}, '', () => undefined);
const files = {
  'ARCHITECTURE.md': withFloors(
    readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'),
    importsBelow(join(root, 'src')),
  ),
  'sync.config.schema.json': `${JSON.stringify(publishedSchema(), null, 2)}\n`,
  'sync.config.yaml': configTemplate(
    {
      'service.url': 'http://127.0.0.1:8787',
      'service.token': '${TIDEMARK_TOKEN}',
      'repository.path': './docs',
    },
    './sync.config.schema.json',
  ),
  'man/tidemark.1': manPage(program),
  'docs/rules/links.md': rulesPage(),
  ...Object.fromEntries(
    Object.entries(referencePages(program, readFileSync(join(root, 'docs/deploy/alerts.yaml'), 'utf8'))).map(
      ([path, text]) => [`docs/guide/${path}`, text],
    ),
  ),
  'docs/deploy/runbook.md': runbookPage(),
  // The same page in the handbook, where readers look up codes.
  'docs/guide/reference/runbook.md': runbookPage(),
  ...Object.fromEntries(
    Object.entries(apiReports(join(root, 'types'), libraryEntries)).map(([name, text]) => [
      `docs/api/${name}`,
      text,
    ]),
  ),
};
let stale = 0;
for (const [name, text] of Object.entries(files)) {
  const path = join(root, name);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`${name} is not up to date: run node scripts/generate.mjs\n`);
    stale++;
  }
}
process.exit(stale > 0 ? 1 : 0);
