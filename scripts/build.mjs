// Bundles src/ into dist/: one file for each command, shared chunks between them, so that a command loads only what it uses.
import { build, transform } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { keepCode, writeProgram } from './program.mjs';
import { root } from './ready.mjs';

// Bundled code loads several times faster than packages resolved file by file. Outside stay native modules, packages that load
// parts of themselves by path, and those that are large and rarely used.
const outside = new Set([
  'better-sqlite3',
  'bullmq',
  'ioredis',
  'fastify',
  'pino',
  'pino-pretty',
  'playwright-core',
  'prom-client',
  'satteri',
  'beautiful-mermaid',
  'shiki',
  '@shikijs/engine-oniguruma',
  '@fortawesome/fontawesome-free',
]);

/**
 * Doors that load more than we use. yaml's build for browsers is the same code as modules, of which unused parts are left
 * out; undici's door brings fetch, WebSockets and caches along with the pool.
 */
const narrower = {
  yaml: join(root, 'node_modules/yaml/browser/index.js'),
  undici: join(root, 'scripts/undici-pool.mjs'),
};

const packages = {
  name: 'packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      if (path in narrower) return { path: narrower[path] };
      // commander starts other programs for commands that are files of their own; we have none.
      if (path === 'node:child_process' && /[\\/]commander[\\/]/.test(importer))
        return { path, namespace: 'unused' };
      const name = path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0];
      return outside.has(name) ? { path, external: true } : undefined;
    });
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
  },
};

// A module of ours that is imported for nothing that is used has no effects of its own: doors cost only what is taken there.
const ours = {
  name: 'ours',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\.\.?\// }, async ({ path, importer, pluginData, ...rest }) => {
      if (pluginData === ours || !importer.startsWith(join(root, 'src'))) return undefined;
      const resolved = await resolve(path, { importer, ...rest, pluginData: ours });
      return { ...resolved, sideEffects: false };
    });
  },
};

const out = join(root, 'dist');
const { outputFiles, metafile } = await build({
  entryPoints: [join(root, 'src/main.ts'), join(root, 'src/render-thread.ts')],
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: false,
  sourcemap: 'inline',
  sourcesContent: false,
  entryNames: '[name]-[hash]',
  chunkNames: 'chunks/[name]-[hash]',
  plugins: [packages, ours],
  logLevel: 'warning',
  metafile: true,
  write: false,
});

/** The built parts by their paths in dist. */
const parts = new Map(
  Object.entries(metafile.outputs).map(([path, part]) => [relative(out, resolve(path)), part]),
);
const partAt = (path) => relative(out, resolve(path));

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'chunks'), { recursive: true });
for (const { path, text } of outputFiles) await writePart(partAt(path), text);
refuseCycles();

const entries = {};
for (const [name, { entryPoint }] of parts)
  if (entryPoint === 'src/main.ts') entries.main = name;
  else if (entryPoint === 'src/render-thread.ts') entries.renderThread = name;
const modules = Object.fromEntries(
  [...parts.keys()].map((name) => [name, modulesOf(name)]).filter(([, ids]) => ids.length > 0),
);
const program = await writeProgram(out, { entries, modules });
writeFileSync(
  join(out, 'render-thread.js'),
  "const{entries,loadLater}=require('./main.js');void loadLater(entries.renderThread);\n",
);
// The beginnings of commands that a person waits for; each ends by itself, the later ones for want of a token.
keepCode(
  program,
  [
    ['--help'],
    ['sync', '--help'],
    ['links', '--offline', '--fail-on', 'never', '.'],
    ['cr', 'list'],
    ['status'],
    ['sync'],
    ['export', 'pages', '--out', 'site'],
    ['export', 'pages', '--out', 'site'],
  ],
  {
    files: {
      'pages/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n',
      'pages/README.md':
        '---\ndescription: A page\n---\n\n# Home\n\nWith *words*, a [link](https://example.com/) and `code`.\n\n## Part\n\n* one\n* two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
      'sync.config.yaml': `service: { url: "http://127.0.0.1:1", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { spaces: [ { id: abcdefghijklmnopqrst, path: guides } ] }
`,
    },
  },
);

/** Writes a part as a script that the loader runs. */
async function writePart(name, text) {
  let source = text.replace(/^#!.*\n/, '');
  const later = new Set(
    parts
      .get(name)
      .imports.filter(({ kind }) => kind === 'dynamic-import')
      .map(({ path }) => path),
  );
  for (const path of later) {
    const id = parts.has(partAt(path)) ? fromPart(name, partAt(path)) : path;
    const call = `import(${JSON.stringify(id)})`;
    if (!source.includes(call))
      throw new Error(`${name} does not say ${call}, by which it is said to load a part`);
    source = source.replaceAll(call, `later(${JSON.stringify(id)})`);
  }
  const { code, map } = await transform(source, {
    sourcefile: name,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'external',
    sourcesContent: false,
    define: { 'import.meta.url': 'moduleUrl' },
    logLevel: 'warning',
  });
  writeFileSync(join(out, name), `${code}//# sourceMappingURL=${basename(name)}.map\n`);
  writeFileSync(join(out, `${name}.map`), map);
}

function fromPart(name, other) {
  const path = relative(dirname(name), other);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Packages that are modules, which this part and those that it requires need before they run. */
function modulesOf(name, seen = new Set()) {
  if (seen.has(name)) return [];
  seen.add(name);
  const ids = [];
  for (const { path, kind, external } of parts.get(name)?.imports ?? []) {
    if (kind !== 'import-statement') continue;
    if (!external) ids.push(...modulesOf(partAt(path), seen));
    else if (!path.startsWith('node:') && isModule(path)) ids.push(path);
  }
  return [...new Set(ids)];
}

function isModule(id) {
  const file = join(root, 'node_modules', id, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).type === 'module';
}

/** A script gets all of another one or nothing: parts that need each other would see halves. */
function refuseCycles() {
  const done = new Set();
  const visit = (name, way) => {
    if (way.includes(name)) throw new Error(`parts need each other: ${[...way, name].join(' → ')}`);
    if (done.has(name)) return;
    done.add(name);
    for (const { path, kind, external } of parts.get(name).imports)
      if (kind === 'import-statement' && !external) visit(partAt(path), [...way, name]);
  };
  for (const name of parts.keys()) visit(name, []);
}
