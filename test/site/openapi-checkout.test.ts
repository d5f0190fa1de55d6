import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { siteInFolder } from '../../src/cli/export/folder-source.ts';
import { readMirrorSource } from '../../src/cli/export/mirror-source.ts';
import { ManualClock } from '../../src/clock/index.ts';
import { exportSite, fileCache, folderMemory, memoryFiles } from '../../src/site/index.ts';
import { exported } from './site-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-specs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const spec = (title: string, path: string, summary: string): string =>
  `openapi: 3.0.0\ninfo: { title: ${title}, version: 1.0.0 }\npaths:\n  ${path}:\n    get: { summary: ${summary}, responses: { '200': { description: Fine } } }\n`;
const block = (name: string, path: string, link: string): string =>
  `{% openapi-operation spec="${name}" path="${path}" method="get" %}\n[OpenAPI ${name}](${link})\n{% endopenapi-operation %}\n`;

put(
  'docs/README.md',
  `# Home\n
${block('by-address', '/boats', 'https://raw.githubusercontent.com/harbour/docs/refs/heads/main/docs/api/boats.yaml')}
${block('Quays', '/quays', 'https://files.example.com/unknown/9f8e7d')}
${block('other-name', '/tides', 'https://files.example.com/unknown/1a2b3c')}
${block('configured', '/cranes', 'https://files.example.com/unknown/4d5e6f')}
{% openapi src="./api/boats.yaml" path="/boats" method="get" %}\n[boats.yaml](./api/boats.yaml)\n{% endopenapi %}\n
${block('twice', '/gulls', 'https://raw.githubusercontent.com/harbour/docs/main/twice.yaml')}
${block('none', '/nothing', 'https://raw.githubusercontent.com/harbour/docs/main/none.yaml')}
`,
);
put('docs/api/boats.yaml', spec('Boats', '/boats', 'All the boats'));
put(
  'docs/api/quays.json',
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Q', version: '1' },
    paths: { '/quays': { get: { summary: 'All the quays' } } },
  }),
);
put('docs/api/deep/tides-v2.yml', spec('Tides', '/tides', 'All the tides'));
put('docs/one/twice.yaml', spec('One', '/gulls', 'Gulls of one'));
put('docs/two/twice.yaml', spec('Two', '/gulls', 'Gulls of two'));
put('docs/data.json', '{ "openapi": "no document", "list": [] }');
put('docs/broken.yaml', 'openapi: 3.0.0\npaths: [\n');
put('elsewhere/cranes.yaml', spec('Cranes', '/cranes', 'All the cranes'));

const read = (more: object = {}) =>
  readMirrorSource({
    root: join(root, 'docs'),
    ...siteInFolder(join(root, 'docs')),
    openapi: {
      files: { configured: 'elsewhere/cranes.yaml', gone: 'gone.yaml' },
      pathOf: (path) => join(root, path),
    },
    ...more,
  });

describe('OpenAPI documents that lie in the checkout', () => {
  it('are found by the address, the name, the operation and the configuration', async () => {
    const { input, warnings } = await read();
    const { text, report } = await exported(input);
    const page = text('index.html');
    expect(page.match(/All the boats/g)?.length).toBeGreaterThanOrEqual(2);
    for (const words of ['All the quays', 'All the tides', 'All the cranes']) expect(page).toContain(words);
    expect(page).not.toContain('Gulls of');
    expect([...warnings, ...report.warnings].map(({ message }) => message)).toEqual([
      'export.openapi.gone names gone.yaml, which is not there',
      'the OpenAPI document "twice" is not here, but at https://raw.githubusercontent.com/harbour/docs/main/twice.yaml: --fetch-openapi brings it in',
      'the OpenAPI document "none" is not here, but at https://raw.githubusercontent.com/harbour/docs/main/none.yaml: --fetch-openapi brings it in',
    ]);
    expect(text('index.md')).toContain('All the boats');
  });

  it('are looked at again when they change', async () => {
    const files = memoryFiles();
    const cache = fileCache(memoryFiles());
    const clock = new ManualClock();
    const once = async (): Promise<string> => {
      const { input } = await read({ memory: folderMemory(cache), now: Date.now() + 60_000 });
      await exportSite(input, { files, cache, clock });
      return Buffer.from(files.read('index.html') ?? []).toString('utf8');
    };
    expect(await once()).toContain('All the tides');
    put('docs/api/deep/tides-v2.yml', spec('Tides', '/tides', 'Every single tide'));
    const page = await once();
    expect(page).toContain('Every single tide');
    const fresh = await exported((await read()).input);
    expect(page).toBe(fresh.text('index.html'));
  });
});
