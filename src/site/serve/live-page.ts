import { loadTemplates } from '../page/templates.ts';
import type { SiteAnswer } from './answer.ts';

/** Where the pages of a watched site find the script that reloads them. No file of a site has this name. */
export const liveScriptPath = '/~live.js';

/** The script that reloads a page after each export; a file of the user's templates takes precedence. */
export function liveScript(templates?: string): string {
  return loadTemplates(templates).file('live-reload.js');
}

/** The scripts that belong to the published site alone: those of other hosts, of the analytics, and of the offline worker. */
const publishedScripts =
  /<script defer src="(?:(?:https?:)?\/\/[^"]*|[^"]*_site\/(?:analytics|offline)\.[0-9a-f]+\.js)"[^>]*><\/script>\n?/g;

/**
 * The answer for the writer of a site: its pages reload after each export. They count nobody and keep nothing offline, because only
 * the writer visits them. The files of the site stay as they are published.
 */
export function liveAnswer(answer: SiteAnswer): SiteAnswer {
  if (!(answer.headers['Content-Type'] ?? '').startsWith('text/html')) return answer;
  const page = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
  const end = page.indexOf('</head>');
  if (end === -1) return answer;
  const head = page.subarray(0, end).toString('utf8').replace(publishedScripts, '');
  const script = `<script defer src="${liveScriptPath}"></script>\n`;
  return { ...answer, body: Buffer.concat([Buffer.from(head + script), page.subarray(end)]) };
}
