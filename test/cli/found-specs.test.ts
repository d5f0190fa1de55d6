import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pathsOfRawAddress } from '../../src/cli/export/edit-address.ts';
import { FoundSpecs, missingDocuments, withSpecs } from '../../src/cli/export/found-specs.ts';
import { siteInFolder } from '../../src/cli/export/folder-source.ts';
import { readMirrorSource } from '../../src/cli/export/mirror-source.ts';
import { realPorts } from '../../src/real-ports.ts';
import { fileCache, memoryFiles, type SiteInput } from '../../src/site/index.ts';
import { exported, type Exported } from '../site/site-fixture.ts';

const top = mkdtempSync(join(tmpdir(), 'tidemark-checkout-'));
const outside = mkdtempSync(join(tmpdir(), 'tidemark-outside-'));
afterAll(() => {
  for (const folder of [top, outside]) rmSync(folder, { recursive: true, force: true });
});
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
};
const git = (...args: string[]): void => void execFileSync('git', ['-C', top, ...args], { stdio: 'ignore' });
const document = (path: string, summary: string): string =>
  `openapi: 3.0.0\ninfo: { title: T, version: 1.0.0 }\npaths:\n  ${path}:\n    get: { summary: ${summary}, responses: { '200': { description: Fine } } }\n`;
const block = (name: string, path: string, link: string): string =>
  `{% openapi-operation spec="${name}" path="${path}" method="get" %}\n${link}\n{% endopenapi-operation %}\n`;
const raw = 'https://raw.githubusercontent.com/harbour/docs/refs/heads/main';

put(
  'docs/README.md',
  `# Home\n
${block('by-address', '/boats', `[spec](${raw}/api/boats.yaml)`)}
${block('quays', '/quays', 'Words.')}
{% openapi src="../api/v2/tides.json" path="/tides" method="get" %}\n{% endopenapi %}\n
${block('twice', '/gulls', 'Words.')}
${block('foreign', '/boats', '[spec](https://raw.githubusercontent.com/other/docs/main/api/boats.yaml)')}
${block('linked', '/secret', `[spec](${raw}/api/linked.yaml)`)}
${block('plain', '/secret', `[spec](${raw}/api/plain.yaml)`)}
`,
);
put('api/boats.yaml', document('/boats', 'All the boats'));
put('services/harbour/Quays.yml', document('/quays', 'All the quays'));
put(
  'api/v2/tides.json',
  '{ "openapi": "3.1.0", "paths": { "/tides": { "get": { "summary": "All the tides" } } } }',
);
put('one/twice.yaml', document('/gulls', 'Gulls of one'));
put('two/twice.yaml', document('/gulls', 'Gulls of two'));
put('api/plain.yaml', 'secret: value\n');
writeFileSync(join(outside, 'linked.yaml'), document('/secret', 'A secret'));
symlinkSync(join(outside, 'linked.yaml'), join(top, 'api/linked.yaml'));
git('init', '-q');
git('remote', 'add', 'origin', 'git@github.com:Harbour/docs.git');
git('add', '.');
git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'One');

const root = join(top, 'docs');
const input = async (): Promise<SiteInput> => (await readMirrorSource({ root, ...siteInFolder(root) })).input;
const shown = async (specs: FoundSpecs): Promise<Exported> => exported(withSpecs(await input(), specs.all()));

describe('OpenAPI documents of the checkout outside of the exported folder', () => {
  const files = memoryFiles();

  it('are found by an address of the repository’s host, a path and the name of one file', async () => {
    const specs = new FoundSpecs(root, fileCache(files));
    const first = await shown(specs);
    expect(await specs.lookFor(missingDocuments(first.report), { ports: realPorts })).toBe(true);
    const { text, report } = await shown(specs);
    for (const words of ['All the boats', 'All the quays', 'All the tides'])
      expect(text('index.html')).toContain(words);
    expect(text('index.html')).not.toMatch(/Gulls of|A secret/);
    expect(missingDocuments(report).map(({ name }) => name)).toEqual(['twice', 'foreign', 'linked', 'plain']);
    expect(specs.hasAddress(`${raw}/api/boats.yaml`)).toBe(true);
    expect(specs.files()).toContain(join(top, 'api/v2/tides.json'));
    expect(await specs.lookFor(missingDocuments(report), { ports: realPorts })).toBe(false);
  });

  it('are there at once in the next export, as they are by then', async () => {
    put('api/boats.yaml', document('/boats', 'Every single boat'));
    rmSync(join(top, 'api/v2/tides.json'));
    const { text } = await shown(new FoundSpecs(root, fileCache(files)));
    expect(text('index.html')).toContain('Every single boat');
    expect(text('index.html')).not.toContain('All the tides');
  });

  it('are not looked for outside of a checkout, and a damaged memory is dropped', async () => {
    const damaged = memoryFiles();
    damaged.write('checkout-documents.json', '[{"path":"../x.yaml","slug":"x"},7');
    const specs = new FoundSpecs(outside, fileCache(damaged));
    expect(await specs.lookFor([{ name: 'linked', file: 'README.md' }], { ports: realPorts })).toBe(false);
    expect(specs.all()).toEqual([]);
  });
});

describe('the address of a file on a code host', () => {
  it.each([
    ['https://raw.githubusercontent.com/a/b/main/x/y.yaml', ['main/x/y.yaml', 'x/y.yaml', 'y.yaml']],
    ['https://github.com/A/b/blob/v1/y.yaml', ['blob/v1/y.yaml', 'v1/y.yaml', 'y.yaml']],
    ['https://raw.githubusercontent.com/a/c/main/y.yaml', []],
    ['https://example.com/a/b/main/y.yaml', []],
    ['not an address', []],
  ])('%s is one of %j', (address, paths) => {
    expect(pathsOfRawAddress('https://token@github.com/a/b.git', address)).toEqual(paths);
  });
});
