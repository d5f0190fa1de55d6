import { AppError } from '../../base/index.ts';
import type * as documentRoom from '../../content/document/index.ts';

type DocumentModule = typeof documentRoom;

let loaded: DocumentModule | undefined;

/** Loads the code that turns texts into documents and back: only for a request that needs it, since most never do. */
export async function loadDocuments(): Promise<void> {
  loaded ??= await import('../../content/document/index.ts');
}

/** The code that {@link loadDocuments} loaded before the request's work began. */
export function documentModule(): DocumentModule {
  if (loaded === undefined)
    throw new AppError('INTERNAL', 'Documents were not loaded before they were used.');
  return loaded;
}

/** Whether a request asks for documents or sends some. */
export function needsDocuments(
  row: { readonly answersDocuments: boolean },
  { query, body }: { readonly query: unknown; readonly body: unknown },
): boolean {
  if (row.answersDocuments || (query as { format?: unknown }).format === 'document') return true;
  const { evaluated, dereferenced } = query as { evaluated?: unknown; dereferenced?: unknown };
  if (evaluated !== undefined || dereferenced !== undefined) return true;
  const { body: text, document, changes } = (body ?? {}) as Record<string, unknown>;
  return [text, document, ...(Array.isArray(changes) ? changes.map(documentOf) : [])].some(bringsDocument);
}

function documentOf(change: unknown): unknown {
  return (change as { document?: unknown }).document;
}

function bringsDocument(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'document' in value;
}
