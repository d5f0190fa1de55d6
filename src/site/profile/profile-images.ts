import { createHash } from 'node:crypto';
import { imageSize, type ImageSize } from '../../content/index.ts';
import { safeAsset } from '../assets/safe-asset.ts';
import type { Customization, SiteProfile, ThemedUrl } from './profile.ts';

/** The bytes of a profile's images, by address. */
export type ProfileImages = ReadonlyMap<string, { readonly bytes: Uint8Array; readonly extension: string }>;

/** The addresses of all images that a profile names: logos, icons and the picture for previews, for light and dark. */
export function profileImageUrls({ customizations }: SiteProfile): readonly string[] {
  const urls = [customizations.site, ...Object.values(customizations.siteSpaces ?? {})].flatMap(urlsIn);
  return [...new Set(urls)];
}

function urlsIn({ favicon, header, footer, socialPreview }: Customization): string[] {
  const themed = (image: ThemedUrl | undefined): (string | undefined)[] => [image?.light, image?.dark];
  return [
    ...themed(favicon?.icon),
    ...themed(header?.logo),
    ...themed(footer?.logo),
    socialPreview?.url,
  ].filter((url): url is string => typeof url === 'string' && url !== '');
}

/** An image's place on the site. */
export interface PlacedImage {
  readonly file: string;
  readonly dimensions?: ImageSize;
}

/** Gives each image a place on the site. A file that could do more than be shown is refused. */
export function placeProfileImages(images: ProfileImages): {
  readonly names: ReadonlyMap<string, PlacedImage>;
  readonly files: readonly { readonly file: string; readonly bytes: Uint8Array }[];
  readonly refused: readonly { readonly url: string; readonly reason: string }[];
} {
  const names = new Map<string, PlacedImage>();
  const files: { file: string; bytes: Uint8Array }[] = [];
  const refused: { url: string; reason: string }[] = [];
  for (const [url, { bytes, extension }] of images) {
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const file = `_site/${digest}.${extension.replace(/[^a-z0-9]/gi, '')}`;
    const safe = safeAsset(file, bytes);
    if (safe.replaced) refused.push({ url, reason: safe.warning ?? 'it cannot be read' });
    else {
      const dimensions = imageSize(bytes);
      names.set(url, dimensions ? { file, dimensions } : { file });
      files.push(...safe.files);
    }
  }
  return { names, files, refused };
}

const extensions: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/x-icon': 'ico',
  'image/vnd.microsoft.icon': 'ico',
};

/**
 * The ending for an image's file: by its media type, else by its name; undefined for a file that browsers do not show as an image.
 */
export function imageExtension(name: string, contentType = ''): string | undefined {
  const known = extensions[contentType.split(';')[0]?.trim().toLowerCase() ?? ''];
  const written = /\.(svg|png|jpe?g|gif|webp|avif|ico)$/i.exec(name)?.[1]?.toLowerCase();
  return known ?? written;
}
