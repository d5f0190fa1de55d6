import {
  CodeActionKind,
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  FileChangeType,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type Position,
  type RenameFilesParams,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isAppError } from '../base/index.ts';
import { checkMoves, planMove } from '../links/move/index.ts';
import { actionsFor, diagnosticOf, fixAllKind } from './actions.ts';
import { completionsAt } from './completion.ts';
import { folderOfUri, Folders, type OpenFolder } from './folders.ts';
import { hoverAt } from './hover.ts';
import { destinationOf, linkAt, linksIn } from './links-at.ts';
import { documentOf } from './places.ts';
import { headingAt, renameHeading } from './rename-heading.ts';
import { workspaceEdit } from './workspace-edits.ts';
import type { WorkspacePorts } from './workspace.ts';

export interface EditorPorts {
  /** The two ends that an editor talks through. Nothing else may write to `output`. */
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly version: string;
  /** Reads the settings of a folder, and says how its files are read. */
  open(folder: string): Promise<WorkspacePorts>;
  /** The folder of the documentation that a file belongs to, for a file outside of the editor's open folders. */
  around(file: string): string;
  readonly stop: AbortSignal;
}

/** How long the last answers may take when the editor ends the server. */
const answersMs = 20;

/** How long messages that came in before the input ended may take. */
const lastWordsMs = 1000;

/**
 * How long the server waits for the next key when an edit changes which pages there are, so that a person can finish a line before the
 * server reads it.
 */
const pauseMs = 150;

/** Talks to an editor over the language server protocol until the editor ends it. Returns the exit code. */
export async function serveEditor(ports: EditorPorts): Promise<number> {
  let end: (code: number) => void = () => undefined;
  const ended = new Promise<number>((resolve) => (end = resolve));
  const watchDog = {
    shutdownReceived: false,
    initialize: () => undefined,
    exit: (code: number) => void setTimeout(() => end(code), answersMs),
  };
  const connection = createConnection(
    (logger) =>
      createProtocolConnection(
        new StreamMessageReader(ports.input),
        new StreamMessageWriter(ports.output),
        logger,
      ),
    watchDog,
  );
  // An editor that goes away without a word also ends the server, once the server has handled its last messages.
  let waiting: NodeJS.Timeout | undefined;
  const gone = (): void => {
    waiting ??= setTimeout(() => end(watchDog.shutdownReceived ? 0 : 1), lastWordsMs);
  };
  ports.input.on('end', gone);
  ports.input.on('close', gone);
  ports.stop.addEventListener('abort', () => end(0), { once: true });
  const server = new EditorServer(connection, ports);
  server.listen();
  const code = await ended;
  clearTimeout(waiting);
  server.close();
  return code;
}

class EditorServer {
  readonly #connection: Connection;
  readonly #version: string;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #folders: Folders;
  #client: ClientCapabilities = {};
  #timer: NodeJS.Timeout | null = null;

