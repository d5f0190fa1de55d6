import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type CodeAction,
  type CompletionList,
  type Diagnostic,
  type Hover,
  type InitializeResult,
  type Location,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument, type TextEdit } from 'vscode-languageserver-textdocument';

/** The capabilities of the tests' editor: those of Visual Studio Code, unless a test wants less. */
export const ableClient: ClientCapabilities = {
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    fileOperations: { willRename: true, didRename: true },
  },
};

/** An editor at the other end of a language server, made with the protocol's own client library. */
export class EditorClient {
  readonly connection: ProtocolConnection;
  readonly shown = new Map<string, readonly Diagnostic[]>();
  readonly warnings: string[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #documents = new Map<string, TextDocument>();

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.connection = createProtocolConnection(
      new StreamMessageReader(input),
      new StreamMessageWriter(output),
    );
    this.connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }: PublishDiagnosticsParams) => {
        this.shown.set(uri, diagnostics);
        for (const look of this.#waiting) look();
      },
    );
    this.connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
      this.warnings.push(message);
    });
    this.connection.listen();
  }

  async begin(
    rootUri: string | null,
    capabilities: ClientCapabilities = ableClient,
  ): Promise<InitializeResult> {
    const result = await this.connection.sendRequest<InitializeResult>('initialize', {
      processId: null,
      rootUri,
      capabilities,
      workspaceFolders: rootUri === null ? null : [{ uri: rootUri, name: 'docs' }],
    });
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  async end(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
  }

  open(uri: string, text: string): Promise<void> {
    this.#documents.set(uri, TextDocument.create(uri, 'markdown', 1, text));
    return this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'markdown', version: 1, text },
    });
  }

  text(uri: string): string {
    return this.#documents.get(uri)?.getText() ?? '';
  }

  /** Writes `text` in place of `before`, or after it, as one key would. */
  type(uri: string, before: string, text: string, { replace = false } = {}): Promise<void> {
    const document = this.#documents.get(uri);
    const at = document?.getText().indexOf(before) ?? -1;
    if (document === undefined || at < 0) throw new Error(`no ${before} in ${uri}`);
    const range = {
      start: document.positionAt(replace ? at : at + before.length),
      end: document.positionAt(at + before.length),
    };
    const change = { range, text };
    const version = document.version + 1;
    this.#documents.set(uri, TextDocument.update(document, [change], version));
    return this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [change],
    });
  }

  /** Waits for matching diagnostics of a document. */
  diagnostics(
    uri: string,
    fits: (diagnostics: readonly Diagnostic[]) => boolean,
  ): Promise<readonly Diagnostic[]> {
    return new Promise((resolve) => {
      const look = (): void => {
        const now = this.shown.get(uri);
        if (now === undefined || !fits(now)) return;
        this.#waiting.delete(look);
        resolve(now);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** The position in a document where `text` begins, moved by some characters. */
  at(uri: string, text: string, by = 0): Position {
    const document = this.#documents.get(uri);
    const at = document?.getText().indexOf(text) ?? -1;
    if (document === undefined || at < 0) throw new Error(`no ${text} in ${uri}`);
    return document.positionAt(at + by);
  }

  ask<Answer>(method: string, uri: string, position: Position, more: object = {}): Promise<Answer> {
    return this.connection.sendRequest<Answer>(`textDocument/${method}`, {
      textDocument: { uri },
      position,
      ...more,
    });
  }

  completion(uri: string, position: Position): Promise<CompletionList | null> {
    return this.ask('completion', uri, position);
  }

  hover(uri: string, position: Position): Promise<Hover | null> {
    return this.ask('hover', uri, position);
  }

  definition(uri: string, position: Position): Promise<Location | null> {
    return this.ask('definition', uri, position);
  }

  actions(uri: string, position: Position): Promise<CodeAction[]> {
    return this.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
  }

  willRename(files: readonly { oldUri: string; newUri: string }[]): Promise<WorkspaceEdit | null> {
    return this.connection.sendRequest('workspace/willRenameFiles', { files });
  }
}

/** The texts after an edit, by address. */
export function applied(
  { documentChanges = [], changes = {} }: WorkspaceEdit,
  textOf: (uri: string) => string,
): Map<string, string> {
  const edits = new Map<string, TextEdit[]>(Object.entries(changes));
  for (const change of documentChanges)
    if ('edits' in change) edits.set(change.textDocument.uri, change.edits as TextEdit[]);
  return new Map(
    [...edits].map(([uri, own]) => [
      uri,
      TextDocument.applyEdits(TextDocument.create(uri, 'markdown', 0, textOf(uri)), own),
    ]),
  );
}
