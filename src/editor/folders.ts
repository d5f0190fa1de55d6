import { fileURLToPath } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver';
import { FolderUris } from './places.ts';
import { Workspace, type WorkspacePorts } from './workspace.ts';

/** A folder that is open in the editor. */
export class OpenFolder {
  readonly places: FolderUris;
  readonly workspace: Workspace;
  readonly #sent = new Map<string, string>();

  constructor(root: string, ports: WorkspacePorts) {
    this.places = new FolderUris(root);
    this.workspace = new Workspace(ports);
  }

  /** Whether these diagnostics of a file differ from those that were sent before; notes them as sent. */
  isNews(path: string, diagnostics: readonly Diagnostic[]): boolean {
    const text = JSON.stringify(diagnostics);
    if (this.#sent.get(path) === text) return false;
    this.#sent.set(path, text);
    return true;
  }

  /** Notes that the editor no longer shows anything of a file. */
  forget(path: string): void {
    this.#sent.delete(path);
  }
}

/** The folders of an editor's window, and those of files that are open from elsewhere. */
export class Folders {
  readonly #ports: {
    open(folder: string): Promise<WorkspacePorts>;
    around(file: string): string;
  };
  readonly #open = new Map<string, OpenFolder>();

  constructor(ports: { open(folder: string): Promise<WorkspacePorts>; around(file: string): string }) {
    this.#ports = ports;
  }

  get all(): readonly OpenFolder[] {
    return [...this.#open.values()];
  }

  async open(root: string | null): Promise<void> {
    if (root === null || this.#open.has(root)) return;
    const ports = await this.#ports.open(root);
    if (!this.#open.has(root)) this.#open.set(root, new OpenFolder(root, ports));
  }

  close(root: string | null): void {
    if (root !== null) this.#open.delete(root);
  }

  /** Opens the documentation that a file belongs to. False when the address is not that of a file. */
  async openAround(uri: string): Promise<boolean> {
    const file = folderOfUri(uri);
    if (file === null) return false;
    await this.open(this.#ports.around(file));
    return this.of(uri) !== null;
  }

  /** The innermost folder that contains a file, with the file's path in that folder. */
  of(uri: string): { folder: OpenFolder; path: string } | null {
    let found: { folder: OpenFolder; path: string } | null = null;
    for (const folder of this.#open.values()) {
      const path = folder.places.pathOf(uri);
      if (path !== null && (found === null || path.length < found.path.length)) found = { folder, path };
    }
    return found;
  }
}

/** The path of a file's or folder's address; null for another kind of address. */
export function folderOfUri(uri: string): string | null {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri).replace(/(?<=.)[/\\]+$/u, '') : null;
  } catch {
    return null;
  }
}
