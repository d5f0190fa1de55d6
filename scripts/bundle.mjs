// Bundles src/ and the packages that it uses: one part for each command, shared parts between them, so that a command loads
// only what it uses. Bundled code loads several times faster than packages resolved file by file.
import { brotliCompressSync, constants } from 'node:zlib';
import { build, transform } from 'esbuild';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { libraryEntries } from './library.mjs';
import { root } from './ready.mjs';

// Everything is bundled but what stays outside: native modules, which are made for one platform, and two that are large and
// rarely used, without which the tarball is a third smaller. These are the package's only dependencies at run time.
export const outside = new Set(['better-sqlite3', 'satteri', '@shikijs/langs', 'beautiful-mermaid']);

/** What packages load if it is there, and do without: a native helper that is a little quicker, another server's client. */
const missing = new Set(['msgpackr-extract', '@valkey/valkey-glide']);

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
      if (missing.has(path)) return { path, namespace: 'missing' };
      const name = path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0];
      // Its native part alone stays outside: see `nativePart`.
      if (name === 'satteri') return undefined;
      return outside.has(name) ? { path, external: true } : undefined;
    });
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
    onLoad({ filter: /./, namespace: 'missing' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is not part of the package`)})`,
    }));
  },
};

/** What `createRequire(import.meta.url)` gives in the sources: the loader gives it in the built parts. */
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
 * satteri's scripts are in the bundle, since reading its thirty modules one by one takes longer than reading a page; its native part, which
 * is made for one platform, is found from the package as it is installed. So the two have to be of one release: package.json names it.
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
 * Icons as data: their packages hold each drawing four times over. Here each is there once, whatever names it has, and without
 * the letters and code points of the font.
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

/** Emoji as data: their names alone, without what they look like in words. */
const emojiNames = {
  name: 'emoji names',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]gemoji[\\/]index\.js$/ }, async ({ path }) => {
      const { nameToEmoji } = await import(pathToFileURL(path).href);
      return { contents: `export default {nameToEmoji:JSON.parse(${literal(nameToEmoji)})}` };
    });
  },
};

/** The queue's scripts for Redis without their comments, which Redis would be sent and nobody would read. */
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

/** A value as JSON in a literal, which is read faster than the value written out. */
const literal = (value) => JSON.stringify(JSON.stringify(value));

/**
 * A value as JSON in Brotli, which takes a quarter less of the tarball than what the tarball's own packing makes of it, and two
 * milliseconds to read. What contains it imports `brotliDecompressSync`.
 */
const packed = (value) => {
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };
  const bytes = brotliCompressSync(JSON.stringify(value), { params: parameters });
  return `brotliDecompressSync(Buffer.from(${JSON.stringify(bytes.toString('base64'))},'base64')).toString()`;
};

/** Shiki's grammars but for those that highlight.js has as well: nobody asks for these. */
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

/** What the sources require by name while they run: each becomes a part of its own, which the loader finds by that name. */
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

/** Gives the parts, not written yet; `libraries`: where in `out`, but for hash and ending, each library's part is. */
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
    // The library that builds XML for SAML writes down some methods twice, the same ones.
    logOverride: { 'duplicate-class-member': 'silent' },
    plugins: [packages, ours, required, nativePart, iconSets, emojiNames, grammars, redisScripts],
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  return { outputFiles, metafile, libraries };
}
