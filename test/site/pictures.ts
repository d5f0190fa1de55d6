import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';

/**
 * How many of a thousand points may differ: enough for a line of text that another release of a library draws, not for a moved
 * part.
 */
export const mostDiffering = 0.5;

/** How much a point's lightness may differ, of 255. */
const mostOff = 24;

/**
 * Identifies the drawing environment: the release of the browser, and its drawing of the pages' fonts. Pictures from another
 * environment differ in each letter, and are not compared.
 */
export async function drawnWith(page: Page): Promise<{ browser: string; fonts: string }> {
  const drawing = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [600, 120];
    const paint = canvas.getContext('2d');
    for (const [line, font] of [
      'system-ui, sans-serif',
      'ui-monospace, monospace',
      'math',
      'serif',
    ].entries()) {
      if (!paint) continue;
      paint.font = `20px ${font}`;
      paint.fillText('Hamburgefonstiv 0123 äß ✓ → ∑ 🚀', 4, 24 + line * 28);
    }
    return canvas.toDataURL('image/png');
  });
  return {
    browser: page.context().browser()?.version() ?? '',
    fonts: createHash('sha256').update(drawing).digest('hex').slice(0, 16),
  };
}

/** The stored form of a picture: small, and the same for the same points. */
export async function packed(page: Page, png: Uint8Array): Promise<Buffer> {
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.7);
    },
    urlOf('png', png),
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Compares two kept pictures: how many of a thousand points differ, and a picture of them in red. */
export async function compared(
  page: Page,
  before: Uint8Array,
  now: Uint8Array,
): Promise<{ differing: number; picture: Buffer }> {
  const { differing, url } = await page.evaluate(
    async ({ sources, off }) => {
      const images = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          return image;
        }),
      );
      const width = Math.max(...images.map((image) => image.naturalWidth));
      const height = Math.max(...images.map((image) => image.naturalHeight));
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width, height];
      const paint = canvas.getContext('2d', { willReadFrequently: true });
      if (!paint) throw new Error('this browser draws nothing');
      const [one, other] = images.map((image) => {
        paint.clearRect(0, 0, width, height);
        paint.drawImage(image, 0, 0);
        return paint.getImageData(0, 0, width, height);
      });
      if (!one || !other) throw new Error('two pictures are compared');
      let count = 0;
      for (let at = 0; at < one.data.length; at += 4) {
        const differs = [0, 1, 2, 3].some(
          (part) => Math.abs((one.data[at + part] ?? 0) - (other.data[at + part] ?? 0)) > off,
        );
        if (!differs) continue;
        count += 1;
        other.data.set([255, 0, 0, 255], at);
      }
      paint.putImageData(other, 0, 0);
      return { differing: (1000 * count) / (width * height), url: canvas.toDataURL('image/png') };
    },
    { sources: [urlOf('webp', before), urlOf('webp', now)], off: mostOff },
  );
  return { differing, picture: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') };
}

function urlOf(kind: string, bytes: Uint8Array): string {
  return `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`;
}
