import { AppError } from '../../base/index.ts';
import { withPageId } from '../../content/index.ts';
import type { GitRepository, ObjectWriter, Oid } from '../../git/port.ts';
import type { ProgressEvent } from '../config.ts';
import { inParallel } from '../in-parallel.ts';
import type { ContentPlace, Remote } from '../remote/port.ts';
import type { ContentKind, ContentRecord } from '../state/records.ts';
import { summaryOf } from './layout.ts';
import { summaryRecordId } from './plan-content.ts';
import type { ContentPlan, PlannedFile } from './plan-content.ts';

/** A plan with all its bytes in the object store: all files of a space's folder, and the records to remember. */
export interface ReadContent {
  readonly files: ReadonlyMap<string, Oid>;
  readonly records: ReadonlyMap<ContentKind, ReadonlyMap<string, ContentRecord>>;
}

export interface ReadingTools {
  readonly remote: Remote;
  readonly git: GitRepository;
  readonly writer: ObjectWriter;
  /** Puts each page's identity into its front matter. */
  readonly pageIds: boolean;
  readonly onProgress?: ((event: ProgressEvent) => void) | undefined;
  readonly folder: string;
}

const parallelReads = 16;

/** Reads the bytes that a plan lacks, and writes them as blobs. The objects become visible when the writer finishes. */
export async function readContent(
  tools: ReadingTools,
  place: ContentPlace,
  plan: ContentPlan,
  previousSummary: ContentRecord | undefined,
): Promise<ReadContent> {
  const missing = plan.files.filter(({ oid }) => oid === null);
  let done = 0;
  const oids = new Map<PlannedFile, Oid | null>();
  const reusable = new Map(plan.revision.files.map((file) => [file.id, file]));
  await inParallel(missing, parallelReads, async (planned) => {
    oids.set(planned, await readOne(tools, place, planned, reusable));
    tools.onProgress?.({ phase: 'pages', space: tools.folder, done: ++done, total: missing.length });
  });

  const files = new Map<string, Oid>();
  const records = new Map<ContentKind, Map<string, ContentRecord>>([
    ['page', new Map()],
    ['file', new Map()],
    ['include', new Map()],
  ]);
  for (const planned of plan.files) {
    const oid = planned.oid ?? oids.get(planned) ?? null;
    if (oid === null) continue;
    files.set(planned.path, oid);
    records.get(planned.kind)!.set(planned.id, {
      path: planned.path,
      // A page without a mark is read again each time; the empty mark equals no mark.
      mark: planned.mark ?? '',
      oid,
      ...(planned.outline === undefined ? {} : { outline: planned.outline }),
      ...(planned.app === undefined ? {} : { app: planned.app }),
    });
  }
  const summary = await writeSummary(tools, plan, previousSummary, reusable);
  files.set(plan.config.summary, summary.oid);
  records.get('file')!.set(summaryRecordId, summary);
  return { files, records };
}

async function readOne(
  tools: ReadingTools,
  place: ContentPlace,
  planned: PlannedFile,
  files: ReadonlyMap<string, ContentPlan['revision']['files'][number]>,
): Promise<Oid | null> {
  switch (planned.kind) {
    case 'page':
      return tools.writer.addBlob(await pageBytes(tools, place, planned.id));
    case 'file':
      return readFile(tools, files.get(planned.id)!);
    case 'include': {
      const text = await tools.remote.includeText(place, planned.id);
      return text === null ? null : tools.writer.addBlob(new TextEncoder().encode(text));
    }
  }
}

async function pageBytes(
  { remote, pageIds }: ReadingTools,
  place: ContentPlace,
  id: string,
): Promise<Uint8Array> {
  const page = await remote.page(place, id);
  return new TextEncoder().encode(pageIds ? withPageId(page.markdown, id) : page.markdown);
}

async function readFile(tools: ReadingTools, file: ContentPlan['revision']['files'][number]): Promise<Oid> {
  const known = file.git?.oid;
  if (known !== undefined && /^[0-9a-f]{40}$/.test(known) && (await tools.git.has(known))) {
    const { kind, bytes } = await tools.git.readObject(known);
    // A blob is named after the hash of its bytes, so that bytes with this name and size are the file's.
    if (kind === 'blob' && bytes.length === file.size) return known;
  }
  const bytes = await tools.remote.download(file);
  if (bytes.length !== file.size)
    throw new AppError(
      'ANSWER_INVALID',
      `The file ${file.name} (${file.id}) has ${bytes.length} bytes instead of ${file.size}`,
      {
        hint: 'The download was cut short, or the file was replaced meanwhile; the next cycle reads it again.',
      },
    );
  return tools.writer.addBlob(bytes);
}

async function writeSummary(
  tools: ReadingTools,
  plan: ContentPlan,
  previous: ContentRecord | undefined,
  files: ReadonlyMap<string, ContentPlan['revision']['files'][number]>,
): Promise<ContentRecord> {
  const mark = plan.summary?.mark ?? '';
  const text = await previousSummary(tools, plan, previous, files);
  const oid = tools.writer.addBlob(new TextEncoder().encode(summaryOf(text, plan)));
  return { path: plan.config.summary, mark, oid };
}

/** The table of contents to edit as little as possible: the mirror's text, unless the service keeps a newer one of its own. */
async function previousSummary(
  tools: ReadingTools,
  plan: ContentPlan,
  previous: ContentRecord | undefined,
  files: ReadonlyMap<string, ContentPlan['revision']['files'][number]>,
): Promise<string | null> {
  if (previous && (plan.summary === null || previous.mark === plan.summary.mark)) {
    if (await tools.git.has(previous.oid)) return decode(await tools.git.readBlob(previous.oid));
  }
  const file = plan.summary ? files.get(plan.summary.id) : undefined;
  if (!file) return null;
  return decode(await tools.remote.download(file));
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
