import { AppError } from '../../base/index.ts';
import { changesPerBatch, contentBodyLimit } from '../../contract/index.ts';
import type { Page, Revision } from '../../contract/index.ts';
import type { ContentPlace, Remote } from '../remote/port.ts';
import type { SpaceRecord } from '../state/records.ts';
import { documentsIn } from '../remote/tree.ts';
import {
  findImportForm,
  findImportedPages,
  importBatch,
  importSteps,
  importableEdits,
  importableSteps,
} from './by-import.ts';
import type { ImportForm } from './by-import.ts';
import type { FolderEdits, PageKey } from './folder-edits.ts';
import type { ImportHost } from './import-host.ts';
import { importsMakeCopiesMessage, checkImport } from './prove-import.ts';
import type { ProposingPorts } from './propose.ts';
import { changeOf, nodeIds } from './steps.ts';
import type { Step, StepPlan } from './steps.ts';
import { jsonSize } from './unsendable.ts';
import { textOfPage } from '../remote/page-text.ts';

/** How edits are written into a change request. */
export type WriteMethod =
  | { readonly kind: 'content' }
  | { readonly kind: 'import'; readonly host: ImportHost; readonly form: ImportForm };

/**
 * Chooses the best way of writing that the service has and the configuration allows. To find it out, we make and change nothing:
 * where there is no way, the error comes before there is a change request.
 *
 * @param changeRequest The change request to write to; null while there is none.
 * @param asks False for a plan that is only looked at: then we do not test whether the service reaches us.
 */
export async function findWriteMethod(
  { context, importHost }: Pick<ProposingPorts, 'context' | 'importHost'>,
  space: SpaceRecord,
  changeRequest: string | null,
  { asks = true }: { asks?: boolean } = {},
): Promise<WriteMethod> {
  const { remote, config } = context;
  const subject = changeRequest ?? space.window?.id;
  const { via } = config.push;
  if (via !== 'import') {
    const takes =
      subject === undefined
        ? remote.findings()['contentChanges'] !== false
        : await remote.takesContentChanges(space.id, subject);
    if (takes) return { kind: 'content' };
    if (via === 'content')
      throw notTaken('`push.via` is `content`: with `auto`, Tidemark sends them by an import.');
  }
  if (!importHost) throw notTaken('An import could carry them, but nothing here serves them to it.');
  const archives = remote.findings()['archiveImports'];
  // An existing change request was opened when the way was known to work.
  const isOpen = changeRequest !== null || subject === undefined || !asks;
  const form = isOpen
    ? archives === false
      ? 'page'
      : 'archive'
    : await findImportForm(remote, importHost, { space: space.id, changeRequest: subject });
  await checkImport(context, space.id, { host: importHost, form, asks });
  return { kind: 'import', host: importHost, form };
}

function notTaken(why: string): AppError {
  return new AppError(
    'NOT_SUPPORTED_BY_SERVICE',
    'The service takes no content changes: Tidemark did not send the edits',
    { hint: `They stay as they are in your files. ${why}` },
  );
}

/** Leaves out of the edits what this way cannot say of a page, and adds that to `unsaid`. */
export function writableEdits(
  way: WriteMethod,
  edits: FolderEdits,
  content: Revision,
  unsaid: Set<string>,
): FolderEdits {
  if (way.kind === 'content') return edits;
  const sayable = importableEdits(edits, content);
  for (const each of sayable.unsaid) unsaid.add(each);
  return sayable.edits;
}

/** The plan without the steps that this way cannot carry; these are reported instead. */
export function writablePlan(
  way: WriteMethod,
  plan: StepPlan,
  edits: FolderEdits,
  content: Revision,
): StepPlan {
  return way.kind === 'content' ? plan : importableSteps(plan, { edits, content, form: way.form });
}

/** As many of the first steps as are sent together. */
export function nextBatch(way: WriteMethod, steps: readonly Step[]): readonly Step[] {
  return way.kind === 'content' ? contentBatch(steps) : importBatch(steps, way.form);
}

/** As many steps as fit into one request, by the number of changes and by bytes; the first step is sent in any case. */
function contentBatch(steps: readonly Step[]): readonly Step[] {
  const most = steps.slice(0, changesPerBatch);
  let size = 0;
  const end = most.findIndex((step) => (size += bytesOf(step)) > contentBodyLimit);
  return end < 0 ? most : most.slice(0, Math.max(1, end));
}

