import { isAppError, type AppError } from '../base/index.ts';
import type { File, Space } from '../contract/index.ts';
import { openStatuses } from './remote/change-request.ts';
import type { ContentPlace, Remote } from './remote/port.ts';

/** A file that was fetched on trial. */
export interface TriedFile {
  readonly name: string;
  /** The title of its space. */
  readonly space: string;
  /** The origin of its address; null: the service gives a relative one. */
  readonly origin: string | null;
  /** Why a cycle could not fetch it; null: it could. */
  readonly failure: AppError | null;
}

/** How many spaces are searched for files at most, and from how many hosts files are fetched. */
const mostSpaces = 5;
const mostHosts = 3;

/**
 * Fetches files as a cycle does: of the first space that has any, the smallest one of each host. Returns nothing where the service shows no
 * files of the first spaces.
 */
export async function tryFiles(remote: Remote, spaces: readonly Space[]): Promise<readonly TriedFile[]> {
  for (const space of spaces.slice(0, mostSpaces)) {
    const place = await placeOf(remote, space);
    const files = place === null ? [] : (await remote.content(place)).files;
    if (files.length === 0) continue;
    const tried: TriedFile[] = [];
    for (const [origin, file] of [...smallestOfHosts(files)].slice(0, mostHosts))
      tried.push({ name: file.name, space: space.title, origin, failure: await failureOf(remote, file) });
    return tried;
  }
  return [];
}

/** Where the content of a space can be read; of a service that shows no revisions, in a change request; null where there is none. */
async function placeOf(remote: Remote, { id, revision }: Space): Promise<ContentPlace | null> {
  if (await remote.readsRevisions(id)) return { kind: 'revision', space: id, revision };
  for (const status of openStatuses) {
    const [request] = await remote.changeRequests(id, status);
    if (request !== undefined) return { kind: 'change-request', space: id, id: request.id };
  }
  return null;
}

function smallestOfHosts(files: readonly File[]): Map<string | null, File> {
  const found = new Map<string | null, File>();
  for (const file of files) {
    const { downloadURL } = file;
    const origin = URL.canParse(downloadURL) ? new URL(downloadURL).origin : null;
    const known = found.get(origin);
    if (known === undefined || file.size < known.size) found.set(origin, file);
  }
  return found;
}

async function failureOf(remote: Remote, file: File): Promise<AppError | null> {
  try {
    await remote.download(file);
    return null;
  } catch (error) {
    if (!isAppError(error) || isAppError(error, 'CANCELLED')) throw error;
    return error;
  }
}
