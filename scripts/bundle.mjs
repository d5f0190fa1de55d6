// Bundles src/ and its packages: one part for each command, and shared parts, so that a command loads
// only the code it uses. Bundled code loads several times faster than packages resolved file by file.
import { brotliCompressSync, constants } from 'node:zlib';
import { build, transform } from 'esbuild';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { libraryEntries } from './library.mjs';
import { root } from './ready.mjs';

// Everything is bundled except native modules, which are made for one platform, and two packages that are large and rarely
// used, without which the tarball is a third smaller. These are the package's only dependencies at run time.
export const outside = new Set(['better-sqlite3', 'satteri', '@shikijs/langs', 'beautiful-mermaid']);

/** Optional packages that others load if present: a slightly faster native helper, another server's client. */
const missing = new Set(['msgpackr-extract', '@valkey/valkey-glide']);

/**
 * Narrower entry points for packages whose main entry loads more than we use. yaml's browser build is the same code as modules, so
 * unused parts can be left out; undici's main entry brings fetch, WebSockets and caches along with the pool.
 */
const narrower = {
  yaml: join(root, 'node_modules/yaml/browser/index.js'),
  undici: join(root, 'scripts/undici-pool.mjs'),
};

/** Modules of BullMQ that nothing of ours calls: its clients for other libraries than ioredis. */
const otherClients = /[\\/]bullmq[\\/]dist[\\/]cjs[\\/]classes[\\/](?:bun-redis|valkey-glide)-client\.js$/;

/** undici has its parser of answers twice, and takes the one for every machine where the other one, for newer ones, cannot be loaded. */
const secondParser = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/;

const leftOut = {
  name: 'left out',
  setup({ onLoad }) {
    onLoad({ filter: otherClients }, () => ({ contents: '' }));
    onLoad({ filter: secondParser }, () => ({ contents: "throw new Error('not part of the package')" }));
  },
};

const packages = {
  name: 'packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      if (path in narrower) return { path: narrower[path] };
      // commander starts other programs for commands that are separate files, and we have none.
      if (path === 'node:child_process' && /[\\/]commander[\\/]/.test(importer))
        return { path, namespace: 'unused' };
      // BullMQ reads the times of repeated jobs with it, and we have none. It brings a library of dates along.
      if (path === 'cron-parser') return { path, namespace: 'unused' };
      if (missing.has(path)) return { path, namespace: 'missing' };
      const name = path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0];
      // Only satteri's native part stays outside: see `nativePart`.
      if (name === 'satteri') return undefined;
      return outside.has(name) ? { path, external: true } : undefined;
    });
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
    onLoad({ filter: /./, namespace: 'missing' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is not part of the package`)})`,
    }));
  },
};

/** The loader provides this function in the built parts, in place of `createRequire(import.meta.url)` in the sources. */
const require$ = 'createRequire(import.meta.url)';
const required = {
  name: 'required',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes(require$)) return undefined;
      const contents = source
        .replace(/^import \{ createRequire \} from 'node:module';$/m, '')
        .replaceAll(require$, 'libraries');
      return { contents, loader: 'ts' };
    });
  },
};

/**
 * satteri's scripts are in the bundle, since loading its thirty modules one by one takes longer than reading a page. Its native
 * part, which is made for one platform, comes from the installed package. So both must be of one release, which package.json pins.
 */
const nativePart = {
  name: 'native part',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]satteri[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const own = 'createRequire(import.meta.url)';
      if (source.split(own).length !== 2) throw new Error(`${path} no longer says ${own} once`);
      return { contents: source.replace(own, `createRequire(${own}.resolve('satteri'))`) };
    });
  },
};

/**
 * Icons as data: their packages have each drawing four times. Here each drawing is included once, whatever names it has, and
 * without the font's letters and code points.
 */
const iconPackages = ['solid', 'brands', 'regular'].map((set) => `@fortawesome/free-${set}-svg-icons`);
const iconSets = {
  name: 'icon sets',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@fortawesome[\\/][^\\/]*[\\/]index\.m?js$/ }, ({ path }) => {
      const set = createRequire(path)('./index.js');
      const named = Object.entries(set).filter(([, value]) => Array.isArray(value?.icon));
      const drawings = [...new Set(named.map(([, { icon }]) => icon))];
      const places = new Map(drawings.map((icon, at) => [icon, at]));
      const kept = drawings.map(([width, height, , , path]) => [width, height, 0, 0, path]);
      const names = Object.fromEntries(named.map(([name, { icon }]) => [name, places.get(icon)]));
      return {
        contents: `import{brotliDecompressSync}from'node:zlib';const [drawings,names]=JSON.parse(${packed([kept, names])});
export default Object.fromEntries(Object.entries(names).map(([name,at])=>[name,{icon:drawings[at]}]))`,
      };
    });
  },
};

