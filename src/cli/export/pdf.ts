import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { AppError, escapeForTerminal } from '../../base/index.ts';
import type { ExportOptions, SiteFiles } from '../../site/index.ts';
import { countText } from '../output/count-text.ts';
import { progressOn } from '../output/progress.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';
import { findChromium, printPage } from './chromium.ts';
import { describeWarnings, warningsVerdict, worldOfWarnings } from './describe-warnings.ts';
import {
  exportSource,
  withPathFromRoot,
  ownFiles,
  stylesUnclosed,
  type ExportCommandOptions,
} from './export-source.ts';
import { FoundSpecs, missingDocuments, withSpecs } from './found-specs.ts';
import { readProfileImages } from './profile-images.ts';
import { prepareFor } from './v8-settings.ts';

/** Options for a site in a folder, which make no sense for a PDF. */
const ofSites = { out: '--out', relative: '--relative', serve: '--serve', watch: '--watch' } as const;

/** The end of each PDF that an export writes, as a comment that readers of PDFs skip. A program that changes the file appends to it. */
const ownMark = '% tidemark export --pdf\n';

/** Makes one PDF of all pages of a site, or of one space, instead of the site. */
export async function exportPdf(
  context: CommandContext,
  options: ExportCommandOptions & { readonly pdf: string },
): Promise<number> {
  const { world, json } = context;
  const file = resolve(world.cwd, options.pdf);
  requireSense(options);
  requireOwn(file);
  const program = findChromium(world.env);
  const room = await import('../../site/index.ts');
  const { root, own, read } = await exportSource(context, options);
  const cache = room.fileCache(room.memoryFiles());
  const found = await read(room.folderMemory(cache), cache);
  const { images, warnings: missing } = await readProfileImages(found.input.profile, {
    root,
    own: found.pictures,
    known: new Map(),
  });
  const progress = progressOn(world);
  const files = room.memoryFiles();
  const {
    analytics: _counted,
    offline: _kept,
    statics: _copied,
    ...styles
  } = ownFiles(own, room.folderFiles);
  const elsewhere = new FoundSpecs(root, cache);
  const exportOptions: ExportOptions = {
    profileImages: images,
    files,
    clock: world.clock,
    book: { ...(/^https?:/.test(options.baseUrl ?? '') ? { address: options.baseUrl as string } : {}) },
    ...(options.templates === undefined ? {} : { templates: resolve(world.cwd, options.templates) }),
    ...styles,
    allowPrivate: options.allowPrivate ?? false,
    search: false,
    ...(world.ownsProcess === true ? { beforeRender: prepareFor } : {}),
    ...(world.ports.renderThreads ? { threads: world.ports.renderThreads } : {}),
    progress: ({ done, total }) => progress.update('Rendering', done, total),
    signal: world.stop,
  };
  let report = await room.exportSite(found.input, exportOptions);
  if (await elsewhere.lookFor(missingDocuments(report), world))
    report = await room.exportSite(withSpecs(found.input, elsewhere.all()), exportOptions);
  progress.end();
  const pdf = await printed(files, { program, title: found.input.profile.site.title, signal: world.stop });
  room.folderFiles(dirname(file)).write(basename(file), pdf);
  const unclosed = await stylesUnclosed(world, own);
  const warnings = [...found.warnings, ...missing, ...report.warnings, ...unclosed].map((each) =>
    withPathFromRoot(each, found.folders),
  );
  if (json)
    world.stdout.write(`${JSON.stringify({ file, pages: report.pages, bytes: pdf.length, warnings })}\n`);
  else {
    describeWarnings(worldOfWarnings(context, options.strict), warnings);
    describe(world, { file, pages: report.pages, pdf, strict: options.strict, warnings: warnings.length });
  }
  return options.strict === true && warnings.length > 0 ? 1 : 0;
}

/** The book of a site as one PDF, with our mark. */
async function printed(
  files: SiteFiles,
  page: Pick<Parameters<typeof printPage>[0], 'program' | 'title' | 'signal'>,
): Promise<Uint8Array> {
  const room = await import('../../site/index.ts');
  const server = await room.serveSite(files, { port: 0 });
  try {
    const pdf = await printPage({ ...page, url: new URL(room.bookFile, server.url).href });
    return Buffer.concat([pdf, Buffer.from(ownMark)]);
  } finally {
    await server.close();
  }
}

function describe(
  world: World,
  {
    file,
    pages,
    pdf,
    strict,
    warnings,
  }: { file: string; pages: number; pdf: Uint8Array; strict: boolean | undefined; warnings: number },
): void {
  const { bold, dim } = styleFor(world.stdout, world.env);
  const { mark, why } = warningsVerdict(world, warnings, strict);
  const size = `${(pdf.length / 1_000_000).toFixed(1)} MB`;
  world.stdout.write(
    `${mark} ${bold(countText(pages, 'page'))} in ${escapeForTerminal(file)}${why} ${dim(size)}\n`,
  );
}

/** Refuses a file that no export wrote, before the pages are rendered. */
function requireOwn(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && (found.size === 0 || endOf(file, found.size) === ownMark)))
    return;
  throw new AppError('USAGE', `the export would overwrite ${file}, which no export wrote`, {
    hint: 'Choose another file with --pdf, or move this one away.',
    data: { path: file },
  });
}

function endOf(file: string, size: number): string {
  const end = Buffer.alloc(Math.min(size, ownMark.length));
  const handle = openSync(file, 'r');
  try {
    readSync(handle, end, 0, end.length, size - end.length);
  } finally {
    closeSync(handle);
  }
  return end.toString('latin1');
}

function requireSense(options: ExportCommandOptions): void {
  for (const [key, option] of Object.entries(ofSites))
    if (options[key as keyof typeof ofSites] !== undefined)
      throw new AppError('USAGE', `--pdf makes one file and no site: it does not go with ${option}`, {
        hint: 'Export twice: once for the site, once for the PDF.',
      });
}
