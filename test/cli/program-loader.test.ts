import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';

interface ProgramScript {
  writeProgram(
    out: string,
    parts: {
      entries: Record<string, string>;
      modules: Record<string, readonly string[]>;
      packed: readonly string[];
    },
  ): Promise<string>;
  keepCode(program: string, beginnings: readonly (readonly string[])[]): void;
}

/**
 * Parts as the build writes them: an entry, a part that it requires, and a part that it loads later with a package that is a
 * module.
 */
const parts: Readonly<Record<string, string>> = {
  'main-1.js': `if(process.argv[2]==="fail")throw new Error("told so");
    const{greet,count}=require("./chunks/greet.js");
    later("./chunks/late.js").then(({late})=>console.log([greet("you"),late(),moduleUrl.endsWith("/main-1.js"),typeof count,libraries.resolve("only-module").endsWith("index.js")].join(" ")));`,
  'chunks/greet.js': `Object.defineProperty(exports,"__esModule",{value:true});
    Object.defineProperty(exports,"greet",{get:()=>greet,enumerable:true});
    Object.defineProperty(exports,"count",{get:()=>count,enumerable:true});
    let count=1;function greet(name){return "hello "+name+" from "+require("node:path").basename("/a/b")}`,
  'chunks/late.js': `const only=require("only-module");exports.late=()=>only.word;`,
};
/** The parts whose files are in Brotli. */
const packed = ['chunks/late.js'];

let folder: string;
let program: string;
let script: ProgramScript;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-loader-'));
  const out = join(folder, 'dist');
  mkdirSync(join(out, 'chunks'), { recursive: true });
  for (const [name, text] of Object.entries(parts))
    if (packed.includes(name)) writeFileSync(join(out, `${name}.br`), brotliCompressSync(text));
    else writeFileSync(join(out, name), text);
  mkdirSync(join(folder, 'node_modules', 'only-module'), { recursive: true });
  writeFileSync(
    join(folder, 'node_modules', 'only-module', 'package.json'),
    '{"name":"only-module","type":"module","exports":"./index.js"}',
  );
  writeFileSync(join(folder, 'node_modules', 'only-module', 'index.js'), 'export const word = "later";');
  const path = pathToFileURL(join(packageRoot(), 'scripts', 'program.mjs')).href;
  script = (await import(path)) as ProgramScript;
  program = await script.writeProgram(out, {
    entries: { main: 'main-1.js' },
    modules: { 'chunks/late.js': ['only-module'] },
    packed,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (file = program, ...args: string[]) =>
  spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });
const said = 'hello you from b later true number true\n';

describe('the built program', () => {
  it('runs its parts, and packages that are modules, without any kept code', () => {
    expect(run()).toMatchObject({ stdout: said, stderr: '', status: 0 });
  });

  it('runs the same with kept code, of which a second keeping loses nothing, and through a link', () => {
    script.keepCode(program, [['any'], ['fail']]);
    const bytes = readFileSync(join(folder, 'dist', 'main.cache'));
    const places = JSON.parse(bytes.toString('utf8', 4, 4 + bytes.readUInt32LE(0))) as Record<
      string,
      [number, number]
    >;
    symlinkSync(program, join(folder, 'tidemark'));

    // The failed run reached the end of neither part.
    expect(Object.keys(places).sort()).toEqual(Object.keys(parts).sort());
    expect(run()).toMatchObject({ stdout: said, stderr: '', status: 0 });
    expect(run(join(folder, 'tidemark'))).toMatchObject({ stdout: said, stderr: '', status: 0 });
  });

  it('runs the same when the kept code is of another version, or is not code at all', () => {
    const cache = join(folder, 'dist', 'main.cache');
    const bytes = readFileSync(cache);
    const head = 4 + bytes.readUInt32LE(0);
    const other = Buffer.from(bytes);
    for (let at = head; at < other.length; at += 7) other[at] = (other[at] ?? 0) ^ 0x55;
    for (const broken of [other, bytes.subarray(0, head), Buffer.from('no'), Buffer.alloc(0)]) {
      writeFileSync(cache, broken);
      expect(run()).toMatchObject({ stdout: said, stderr: '', status: 0 });
    }
  });

  describe('with a file in the person’s cache', () => {
    const file = (): string => join(folder, 'cache', 'compiled', 'code');
    /** Runs the program with the code in the file, sets V8's options as exports do, and tells which parts V8 took compiled. */
    const withOwn = (flags = ''): { said: string; compiled: string[]; names: string[] } => {
      const source = `
        const { compiled, loadLater, scripts } = require(process.argv[1]);
        compiled.use(process.argv[2]);
        process.argv = [];
        loadLater('main-1.js').then(() => loadLater('chunks/late.js')).then(() => {
          if (${JSON.stringify(flags)}) for (const flag of ['50', '0']) require('node:v8').setFlagsFromString('--heap-growing-percent=' + flag);
          compiled.keep(${JSON.stringify(file())});
          const all = [...scripts];
          const taken = all.filter(([, script]) => script.cachedDataRejected === false);
          console.error(JSON.stringify({ names: all.map(([name]) => name), compiled: taken.map(([name]) => name) }));
        });`;
      const { stdout, stderr } = spawnSync(process.execPath, ['-e', source, program, file()], {
        encoding: 'utf8',
      });
      return { said: stdout, ...(JSON.parse(stderr) as { compiled: string[]; names: string[] }) };
    };

    it('leaves the code of parts that the build did not keep, and takes it the next time', () => {
      rmSync(join(folder, 'dist', 'main.cache'), { force: true });
      expect(withOwn('set and taken back')).toMatchObject({ said, compiled: [] });
      const { mtimeMs, mode } = statSync(file());
      expect(mode & 0o077).toBe(0);
      const again = withOwn();
      expect(again.said).toBe(said);
      expect(again.compiled.sort()).toEqual([...again.names].sort());
      expect(statSync(file()).mtimeMs).toBe(mtimeMs);
      expect(readdirSync(dirname(file()))).toEqual(['code']);
    });

    it('takes nothing from a damaged file, and replaces it', () => {
      const whole = readFileSync(file());
      const changed = Buffer.from(whole);
      changed[whole.length - 100] = (changed[whole.length - 100] ?? 0) ^ 1;
      for (const broken of [changed, whole.subarray(0, -1), Buffer.from('no'), Buffer.alloc(0)]) {
        writeFileSync(file(), broken);
        expect(withOwn()).toMatchObject({ said, compiled: [] });
        expect(readFileSync(file()).length).toBe(whole.length);
      }
    });

    it('runs the same where the cache cannot be written', () => {
      rmSync(join(folder, 'cache'), { recursive: true });
      writeFileSync(join(folder, 'cache'), 'a file');
      expect(withOwn()).toMatchObject({ said, compiled: [] });
      expect(readFileSync(join(folder, 'cache'), 'utf8')).toBe('a file');
    });
  });

  it('says the line and column of a part where something went wrong', () => {
    expect(run(program, 'fail').stderr).toMatch(/main-1\.js:1:35\b/);
  });
});
