/**
 * Content as immutable objects, named by the hash of their content: texts of pages, nodes of trees, lists of files, and bytes of files. A
 * page's node names its children's hashes, so one edited page changes only the nodes on its way to the root, and two revisions (or spaces,
 * or change requests) with the same content share every row.
 */
import { hash } from 'node:crypto';
import { AppError } from '../../base/index.ts';
import { contentId } from '../../files/index.ts';
import type { Migration, Store } from '../store/index.ts';

export const objectMigrations: Migration[] = [
  {
    id: 'objects/1',
    sql: `
      CREATE TABLE documents (hash TEXT PRIMARY KEY, text TEXT NOT NULL, oid TEXT NOT NULL) STRICT;
      CREATE TABLE nodes (hash TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
      CREATE TABLE blobs (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL, oid TEXT NOT NULL) STRICT;
    `,
  },
];

/** The name of an object: 162 bits of SHA-256. It also serves as the `documentId` of a text. */
export function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 27);
}

/** A text that is in the store. */
export interface StoredDocument {
  readonly hash: string;
  readonly text: string;
  /** The git blob id of the text. */
  readonly oid: string;
}

/** Stores a page's text, and returns its hash and git blob id. */
export function putDocument(store: Store, text: string): { document: string; oid: string } {
  const document = hashOf(text);
  const known = store.get<{ oid: string }>('SELECT oid FROM documents WHERE hash = ?', document);
  if (known !== undefined) return { document, oid: known.oid };
  const oid = contentId(Buffer.from(text));
  store.run('INSERT INTO documents (hash, text, oid) VALUES (?, ?, ?)', document, text, oid);
  return { document, oid };
}

/** The text of a document. */
export function getDocument(store: Store, hash: string): StoredDocument {
  return (
    store.get<StoredDocument>('SELECT hash, text, oid FROM documents WHERE hash = ?', hash) ??
    missing('document', hash)
  );
}

/** Stores a value as JSON, and returns its hash. Members must be set in one fixed order, so that equal values print alike. */
export function putNode(store: Store, value: object): string {
  const json = JSON.stringify(value);
  const hash = hashOf(json);
  store.run('INSERT INTO nodes (hash, json) VALUES (?, ?) ON CONFLICT DO NOTHING', hash, json);
  return hash;
}

export function getNode<Value>(store: Store, hash: string): Value {
  const row =
    store.get<{ json: string }>('SELECT json FROM nodes WHERE hash = ?', hash) ?? missing('node', hash);
  return JSON.parse(row.json) as Value;
}

/** Stores a file's bytes, and returns their hash and git blob id. */
export function putBlob(store: Store, bytes: Uint8Array): { hash: string; oid: string } {
  const hash = hashOf(bytes);
  const known = store.get<{ oid: string }>('SELECT oid FROM blobs WHERE hash = ?', hash);
  if (known !== undefined) return { hash, oid: known.oid };
  const oid = contentId(bytes);
  store.run('INSERT INTO blobs (hash, bytes, oid) VALUES (?, ?, ?)', hash, bytes, oid);
  return { hash, oid };
}

/** The bytes of a file, or undefined when they are gone. */
export function getBlob(store: Store, hash: string): Uint8Array | undefined {
  return store.get<{ bytes: Uint8Array }>('SELECT bytes FROM blobs WHERE hash = ?', hash)?.bytes;
}

function missing(kind: string, hash: string): never {
  throw new AppError('INTERNAL', `The store lacks the ${kind} ${hash}.`, {
    hint: 'The database is damaged: restore it from a backup.',
  });
}
