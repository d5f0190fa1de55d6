import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../base/index.ts';
import type { HttpTransport } from '../../http/port.ts';
import { imageExtension, profileImageUrls } from '../../site/index.ts';
import type { ProfileImages, SiteProfile, SiteWarning } from '../../site/index.ts';

/** The largest logo or icon. */
const largestImage = 5 * 1024 * 1024;
const timeoutMs = 20_000;

export interface ProfileImageOptions {
  /** The folder for names that are not addresses. */
  readonly root: string;
  /** Pictures that the configuration names, with their paths, which may be anywhere. */
  readonly own?: ReadonlyMap<string, string>;
  /** Opens the network for images of other hosts; without this function, they are left out. */
  readonly fetch?: () => Promise<HttpTransport>;
  /** Images that were fetched before, so that an export with `--watch` fetches each only once. */
  readonly known: Map<string, { readonly bytes: Uint8Array; readonly extension: string }>;
}

/** The logos and icons that a site's profile names. */
export async function readProfileImages(
  profile: SiteProfile,
  { root, own, fetch, known }: ProfileImageOptions,
): Promise<{ images: ProfileImages; warnings: SiteWarning[] }> {
  const images = new Map<string, { readonly bytes: Uint8Array; readonly extension: string }>();
  const warnings: SiteWarning[] = [];
  const elsewhere: string[] = [];
  for (const url of profileImageUrls(profile)) {
    const before = known.get(url);
    if (before) images.set(url, before);
    else if (/^https?:\/\//i.test(url)) elsewhere.push(url);
    else {
      const path = own?.get(url);
      const found = path === undefined ? imageIn(root, url) : imageFile(path);
      if (typeof found === 'string') {
        const which = path === undefined ? `the profile's image ${url}` : `the image ${url} of export.site`;
        warnings.push({ message: `${which} is left out: ${found}` });
      } else images.set(url, found);
    }
  }
  if (elsewhere.length > 0 && fetch === undefined)
    warnings.push({
      message: `the profile names ${elsewhere.length === 1 ? '1 image on another host, which is' : `${elsewhere.length} images on other hosts, which are`} left out; --fetch-images brings ${elsewhere.length === 1 ? 'it' : 'them'} in`,
    });
  else if (elsewhere.length > 0 && fetch !== undefined) {
    const transport = await fetch();
    try {
      for (const url of elsewhere) {
        const found = await imageAt(transport, url);
        if (typeof found === 'string')
          warnings.push({ message: `the profile's image ${url} is left out: ${found}` });
        else {
          known.set(url, found);
          images.set(url, found);
        }
      }
    } finally {
      await transport.close();
    }
  }
  return { images, warnings };
}

export type ImageOrReason = { readonly bytes: Uint8Array; readonly extension: string } | string;

function imageIn(root: string, path: string): ImageOrReason {
  if (path.startsWith('/') || path.includes(':') || path.split(/[/\\]/).includes('..'))
    return 'it is outside of the folder';
  return imageFile(join(root, path));
}

function imageFile(file: string): ImageOrReason {
  const extension = imageExtension(file);
  if (extension === undefined) return 'it is not an image';
  try {
    if (statSync(file).size > largestImage) return 'it is larger than 5 MiB';
    return { bytes: readFileSync(file), extension };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return messageOf(error);
    return `there is no file ${file}`;
  }
}

/** Fetches a picture from another host; a reason if it is not a picture, or too large. */
export async function imageAt(
  transport: HttpTransport,
  url: string,
  maxBytes = largestImage,
): Promise<ImageOrReason> {
  try {
    const { status, headers, body } = await transport.send({
      method: 'GET',
      url,
      headers: { accept: 'image/*' },
      timeoutMs,
      maxBytes,
    });
    if (status !== 200) return `its host answered ${status}`;
    const extension = imageExtension(new URL(url).pathname, headers['content-type']);
    return extension === undefined ? 'it is not an image' : { bytes: body, extension };
  } catch (error) {
    return messageOf(error);
  }
}
