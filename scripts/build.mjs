// Bundles src/ into dist/: one file for each command, shared chunks between them, so that a command loads only what it uses.
import { build } from 'esbuild';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
rmSync(out, { recursive: true, force: true });
await build({
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
  sourcemap: true,
  sourcesContent: false,
  chunkNames: 'chunks/[name]-[hash]',
  plugins: [packages, ours],
  banner: {
    js: "import { createRequire as bannerRequire } from 'node:module'; const require = bannerRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
chmodSync(join(out, 'main.js'), 0o755);
