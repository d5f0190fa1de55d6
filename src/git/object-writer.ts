import { AppError, escapeForTerminal } from '../base/index.ts';
import { assertPath } from './names.ts';
import { emptyTree, parseTree, printCommit, printTree } from './object-text.ts';
import type { ObjectKind, ObjectWriter, Oid, TreeEntry } from './port.ts';
import { updateTree, type ReadTree } from './trees.ts';

export interface WriterParts {
  /** Stores an object, unless it exists already. */
  put: (kind: ObjectKind, bytes: Uint8Array) => Oid;
  /** The content of a tree that `put` stored and that the repository does not show yet; undefined for others. */
  own: (oid: Oid) => Uint8Array | undefined;
  readTree: ReadTree;
}

/** The checks and the handling of trees that every implementation's writer shares. */
export function createObjectWriter({ put, own, readTree }: WriterParts): ObjectWriter {
  const read: ReadTree = async (oid) => {
    const bytes = own(oid);
    if (bytes !== undefined) return parseTree(bytes);
    return oid === emptyTree ? [] : readTree(oid);
  };
  const putTree = (entries: readonly TreeEntry[]): Oid => put('tree', printTree(entries));
  return {
    addBlob: (bytes) => put('blob', bytes),
    addTree(entries) {
      const names = new Set<string>();
      for (const { name } of entries) {
        assertEntry(name);
        if (names.has(name)) throw nameTwiceError(name);
        names.add(name);
      }
      return putTree(entries);
    },
    addCommit: (draft) => put('commit', printCommit(draft)),
    updateTree: async (base, changes) => (await updateTree(read, putTree, base, changes)) ?? putTree([]),
    readTree: read,
  };
}

function assertEntry(name: string): void {
  assertPath(name);
  if (name.includes('/')) {
    throw new AppError('UNSAFE_PATH', `"${escapeForTerminal(name)}" is a path, not a name in one folder`, {
      hint: 'Use updateTree for paths.',
    });
  }
}

function nameTwiceError(name: string): AppError {
  return new AppError('CONTENT_INVALID', `A folder cannot hold "${escapeForTerminal(name)}" twice`, {
    hint: 'Give one of them another name.',
    data: { name },
  });
}
