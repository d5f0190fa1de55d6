import { AppError } from '../../base/index.ts';
import { operations, type OperationId } from '../../contract/index.ts';
import type { Caller } from '../context.ts';

/** What a program asks to show a published site. A site token may call these operations, and no others. */
const showing: readonly OperationId[] = [
  'resolvePublishedContentByUrl',
  'getPublishedContentSite',
  'getSiteRedirectBySource',
  'searchSiteContent',
  'getSpaceById',
  'getRevisionById',
  'getRevisionSemanticChanges',
  'getPageInRevisionById',
  'getPageInRevisionByPath',
  'getPageDocumentInRevisionById',
  'listRevisionPageMetaLinks',
  'getReusableContentDocumentInRevisionById',
  'getDocumentById',
  'getComputedDocument',
  'getEmbedByUrlInSpace',
  'getLatestOpenAPISpecVersionContent',
  'getUserById',
];

const rows: ReadonlySet<unknown> = new Set(showing.map((id) => operations[id]));

/** Refuses every operation to a site token but those that show a site. What these may open is decided where they open it. */
export function limitSiteToken({ site }: Caller, row: object): void {
  if (site === undefined || rows.has(row)) return;
  throw new AppError('FORBIDDEN', `This token only shows the site "${site.id}".`, {
    hint: 'Send a token of "tidemark serve token create".',
  });
}
