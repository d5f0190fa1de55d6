import { resolve } from 'node:path';
import { AppError } from '../base/index.ts';
import { siteInFolder } from '../cli/export/folder-source.ts';
import { readMirrorSource } from '../cli/export/mirror-source.ts';
import { realClock } from '../clock/index.ts';
import { realPorts } from '../real-ports.ts';
import { exportSite as exportTo, folderFiles, problemOfBase, type ExportReport } from '../site/index.ts';

export { AppError };
export type { ExportReport } from '../site/index.ts';

export interface ExportOptions {
  /** The folder of a space (in a mirror or any other folder of markdown), or of a site, like the FOLDER of `tidemark export`. */
  readonly folder: string;
  /** The folder for the site. Files of an earlier export that are no longer needed are removed from it. */
  readonly out: string;
  /** `https://host/path/` or `/path/`. */
  readonly baseUrl?: string;
  /** Permits the export of content that is not public. */
  readonly allowPrivate?: boolean;
}

/** Exports a folder as a static site. */
export async function exportSite(options: ExportOptions): Promise<ExportReport> {
  const { baseUrl, allowPrivate = false } = options;
  const wrong = baseUrl === undefined ? null : problemOfBase(baseUrl);
  if (wrong !== null)
    throw new AppError('USAGE', `The baseUrl ${baseUrl} ${wrong}.`, {
      hint: 'Write https://docs.example.com/handbook, or /handbook for a path alone.',
    });
  const root = resolve(options.folder);
  const { input, warnings } = await readMirrorSource({ root, ...siteInFolder(root) });
  const report = await exportTo(input, {
    files: folderFiles(resolve(options.out)),
    clock: realClock,
    allowPrivate,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(realPorts.renderThreads ? { threads: realPorts.renderThreads } : {}),
  });
  return { ...report, warnings: [...warnings, ...report.warnings] };
}
