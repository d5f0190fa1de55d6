import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { AppError, messageOf } from '../../base/index.ts';
import { decodeText } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { LinkTree } from '../../links/index.ts';

const largestText = 4 * 1024 * 1024;
/** Files whose text a link check reads: the others only need to be there. */
const readable = /\.(?:md|markdown|ya?ml)$/i;

/** The files below a folder as they lie on disk; symbolic links and git's own folder are left out. */
export function folderTree(root: string): LinkTree {
  const paths: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (
        entry.isDirectory() &&
        entry.name !== '.git' &&
        entry.name !== 'node_modules' &&
        entry.name !== '.tidemark'
      )
        visit(path);
      else if (entry.isFile()) paths.push(relative(root, path).split(sep).join('/'));
    }
  };
  try {
    visit(root);
  } catch (cause) {
    throw new AppError('USAGE', `the folder ${root} cannot be read: ${messageOf(cause)}`, { cause });
  }
  return {
    paths,
    text: (path) => {
      const file = join(root, path);
      try {
        return statSync(file).size > largestText ? null : decodeText(readFileSync(file));
      } catch {
        return null;
      }
    },
  };
}

/** The files of a commit. Texts are read ahead: what is judged later asks for them at once. */
export async function commitTree(git: GitRepository, commit: Oid): Promise<LinkTree> {
  const texts = new Map<string, string | null>();
  const paths: string[] = [];
  for (const { path, oid } of await git.listTree(commit)) {
    if (path.startsWith('.tidemark/')) continue;
    paths.push(path);
    if (readable.test(path)) texts.set(path, decodeText(await git.readBlob(oid)));
  }
  return { paths, text: (path) => texts.get(path) ?? null };
}
