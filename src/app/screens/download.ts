/** Downloads a space or one of its pages, as the files that a git checkout has. */
import { AppError } from '../../base/index.ts';
import { slugOfTitle } from '../../content/index.ts';
import { zipOf } from '../../files/index.ts';
import { spaceFolder, type SpaceSource } from '../../site/index.ts';
import { param, type Outcome, type Visit } from '../visit.ts';
import { openContent } from './content.ts';
import { nodeIn } from './tree.ts';

/** The largest archive: it is made in memory, and the service's own import has the same bounds. */
const archiveBounds = { files: 20_000, bytes: 200 * 1024 * 1024 };

/** The markdown of the page that the address names, or all files of the space in a ZIP archive. */
export async function download(visit: Visit): Promise<Outcome> {
  const { space, reader, source } = await openContent(visit);
  const id = visit.query.get('page');
  if (id === null) return { download: await archiveOf(source), ...named(space.title, 'zip') };
  const text = await reader.text(id);
  if (text === undefined)
    throw new AppError('NOT_FOUND', 'There is no such page in this space.', {
      hint: 'It may have been deleted: look for it in the page tree.',
    });
  const title = nodeIn(reader.pages, id)?.node.title ?? 'Page';
  return { download: Buffer.from(text), ...named(title, 'md') };
}

/** The PDF of a change request, or of one of its pages: the interface gives its address, which is good for an hour. */
export async function pdf(visit: Visit): Promise<Outcome> {
  const page = visit.query.get('page');
  const { url } = await visit.call('getChangeRequestPDF', {
    params: { spaceId: param(visit, 'space'), changeRequestId: param(visit, 'number') },
    query: page === null ? {} : { page, only: true },
  });
  return { elsewhere: url };
}

const types = { zip: 'application/zip', md: 'text/markdown; charset=utf-8' };

function named(title: string, extension: keyof typeof types): { name: string; type: string } {
  return { name: `${slugOfTitle(title) || 'space'}.${extension}`, type: types[extension] };
}

async function archiveOf(source: SpaceSource): Promise<Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for await (const [path, content] of spaceFolder(source)) {
    files.set(path, content);
    bytes += content.byteLength;
    if (files.size > archiveBounds.files || bytes > archiveBounds.bytes)
      throw new AppError('TOO_LARGE', `"${source.title}" is too large for one archive.`, {
        hint: 'Mirror it into a git repository instead: `tidemark sync`.',
      });
    // Reading thousands of texts must not hold up other requests.
    if (files.size % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return zipOf(files);
}
