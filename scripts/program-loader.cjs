// The source of `dist/program.js`: loads the built parts, with V8's compiled code from the build if V8 accepts it. The build
// fills in PARTS. Beside it, `main.cache` has V8's compiled code, which another version of Node refuses. Then, or without the
// file, the parts are compiled on demand. A command may also name a file of the person's own cache for code that the package has no
// room for.
'use strict';
const {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

/**
 * `entries`: the parts to start with. `libraries`: the parts with packages that the sources require by name.
 * `modules`: packages that a part needs and that are modules, so that they cannot be required.
 * `packed`: the parts whose files are in Brotli.
 */
const { entries, libraries, modules, packed } = PARTS;

/** Compiled code by part: the place of each part's code in the file, then the bytes. */
const kept = codesFrom(() => readFileSync(join(__dirname, 'main.cache')));
/** The compiled code in the person's cache, by part. */
const own = new Map();
const loaded = new Map();
const scripts = new Map();
const imported = new Map();
const opening = '(function(exports,require,module,later,libraries,moduleUrl){';

/** The compiled code in a file: empty for a missing or damaged file. */
function codesFrom(read) {
  try {
    const bytes = read();
    const head = 4 + bytes.readUInt32LE(0);
    const places = JSON.parse(bytes.toString('utf8', 4, head));
    return new Map(
      Object.entries(places).map(([name, [at, size]]) => [name, bytes.subarray(head + at, head + at + size)]),
    );
  } catch {
    return new Map();
  }
}

/** The bytes of a file with compiled code, from their places on. */
function printCodes(codes) {
  const places = {};
  let at = 0;
  for (const [name, { length }] of codes) {
    places[name] = [at, length];
    at += length;
  }
  const head = Buffer.from(JSON.stringify(places));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  return Buffer.concat([size, head, ...codes.values()]);
}

const digestSize = 32;

function digestOf(bytes) {
  // Loading this module takes some milliseconds, which most commands need not spend.
  const { createHash } = require('node:crypto');
  return createHash('sha256').update(bytes).digest();
}

function writeAside(file, bytes) {
  const aside = `${file}.${process.pid}`;
  try {
    writeFileSync(aside, bytes, { mode: 0o600 });
    renameSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Compiled code in a file of the person's cache. The file begins with a digest, because V8 runs damaged code without a check. */
const compiled = {
  /** Takes the code in a file. A file of somebody else is not used. */
  use(file) {
    const codes = codesFrom(() => {
      const bytes = readFileSync(file);
      const rest = bytes.subarray(digestSize);
      const isOwn = process.getuid === undefined || statSync(file).uid === process.getuid();
      if (!isOwn || !digestOf(rest).equals(bytes.subarray(0, digestSize))) throw new Error('not ours');
      return rest;
    });
    for (const [name, code] of codes) own.set(name, code);
  },
  /** Adds the code of the parts that had to be compiled to a file. Without such parts, nothing is written. */
  keep(file) {
    const fresh = [...scripts].filter(([, script]) => script.cachedDataRejected !== false);
    if (fresh.length === 0) return;
    for (const [name, script] of fresh) own.set(name, script.createCachedData());
    const codes = new Map([...own].filter(([name]) => existsSync(fileOf(name))));
    const bytes = printCodes(codes);
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeAside(file, Buffer.concat([digestOf(bytes), bytes]));
    } catch {
      // A cache that cannot be written is none.
    }
  },
};

/** The file of a part. The build writes a few large parts in Brotli. */
function fileOf(name) {
  return join(__dirname, packed.includes(name) ? `${name}.br` : name);
}

function textOf(name) {
  const bytes = readFileSync(fileOf(name));
  return (packed.includes(name) ? require('node:zlib').brotliDecompressSync(bytes) : bytes).toString();
}

/** Runs a part, once; `name` is its path below this folder. */
function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const file = join(__dirname, name);
  const text = textOf(name);
  const cachedData = own.get(name) ?? kept.get(name);
  // The compiled code contains the file name, so the name must not reveal anything about the build machine.
  const place = { filename: `tidemark/${name}`, columnOffset: -opening.length };
  const script = new Script(`${opening}${text}\n})`, cachedData ? { ...place, cachedData } : place);
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
  globalThis[Symbol.for('tidemark.compiled')] = compiled;
  load(entries.main);
}

module.exports = { compiled, entries, kept, libraries, loadLater, printCodes, scripts, start };
