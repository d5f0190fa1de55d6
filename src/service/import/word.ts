import { createHash } from 'node:crypto';
import { AppError } from '../../base/index.ts';
import { titleOf } from '../../content/index.ts';
import { zipOf } from '../../files/index.ts';
import { download } from '../change-requests/handlers.ts';
import type { Context } from '../context.ts';
import { parseUrl } from '../web-address.ts';
import type { ForeignContent, ForeignFile } from './foreign.ts';
import { unzip } from './unzip.ts';
import { readWebPage } from './web-page.ts';

const largestDocument = 20 * 1024 * 1024;
const largestUnpacked = 100 * 1024 * 1024;
/** The most bytes of a document's text as XML: some hundred pages. The text is read in one go, and other requests wait that long. */
const largestPart = 6 * 1024 * 1024;
/** The address of images on their way into a space: a name that no machine can have. */
const inside = 'https://document.invalid/';

/** Styles that Word's own list of meanings leaves out. */
const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "r[style-name='Code'] => code",
];

/** Reads a Word document as one page, with its images. */
export async function readWordDocument(ctx: Context, url: string): Promise<ForeignContent> {
  const got = await download(ctx, url, { maxBytes: largestDocument });
  const name = nameSaid(got.headers['content-disposition']) ?? new URL(got.url).pathname.split('/').at(-1)!;
  return wordContent(got.body, { url, title: name.replace(/\.docx$/iu, '') });
}

/**
 * Reads a document of Google Docs that everybody with the link may read. No account is needed, and none can be used: for any other
 * document, Google answers with its sign-in page, which is refused.
 */
export async function readGoogleDocument(ctx: Context, url: string): Promise<ForeignContent> {
  const id = googleDocument(url);
  if (id === undefined) {
    throw new AppError('UNPROCESSABLE', `${url} is not a document of Google Docs.`, {
      hint: 'Its address reads https://docs.google.com/document/d/ID/edit.',
    });
  }
  const got = await download(ctx, `https://docs.google.com/document/d/${id}/export?format=docx`, {
    maxBytes: largestDocument,
  });
  if (/^text\/html\b/iu.test(got.headers['content-type'] ?? '')) {
    throw new AppError('UNPROCESSABLE', `Google does not show ${url} to everybody.`, {
      hint: 'Share it with everybody who has the link, or download it as a Word document and import that.',
    });
  }
  const title = nameSaid(got.headers['content-disposition'])?.replace(/\.docx$/iu, '') ?? 'Untitled';
  return wordContent(got.body, { url, title });
}

function googleDocument(address: string): string | undefined {
  const url = parseUrl(address);
  if (url === undefined) return undefined;
  const byPath = /^\/document\/(?:u\/\d+\/)?d\/([\w-]{10,128})(?:\/|$)/u.exec(url.pathname)?.[1];
  if (url.hostname === 'docs.google.com') return byPath;
  const named = url.searchParams.get('id');
  return url.hostname === 'drive.google.com' && named !== null && /^[\w-]{10,128}$/u.test(named)
    ? named
    : undefined;
}

async function wordContent(
  archive: Uint8Array,
  { url, title }: { url: string; title: string },
): Promise<ForeignContent> {
  const parts = unzip(archive, { mostBytes: largestUnpacked });
  if (!parts.has('word/document.xml')) throw unreadable(url, 'it has no text part');
  for (const [name, bytes] of parts)
    if (name.endsWith('.xml') && bytes.byteLength > largestPart)
      throw unreadable(url, 'its text is too long');
  const files = new Map<string, ForeignFile>();
  const { default: mammoth } = await import('mammoth');
  let html: string;
  try {
    const converted = await mammoth.convertToHtml(
      // Reads exactly what was measured: the archive is made again from the unpacked parts.
      { buffer: Buffer.from(zipOf(parts)) },
      {
        styleMap: styles,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async (image) => {
          const bytes = await image.readAsBuffer();
          const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
          const src = `${inside}${hash}`;
          files.set(src, { name: `image.${extensionOf(image.contentType)}`, bytes });
          return { src };
        }),
      },
    );
    html = converted.value;
  } catch (error) {
    throw unreadable(url, 'it is damaged', error);
  }
  const { markdown } = readWebPage(`<main>${html}</main>`, inside, { title });
  const page = { key: url, title: titleOf(markdown) ?? title, text: markdown, children: [] };
  return { pages: [page], files, total: 1 + files.size, keyOf: (target) => target };
}

function extensionOf(contentType: string): string {
  const kind = /^image\/(?:x-)?([a-z0-9]+)/iu.exec(contentType)?.[1]?.toLowerCase() ?? 'bin';
  return kind === 'jpeg' ? 'jpg' : kind;
}

/** The file's name in a `Content-Disposition`. */
function nameSaid(header: string | undefined): string | undefined {
  const encoded = /filename\*=(?:utf-8|iso-8859-1)''([^;]+)/iu.exec(header ?? '')?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded.trim());
  } catch {
    // A wrongly encoded name counts as no name.
  }
  return /filename="([^"]{1,255})"/iu.exec(header ?? '')?.[1];
}

function unreadable(url: string, reason: string, cause?: unknown): AppError {
  return new AppError(
    'UNPROCESSABLE',
    `The file at ${url} cannot be read as a Word document: ${reason}.`,
    cause === undefined ? {} : { cause },
  );
}
