// Bundles the app's editor for browsers: one file, which is loaded only where a person edits a page.
import { build } from 'esbuild';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './ready.mjs';

/** The largest size of the editor with gzip. */
const mostBytes = 250_000;

export async function browserEditor() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'src/app/browser/editor.mjs')],
    bundle: true,
    write: false,
    outdir: join(root, 'dist'),
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const [{ text }] = outputFiles;
  const weight = gzipSync(text).byteLength;
  if (weight > mostBytes)
    throw new Error(`The editor weighs ${weight} bytes with gzip; ${mostBytes} is the most that it may.`);
  const [{ inputs }] = Object.values(metafile.outputs);
  return { text, inputs, weight };
}
