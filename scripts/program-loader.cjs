// The source of `dist/program.js`: loads the built parts, with V8's compiled code from the build if V8 accepts it. The build
// fills in PARTS. Beside it, `main.cache` has V8's compiled code, which another version of Node refuses. Then, or without the
// file, the parts are compiled on demand.
'use strict';
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

/**
 * `entries`: the parts to start with. `libraries`: the parts with packages that the sources require by name.
 * `modules`: packages that a part needs and that are modules, so that they cannot be required.
 */
const { entries, libraries, modules } = PARTS;

/** Compiled code by part: the place of each part's code in the file, then the bytes. */
const kept = readKept();
const loaded = new Map();
const scripts = new Map();
const imported = new Map();
const opening = '(function(exports,require,module,later,libraries,moduleUrl){';

function readKept() {
  try {
    const bytes = readFileSync(join(__dirname, 'main.cache'));
    const head = 4 + bytes.readUInt32LE(0);
    const places = JSON.parse(bytes.toString('utf8', 4, head));
    return new Map(
      Object.entries(places).map(([name, [at, size]]) => [name, bytes.subarray(head + at, head + at + size)]),
    );
  } catch {
    return new Map();
  }
}

/** Runs a part, once; `name` is its path below this folder. */
function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const file = join(__dirname, name);
  const cachedData = kept.get(name);
  // The compiled code contains the file name, so the name must not reveal anything about the build machine.
  const place = { filename: `tidemark/${name}`, columnOffset: -opening.length };
  const script = new Script(
    `${opening}${readFileSync(file, 'utf8')}\n})`,
    cachedData ? { ...place, cachedData } : place,
  );
  scripts.set(name, script);
  const from = dirname(name);
  const find = (id) => {
    if (id.startsWith('.')) return load(join(from, id));
    return imported.get(id) ?? require(id);
  };
  const later = (id) => (id.startsWith('.') ? loadLater(join(from, id)) : import(id));
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, find, module, later, library, pathToFileURL(file).href);
  module.exports = plain(module.exports);
  return module.exports;
}

/** Copies exports as plain values, because each call through the parts' getters would look the function up again. */
function plain(exports) {
  if (exports.__esModule !== true) return exports;
  const values = { __esModule: true };
  for (const key of Object.keys(exports)) {
    const value = exports[key];
    if (typeof value === 'function') values[key] = value;
    else Object.defineProperty(values, key, { get: () => exports[key], enumerable: true });
  }
  return values;
}

/** The exports of a CommonJS package, or the names of a package that is a module. */
function library(id) {
  if (!Object.hasOwn(libraries, id)) return require(id);
  const part = load(libraries[id]);
  return 'default' in part ? part.default : part;
}
library.resolve = (id) => require.resolve(id);

async function loadLater(name) {
  for (const id of modules[name] ?? []) if (!imported.has(id)) imported.set(id, await import(id));
  return load(name);
}

/** Starts the entry for the command line. */
function start() {
  load(entries.main);
}

module.exports = { entries, kept, libraries, loadLater, scripts, start };
