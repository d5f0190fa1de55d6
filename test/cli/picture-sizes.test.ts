import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findSharp, PictureSizes } from '../../src/cli/export/picture-sizes.ts';
import { FetchedImages } from '../../src/cli/export/fetched-images.ts';
import { createMemoryTransport } from '../../src/http/index.ts';
import { imageSize } from '../../src/content/index.ts';
import { fileCache, memoryFiles, type SiteInput } from '../../src/site/index.ts';
import { aSite, exported } from '../site/site-fixture.ts';

/** A picture with so much detail that a smaller form saves bytes; the same each time. */
async function photo(width: number, format: 'png' | 'jpeg' = 'png'): Promise<Uint8Array> {
  const height = Math.round(width / 2);
  const points = Buffer.alloc(width * height * 3);
  let state = 7;
  for (let at = 0; at < points.length; at += 1) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    points[at] = ((at / 3) % width) / 12 + (state >> 27);
  }
  return sharp(points, { raw: { width, height, channels: 3 } })
    [format]()
    .toBuffer();
}

async function aGallery(bytes: Uint8Array, path = 'large.png', least = 0): Promise<SiteInput> {
  const dimensions = imageSize(bytes);
  const site = aSite({
    'README.md': `# Home\n\n![Water](.gitbook/assets/${path})\n\n<img src=".gitbook/assets/${path}" alt="Small" width="200">\n\n<img src=".gitbook/assets/${path}" alt="" data-size="line">\n`,
    [`.gitbook/assets/${path}`]: 'x',
  });
  return {
    ...site,
    source: {
      ...site.source,
      spaces: site.source.spaces.map((space) => ({
        ...space,
        assets: space.assets.map((asset) => ({
          ...asset,
          size: Math.max(bytes.length, least),
          version: 'v1',
          read: () => bytes,
          ...(dimensions === undefined ? {} : { dimensions }),
        })),
      })),
    },
  };
}

const load = (): typeof sharp => sharp;
const sizesOf = ({ source }: SiteInput): number[] =>
  (source.spaces[0]?.assets ?? []).flatMap(({ sizes = [] }) => sizes.map(({ width }) => width));

describe('large pictures', () => {
  it('are offered to cards in a width that cards have', async () => {
    const { source, profile } = await aGallery(await photo(2400));
    const table =
      '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>One</td><td><a href=".gitbook/assets/large.png">large.png</a></td></tr></tbody></table>';
    const spaces = source.spaces.map((space) => ({ ...space, readPage: () => `# Home\n\n${table}\n` }));
    const input = { profile, source: { ...source, spaces } };
    const { text } = await exported(await new PictureSizes(load, memoryFiles()).added(input));

    expect(text('index.html')).toMatch(
      /<img src="\/_files\/large\.png" srcset="[^"]* 640w, [^"]* 1280w" sizes="\(min-width: 448px\) 400px, 100vw"[^>]* class="card-cover">/,
    );
  });

  it('are offered in smaller widths, which are made of them, and in their own', async () => {
    const input = await new PictureSizes(load, memoryFiles()).added(await aGallery(await photo(2400)));
    const { text, files } = await exported(input);
    const [whole = '', small = '', line = ''] = text('index.html').match(/<img [^>]*>/g) ?? [];

    const offered = [...whole.matchAll(/(\/_files\/sizes\/[0-9a-f]{20}-\d+\.webp) (\d+)w/g)];
    expect(offered.map(([, , width]) => Number(width))).toEqual([640, 1280, 1920]);
    expect(whole).toMatch(/src="\/_files\/large\.png"[^>]* width="2400" height="1200"/);
    expect(whole).toContain('sizes="(min-width: 816px) 768px, 100vw"');
    for (const [, url = '', width] of offered) {
      const bytes = files.get(url.slice(1)) ?? new Uint8Array();
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: Number(width) });
    }
    expect(small).toContain('sizes="(min-width: 248px) 200px, 100vw"');
    expect(small.match(/\d+w\b/g)).toEqual(['640w']);
    expect(line).not.toContain('srcset');
  });

  it('are made once, and come out the same byte for byte', async () => {
    const bytes = await photo(1600, 'jpeg');
    const kept = memoryFiles();
    let loaded = 0;
    const counting = (): typeof sharp => ((loaded += 1), sharp);
    const one = await exported(await new PictureSizes(counting, kept).added(await aGallery(bytes)));
    const first = loaded;
    const again = await new PictureSizes(counting, kept).added(await aGallery(bytes));
    const other = await exported(again, { cache: fileCache(memoryFiles()) });
    const anew = await exported(await new PictureSizes(load, memoryFiles()).added(await aGallery(bytes)));

    expect([first > 0, loaded - first]).toEqual([true, 0]);
    expect(other.files).toEqual(one.files);
    expect(anew.files).toEqual(one.files);
    expect(one.text('index.html')).toMatch(/large\.png 1600w/);
  });

  it('stay as they are when they are small, move, cannot be read, or would not become smaller', async () => {
    const still = await photo(1000);
    const frames = await sharp(await sharp(still).raw().toBuffer(), {
      raw: { width: 1000, height: 500, channels: 3, pageHeight: 250 },
    })
      .webp({ loop: 0 })
      .toBuffer();
    const plain = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    // Large enough to be examined, but so simple that no smaller form has fewer bytes.
    const squeezed = await sharp(still).blur(6).webp({ quality: 1 }).toBuffer();
    const added = async (bytes: Uint8Array, path?: string): Promise<number[]> =>
      sizesOf(await new PictureSizes(load, memoryFiles()).added(await aGallery(bytes, path)));

    expect(await added(await photo(800))).toEqual([]);
    expect(await added(frames, 'moving.webp')).toEqual([]);
    expect(await added(plain)).toEqual([]);
    expect(
      sizesOf(
        await new PictureSizes(load, memoryFiles()).added(await aGallery(squeezed, 'large.webp', 50_000)),
      ),
    ).toEqual([]);
    expect(await added(Buffer.concat([still.slice(0, 60), Buffer.alloc(90_000)]))).toEqual([]);
    expect(await added(still)).toEqual([640]);
  });

  it('of other hosts are brought to a width that screens show, where they are far too wide', async () => {
    const bytes = await photo(3000, 'jpeg');
    const transport = () =>
      Promise.resolve(
        createMemoryTransport(() =>
          Promise.resolve({ status: 200, headers: { 'content-type': 'image/jpeg' }, body: bytes }),
        ),
      );
    const url = 'https://images.example.com/harbour.jpg';
    const widthBy = async (sizes?: PictureSizes): Promise<number | undefined> => {
      const images = new FetchedImages(memoryFiles(), sizes);
      await images.bringIn([url], transport);
      return images.all()[0]?.dimensions?.width;
    };

    expect(await widthBy(new PictureSizes(load, memoryFiles()))).toBe(2560);
    expect(await widthBy()).toBe(3000);
  });

  it('begin anew when what was kept is damaged, and need the package sharp', async () => {
    const kept = memoryFiles();
    kept.write('index.json', '{"webp-82-1:x":[{"width":1,"version":"../../x"}]');
    expect(sizesOf(await new PictureSizes(load, kept).added(await aGallery(await photo(1400))))).toEqual([
      640, 1280,
    ]);
    expect(findSharp()?.()).toBeTypeOf('function');
  });
});
