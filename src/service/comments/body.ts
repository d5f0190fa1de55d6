import { AppError } from '../../base/index.ts';
import type { Comment, WrittenDocument } from '../../contract/index.ts';
import { documentModule } from '../documents/module.ts';
import { markdownOf, plainReferences } from '../documents/write.ts';

export type BodyFormat = 'document' | 'markdown';

/** The text of a comment in the database: people and git can read it. */
export function textOfBody(body: WrittenDocument): string {
  const text = 'markdown' in body ? body.markdown : markdownOf(body, plainReferences).trim();
  if (!/[^\s\p{Cf}]/u.test(text))
    throw new AppError('BAD_REQUEST', 'The comment says nothing: it has no words.');
  return text;
}

/** A comment's text in the form that the caller asked for; markdown by default. */
export function bodyJson(text: string, format: BodyFormat | undefined): Comment['body'] {
  return format === 'document'
    ? { document: { ...documentModule().withKeys(documentModule().documentOfMarkdown(text)) } }
    : { markdown: text };
}
