// What `dist/program.js` is made from: loads the built parts, each compiled before where V8 takes what the build has kept.
// The build writes PARTS; beside it, `main.cache` holds code of V8's making, which another version of Node refuses: then,
// or without the file, the same parts are compiled as they are needed.
'use strict';
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

/**
 * `entries`: names of the parts to begin with. `libraries`: the parts that hold packages which the sources require by name.
 * `modules`: what a part needs that is a module and cannot be required.
 */
const { entries, libraries, modules } = PARTS;

/** Code by the name of its part: the place of each in the file, then the bytes. */
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
  // Kept code has the name in it: one that says nothing of the machine that built it.
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

/** Functions as they are; through the getters that the parts are made with, each call would ask for them again. */
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

/** What a package in CommonJS gives, or the names of one that is a module. */
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

/** Begins what the command line asks for. */
function start() {
  load(entries.main);
}

module.exports = { entries, kept, libraries, loadLater, scripts, start };
