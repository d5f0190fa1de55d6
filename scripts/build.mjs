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
  'shiki',
  '@shikijs/engine-oniguruma',
  '@fortawesome/fontawesome-free',
]);

const packages = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => {
      const name = path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0];
      return outside.has(name) ? { path, external: true } : undefined;
    });
  },
};

const out = join(root, 'dist');
rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: [join(root, 'src/main.ts')],
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
  plugins: [packages],
  banner: {
    js: "import { createRequire as bannerRequire } from 'node:module'; const require = bannerRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
chmodSync(join(out, 'main.js'), 0o755);
