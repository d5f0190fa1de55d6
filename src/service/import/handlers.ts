import { AppError } from '../../base/index.ts';
import { answer } from '../answer.ts';
import type { Answer } from '../answer.ts';
import type { ImportResult } from '../../contract/index.ts';
import type { ChangeRequestRow } from '../change-requests/change-request.ts';
import { activeChangeRequest } from '../change-requests/merge.ts';
import { download, saveContent } from '../change-requests/handlers.ts';
import { notFound } from '../access/index.ts';
import { readRevision } from '../content/revisions.ts';
import type { ContentHashes } from '../content/revisions.ts';
import { readTree } from '../tree/tree.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { readConfluence } from './confluence.ts';
import { layOutForeign, singlePageText } from './foreign.ts';
import type { ForeignContent } from './foreign.ts';
import { readGithubWiki } from './github-wiki.ts';
import { readNotion } from './notion.ts';
import { importFiles, importFolder, importPage } from './take-in.ts';
import type { ImportedContent } from './take-in.ts';
import { textOfAnswer } from './text.ts';
import { unzip } from './unzip.ts';
import { readPage, readWebsite } from './website.ts';
import { readGoogleDocument, readWordDocument } from './word.ts';

const largestImport = 20 * 1024 * 1024;

type Source =
  'website' | 'docx' | 'markdown' | 'html' | 'zip' | 'confluence' | 'github-wiki' | 'notion' | 'google-docs';

export const importHandlers = {
  importContentInChangeRequest: {
    outside: async (ctx, { params, body }) => {
      const row = activeChangeRequest(ctx, params);
      const take = await readSource(ctx, row, body);
      return (now) => save(now, params, (content) => take(now, content));
    },
  },

  importContentInChangeRequestPageById: {
    outside: async (ctx, { params, body }) => {
      const row = activeChangeRequest(ctx, params);
      if (!readTree(ctx, readRevision(ctx.store, row.revision).root).byId.has(params.pageId)) {
        throw notFound('page', params.pageId);
      }
      const take = await readSource(ctx, row, body, params.pageId);
      return (now) => save(now, params, (content) => take(now, content));
    },
  },
} satisfies Partial<Handlers>;

type Take = (now: Context, content: ContentHashes) => ImportedContent;

/** Downloads the source, and returns the function that puts it into a content. */
async function readSource(
  ctx: Context,
  row: ChangeRequestRow,
  { url, source }: { url: string; source: Source },
  into?: string,
): Promise<Take> {
  const one = into === undefined ? {} : { into };
  switch (source) {
    case 'website': {
      const first = await readPage(ctx, url);
      // A text of markdown is one page and not a site: it is imported as it is.
      if (into === undefined && !first.isMarkdown)
        return takeForeign(ctx, row, await readWebsite(ctx, url, first));
      return (now, content) => importPage(now, content, first.markdown, one);
    }
    case 'html': {
      const { markdown } = await readPage(ctx, url);
      return (now, content) => importPage(now, content, markdown, one);
    }
    case 'markdown': {
      const got = await download(ctx, url, {
        accept: 'text/markdown, text/plain, */*;q=0.1',
        maxBytes: largestImport,
      });
      const text = textOfAnswer(got.body, url);
      return (now, content) => importPage(now, content, text, one);
    }
    case 'zip': {
      if (into !== undefined) throw manyPages();
      const got = await download(ctx, url, { accept: 'application/zip, */*;q=0.1', maxBytes: largestImport });
      const files = unzip(got.body);
      return (now, content) => importFolder(now, content, files);
    }
    case 'docx':
      return takeForeign(ctx, row, await readWordDocument(ctx, url), into);
    case 'google-docs':
      return takeForeign(ctx, row, await readGoogleDocument(ctx, url), into);
    case 'confluence':
    case 'notion':
    case 'github-wiki': {
      if (into !== undefined) throw manyPages();
      return takeForeign(ctx, row, await archives[source](ctx, url));
    }
  }
}

const archives = { confluence: readConfluence, notion: readNotion, 'github-wiki': readGithubWiki } as const;

/** The function that puts foreign content into a space: a page without files becomes that page, anything else a folder. */
async function takeForeign(
  ctx: Context,
  row: ChangeRequestRow,
  foreign: ForeignContent,
  into?: string,
): Promise<Take> {
  const tree = readTree(ctx, readRevision(ctx.store, row.revision).root);
  const [first, ...more] = foreign.pages;
  const isOne = first !== undefined && more.length + first.children.length === 0;
  if (isOne && (into !== undefined || foreign.files.size === 0)) {
    const placed = into === undefined ? undefined : tree.byId.get(into);
    const lone = singlePageText(foreign, placed?.page.file ?? `${placed?.path ?? 'page'}.md`);
    return (now, content) => {
      const taken = importPage(now, content, lone.text, into === undefined ? {} : { into });
      const files = importFiles(now, taken.content, lone.files);
      return { ...files, imported: 1 + lone.files.size, total: foreign.total };
    };
  }
  const taken = tree.pages.flatMap(({ page }) => page.slug ?? []);
  const folder = await layOutForeign(foreign, taken);
  return (now, content) => ({ ...importFolder(now, content, folder), total: foreign.total });
}

function manyPages(): AppError {
  return new AppError('UNPROCESSABLE', 'A source with many pages cannot become one page.');
}

function save(
  ctx: Context,
  params: { spaceId: string; changeRequestId: string },
  take: (content: ContentHashes) => ImportedContent,
): Answer<ImportResult> {
  const row = activeChangeRequest(ctx, params);
  const { content, imported, total } = take(readRevision(ctx.store, row.revision));
  const revision = saveContent(ctx, row, content);
  return answer(
    { revision, importedResources: imported, totalResources: total },
    { location: `${ctx.baseUrl}/v1/spaces/${row.space}/change-requests/${row.id}/content` },
  );
}
