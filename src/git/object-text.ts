import { AppError } from '../base/index.ts';
import { personText, readPerson } from './person.ts';
import type { Commit, CommitDraft, FileMode, ObjectKind, Oid, TreeEntry } from './port.ts';
import { compareBytes, contentId } from '../files/index.ts';

/** The name of an object: the SHA-1 of its kind, size and content. */
export function hashObject(kind: ObjectKind, bytes: Uint8Array): Oid {
  return contentId(bytes, kind);
}

/** The tree without entries, which exists in every repository. */
export const emptyTree: Oid = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Prints a tree as git stores it; sorts the entries, a folder as if its name ended with a slash. */
export function printTree(entries: readonly TreeEntry[]): Buffer {
  const sorted = [...entries].sort((one, other) => compareBytes(sortName(one), sortName(other)));
  const parts: Buffer[] = [];
  for (const entry of sorted) {
    parts.push(Buffer.from(`${entry.mode === '040000' ? '40000' : entry.mode} `));
    parts.push(encodeName(entry.name), zero, Buffer.from(entry.oid, 'hex'));
  }
  return Buffer.concat(parts);
}

const zero = Buffer.from([0]);

function sortName(entry: TreeEntry): string {
  return entry.mode === '040000' ? `${entry.name}/` : entry.name;
}

const modes: Readonly<Record<string, FileMode>> = {
  '40000': '040000',
  '100755': '100755',
  '120000': '120000',
  '160000': '160000',
};

/** Reads a stored tree. Old modes (such as 100664) become the one that git uses today. */
export function parseTree(bytes: Uint8Array): TreeEntry[] {
  const buffer = asBuffer(bytes);
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < buffer.length) {
    const space = buffer.indexOf(0x20, at);
    const end = buffer.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > buffer.length) throw corrupt('tree');
    const mode = buffer.toString('latin1', at, space);
    const name = decodeName(buffer.subarray(space + 1, end));
    entries.push({ mode: modes[mode] ?? '100644', name, oid: buffer.toString('hex', end + 1, end + 21) });
    at = end + 21;
  }
  return entries;
}

/**
 * Decodes a name, which is mostly UTF-8. A byte that is not becomes a lone surrogate (U+DC80 to U+DCFF), and is turned back when
 * the name is written: so an unusual name in somebody's tree survives a change beside it.
 */
export function decodeName(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\ufffd') || Buffer.from(text).equals(bytes)) return text;
  return [...bytes].map((byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
}

/** The bytes of a name that {@link decodeName} read. */
export function encodeName(name: string): Buffer {
  if (!/[\udc80-\udcff]/u.test(name)) return Buffer.from(name);
  return Buffer.concat(
    [...name].map((character) => {
      const unit = character.charCodeAt(0);
      const escaped = character.length === 1 && unit >= 0xdc80 && unit <= 0xdcff;
      return escaped ? Buffer.from([unit - 0xdc00]) : Buffer.from(character);
    }),
  );
}

/** Prints a commit as git stores it. */
export function printCommit({ tree, parents, author, committer, message }: CommitDraft): Buffer {
  const text = message.replaceAll('\0', '');
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${personText(author)}`,
    `committer ${personText(committer)}`,
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}`);
}

/** Reads a stored commit; headers that we do not use (signature, encoding) are skipped. */
export function parseCommit(oid: Oid, bytes: Uint8Array): Commit {
  const text = asBuffer(bytes).toString('utf8');
  const split = text.indexOf('\n\n');
  const headers = (split < 0 ? text : text.slice(0, split)).split('\n');
  const header = (name: string): string[] =>
    headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const [tree] = header('tree');
  if (tree === undefined) throw corrupt('commit');
  return {
    oid,
    tree,
    parents: header('parent'),
    author: readPerson(header('author')[0] ?? ''),
    committer: readPerson(header('committer')[0] ?? ''),
    message: split < 0 ? '' : text.slice(split + 2),
  };
}

/** The object that an annotated tag points to. */
export function tagTarget(bytes: Uint8Array): Oid {
  const target = /^object ([0-9a-f]{40})\n/u.exec(asBuffer(bytes).toString('latin1'))?.[1];
  if (target === undefined) throw corrupt('tag');
  return target;
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function corrupt(kind: ObjectKind): AppError {
  return new AppError('REPOSITORY_INVALID', `The repository holds a damaged ${kind}`, {
    hint: 'Run `git fsck --full` and mend or clone the repository again.',
  });
}
