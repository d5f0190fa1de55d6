/** Adds pictures to a page: they go into its change request, and the editor gets the markdown that shows them. */
import { AppError } from '../../base/index.ts';
import { folderOf, relativePath } from '../../content/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import { markdownOfPicture, readPictures } from '../pictures.ts';
import { field, type Outcome, type Visit } from '../visit.ts';
import { openContent, type OpenedContent } from './content.ts';
import { changeFor, writeIntoDraft } from './drafts.ts';
import { deadEndOf } from './kept.ts';
import { nextEdit, visitOfChange, rememberSave, readSentText, type SentText } from './sent.ts';

/** Pictures that are in a change request, and how its page shows them. */
interface PutPictures {
  readonly change: ChangeRequest;
  /** The content with the pictures. */
  readonly content: OpenedContent;
  readonly markdown: readonly string[];
}

/** Takes a picture that was pasted, dropped or chosen in an editor with scripts; the script puts the markdown where the writer wants it. */
export async function addPictures(visit: Visit): Promise<Outcome> {
  return visit.writings.inTurn(visit.params['space'] ?? '', async () => {
    const sent = await readSentText(visit);
    const end = await deadEndOf(visit, sent.content, sent.page);
    if (end !== undefined) throw new AppError('WRONG_STATE', end.message);
    const { change, markdown } = await putPictures(visit, sent);
    rememberSave(visit, change, sent.known);
    return { json: { state: 'added', markdown, ...nextEdit(visit, change, sent) } };
  });
}

/** Puts the pictures of a form into the change request of an edit. Nothing is written when the app does not accept one of them. */
export async function putPictures(
  visit: Visit,
  { content, page, title }: Pick<SentText, 'content' | 'page' | 'title'>,
): Promise<PutPictures> {
  const pasted = field(visit, 'pasted') !== '';
  const pictures = readPictures(visit.form.uploads, { pasted, nowMs: visit.nowMs });
  const change = await changeFor(visit, content, `Edit ${title}`);
  const files = pictures.map(({ name, contentType, bytes }) => ({
    ...{ name, contentType },
    base64: Buffer.from(bytes).toString('base64'),
  }));
  const { insertedFiles = [] } = await writeIntoDraft(visit, content, change, [
    { type: 'insert_files', files },
  ]);
  const opened = await openContent(visitOfChange(visit, change.number));
  const folder = folderOf(opened.reader.fileOfPage(page) ?? 'README.md');
  const params = { spaceId: content.space.id, changeRequestId: change.id };
  const markdown: string[] = [];
  for (const [at, { id, name }] of insertedFiles.entries()) {
    const file = await visit.call('getFileInChangeRequestById', { params: { ...params, fileId: id } });
    markdown.push(markdownOfPicture(pictures[at]!, relativePath(folder, file.git?.path ?? name)));
  }
  return { change, content: opened, markdown };
}
