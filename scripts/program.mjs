// Writes `dist/main.js` and `dist/program.js` around the built parts, and beside them V8's compiled code for the start of some
// commands.
import { transform } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/**
 * Writes the program into `out`. `entries`: the parts to start with, `main` among them. `libraries`: the parts with packages
 * that the sources require by name. `modules`: by part, the packages that are modules and must be loaded before the part
 * runs. `packed`: the parts whose files are in Brotli.
 */
export async function writeProgram(out, { entries, libraries = {}, modules, packed = [] }) {
  const { code } = await transform(ownScript('program-loader.cjs'), {
    platform: 'node',
    target: 'node20.19',
    minify: true,
    define: { PARTS: 'parts' },
  });
  const parts = JSON.stringify({ entries, libraries, modules, packed });
  writeFileSync(join(out, 'program.js'), `const parts=${parts};\n${code}`);
  const main = join(out, 'main.js');
  writeFileSync(main, `#!/usr/bin/env node\n${await launcher()}`);
  chmodSync(main, 0o755);
  // The package's own files are modules, but the built ones are scripts, whose compiled code V8 can keep.
  writeFileSync(join(out, 'package.json'), '{"type":"commonjs"}\n');
  return main;
}

function ownScript(name) {
  return readFileSync(join(dirname(here), name), 'utf8');
}

/** The program's launcher, which any Node can parse: esbuild refuses anything newer than ES5. */
async function launcher() {
  const { engines } = JSON.parse(readFileSync(join(dirname(here), '..', 'package.json'), 'utf8'));
  const wanted = engines.node.match(/\d+/g).map(Number);
  const { code } = await transform(ownScript('program-launcher.cjs'), {
    target: 'es5',
    minifyWhitespace: true,
    define: { WANTED: JSON.stringify(wanted) },
  });
  return code;
}

/** Runs the program with each list of arguments in turn; each run adds to the code of the earlier runs. */
export function keepCode(program, beginnings, { files = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-build-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    for (const args of beginnings)
      spawnSync(process.execPath, [here, program, ...args], {
        cwd: folder,
        // The caches of the commands are deleted with the folder.
        env: { PATH: process.env.PATH, XDG_CACHE_HOME: join(folder, 'cache') },
        stdio: 'ignore',
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One of those runs: runs the program as usual, and at its end writes the compiled code to `main.cache`. */
async function runAndKeep([program, ...args]) {
  process.argv = [process.execPath, program, ...args];
  const { entries, kept, loadLater, printCodes, scripts } = createRequire(here)(program);
  process.on('exit', () => {
    const now = [...scripts].map(([name, script]) => [name, script.createCachedData()]);
    const file = join(dirname(program), 'main.cache');
    writeFileSync(`${file}.new`, printCodes(new Map([...kept, ...now])));
    renameSync(`${file}.new`, file);
  });
  await loadLater(entries.main);
}

if (process.argv[1] === here) await runAndKeep(process.argv.slice(2));
