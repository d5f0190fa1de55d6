import { describe, expect, it } from 'vitest';
import { FetchedSpecs } from '../../src/cli/export/fetched-specs.ts';
import { createMemoryTransport, createUndiciTransport } from '../../src/http/index.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/port.ts';
import { memoryFiles } from '../../src/site/index.ts';
import { aSite, exported } from '../site/site-fixture.ts';

const address = 'https://files.example.com/api/boats.yaml';
const document = (summary: string): string =>
  `openapi: 3.0.0\ninfo: { title: Boats, version: 1.0.0 }\npaths:\n  /boats:\n    get: { summary: ${summary}, responses: { '200': { description: Fine } } }\n`;
const answer = (text: string, more: Partial<HttpResponse> = {}): HttpResponse => ({
  status: 200,
  headers: { etag: '"1"' },
  body: new TextEncoder().encode(text),
  ...more,
});
const asking = (answers: (request: HttpRequest) => HttpResponse) => () =>
  Promise.resolve(createMemoryTransport((request) => Promise.resolve(answers(request))));
const page = {
  'README.md': `# Home\n\n{% openapi-operation spec="boats" path="/boats" method="get" %}\n[OpenAPI boats](${address})\n{% endopenapi-operation %}\n`,
};

describe('OpenAPI documents of other hosts', () => {
  it('are named by an export, come once, and are shown', async () => {
    const asked: HttpRequest[] = [];
    const { source, profile } = aSite(page);
    const { report } = await exported({ source, profile }, { namesElsewhere: true });
    expect(report.specsElsewhere).toEqual([address]);
    expect(report.warnings.map(({ message }) => message)).toEqual([
      `the OpenAPI document "boats" is not here, but at ${address}: --fetch-openapi brings it in`,
    ]);

    const specs = new FetchedSpecs(memoryFiles());
    const transport = asking((request) => (asked.push(request), answer(document('All boats'))));
    expect(await specs.bringIn([address], transport)).toBe(true);
    expect(await specs.bringIn([address], transport)).toBe(false);
    expect(asked).toMatchObject([
      { method: 'GET', url: address, maxBytes: 10 * 1024 * 1024, timeoutMs: 20_000 },
    ]);
    const shown = await exported(
      { source: { ...source, specs: specs.all() }, profile },
      { namesElsewhere: true },
    );
    expect(shown.text('index.html')).toContain('All boats');
    expect(shown.report.warnings).toEqual([]);
    // It is still one of another host: the next export asks whether it has changed.
    expect(shown.report.specsElsewhere).toEqual([address]);
  });

  it('are asked for changes by the next export, and kept where no answer comes', async () => {
    const files = memoryFiles();
    await new FetchedSpecs(files).bringIn(
      [address],
      asking(() => answer(document('All boats'))),
    );
    const seen: (string | undefined)[] = [];
    const again = async (answers: () => HttpResponse): Promise<{ came: boolean; specs: FetchedSpecs }> => {
      const specs = new FetchedSpecs(files);
      const came = await specs.bringIn(
        [address],
        asking(({ headers }) => (seen.push(headers['if-none-match']), answers())),
      );
      return { came, specs };
    };

    expect((await again(() => answer('', { status: 304 }))).came).toBe(false);
    expect((await again(() => answer(document('More boats')))).came).toBe(true);
    const failed = await again(() => answer('', { status: 503 }));
    expect(failed.came).toBe(false);
    expect(seen).toEqual(['"1"', '"1"', '"1"']);
    expect(failed.specs.all()[0]?.text).toContain('More boats');
    expect(failed.specs.warnings.map(({ message }) => message)).toEqual([
      `the OpenAPI document ${address} is the one that was fetched before: its host answered 503`,
    ]);
  });

  it('are left out with a reason when they are none, too large, unsafe or private', async () => {
    const specs = new FetchedSpecs(memoryFiles());
    await specs.bringIn(
      ['http://files.example.com/a.yaml', 'https://files.example.com/b', 'https://files.example.com/c'],
      asking(({ url }) =>
        url.endsWith('/b')
          ? answer('<html></html>')
          : answer('', { body: new Uint8Array(10 * 1024 * 1024 + 1) }),
      ),
    );
    const real = () => Promise.resolve(createUndiciTransport({ publicOnly: true }));
    await specs.bringIn(['https://192.168.1.1/d.yaml', 'http://127.0.0.1:9/e.yaml'], real);

    expect(specs.all()).toEqual([]);
    expect(specs.warnings.map(({ message }) => message.replace(/^the OpenAPI document /, ''))).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/e\.yaml is left out: .*must not be asked/) as string,
      'http://files.example.com/a.yaml is left out: only https addresses are asked',
      expect.stringMatching(/^https:\/\/192\.168\.1\.1\/d\.yaml is left out: .*must not be asked/) as string,
      expect.stringMatching(
        /^https:\/\/files\.example\.com\/b is left out: .*neither openapi nor swagger/,
      ) as string,
      expect.stringMatching(/^https:\/\/files\.example\.com\/c is left out: .*larger than/) as string,
    ]);
  });

  it('begin anew when what was kept is damaged', async () => {
    const files = memoryFiles();
    const transport = asking(() => answer(document('All boats')));
    await new FetchedSpecs(files).bringIn([address], transport);
    files.write('index.json', '{"https://x.example/": 5, ');
    const specs = new FetchedSpecs(files);
    expect(specs.all()).toEqual([]);
    expect(await specs.bringIn([address], transport)).toBe(true);
  });
});
