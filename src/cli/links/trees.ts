import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { AppError, messageOf } from '../../base/index.ts';
import { decodeText } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { LinkTree } from '../../links/index.ts';

const largestText = 4 * 1024 * 1024;
/** Folders inside of a repository's folder that are not a part of the repository. */
const foldersApart: ReadonlySet<string> = new Set(['.git', 'node_modules', '.tidemark']);
/** Files whose text a link check reads: the others only need to be there. */
const readable = /\.(?:md|markdown|ya?ml)$/i;

/**
 * The files below a folder as they lie on disk; symbolic links and git's own folder are left out.
 *
 * @param parts the folders of it that are read, relative to it; all of it when left out.
 */
export function folderTree(root: string, parts: readonly string[] = ['']): LinkTree {
  const paths: string[] = [];
  const visit = (folder: string, prefix: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry;
      if (entry.isFile()) paths.push(prefix + name);
      else if (entry.isDirectory() && !foldersApart.has(name)) visit(join(folder, name), `${prefix}${name}/`);
    }
  };
  try {
    for (const part of parts) visit(join(root, part), part === '' ? '' : `${part}/`);
  } catch (cause) {
    throw new AppError('USAGE', `the folder ${root} cannot be read: ${messageOf(cause)}`, { cause });
  }
  const buffer = Buffer.allocUnsafe(largestText + 1);
  const shown = parts.length === 1 ? join(basename(root), parts[0] ?? '') : parts.join('/ and ');
  return {
    paths,
    around: {
      name: `${shown.split(sep).join('/')}/`,
      has: (path) => !/(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(path) && existsSync(join(root, path)),
    },
    text: (path) => {
      const bytes = readInto(buffer, `${root}/${path}`);
      return bytes === null ? null : decodeText(bytes);
    },
  };
}

/** Reads a file into a buffer; null when it cannot be read or fills it. The bytes hold until the next call. */
function readInto(buffer: Buffer, file: string): Uint8Array | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    let length = 0;
    for (;;) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += read;
      if (length === buffer.length) return null;
      if (read === 0) return buffer.subarray(0, length);
    }
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The files of a commit, or those below a folder of it (`docs/`), relative to that. Texts are read ahead: what is judged
 * later asks for them at once.
 */
export async function commitTree(git: GitRepository, commit: Oid, folder = ''): Promise<LinkTree> {
  const texts = new Map<string, string | null>();
  const paths: string[] = [];
  for (const { path: whole, oid } of await git.listTree(commit)) {
    if (!whole.startsWith(folder)) continue;
    const path = whole.slice(folder.length);
    if (path.startsWith('.tidemark/')) continue;
    paths.push(path);
    if (readable.test(path)) texts.set(path, decodeText(await git.readBlob(oid)));
  }
  return { paths, text: (path) => texts.get(path) ?? null };
}
