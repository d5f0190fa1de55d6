import { buildSync } from 'esbuild';
import path from 'node:path';
import { packageRoot } from '../../src/base/index.ts';

const built = new Map<string, string>();

/** The arguments with which Node runs a TypeScript file as a process of its own: to be killed, or to race with us. */
export function childArguments(script: string, ...rest: readonly string[]): string[] {
  return ['--enable-source-maps', bundled(script), ...rest];
}

function bundled(script: string): string {
  const known = built.get(script);
  if (known !== undefined) return known;
  const name = path
    .relative(packageRoot(), script)
    .replaceAll(path.sep, '-')
    .replace(/\.ts$/u, `-${process.pid}.mjs`);
  const outfile = path.join(packageRoot(), 'node_modules', '.cache', 'children', name);
  buildSync({
    entryPoints: [script],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    banner: {
      js: "import { createRequire as bannerRequire } from 'node:module'; const require = bannerRequire(import.meta.url);",
    },
  });
  built.set(script, outfile);
  return outfile;
}
