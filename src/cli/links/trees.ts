import { closeSync, existsSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { AppError, messageOf } from '../../base/index.ts';
import { decodeText, exportMark, isMarkdownPath, withoutExports } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { LinkTree } from '../../links/index.ts';
import { noPageIn } from '../named-path.ts';

const largestText = 4 * 1024 * 1024;
/** Folders inside a repository's folder that are not part of the content. */
const foldersApart: ReadonlySet<string> = new Set(['.git', 'node_modules', '.tidemark']);
/** Files whose text a link check reads. Other files only need to exist. */
const readable = /\.(?:md|markdown|ya?ml)$/i;

/**
 * The files on disk below a folder, without symbolic links, git's own folder and the sites that exports wrote.
 *
 * @param parts the folders to read, relative to the root; by default, the whole root.
 */
export function folderTree(root: string, parts: readonly string[] = ['']): LinkTree {
  const paths: string[] = [];
  const linkedPages: string[] = [];
  const visit = (folder: string, prefix: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry;
      if (entry.isFile()) paths.push(prefix + name);
      else if (entry.isSymbolicLink() && isMarkdownPath(name)) linkedPages.push(prefix + name);
      else if (entry.isDirectory() && !foldersApart.has(name) && !existsSync(join(folder, name, exportMark)))
        visit(join(folder, name), `${prefix}${name}/`);
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
      symbolicLink: (path) => symbolicLinkIn(root, path),
      linkedPages,
    },
    text: (path) => {
      const bytes = readInto(buffer, `${root}/${path}`);
      return bytes === null ? null : decodeText(bytes);
    },
  };
}

/**
 * Refuses a folder without markdown: it is mistyped, or its checkout failed, and nothing would be checked.
 *
 * @param part the folder, relative to the root; `''` for the root.
 * @throws AppError USAGE
 */
export function requirePages({ paths, around }: LinkTree, root: string, part = ''): void {
  const prefix = part === '' ? '' : `${part}/`;
  const hasPage = [...paths].some((path) => path.startsWith(prefix) && isMarkdownPath(path));
  const linked = around?.linkedPages?.find((path) => path.startsWith(prefix));
  if (!hasPage) throw noPageIn(join(root, part), linked === undefined ? {} : { linked });
}

/** The first part of a path below a folder that is a symbolic link. */
export function symbolicLinkIn(root: string, path: string): string | null {
  const names = path.split('/');
  if (names.includes('..')) return null;
  const parts = names.map((_, at) => names.slice(0, at + 1).join('/'));
  return (
    parts.find((part) => lstatSync(join(root, part), { throwIfNoEntry: false })?.isSymbolicLink()) ?? null
  );
}

/** Reads a file into a buffer; null when it cannot be read or fills it. The bytes are valid until the next call. */
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
 * The files of a commit, or of one of its folders (`docs/`), relative to that folder. Texts are read ahead, because the check then
 * reads them synchronously.
 */
export async function commitTree(git: GitRepository, commit: Oid, folder = ''): Promise<LinkTree> {
  const oids = new Map<string, Oid>();
  for (const { path: whole, oid, mode } of await git.listTree(commit)) {
    // Symbolic links are left out, as on disk.
    if (!whole.startsWith(folder) || mode === '120000') continue;
    const path = whole.slice(folder.length);
    if (!path.startsWith('.tidemark/')) oids.set(path, oid);
  }
  const paths = withoutExports([...oids.keys()]);
  const texts = new Map<string, string | null>();
  for (const path of paths) {
    const oid = oids.get(path);
    if (oid !== undefined && readable.test(path)) texts.set(path, decodeText(await git.readBlob(oid)));
  }
  return { paths, text: (path) => texts.get(path) ?? null };
}
