import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { FetchedImages } from '../../src/cli/export/fetched-images.ts';
import { createMemoryTransport } from '../../src/http/index.ts';
import {
  answerFromFiles,
  exportSite,
  fileCache,
  memoryFiles,
  type Elsewhere,
  type SiteInput,
} from '../../src/site/index.ts';
import { aSite, exported } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': '# T\n\n* [Home](README.md)\n* [Plain](plain.md)\n* [Framed](framed.md)\n',
  'README.md': `---
cover: https://covers.example.com/sea.jpg
---

# Home

![A boat](https://img.example.com/boat.png "Boat") <img src="http://old.example.com/x.gif" width="40" data-size="line">

<a href="https://example.com/ci"><img src="https://img.example.com/badge.svg" alt="Passing"></a> [![Gone](gone.png)](plain.md)

<img src="https://count.example.com/p.gif" width="1" height="1" alt="">![](https://static.scarf.sh/a.png?x=1)

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>Card</td><td><a href="https://cards.example.com/c?id=1">c</a></td></tr></tbody></table>
`,
  'plain.md': '# Plain\n\nWords.\n',
  'framed.md':
    '# Framed\n\n<iframe src="https://player.example.com/v/1" title="A film"></iframe>\n\n<iframe src="https://other.example.net/v/1"></iframe>\n\n<video src="https://cdn.player.example.com/a.mp4"></video>\n',
};

function site(elsewhere?: Partial<Elsewhere>, more: Readonly<Record<string, string>> = {}): SiteInput {
  const { source, profile } = aSite({ ...texts, ...more });
  return {
    profile,
    source: elsewhere
      ? { ...source, elsewhere: { images: 'shown', frames: [], fetched: [], ...elsewhere } }
      : source,
  };
}

