import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { installedProgram, type Installed } from '../support/installed.ts';

/** A program of a user of the package: it uses each entry, and states its expectations as types. */
const program = `
import { readFileSync, writeFileSync } from 'node:fs';
import * as all from 'tidemark';
import { connect, type ConnectedClient } from 'tidemark/client';
import { exportSite, type ExportReport } from 'tidemark/export';
import { checkLinks, type LinkReport } from 'tidemark/links';
import { startService, type StartedService } from 'tidemark/service';
import { openSync, type CycleReport, type OpenedSync } from 'tidemark/sync';

const [seed = ''] = process.argv.slice(2);
const service: StartedService = await startService({ data: ':memory:', seeds: [seed] });
const token: string = service.token ?? '';
const client: ConnectedClient = await connect({ url: service.url, token });
const user = await client.getAuthenticatedUser();
const name: string = user.displayName;
// @ts-expect-error: the interface has no such member
const nothing: unknown = user.thereIsNoSuchMember;
const spaces: string[] = [];
for (const { id } of service.spaces) spaces.push((await client.getSpaceById({ params: { spaceId: id } })).title);

writeFileSync(
  'sync.config.yaml',
  \`service: { url: "\${service.url}", token: "\\\${TIDEMARK_TOKEN}" }\\nrepository: { path: ./docs }\\n\`,
);
const sync: OpenedSync = await openSync({ env: { TIDEMARK_TOKEN: token } });
const cycle: CycleReport = await sync.cycle();
const mirrored = await sync.spaces();
await sync.close();

const links: LinkReport = await checkLinks({ folder: 'docs' });
const site: ExportReport = await exportSite({ folder: 'docs/guides', out: 'site', allowPrivate: true });
await client.close();
await service.close();
console.log(
  JSON.stringify({
    name: typeof name,
    nothing: typeof nothing,
    spaces,
    cycle: cycle.problems.length,
    mirrored: mirrored.length,
    broken: links.findings.filter(({ level }) => level === 'error').length,
    pages: site.pages,
    index: readFileSync('site/index.html', 'utf8').includes('<html'),
    all: Object.keys(all).sort(),
  }),
);
`;

/** A program that gives impossible values, and that goes on after it closed things. It says how each call failed. */
const careless = `
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { AppError, connect, exportSite, openSync, startService } from 'tidemark';
import { AppError as SameError } from 'tidemark/links';

const said: Record<string, string> = {};
async function tell(what: string, call: Promise<unknown>): Promise<void> {
  said[what] = await call.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError && error.hint !== undefined ? error.code : String(error)),
  );
}

const service = await startService({ data: ':memory:', seeds: ['sample'] });
const { port } = new URL(service.url);
await tell('a used port', startService({ data: ':memory:', port: Number(port) }));
await tell('a port that is none', startService({ data: ':memory:', port: 99_999 }));
await tell('a host of nobody', startService({ data: ':memory:', host: 'nobody.invalid' }));
await tell('a base that is no address', exportSite({ folder: 'sample', out: 'site', baseUrl: 'nope' }));
await tell('no time', connect({ url: service.url, timeoutMs: 0 }));

writeFileSync(
  'sync.config.yaml',
  \`service: { url: "\${service.url}", token: "\\\${TIDEMARK_TOKEN}" }\\nrepository: { path: ./docs }\\n\`,
);
const env = { TIDEMARK_TOKEN: service.token ?? '' };
const sync = await openSync({ env });
const cycle = tell('a cycle that was under way', sync.cycle());
await sync.close();
await cycle;
await sync.close();
await tell('a later cycle', sync.cycle());
await tell('a later status', sync.status());
await tell('later spaces', sync.spaces());
const again = await openSync({ env });
await tell('a cycle of another one', again.cycle());
await again.close();

const silent = createServer(() => undefined).listen(0, '127.0.0.1');
await new Promise((resolve) => silent.once('listening', resolve));
const client = await connect({ url: \`http://127.0.0.1:\${(silent.address() as { port: number }).port}\` });
const call = tell('a call that was under way', client.getAuthenticatedUser());
await client.close();
await call;
await tell('a later call', client.getAuthenticatedUser());
silent.closeAllConnections();
silent.close();
await service.close();
console.log(JSON.stringify({ ...said, same: String(AppError === SameError) }));
`;

const tsc = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');

/**
 * The types do not depend on the Node that runs the program: the tests of the machine's own Node check them, those of others
 * (`npm run nodes`) only make programs of the same files, which is most of what the compiler costs.
 */
const noCheck = (process.env['TIDEMARK_TEST_NODE'] ?? process.execPath) !== process.execPath;

