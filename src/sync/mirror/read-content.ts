import { AppError } from '../../base/index.ts';
import type { ObjectWriter, Oid } from '../../git/port.ts';
import { inParallel } from '../in-parallel.ts';
import type { ContentPlace } from '../remote/port.ts';
import type { ContentKind, ContentRecord } from '../state/records.ts';
import type { CycleContext } from './context.ts';
import { summaryOf } from './layout.ts';
import { mirroredText } from './mirrored-text.ts';
import { summaryRecordId } from './plan-content.ts';
import type { ContentPlan, PlannedFile } from './plan-content.ts';

/** A plan with all its bytes in the object store: all files of a space's folder, and the records to remember. */
export interface ReadContent {
  readonly files: ReadonlyMap<string, Oid>;
  readonly records: ReadonlyMap<ContentKind, ReadonlyMap<string, ContentRecord>>;
}

type Context = Pick<CycleContext, 'remote' | 'git' | 'config' | 'options'>;

/** What is read of a space's folder, and from where. */
export interface ContentToRead {
  readonly folder: string;
  readonly place: ContentPlace;
  readonly plan: ContentPlan;
  readonly previousSummary: ContentRecord | undefined;
}

const parallelReads = 16;

/** Reads the bytes that a plan lacks, and writes them as blobs. The objects become visible when the writer finishes. */
export async function readContent(
  context: Context,
  writer: ObjectWriter,
  { folder, place, plan, previousSummary }: ContentToRead,
): Promise<ReadContent> {
  const missing = plan.files.filter(({ oid }) => oid === null);
  let done = 0;
  const oids = new Map<PlannedFile, Oid | null>();
  const reusable = new Map(plan.revision.files.map((file) => [file.id, file]));
  await inParallel(missing, parallelReads, async (planned) => {
    const read = await readOne(context, place, planned, reusable);
    oids.set(planned, read instanceof Uint8Array ? writer.addBlob(read) : read);
    context.options.onProgress?.({ phase: 'pages', space: folder, done: ++done, total: missing.length });
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
  const text = await presentSummary(context, plan, previousSummary, reusable);
  const summary = {
    path: plan.config.summary,
    mark: plan.summary?.mark ?? '',
    oid: writer.addBlob(new TextEncoder().encode(summaryOf(text, plan))),
  };
  files.set(plan.config.summary, summary.oid);
  records.get('file')!.set(summaryRecordId, summary);
  return { files, records };
}

/** Reads the bytes of a planned file; its name, where the repository has them; null: the service does not give them. */
async function readOne(
  context: Context,
  place: ContentPlace,
  planned: PlannedFile,
  files: ReadonlyMap<string, ContentPlan['revision']['files'][number]>,
): Promise<Uint8Array | Oid | null> {
  const { remote, config } = context;
  switch (planned.kind) {
    case 'page': {
      const { markdown } = await remote.page(place, planned.id);
      return new TextEncoder().encode(mirroredText(config, planned.id, markdown));
    }
    case 'file':
      return readFile(context, files.get(planned.id)!);
    case 'include': {
      const text = await remote.includeText(place, planned.id);
      return text === null ? null : new TextEncoder().encode(text);
    }
  }
}

async function readFile(
  { remote, git }: Context,
  file: ContentPlan['revision']['files'][number],
): Promise<Uint8Array | Oid> {
  const known = file.git?.oid;
  if (known !== undefined && /^[0-9a-f]{40}$/.test(known) && (await git.has(known))) {
    const { kind, bytes } = await git.readObject(known);
    // A blob is named after the hash of its bytes, so that bytes with this name and size are the file's.
    if (kind === 'blob' && bytes.length === file.size) return known;
  }
  const bytes = await remote.download(file);
  if (bytes.length !== file.size)
    throw new AppError(
      'ANSWER_INVALID',
      `The file ${file.name} (${file.id}) has ${bytes.length} bytes instead of ${file.size}`,
      {
        hint: 'The download was cut short, or the file was replaced meanwhile; the next cycle reads it again.',
      },
    );
  return bytes;
}

/** The table of contents to edit as little as possible: the mirror's text, unless the service keeps a newer one of its own. */
async function presentSummary(
  { remote, git }: Context,
  plan: ContentPlan,
  previous: ContentRecord | undefined,
  files: ReadonlyMap<string, ContentPlan['revision']['files'][number]>,
): Promise<string | null> {
  if (previous && (plan.summary === null || previous.mark === plan.summary.mark)) {
    if (await git.has(previous.oid)) return decode(await git.readBlob(previous.oid));
  }
  const file = plan.summary ? files.get(plan.summary.id) : undefined;
  if (!file) return null;
  return decode(await remote.download(file));
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
