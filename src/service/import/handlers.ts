import { AppError } from '../../base/index.ts';
import { decodeText } from '../../content/index.ts';
import { answer } from '../answer.ts';
import type { Answer } from '../answer.ts';
import type { ImportResult } from '../../contract/index.ts';
import { activeChangeRequest } from '../change-requests/merge.ts';
import { download, saveContent } from '../change-requests/handlers.ts';
import { notFound } from '../access/index.ts';
import { readRevision } from '../content/revisions.ts';
import type { ContentHashes } from '../content/revisions.ts';
import { readTree } from '../content/tree.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { takeInFolder, takeInPage } from './take-in.ts';
import type { TakenIn } from './take-in.ts';
import { unzip } from './unzip.ts';
import { pageOfWebPage } from './web-page.ts';

const largestImport = 20 * 1024 * 1024;

type Source =
  'website' | 'docx' | 'markdown' | 'html' | 'zip' | 'confluence' | 'github-wiki' | 'notion' | 'google-docs';

export const importHandlers = {
  importContentInChangeRequest: {
    outside: async (ctx, { params, body }) => {
      activeChangeRequest(ctx, params);
      const take = await readSource(ctx, body.url, body.source);
      return (now) => save(now, params, (content) => take(now, content));
    },
  },

  importContentInChangeRequestPageById: {
    outside: async (ctx, { params, body }) => {
      const row = activeChangeRequest(ctx, params);
      if (!readTree(ctx, readRevision(ctx.store, row.revision).root).byId.has(params.pageId)) {
        throw notFound('page', params.pageId);
      }
      const take = await readSource(ctx, body.url, body.source, params.pageId);
      return (now) => save(now, params, (content) => take(now, content));
    },
  },
} satisfies Partial<Handlers>;

/** Downloads what is to be imported, and gives what puts it into a content. */
async function readSource(
  ctx: Context,
  url: string,
  source: Source,
  into?: string,
): Promise<(now: Context, content: ContentHashes) => TakenIn> {
  switch (source) {
    case 'website':
    case 'html': {
      const got = await download(ctx, url, {
        accept: 'text/html, application/xhtml+xml, text/markdown, */*;q=0.1',
        maxBytes: largestImport,
      });
      const isMarkdown =
        /^text\/(?:markdown|x-markdown)\b/iu.test(got.headers['content-type'] ?? '') ||
        /\.(?:md|markdown)$/iu.test(new URL(got.url).pathname);
      const text = textOf(got.body, url);
      const page = isMarkdown ? text : pageOfWebPage(text, got.url);
      return (now, content) => takeInPage(now, content, page, pageOption(into));
    }
    case 'markdown': {
      const got = await download(ctx, url, {
        accept: 'text/markdown, text/plain, */*;q=0.1',
        maxBytes: largestImport,
      });
      const text = textOf(got.body, url);
      return (now, content) => takeInPage(now, content, text, pageOption(into));
    }
    case 'zip': {
      if (into !== undefined)
        throw new AppError('UNPROCESSABLE', 'An archive of many pages cannot become one page.');
      const got = await download(ctx, url, { accept: 'application/zip, */*;q=0.1', maxBytes: largestImport });
      const files = unzip(got.body);
      return (now, content) => takeInFolder(now, content, files);
    }
    case 'docx':
    case 'confluence':
    case 'github-wiki':
    case 'notion':
    case 'google-docs':
      throw new AppError('UNPROCESSABLE', `This service does not import from ${source}.`, {
        hint: 'It imports from: website, html, markdown, zip (of markdown).',
      });
  }
}

function save(
  ctx: Context,
  params: { spaceId: string; changeRequestId: string },
  take: (content: ContentHashes) => TakenIn,
): Answer<ImportResult> {
  const row = activeChangeRequest(ctx, params);
  const { content, imported, total } = take(readRevision(ctx.store, row.revision));
  const revision = saveContent(ctx, row, content);
  return answer(
    { revision, importedResources: imported, totalResources: total },
    { location: `${ctx.baseUrl}/v1/spaces/${row.space}/change-requests/${row.id}/content` },
  );
}

function pageOption(into: string | undefined): { into?: string } {
  return into === undefined ? {} : { into };
}

function textOf(bytes: Uint8Array, url: string): string {
  const text = decodeText(bytes);
  if (text === null) throw new AppError('UNPROCESSABLE', `What is at ${url} is no UTF-8 text.`);
  if (text.includes('\0')) throw new AppError('UNPROCESSABLE', `What is at ${url} is no text.`);
  return text;
}
