import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { default as Sharp, OverlayOptions } from 'sharp';
import { AppError, messageOf, packageRoot } from '../../base/index.ts';
import type { Card, DrawCard } from '../../site/index.ts';

const width = 1200;
const height = 630;
const margin = 80;

/** Sizes of the title, in pixels: the first size in which the title fits. */
const titleSizes = [68, 58, 48, 40];
const titleHeight = 290;
const longestTitle = 150;
const longestLine = 90;

/** Draws cards with sharp, which people install beside Tidemark if they want cards. */
export function cardDrawer(): DrawCard {
  const sharp = loadSharp();
  return async (card) => {
    const title = await titleOf(sharp, card);
    const at = (text: Text, top: number): OverlayOptions => ({
      input: text.bytes,
      top,
      left: card.direction === 'rtl' ? Math.max(0, width - margin - text.width) : margin,
    });
    const lines = [at(await line(sharp, card.site, { size: 32, color: '#3d4449', bold: true }), 74)];
    if (card.trail !== '')
      lines.push(at(await line(sharp, card.trail, { size: 27, color: card.accent }), 140));
    if (card.description !== '')
      lines.push(at(await line(sharp, card.description, { size: 28, color: '#5a6268' }), height - 100));
    return sharp(Buffer.from(paper(card.accent)))
      .composite([...lines, at(title, 215)])
      .png({ palette: true, colours: 64, compressionLevel: 9 })
      .toBuffer();
  };
}

function loadSharp(): typeof Sharp {
  try {
    return createRequire(join(packageRoot(), 'package.json'))('sharp') as typeof Sharp;
  } catch (cause) {
    const isMissing = (cause as { code?: string }).code === 'MODULE_NOT_FOUND';
    throw new AppError(
      isMissing ? 'CONFIG_INVALID' : 'NATIVE_MODULE',
      isMissing
        ? 'export.cards needs the package sharp, which is not installed'
        : `export.cards needs the package sharp, which does not load: ${messageOf(cause).split('\n')[0] ?? ''}`,
      {
        hint: 'Install it where Tidemark is installed: `npm install sharp`, with -g for a global Tidemark. Or leave export.cards out.',
        cause,
      },
    );
  }
}

function paper(accent: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#ffffff"/><rect width="${width}" height="16" fill="${accent}"/></svg>`;
}

interface Text {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

interface Look {
  readonly size: number;
  readonly color: string;
  readonly bold?: boolean;
}

async function titleOf(sharp: typeof Sharp, { title }: Card): Promise<Text> {
  const words = shortened(title, longestTitle);
  let text = await drawn(sharp, words, { size: titleSizes[0] ?? 0, color: '#14181b', bold: true });
  for (const size of titleSizes.slice(1)) {
    if (text.height <= titleHeight) break;
    text = await drawn(sharp, words, { size, color: '#14181b', bold: true });
  }
  return text;
}

/** As many words as fit on one line. */
async function line(sharp: typeof Sharp, words: string, look: Look): Promise<Text> {
  const oneLine = await drawn(sharp, 'Ag', look);
  let length = longestLine;
  let text = await drawn(sharp, shortened(words, length), look);
  while (text.height > oneLine.height * 1.6 && length > 10) {
    length -= 10;
    text = await drawn(sharp, shortened(words, length), look);
  }
  return text;
}

/** Text as a picture. Pango lays the text out, in any script for which the machine has a font. */
async function drawn(sharp: typeof Sharp, words: string, { size, color, bold = false }: Look): Promise<Text> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}" size="${size}pt" weight="${bold ? 'bold' : 'normal'}">${escaped(words)}</span>`,
      font: 'sans-serif',
      width: width - 2 * margin,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

function shortened(words: string, length: number): string {
  const plain = words.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const signs = [...plain];
  if (signs.length <= length) return plain;
  const cut = signs.slice(0, length).join('');
  return `${cut.replace(/\s+\S{0,12}$/, '')} …`;
}

function escaped(words: string): string {
  return words.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;');
}
