import { AppError } from '../../base/index.ts';
import type { JsonDocument, References } from '../../content/document/index.ts';
import type { WrittenDocument } from '../../contract/index.ts';
import { documentModule } from './module.ts';

/** The text that somebody wrote: markdown unchanged, or a document in the exporter's style. */
export function markdownOf(written: WrittenDocument, references: References): string {
  if ('markdown' in written) return written.markdown;
  return documentModule().markdownOfDocument(checked(written.document), { references });
}

/** The text that has the content of a document, where every block that is the same as before keeps its bytes. */
export function splicedOf(document: unknown, before: string, references: References): string {
  return documentModule().splicedMarkdown(before, checked(document), { references });
}

function checked(document: unknown): JsonDocument {
  const { asDocument, problemsOfDocument } = documentModule();
  const problems = problemsOfDocument(document);
  if (problems.length > 0)
    throw new AppError(
      'BAD_REQUEST',
      `The document cannot be written: ${problems.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')}.`,
      { data: { problems } },
    );
  return asDocument(document);
}

/** References of a text that belongs to no page: addresses stay addresses. */
export const plainReferences: References = { read: () => undefined, print: () => undefined };
