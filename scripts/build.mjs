// Builds dist/: the bundle's parts as scripts, the program that loads them, and V8's compiled code for the start of some commands.
import { transform } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { browserEditor } from './browser-editor.mjs';
import { brotli, bundle } from './bundle.mjs';
import { entryModule, libraryEntries } from './library.mjs';
import { keepCode, writeProgram } from './program.mjs';
import { root } from './ready.mjs';
import { writeSupplyChain } from './supply-chain.mjs';
import { beginFolder } from './whole-folder.mjs';

const dist = beginFolder(join(root, 'dist'));
const out = dist.path;
const { outputFiles, metafile, libraries } = await bundle(out);

/**
 * In the bundle, a CommonJS package that is loaded late has only the export `default`. Node also gives the names in it, and the
 * sources rely on that: `const { getRemoteInfo2 } = await import('isomorphic-git')`.
 */
const namesOfCommonJs = 'module.exports={...module.exports.default,default:module.exports.default};\n';

/** The built parts by their paths in dist. */
const parts = new Map(
  Object.entries(metafile.outputs).map(([path, part]) => [relative(out, resolve(path)), part]),
);
const partAt = (path) => relative(out, resolve(path));

/** The parts that are written in Brotli. */
const packed = [];
for (const { path, text } of outputFiles) await writePart(partAt(path), text);
const editor = await browserEditor();
writeFileSync(join(out, 'app-editor.js'), editor.text);
refuseCycles();
writeBundled();
writeSupplyChain(out);

const partOf = new Map(
  [...parts].flatMap(([name, { entryPoint }]) => (entryPoint ? [[entryPoint, name]] : [])),
);
const entries = { main: partOf.get('src/main.ts'), renderThread: partOf.get('src/render-thread.ts') };
const modules = Object.fromEntries(
  [...parts.keys()].map((name) => [name, modulesOf(name)]).filter(([, ids]) => ids.length > 0),
);
const libraryParts = Object.fromEntries(
  Object.entries(libraries).map(([id, path]) => {
    const part = [...parts.keys()].find((name) => name.replace(/-[A-Z0-9]{8}\.js$/, '') === path);
    return [id, part];
  }),
);
const program = await writeProgram(out, { entries, libraries: libraryParts, modules, packed });
writeFileSync(
  join(out, 'render-thread.js'),
  "const{entries,loadLater}=require('./program.js');void loadLater(entries.renderThread);\n",
);
for (const name of libraryEntries) {
  const part = partOf.get(`src/library/${name}.ts`);
  writeFileSync(join(out, 'library', `${name}.mjs`), entryModule(part, parts.get(part).exports));
}
// The start of commands that a person waits for. Each command ends by itself; the later ones end because there is no token. `status` would
// go on without one and load all that reads a repository, whose code the package has no room for.
keepCode(program, [['--help'], ['sync', '--help'], ['cr', 'list'], ['status', '--help'], ['sync']], {
  files: {
    'pages/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n',
    'pages/README.md':
      '---\ndescription: A page\n---\n\n# Home\n\nWith *words*, a [link](https://example.com/) and `code`.\n\n## Part\n\n* one\n* two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
    'sync.config.yaml': `service: { url: "http://127.0.0.1:1", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { spaces: [ { id: abcdefghijklmnopqrst, path: guides } ] }
`,
  },
});
dist.put();

/**
 * Lists the packages that the built parts contain, and those that they import from outside, by the names in their
 * package.json.
 */
function writeBundled() {
  const folders = new Set();
  const imported = new Set();
  for (const { inputs, imports } of [...parts.values(), { inputs: editor.inputs, imports: [] }]) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
    for (const { path, external } of imports)
      if (external && !isBuiltin(path) && !path.startsWith('node:'))
        imported.add(/^(?:@[^/]+\/)?[^/]+/.exec(path)[0]);
  }
  const packages = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return { name, version, license, folder };
  });
  packages.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
  const text = JSON.stringify({ packages, imported: [...imported].sort() }, null, 1);
  writeFileSync(join(out, 'bundled.json'), `${text}\n`);
}

/** Writes a part as a script that the loader runs. */
async function writePart(name, text) {
  let source = text.replace(/^#!.*\n/, '');
  const part = parts.get(name);
  const later = new Set(part.imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path));
  for (const path of later) {
    const id = parts.has(partAt(path)) ? fromPart(name, partAt(path)) : path;
    const call = `import(${JSON.stringify(id)})`;
    if (!source.includes(call))
      throw new Error(`${name} does not say ${call}, by which it is said to load a part`);
    source = source.replaceAll(call, `import.meta.later(${JSON.stringify(id)})`);
  }
  const { code } = await transform(source, {
    sourcefile: name,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: isForeign(part),
    // Reserved names: esbuild renames anything in the part that has one of them.
    define: { 'import.meta.url': 'moduleUrl', 'import.meta.later': 'later' },
    logOverride: { 'duplicate-class-member': 'silent' },
    logLevel: 'warning',
  });
  const script = isCommonJs(part) ? code + namesOfCommonJs : code;
  mkdirSync(dirname(join(out, name)), { recursive: true });
  if (!isPacked(part, script)) return writeFileSync(join(out, name), script);
  packed.push(name);
  writeFileSync(join(out, `${name}.br`), brotli(script));
}

/**
 * Whether a part is written in Brotli, which takes up to a quarter less space in the tarball and about a millisecond at each load. Nobody
 * reads these parts: they are other people's packages, nearly alone. A part that is pictures or compiled code gets hardly smaller, and one
 * that every command loads stays plain.
 */
function isPacked({ inputs }, script) {
  const large = 50_000;
  const ofEachStart = /(?:^|[\\/])node_modules[\\/](?:commander|yaml)[\\/]/;
  const isOfOthers =
    shareOfOthers(inputs) > 0.9 && !Object.keys(inputs).some((path) => ofEachStart.test(path));
  return script.length > large && isOfOthers && brotli(script).length < 0.9 * gzipSync(script).length;
}

/** How much of a part is code of packages. */
function shareOfOthers(inputs) {
  const [all, others] = [() => true, ([path]) => path.includes('node_modules')].map((isCounted) =>
    Object.entries(inputs)
      .filter(isCounted)
      .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
  );
  return others / all;
}

/**
 * Whether a part has no code of ours, so that short names make none of our stack traces harder to read. Packages that recognise
 * their errors by class names keep the names.
 */
function isForeign({ inputs }) {
  const paths = Object.keys(inputs);
  const foreign = /(?:^|[\\/])node_modules[\\/](?!ioredis|redis-errors|bullmq)/;
  return paths.length > 0 && paths.every((path) => foreign.test(path));
}

function isCommonJs({ entryPoint }) {
  return entryPoint !== undefined && metafile.inputs[entryPoint].format === 'cjs';
}

function fromPart(name, other) {
  const path = relative(dirname(name), other);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Packages that are modules, and that this part and its required parts need before they run. */
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

/** A script can require another one only when that has finished, so parts that need each other would see incomplete exports. */
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