/** Emoji as data: only their names, without descriptions. */
const emojiNames = {
  name: 'emoji names',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]gemoji[\\/]index\.js$/ }, async ({ path }) => {
      const { nameToEmoji } = await import(pathToFileURL(path).href);
      return { contents: `export default {nameToEmoji:JSON.parse(${literal(nameToEmoji)})}` };
    });
  },
};

/** The queue's scripts for Redis without comments, which we would send to Redis although nobody reads them there. */
const redisScripts = {
  name: 'redis scripts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]bullmq[\\/]dist[\\/]\w+[\\/]scripts[\\/][^\\/]*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace(/--\[\[[\s\S]*?\]\]/g, '')
        .replace(/^[ \t]*--.*$/gm, '')
        .replace(/\n\s+/g, '\n'),
    }));
  },
};

/** A value as a JSON literal, which is parsed faster than JavaScript code of the same value. */
const literal = (value) => JSON.stringify(JSON.stringify(value));

/**
 * A value as JSON in Brotli, which takes a quarter less space in the tarball than the tarball's own compression, and two
 * milliseconds to read. Code with such a value must import `brotliDecompressSync`.
 */
const packed = (value) => {
  const bytes = JSON.stringify(brotli(JSON.stringify(value)).toString('base64'));
  return `brotliDecompressSync(Buffer.from(${bytes},'base64')).toString()`;
};

/** A text in Brotli, as small as Brotli makes it. */
export function brotli(text) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };
  return brotliCompressSync(text, { params });
}

/** Shiki's grammars, except those that highlight.js has as well, which nothing uses. */
const grammars = {
  name: 'grammars',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]shiki[\\/]dist[\\/]langs\.mjs$/ }, async ({ path }) => {
      const { bundledLanguagesInfo } = await import(pathToFileURL(path).href);
      const { grammarNamed } = await sourceModule('src/site/html/grammar-names.ts');
      const rows = bundledLanguagesInfo.flatMap(({ id, aliases = [] }) =>
        [id, ...aliases]
          .filter((name) => grammarNamed(name) === undefined)
          .map((name) => `${JSON.stringify(name)}:()=>import(${JSON.stringify(`@shikijs/langs/${id}`)})`),
      );
      return {
        contents: `export const bundledLanguages={${rows.join()}};export const bundledLanguagesAlias={};`,
        resolveDir: dirname(path),
      };
    });
  },
};

/** A module of ours that imports nothing, for the build itself. */
async function sourceModule(path) {
  const { code } = await transform(readFileSync(join(root, path), 'utf8'), { loader: 'ts', format: 'esm' });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The packages that the sources require by name at run time. Each becomes a separate part, which the loader finds by name. */
function librariesOf(folder) {
  const names = new Set([...iconPackages, 'highlight.js/lib/core']);
  for (const file of readdirSync(join(root, 'node_modules/highlight.js/lib/languages')))
    if (/^[^.]+\.js$/.test(file)) names.add(`highlight.js/lib/languages/${basename(file, '.js')}`);
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, id] of text.matchAll(/createRequire\(import\.meta\.url\)\('([^']+)'\)/g))
      if (!outside.has(id)) names.add(id);
  }
  return [...names].sort();
}

function partName(id) {
  return id.replace(/^@/, '').replace(/\.js$/, '');
}

// None of our modules has side effects, so esbuild may drop unused imports, and an `index.ts` costs only the parts that are used.
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

/** Returns the parts without writing them. `libraries`: the path in `out` of each library's part, without hash and ending. */
export async function bundle(out) {
  const libraries = Object.fromEntries(
    librariesOf(join(root, 'src')).map((id) => [id, `libraries/${partName(id)}`]),
  );
  const { outputFiles, metafile } = await build({
    entryPoints: [
      { in: join(root, 'src/main.ts'), out: 'main' },
      { in: join(root, 'src/render-thread.ts'), out: 'render-thread' },
      ...libraryEntries.map((name) => ({ in: join(root, `src/library/${name}.ts`), out: `library/${name}` })),
      ...Object.entries(libraries).map(([id, path]) => ({ in: id, out: path })),
    ],
    outdir: out,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: false,
    entryNames: '[dir]/[name]-[hash]',
    chunkNames: 'chunks/[name]-[hash]',
    // The library that builds XML for SAML defines some methods twice in the same way.
    logOverride: { 'duplicate-class-member': 'silent' },
    plugins: [packages, leftOut, ours, required, nativePart, iconSets, emojiNames, grammars, redisScripts],
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  return { outputFiles, metafile, libraries };
}