function bytesOf(step: Step): number {
  const around = 1024;
  if (step.do === 'files')
    return step.files.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / 3) * 4 + around, 0);
  return around + ('edit' in step && step.edit ? jsonSize(step.edit.text) : 0);
}

/** How many batches the steps need at most. */
export function maxBatches(way: WriteMethod, steps: readonly Step[]): number {
  return way.kind === 'import' && way.form === 'page'
    ? steps.length
    : Math.ceil(steps.length / changesPerBatch);
}

/** What a batch was planned against. */
export type PlanBase = Pick<Revision, 'id' | 'pages'> & {
  /** The pages that it may have, where it was not read. */
  readonly known?: readonly string[];
};

/** The change request after a batch. */
export interface ReadBack {
  readonly id: string;
  readonly parents: readonly string[];
  readonly createdAt: string;
  /** At least the pages that the batch wrote. */
  readonly pages: readonly Page[];
  /** The whole tree; null where nobody else wrote, so that the written pages are enough to know it. */
  readonly tree: Revision | null;
}

export interface WrittenBatch {
  /** The change request's revision that this batch made. */
  readonly revision: string;
  readonly after: ReadBack;
  /** The ids of the pages that were made, by their keys. */
  readonly made: ReadonlyMap<PageKey, string>;
}

/**
 * Sends one batch and reads it back.
 *
 * @param quickly Reads back what a revision wrote without the whole tree; null where that does not show enough.
 */
export async function writeBatch(
  way: WriteMethod,
  remote: Remote,
  { place, content, batch }: { place: ContentPlace; content: PlanBase; batch: readonly Step[] },
  quickly: (revision: string) => Promise<ReadBack | null> = async () => null,
): Promise<WrittenBatch> {
  const ids = nodeIds(content.pages);
  const changeRequest = place.kind === 'change-request' ? place.id : '';
  if (way.kind === 'import') {
    const { revision } = await importSteps(
      { remote, host: way.host, form: way.form, space: place.space, changeRequest },
      {
        batch,
        content,
        idOf: (key) => ids.get(key) ?? key,
        textOf: async (page) => textOfPage(remote, place, page),
      },
    );
    const after = await remote.content(place);
    const wanted = batch.flatMap((step) =>
      step.do === 'insert' ? [{ key: step.key, title: titleOfInsert(step) }] : [],
    );
    const made = findImportedPages(
      wanted,
      documentsIn(content.pages).map(({ id }) => id),
      after,
      after.parents[0] === content.id,
    );
    if (madeCopies(after, content, wanted.length)) {
      throw importsMakeCopiesMessage({ since: 0, copiesOn: content.id });
    }
    return { revision, after: { ...after, tree: after }, made };
  }
  const refs = new Map(
    batch.filter((step) => step.do === 'insert').map(({ key }, index) => [key, `p${index}`]),
  );
  const idOf = (key: PageKey | null): string | null =>
    key === null ? null : (ids.get(key) ?? refs.get(key) ?? key);
  const changes = batch.map((step) =>
    changeOf(step, idOf, step.do === 'insert' ? refs.get(step.key) : undefined),
  );
  const answer = await remote.changeContent(place.space, changeRequest, changes);
  if (!answer) throw notTaken('It says so of this change request alone.');
  const byRef = new Map(answer.changes.flatMap(({ ref, page }) => (ref && page ? [[ref, page.id]] : [])));
  const made = new Map([...refs].flatMap(([key, ref]) => (byRef.has(ref) ? [[key, byRef.get(ref)!]] : [])));
  const { revision } = answer.changeRequest;
  const after = (await quickly(revision)) ?? (await readWhole(remote, place));
  return { revision, after, made };
}

async function readWhole(remote: Remote, place: ContentPlace): Promise<ReadBack> {
  const tree = await remote.content(place);
  return { ...tree, tree };
}

/** Whether the service took an imported page for a new one, while nobody else wrote. */
function madeCopies(after: Revision, content: PlanBase, wanted: number): boolean {
  const before = new Set(content.known ?? documentsIn(content.pages).map(({ id }) => id));
  const fresh = documentsIn(after.pages).filter(({ id }) => !before.has(id)).length;
  return fresh > wanted && after.parents[0] === content.id;
}

/** The title by which the page that a step makes can be found again. */
export function titleOfInsert(step: Extract<Step, { do: 'insert' }>): string {
  const change = changeOf({ ...step, into: null, at: 0 }, () => null);
  return change.type === 'insert_page' ? (change.title ?? '') : '';
}
