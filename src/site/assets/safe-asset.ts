import { safeDrawing } from '../drawing/safe-drawing.ts';
import { endingOf, textTwin } from './file-types.ts';

/** A file as it may lie on a site, with whatever had to be left out of it. */
export interface SafeAsset {
  readonly files: readonly { readonly file: string; readonly bytes: Uint8Array }[];
  /** What readers of the site will miss, for whoever exports it. */
  readonly warning?: string;
  /** Whether something else stands in the file's place. */
  readonly replaced: boolean;
}

/** Changes when the same bytes would meet another answer, so that what was written before is looked at again. */
export const safeAssetVersion = '2';

/**
 * Makes of a writer's file what a browser only shows, whatever a host says or does not say about its type. A drawing (SVG) is
 * printed anew; one that cannot be read is kept as text, and a drawing that says so stands in its place. All other files keep
 * their bytes, but for a mark in front of those that browsers might take for a page.
 */
export function safeAsset(file: string, bytes: Uint8Array): SafeAsset {
  if (endingOf(file) !== 'svg') return { files: [{ file, bytes: notAPage(bytes) }], replaced: false };
  const safe = safeDrawing(bytes);
  if (safe.outcome === 'refused') {
    const twin = textTwin(file);
    return {
      files: [
        { file, bytes: Buffer.from(stand(twin.slice(twin.lastIndexOf('/') + 1))) },
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

/** The mark of UTF-8. A file that begins with it is text to every browser that guesses. */
const textMark = Buffer.from('\uFEFF');

function notAPage(bytes: Uint8Array): Uint8Array {
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x3c ? Buffer.concat([textMark, bytes]) : bytes;
}

function stand(name: string): string {
  const address = encodeURIComponent(name);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 60" width="320" height="60"><title>A drawing that is not shown</title><rect x="1" y="1" width="318" height="58" rx="6" fill="#fff" stroke="#888"/><a href="./${address}"><text x="160" y="36" text-anchor="middle" font-family="sans-serif" font-size="14" fill="#333">This drawing is not shown</text></a></svg>\n`;
}