const policyOf = (page: string): string =>
  (/Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&#39;', "'");

describe('pictures of other hosts', () => {
  it('come from there, lazily and without a referrer, and the policy names only these hosts', async () => {
    const { text } = await exported(site());
    const home = text('index.html');
    expect(home).toContain(
      '<img src="https://img.example.com/boat.png" alt="A boat" loading="lazy" decoding="async" referrerpolicy="no-referrer" title="Boat">',
    );
    expect(home).toMatch(
      /<img src="http:\/\/old\.example\.com\/x\.gif" alt="" width="40"[^>]*class="inline-image">/,
    );
    expect(home).toMatch(/<img class="cover [^>]*src="https:\/\/covers\.example\.com\/sea\.jpg"/);
    expect(home).toMatch(
      /<img src="https:\/\/cards\.example\.com\/c\?id=1"[^>]*referrerpolicy="no-referrer"[^>]*class="card-cover"/,
    );
    expect(policyOf(home)).toContain(
      "img-src 'self' data: http://old.example.com https://cards.example.com https://covers.example.com https://img.example.com;",
    );
    expect(policyOf(text('plain.html'))).toContain("img-src 'self' data:;");
    expect(text('_headers')).toMatch(
      /Content-Security-Policy: .*img-src 'self' data: http:\/\/old\.example\.com https:\/\/cards/,
    );
    expect(text('hosting/nginx.conf')).toContain('https://covers.example.com');
  });

  it('are not asked for when they only count readers', async () => {
    const { text } = await exported(site());
    expect(text('index.html')).not.toMatch(/count\.example\.com|scarf/);
    expect(text('index.html')).not.toMatch(/<p>\s*<\/p>/);
  });

  it('keep the link around them, shown or not, and no link is inside another', async () => {
    const shown = (await exported(site())).text('index.html');
    expect(shown).toMatch(
      /<a href="https:\/\/example\.com\/ci" rel="noopener noreferrer"><img src="https:\/\/img\.example\.com\/badge\.svg" alt="Passing"/,
    );
    const local = (await exported(site({ images: 'local' }))).text('index.html');
    expect(local).toContain('<a href="https://example.com/ci" rel="noopener noreferrer">Passing</a>');
    for (const page of [shown, local]) expect(page).not.toMatch(/<a [^>]*>(?:(?!<\/a>)[^])*<a /);
  });

  it('are only links where the site sends no requests to other hosts', async () => {
    const { text } = await exported(site({ images: 'local' }));
    const home = text('index.html');
    expect(home).not.toMatch(/<img[^>]*example\.com/);
    expect(home).toContain(
      '<a href="https://img.example.com/boat.png" class="remote-image" rel="noopener noreferrer">A boat</a>',
    );
    expect(policyOf(home)).not.toContain('example.com');
    expect(text('_headers')).not.toContain('example.com');
  });

  it('are of this site when they were brought in, and asked for once', async () => {
    const asked: string[] = [];
    const kept = memoryFiles();
    const images = new FetchedImages(kept);
    const transport = () =>
      Promise.resolve(
        createMemoryTransport(({ url }) => {
          asked.push(url);
          return Promise.resolve({
            status: url.includes('old.') ? 404 : 200,
            headers: { 'content-type': url.endsWith('.svg') ? 'image/svg+xml' : 'image/png' },
            body: new TextEncoder().encode(
              url.endsWith('.svg') ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : url,
            ),
          });
        }),
      );
    const cache = fileCache(memoryFiles());
    const files = memoryFiles();
    const make = (fetched: Elsewhere['fetched']) =>
      exportSite(site({ images: 'local', fetched }), {
        files,
        cache,
        clock: new ManualClock(),
        namesElsewhere: true,
      });

    const first = await make(images.all());
    expect(await images.bringIn(first.elsewhere ?? [], transport)).toBe(true);
    const second = await make(images.all());
    expect(await images.bringIn(second.elsewhere ?? [], transport)).toBe(false);
    const fresh = await exported(site({ images: 'local', fetched: new FetchedImages(kept).all() }));

    expect(asked.sort()).toEqual([
      'http://old.example.com/x.gif',
      'https://cards.example.com/c?id=1',
      'https://covers.example.com/sea.jpg',
      'https://img.example.com/badge.svg',
      'https://img.example.com/boat.png',
    ]);
    expect(images.warnings.map(({ message }) => message)).toEqual([
      'the picture http://old.example.com/x.gif stays on its host: its host answered 404',
    ]);
    const home = Buffer.from(files.read('index.html') ?? []).toString('utf8');
    expect(home).toMatch(/<img src="\/_files\/web\/[0-9a-f]{20}\.png" alt="A boat"/);
    expect(home).toMatch(/<img class="cover [^>]*src="\/_files\/web\/[0-9a-f]{20}\.png"/);
    expect(second.rendered).toBe(1);
    // An export in two steps gives the same result as an export at once.
    expect(
      new Map(files.list().map((file) => [file, Buffer.from(files.read(file) ?? []).toString('latin1')])),
    ).toEqual(
      new Map([...fresh.files].map(([file, bytes]) => [file, Buffer.from(bytes).toString('latin1')])),
    );
  });
});

describe('frames and videos of other hosts', () => {
  it('are shown from hosts that the site allows, and lead there from others', async () => {
    const { text } = await exported(site({ frames: ['player.example.com', '*.player.example.com'] }));
    const page = text('framed.html');
    expect(page).toMatch(
      /<iframe src="https:\/\/player\.example\.com\/v\/1" title="A film" class="frame-embed" loading="lazy"[^>]*sandbox="/,
    );
    expect(page).toContain('<video src="https://cdn.player.example.com/a.mp4" controls');
    expect(page).toContain('<a href="https://other.example.net/v/1"');
    expect(policyOf(page)).toContain("media-src 'self' https://cdn.player.example.com;");
    expect(policyOf(page)).toContain('frame-src https://player.example.com;');
    expect((await exported(site())).text('framed.html')).not.toMatch(/<iframe|<video/);
  });
});

describe('an embed of a page with a video', () => {
  const embeds = [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
    'https://youtu.be/abcdefghijk',
    'https://vimeo.com/123?share=copy',
    'https://player.example.com/v/2',
  ];
  const withEmbeds = async (frames: readonly string[]): Promise<string> => {
    const page = `# Plain\n\n${embeds.map((url) => `{% embed url="${url}" %}\n`).join('\n')}`;
    return (await exported(site({ frames }, { 'plain.md': page }))).text('plain.html');
  };

  it('is the player of a host whose frames the site shows, and else a card that leads to the page', async () => {
    const shown = await withEmbeds(['www.youtube.com', 'player.example.com']);
    expect([...shown.matchAll(/<iframe src="([^"]*)"/g)].map(([, source]) => source)).toEqual([
      'https://www.youtube.com/embed/dQw4w9WgXcQ',
      'https://www.youtube.com/embed/abcdefghijk',
      'https://player.example.com/v/2',
    ]);
    expect(shown).toContain('<a href="https://vimeo.com/123?share=copy"');
    expect(policyOf(shown)).toContain('frame-src https://player.example.com https://www.youtube.com;');
    expect(await withEmbeds([])).not.toContain('<iframe');
  });
});

describe('a server of the site', () => {
  it('sends the policy of each page', async () => {
    const { files } = await exported(site());
    const served = memoryFiles();
    for (const [file, bytes] of files) served.write(file, bytes);
    const policy = (path: string): string =>
      answerFromFiles(served, path).headers['Content-Security-Policy'] ?? '';
    expect(policy('')).toContain('https://img.example.com');
    expect(policy('')).toContain("frame-ancestors 'none'");
    expect(policy('plain')).not.toContain('example.com');
    expect(policy('no-such-page')).not.toContain('example.com');
  });
});