const compilerOptions = {
  noCheck,
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  // The types must compile with only the contents of the package.
  skipLibCheck: false,
  types: ['node'],
  typeRoots: [join(packageRoot(), 'node_modules', '@types')],
  outDir: 'out',
};

let installed: Installed;
const folder = mkdtempSync(join(tmpdir(), 'tidemark-library-'));
/** The modules that have a page in the handbook, each with examples that make one program. */
let modules: string[];

function examplesOf(module: string): string {
  const page = join(installed.packageFolder, 'docs/guide/reference/library', `${module}.md`);
  const examples = [...readFileSync(page, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)];
  return examples.map(([, code]) => code).join('\n');
}

/** Compiles the program and all examples at once: what the types of the package cost the compiler, it pays once. */
function compile(): string {
  const files = ['program.ts', 'careless.ts', ...modules.map((module) => `${module}.ts`)];
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'careless.ts'), careless);
  for (const module of modules) writeFileSync(join(folder, `${module}.ts`), examplesOf(module));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' }).stdout;
}

let complaints: string;
beforeAll(async () => {
  installed = await installedProgram();
  modules = readdirSync(join(installed.packageFolder, 'docs/guide/reference/library')).map((file) =>
    file.replace(/\.md$/u, ''),
  );
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(installed.packageFolder, join(folder, 'node_modules', 'tidemark'));
  symlinkSync(join(installed.packageFolder, 'templates', 'sample'), join(folder, 'sample'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  complaints = compile();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(module: string, ...args: string[]): string {
  const home = join(folder, `run-${module}`);
  mkdirSync(home);
  symlinkSync(join(folder, 'sample'), join(home, 'sample'));
  return execFileSync(installed.node, [join(folder, 'out', `${module}.js`), ...args], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home },
  });
}

describe('the library in the package', () => {
  it('has types that a strict program and the examples of the handbook compile with', () => {
    expect(complaints).toBe('');
  });

  it('does in a program what its entries say', () => {
    const said = run('program', join(installed.packageFolder, 'templates', 'sample'));

    expect(JSON.parse(said)).toEqual({
      name: 'string',
      nothing: 'undefined',
      spaces: ['Developers', 'Guides', 'Help'],
      cycle: 0,
      mirrored: 3,
      broken: 1,
      pages: 13,
      index: true,
      all: ['AppError', 'checkLinks', 'connect', 'exportSite', 'openSync', 'startService'],
    });
  });

  it('says with a code why a call failed, and lets no call hang that was under way when it was closed', () => {
    expect(JSON.parse(run('careless'))).toEqual({
      'a used port': 'PORT_IN_USE',
      'a port that is none': 'USAGE',
      'a host of nobody': 'FILE_SYSTEM',
      'a base that is no address': 'USAGE',
      'no time': 'USAGE',
      'a cycle that was under way': 'CANCELLED',
      'a later cycle': 'CANCELLED',
      'a later status': 'CANCELLED',
      'later spaces': 'CANCELLED',
      'a cycle of another one': 'done',
      'a call that was under way': 'CANCELLED',
      'a later call': 'CANCELLED',
      same: 'true',
    });
  });

  it('does what the handbook shows, in one program for each page of a module', () => {
    for (const module of modules) expect(examplesOf(module)).toContain(`from 'tidemark/${module}'`);
    const said = Object.fromEntries(modules.map((module) => [module, run(module)]));

    expect(said).toEqual({
      service: "[ 'Developers', 'Guides', 'Help' ]\n200\n",
      client: expect.stringMatching(
        /^Developers http\S+\nDevelopers\nGuides\nHelp\nNOT_FOUND .+\n$/u,
      ) as string,
      sync: expect.stringMatching(
        /^changed 0\nDevelopers [^]*\{ ahead: 0, behind: 0, proposals: 0 \}\n\[ 'Dev/u,
      ) as string,
      links: expect.stringMatching(/^true true\n(?:\S+\.md:\d+ \w+ [\w-]+ .+\n)+broken \d+\n$/u) as string,
      export: expect.stringMatching(/^pages 13 files true\n[^]*written again 0\n$/u) as string,
    });
  });

  it('has types for each entry that it exports', () => {
    const { exports } = JSON.parse(readFileSync(join(installed.packageFolder, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string; default: string } | string>;
    };
    const entries = Object.values(exports).filter((entry) => typeof entry !== 'string');

    expect(entries).toHaveLength(6);
    for (const { types, default: module } of entries)
      for (const path of [types, module])
        expect(readFileSync(join(installed.packageFolder, path), 'utf8')).toMatch(/export/);
  });
});
