import type {
  ClientCapabilities,
  TextDocumentEdit,
  CreateFile,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { Splice } from '../links/move/index.ts';
import { editsOf, type FolderUris } from './places.ts';

/** One file with its edits. */
export interface EditedFile {
  readonly path: string;
  /** The text that the splices apply to; null for a file that the edit creates. */
  readonly text: string | null;
  readonly splices: readonly Splice[];
}

/** Splices of texts in the form that the editor at the other end understands. */
export function workspaceEdit(
  files: readonly EditedFile[],
  places: FolderUris,
  { workspace }: ClientCapabilities,
): WorkspaceEdit {
  const { documentChanges = false, resourceOperations = [] } = workspace?.workspaceEdit ?? {};
  const creates = documentChanges && resourceOperations.includes('create');
  const wanted = files.filter(({ text, splices }) => splices.length > 0 && (text !== null || creates));
  const edits = wanted.map(({ path, text, splices }) => ({
    uri: places.uriOf(path),
    isNew: text === null,
    edits: editsOf(text ?? '', splices),
  }));
  if (!documentChanges)
    return {
      changes: Object.fromEntries(edits.map(({ uri, edits: own }): [string, TextEdit[]] => [uri, own])),
    };
  return {
    documentChanges: edits.flatMap(({ uri, isNew, edits: own }): (CreateFile | TextDocumentEdit)[] => [
      ...(isNew ? [{ kind: 'create' as const, uri, options: { ignoreIfExists: true } }] : []),
      { textDocument: { uri, version: null }, edits: own },
    ]),
  };
}
