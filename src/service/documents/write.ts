import { AppError } from '../../base/index.ts';
import type { References } from '../../content/document/index.ts';
import type { WrittenDocument } from '../../contract/index.ts';
import { documentModule } from './module.ts';

/** The text that somebody wrote: markdown unchanged, or a document in the exporter's style. */
export function markdownOf(written: WrittenDocument, references: References): string {
  if ('markdown' in written) return written.markdown;
  const { asDocument, markdownOfDocument, problemsOfDocument } = documentModule();
  const problems = problemsOfDocument(written.document);
  if (problems.length > 0)
    throw new AppError(
      'BAD_REQUEST',
      `The document cannot be written: ${problems.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')}.`,
      { data: { problems } },
    );
  return markdownOfDocument(asDocument(written.document), { references });
}

/** References of a text that belongs to no page: addresses stay addresses. */
export const plainReferences: References = { read: () => undefined, print: () => undefined };
