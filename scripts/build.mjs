// Bundles src/ into dist/: one file for each command, shared chunks between them, so that a command loads only what it uses.
import { build } from 'esbuild';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ready.mjs';

// Packages that every command loads are bundled: resolving them from node_modules costs more than their code.
const bundled = new Set(['commander', 'picocolors', 'yaml']);

const outside = {
  name: 'packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => {
      const name = path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0];
      return bundled.has(name) ? undefined : { path, external: true };
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
  sourcemap: true,
  sourcesContent: false,
  chunkNames: 'chunks/[name]-[hash]',
  plugins: [outside],
  banner: {
    js: "import { createRequire as bannerRequire } from 'node:module'; const require = bannerRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
chmodSync(join(out, 'main.js'), 0o755);