  constructor(connection: Connection, ports: EditorPorts) {
    this.#connection = connection;
    this.#version = ports.version;
    this.#folders = new Folders(ports);
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#initialized());
    this.#documents.onDidChangeContent(({ document }) => this.#changed(document));
    this.#documents.onDidClose(({ document }) => this.#closed(document));
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri, type } of changes)
        this.#fileChanged(
          uri,
          type === FileChangeType.Changed ? 'text' : type === FileChangeType.Created ? 'came' : 'gone',
        );
    });
    connection.onCompletion(({ textDocument, position }) =>
      this.#at(textDocument, position, ({ workspace }, path, { document }) =>
        completionsAt(workspace.index, path, { line: lineBefore(document, position), position }),
      ),
    );
    connection.onHover(({ textDocument, position }) =>
      this.#at(textDocument, position, ({ workspace }, path, { offset }) => hoverAt(workspace, path, offset)),
    );
    connection.onDefinition(({ textDocument, position }) =>
      this.#at(textDocument, position, (folder, path, { offset }) => definitionAt(folder, path, offset)),
    );
    connection.onPrepareRename(({ textDocument, position }) =>
      this.#at(textDocument, position, (_, __, { document, offset }) => {
        const heading = headingAt(document.getText(), offset);
        return heading === null
          ? null
          : {
              range: { start: document.positionAt(heading.start), end: document.positionAt(heading.end) },
              placeholder: heading.words,
            };
      }),
    );
    connection.onRenameRequest(({ textDocument, position, newName }) =>
      this.#at(textDocument, position, (folder, path, at) => this.#rename(folder, path, { ...at, newName })),
    );
    connection.onCodeAction(({ textDocument, range, context: { only } }) =>
      this.#at(textDocument, range.start, ({ workspace }, path, { document }) =>
        actionsFor(workspace.findings(path), { uri: textDocument.uri, document, range, path }).filter(
          ({ kind = '' }) => only === undefined || only.some((wanted) => `${kind}.`.startsWith(`${wanted}.`)),
        ),
      ),
    );
    connection.workspace.onWillRenameFiles((params) => this.#willRename(params));
    connection.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        this.#fileChanged(oldUri, 'gone');
        this.#fileChanged(newUri, 'came');
      }
    });
    this.#documents.listen(connection);
    connection.listen();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#connection.dispose();
  }

  async #initialize({
    capabilities,
    workspaceFolders,
    rootUri,
  }: InitializeParams): Promise<InitializeResult> {
    this.#client = capabilities;
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === 'string' ? [rootUri] : []);
    for (const uri of uris) await this.#folders.open(folderOfUri(uri));
    const everything = { filters: [{ scheme: 'file', pattern: { glob: '**/*' } }] };
    return {
      serverInfo: { name: 'tidemark', version: this.#version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { triggerCharacters: ['(', '/', '#', '"', '<', '.'] },
        hoverProvider: true,
        definitionProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
        workspace: {
          workspaceFolders: { supported: true, changeNotifications: true },
          fileOperations: { willRename: everything, didRename: everything },
        },
      },
    };
  }

  #initialized(): void {
    const { workspace } = this.#client;
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      void this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*' }],
      });
    if (workspace?.workspaceFolders === true)
      this.#connection.workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
        for (const { uri } of removed) this.#folders.close(folderOfUri(uri));
        for (const { uri } of added) await this.#folders.open(folderOfUri(uri));
        for (const document of this.#documents.all()) this.#changed(document);
      });
    // The server answers its first question at once when it has read everything before that.
    this.#show(0);
    for (const { workspace: each } of this.#folders.all) void each.index;
  }

  #changed(document: TextDocument): void {
    const found = this.#folders.of(document.uri);
    if (found === null) {
      void this.#folders.openAround(document.uri).then((opened) => opened && this.#changed(document));
      return;
    }
    const { folder, path } = found;
    folder.places.note(path, document.uri);
    folder.workspace.edit(path, document.getText());
    if (folder.workspace.isRead) this.#showNow();
    else this.#show(pauseMs);
  }

  #closed(document: TextDocument): void {
    const found = this.#folders.of(document.uri);
    if (found === null) return;
    found.folder.workspace.close(found.path);
    found.folder.forget(found.path);
    void this.#connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  }

  #fileChanged(uri: string, kind: 'text' | 'came' | 'gone'): void {
    const found = this.#folders.of(uri);
    if (found === null) return;
    found.folder.workspace.changed(found.path, kind);
    this.#show(pauseMs);
  }

  #show(delayMs: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#showNow(), delayMs);
  }

  /** Sends the findings of every open document, since renaming a heading breaks links in other documents. */
  #showNow(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const document of this.#documents.all()) {
      const found = this.#folders.of(document.uri);
      if (found === null) continue;
      const diagnostics = found.folder.workspace
        .findings(found.path)
        .map((each) => diagnosticOf(each, document));
      if (!found.folder.isNews(found.path, diagnostics)) continue;
      void this.#connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
    }
  }

  /** Answers a question about a place of an open document; null for documents outside the documentation. */
  async #at<Answer>(
    { uri }: { uri: string },
    position: Position,
    answer: (
      folder: OpenFolder,
      path: string,
      at: { document: TextDocument; offset: number },
    ) => Answer | Promise<Answer>,
  ): Promise<Answer | null> {
    const found = this.#folders.of(uri);
    const document = this.#documents.get(uri);
    if (found === null || document === undefined) return null;
    return answer(found.folder, found.path, { document, offset: document.offsetAt(position) });
  }

  #rename(
    { workspace, places }: OpenFolder,
    path: string,
    { document, offset, newName }: { document: TextDocument; offset: number; newName: string },
  ): WorkspaceEdit | ResponseError {
    const heading = headingAt(document.getText(), offset);
    const name = newName.trim();
    if (heading === null || name === '' || /[\r\n]/u.test(name))
      return new ResponseError(
        ErrorCodes.InvalidParams,
        heading === null ? 'There is no heading here' : 'A heading is one line of words',
      );
    const edits = renameHeading(workspace.index, path, heading, name);
    return workspaceEdit(
      [...edits].map(([file, splices]) => ({ path: file, text: workspace.text(file) ?? '', splices })),
      places,
      this.#client,
    );
  }

  #warn(message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, {
      type: MessageType.Warning,
      message,
    });
  }

  /** The edits that follow from renaming files: the same plan as that of `tidemark mv`. */
  #willRename({ files }: RenameFilesParams): WorkspaceEdit | null {
    const edits: WorkspaceEdit[] = [];
    for (const folder of this.#folders.all) {
      const moves = files.flatMap(({ oldUri, newUri }) => {
        const [from, to] = [folder.places.pathOf(oldUri), folder.places.pathOf(newUri)];
        return from === null || to === null ? [] : [{ from, to }];
      });
      const { index, cache } = folder.workspace;
      const known = moves.filter(({ from }) => index.paths.has(from) || index.folders.has(from));
      if (known.length === 0) continue;
      try {
        checkMoves(index, known);
      } catch (error) {
        if (!isAppError(error)) throw error;
        this.#warn(`Links do not follow this rename: ${error.message}. ${error.hint ?? ''}`);
        continue;
      }
      const plan = planMove(index, known, { cache });
      for (const note of plan.notes) this.#warn(note);
      edits.push(workspaceEdit(plan.edits, folder.places, this.#client));
    }
    return edits.length === 0 ? null : joined(edits);
  }
}

function joined(edits: readonly WorkspaceEdit[]): WorkspaceEdit {
  if (edits.some(({ documentChanges }) => documentChanges !== undefined))
    return { documentChanges: edits.flatMap(({ documentChanges = [] }) => documentChanges) };
  return {
    changes: Object.assign({}, ...edits.map(({ changes = {} }) => changes)) as WorkspaceEdit['changes'] & {},
  };
}

function lineBefore(document: TextDocument, position: Position): string {
  return document.getText({ start: { line: position.line, character: 0 }, end: position });
}

function definitionAt({ workspace, places }: OpenFolder, path: string, offset: number): Location | null {
  const { index } = workspace;
  const text = workspace.text(path) ?? '';
  const link = linkAt(text, linksIn(index, path, text), offset);
  const goal = link === null ? null : destinationOf(index, path, link);
  if (goal === null) return null;
  const start = documentOf(goal.offset === null ? '' : (workspace.text(goal.file) ?? '')).positionAt(
    goal.offset ?? 0,
  );
  return { uri: places.uriOf(goal.file), range: { start, end: start } };
}
