import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/base/index.ts';
import { withPageId } from '../../../src/content/index.ts';
import { unzip } from '../../../src/service/import/unzip.ts';
import { readWebPage } from '../../../src/service/import/web-page.ts';
import { aService } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';

/** The answers of the web, by address. */
const web = new Map<string, { body: string | Uint8Array; type?: string; status?: number }>();
const asked: string[] = [];
let world: ServiceFixture;
let base: string;

beforeEach(async () => {
  web.clear();
  asked.length = 0;
  world = aService({
    outgoing: async (url) => {
      asked.push(url);
      const found = web.get(url);
      if (found === undefined) throw new AppError('NO_ANSWER', `${url} did not answer.`);
      return {
        url,
        status: found.status ?? 200,
        headers: { 'content-type': found.type ?? 'text/html' },
        body: typeof found.body === 'string' ? new TextEncoder().encode(found.body) : found.body,
      };
    },
  });
  const space = world.newSpace('Guides');
  const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
  base = `/spaces/${space}/change-requests/${id}/content`;
});

afterEach(() => world.close());

const bring = (url: string, source: string) => world.call(`POST ${base}/import`, { url, source });

async function texts(): Promise<string[]> {
  const { pages } = await world.ok(`GET ${base}/pages`);
  return Promise.all(
    pages.map(async (page: Json) => (await world.ok(`GET ${base}/page/${page.id}`)).markdown as string),
  );
}

describe('an import', () => {
  it('makes a page of a web page: its main part, with its title and absolute addresses', async () => {
    web.set('https://a.test/guide/', {
      body: `<title>A  guide</title><body><nav>menu</nav><main><h2>Part</h2><p>See <a href="../x">this</a>.</p>
        <script>alert(1)</script><a href="javascript:alert(1)">bad</a></main><footer>end</footer></body>`,
    });

    const { status, headers, body } = await bring('https://a.test/guide/', 'website');

    expect(status).toBe(201);
    expect(headers['location']).toMatch(/\/content$/);
    expect(body).toMatchObject({ importedResources: 1, totalResources: 1 });
    expect(await texts()).toEqual(['# A guide\n\n## Part\n\nSee [this](https://a.test/x).\n\nbad\n']);
  });

  it('keeps markdown verbatim, and replaces the page whose id it carries', async () => {
    web.set('https://a.test/one.md', {
      body: '---\nown: 1 # kept\n---\n\n# One\n\ntext\n',
      type: 'text/markdown',
    });
    await bring('https://a.test/one.md', 'markdown');
    const { pages } = await world.ok(`GET ${base}/pages`);
    web.set('https://a.test/one.md', {
      body: withPageId('# Renamed\n\nnew\n', pages[0].id as string),
      type: 'text/markdown',
    });
    await bring('https://a.test/one.md', 'website');
    // A markdown text is not a site, so nothing else is requested.
    expect(asked).toEqual(['https://a.test/one.md', 'https://a.test/one.md']);

    expect(await world.ok(`GET ${base}/page/${pages[0].id}`)).toMatchObject({
      title: 'Renamed',
      slug: 'one',
    });
    expect(await texts()).toEqual(['---\nown: 1 # kept\n---\n\n# Renamed\n\nnew\n']);
  });

  it('of one page replaces its text', async () => {
    web.set('https://a.test/one', { body: '# One\n', type: 'text/markdown' });
    await bring('https://a.test/one', 'markdown');
    const { pages } = await world.ok(`GET ${base}/pages`);
    web.set('https://a.test/two', { body: '# Two\n', type: 'text/markdown' });
    await world.ok(`POST ${base}/page/${pages[0].id}/import`, {
      url: 'https://a.test/two',
      source: 'markdown',
    });

    expect(await texts()).toEqual(['# Two\n']);
  });

  it('of an archive takes the table of contents, the pages and the files', async () => {
    web.set('https://a.test/all.zip', {
      type: 'application/zip',
      body: zip({
        'docs/SUMMARY.md':
          '# Table of contents\n\n* [Home](README.md)\n\n## Group\n\n* [Guide](guide/README.md)\n  * [A](guide/a.md)\n',
        'docs/README.md': '# Home\n',
        'docs/guide/README.md': '# Guide\n',
        'docs/guide/a.md': '# A\n',
        'docs/.gitbook/assets/x.txt': 'x',
        '../evil.md': '# Evil\n',
      }),
    });
    const answer = await bring('https://a.test/all.zip', 'zip');

    expect(answer.status).toBe(201);
    const { pages, files } = await world.ok(`GET ${base}`);
    const shape = (page: Json): unknown => [page.title, ...(page.pages ?? []).map(shape)];
    expect(pages.map(shape)).toEqual([['Home'], ['Group', ['Guide', ['A']]]]);
    expect(files.map((file: Json) => file.git.path)).toEqual(['.gitbook/assets/x.txt']);
  });

  it.each([
    ['nothing answers', 'https://nobody.test/', undefined, 422],
    ['the answer is a failure', 'https://a.test/gone', { body: '', status: 404 }, 422],
    ['the text is not UTF-8', 'https://a.test/latin', { body: Uint8Array.from([0xe9]) }, 422],
  ])('is refused, and changes nothing, when %s', async (_, url, page, status) => {
    if (page !== undefined) web.set(url, page);
    const before = (await world.ok(`GET ${base}`)).id;

    expect((await bring(url, 'markdown')).status).toBe(status);
    expect((await world.ok(`GET ${base}`)).id).toBe(before);
  });
});

describe('a web page', () => {
  it('with endless nesting is refused', () => {
    const page = `<main>${'<div>'.repeat(50_000)}deep${'</div>'.repeat(50_000)}</main>`;
    expect(() => readWebPage(page, 'https://a.test/')).toThrowError(
      expect.objectContaining({ code: 'UNPROCESSABLE' }),
    );
  });
});

describe('an archive', () => {
  it('that is damaged, encrypted or a bomb is refused', () => {
    const good = zip({ 'a.md': 'text' });
    expect(new TextDecoder().decode(unzip(good).get('a.md'))).toBe('text');
    const refused = expect.objectContaining({ code: 'UNPROCESSABLE' });
    expect(() => unzip(new Uint8Array(10))).toThrowError(refused);
    expect(() => unzip(good.subarray(0, good.length - 30))).toThrowError(refused);
    for (let at = 0; at < good.length - 22; at++) {
      const broken = Uint8Array.from(good);
      broken[at] = broken[at]! ^ 0xff;
      try {
        unzip(broken);
      } catch (error) {
        expect(error).toEqual(refused);
      }
    }
  });
});

/** A ZIP archive of texts, as any tool writes it. */
function zip(files: Record<string, string>): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(Buffer.byteLength(text), 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(head, Buffer.from(name), packed);
    offset += head.length + Buffer.byteLength(name) + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
