import { ManualClock } from '../../src/clock/index.ts';
import { readSpaceFolder } from '../../src/content/index.ts';
import {
  exportSite,
  memoryFiles,
  profileOfSpace,
  type ExportOptions,
  type ExportReport,
  type SiteInput,
  type SpaceSource,
} from '../../src/site/index.ts';

/** A space from texts by path. */
export function aSpace(
  texts: Readonly<Record<string, string>>,
  overrides: Partial<SpaceSource> = {},
): SpaceSource {
  const read = readSpaceFolder(
    { paths: Object.keys(texts), text: (path) => texts[path] ?? null },
    { fields: true, shown: true },
  );
  return {
    id: 'docs',
    title: 'Docs',
    pages: read.pages,
    readPage: (page) => texts[page.git?.path ?? ''] ?? '',
    assets: read.assets.map((path) => ({
      path,
      size: (texts[path] ?? '').length,
      read: () => new TextEncoder().encode(texts[path] ?? ''),
    })),
    includes: read.includes.map((path) => ({ path, text: texts[path] ?? '' })),
    variables: {},
    redirects: read.config.redirects,
    ...overrides,
  };
}

/** A site of one space. */
export function aSite(
  texts: Readonly<Record<string, string>>,
  overrides: Partial<SpaceSource> = {},
): SiteInput {
  const space = aSpace(texts, overrides);
  return { source: { spaces: [space], specs: [] }, profile: profileOfSpace(space) };
}

export interface Exported {
  readonly report: ExportReport;
  readonly files: Map<string, Uint8Array>;
  readonly text: (path: string) => string;
}

/** Exports into memory. */
export async function exported(input: SiteInput, options: Partial<ExportOptions> = {}): Promise<Exported> {
  const files = memoryFiles();
  const report = await exportSite(input, { files, clock: new ManualClock(), ...options });
  const target = options.files ?? files;
  return {
    report,
    files: files.files,
    text: (path) => {
      const bytes = target.read(path);
      if (!bytes) throw new Error(`no file ${path}; there are ${target.list().sort().join(', ')}`);
      return new TextDecoder().decode(bytes);
    },
  };
}

export const summary = (...lines: string[]): string => `# Table of contents\n\n${lines.join('\n')}\n`;
