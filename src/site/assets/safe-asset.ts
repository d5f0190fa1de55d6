import { safeDrawing } from '../drawing/safe-drawing.ts';
import { endingOf, textFileFor } from './file-types.ts';

/** A file in the form that a site may have, with a note of the parts that were left out. */
export interface SafeAsset {
  readonly files: readonly { readonly file: string; readonly bytes: Uint8Array }[];
  /** Tells the person who exports what readers of the site will miss. */
  readonly warning?: string;
  /** Whether the file was replaced by another one. */
  readonly replaced: boolean;
}

/** To be changed when the same bytes would give another result, so that earlier files are checked again. */
export const safeAssetVersion = '2';

/**
 * Changes a writer's file so that a browser can only show it, whatever type a host sends. A drawing (SVG) is printed anew. A
 * drawing that cannot be read is kept as text, and replaced by a drawing that says so. All other files keep their bytes, but a
 * file that browsers might take for a page gets a mark in front.
 */
export function safeAsset(file: string, bytes: Uint8Array): SafeAsset {
  if (endingOf(file) !== 'svg') return { files: [{ file, bytes: notAPage(bytes) }], replaced: false };
  const safe = safeDrawing(bytes);
  if (safe.outcome === 'refused') {
    const twin = textFileFor(file);
    return {
      files: [
        { file, bytes: Buffer.from(replacementDrawing(twin.slice(twin.lastIndexOf('/') + 1))) },
        { file: twin, bytes: notAPage(bytes) },
      ],
      warning: `the drawing ${safe.reason}; it is shown as text only, at ${twin}`,
      replaced: true,
    };
  }
  const result = { files: [{ file, bytes: Buffer.from(safe.text) }], replaced: false };
  return safe.removed.length === 0
    ? result
    : {
        ...result,
        warning: `left out of the drawing, as it could act: ${safe.removed.slice(0, 5).join(', ')}`,
      };
}

/** UTF-8's byte order mark. A browser that guesses the type takes a file with this mark for text. */
const textMark = Buffer.from('\uFEFF');

function notAPage(bytes: Uint8Array): Uint8Array {
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x3c ? Buffer.concat([textMark, bytes]) : bytes;
}

function replacementDrawing(name: string): string {
  const address = encodeURIComponent(name);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 60" width="320" height="60"><title>A drawing that is not shown</title><rect x="1" y="1" width="318" height="58" rx="6" fill="#fff" stroke="#888"/><a href="./${address}"><text x="160" y="36" text-anchor="middle" font-family="sans-serif" font-size="14" fill="#333">This drawing is not shown</text></a></svg>\n`;
}
