import { fileURLToPath, pathToFileURL } from 'node:url';
import { join, relative, sep } from 'node:path';
import { TextDocument, type TextEdit } from 'vscode-languageserver-textdocument';
import type { Splice } from '../links/move/index.ts';

/** Paths of a folder as the addresses that an editor uses for them, and back. */
export class FolderUris {
  readonly root: string;
  /** The addresses of open documents as the editor wrote them: an editor takes two spellings of one address for two files. */
  readonly #written = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  /** The path of a file below the folder; null for an address elsewhere, or one that is not a file's. */
  pathOf(uri: string): string | null {
    if (!uri.startsWith('file:')) return null;
    try {
      const path = relative(this.root, fileURLToPath(uri)).split(sep).join('/');
      return path === '..' || path.startsWith('../') || path === '' ? null : path;
    } catch {
      return null;
    }
  }

  /** Notes how the editor writes the address of a document. */
  note(path: string, uri: string): void {
    this.#written.set(path, uri);
  }

  uriOf(path: string): string {
    return this.#written.get(path) ?? pathToFileURL(join(this.root, path)).href;
  }
}

/** Splices of a text as an editor's edits of its document. */
export function editsOf(text: string, splices: readonly Splice[]): TextEdit[] {
  const document = documentOf(text);
  // At one place, an editor wants insertions before deletions.
  const inOrder = [...splices].sort((one, other) => one.start - other.start || one.end - other.end);
  return inOrder.map(({ start, end, written }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText: written,
  }));
}

/** A text with lines, for positions in it. */
export function documentOf(text: string): TextDocument {
  return TextDocument.create('file:///', 'markdown', 0, text);
}
