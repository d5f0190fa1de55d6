// Writes the files that are derived from tables: sync.config.schema.json, the commented sync.config.yaml, the
// man page, the rules of the link check, the runbook and the handbook's reference.
// `--check` writes nothing and fails when one of them is not up to date.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './ready.mjs';

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

const program = createProgram({}, '', () => undefined);
const files = {
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
    Object.entries(referencePages(program)).map(([path, text]) => [`docs/guide/${path}`, text]),
  ),
  'docs/deploy/runbook.md': runbookPage(),
  // The same in the handbook, whose readers look codes up there.
  'docs/guide/reference/runbook.md': runbookPage(),
};
mkdirSync(join(root, 'man'), { recursive: true });
mkdirSync(join(root, 'docs', 'guide', 'reference'), { recursive: true });
let stale = 0;
for (const [name, text] of Object.entries(files)) {
  const path = join(root, name);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`${name} is not up to date: run node scripts/generate.mjs\n`);
    stale++;
  }
}
process.exit(stale > 0 ? 1 : 0);
