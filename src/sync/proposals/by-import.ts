import { AppError, isAppError } from '../../base/index.ts';
import { escapeTitle, printTarget, setTitle, titleOf, withPageId } from '../../content/index.ts';
import type { Page, Revision } from '../../contract/index.ts';
import { zipOf } from '../../files/index.ts';
import { documentsIn, documentsById } from '../remote/tree.ts';
import type { Remote } from '../remote/port.ts';
import type { FolderEdits, PageKey, TextEdit } from './folder-edits.ts';
import type { ImportHost } from './import-host.ts';
import { documentOf, nodeKey, nodesIn } from './steps.ts';
import type { Step, StepPlan } from './steps.ts';

/**
 * Writing by imports, for a service that takes no content changes: it fetches an export of the changed pages from us. Each page
 * carries its id, so that the import updates the page and does not make a second one. Whatever an import cannot carry is
 * reported.
 */
export type ImportForm =
  /** All pages at once, with new pages in their places, and with assets. */
  | 'archive'
  /** One page of markdown at a time. */
  | 'page';

/** The service fetches an archive into memory; what is larger than this goes in several archives. */
const largestArchive = 16 * 1024 * 1024;

/** Leaves out of the edits what no import can say of a page: a changed address, and a title that is not its heading. */
export function importableEdits(
  edits: FolderEdits,
  content: Revision,
): { edits: FolderEdits; unsaid: readonly string[] } {
  const now = documentsById(content.pages);
  const unsaid: string[] = [];
  const texts = edits.texts.map((edit) => {
    const page = now.get(edit.key);
    if (!page) return { ...edit, isUnplaced: true };
    const renamed = edit.from !== null && edit.slug !== null && edit.slug !== page.slug;
    if (renamed) unsaid.push(`${edit.path} keeps its address “${page.slug}”: an import cannot rename pages`);
    const retitled = edit.title !== null && ![titleOf(edit.text), page.title].includes(edit.title);
    if (retitled)
      unsaid.push(`${edit.path} keeps its title “${page.title}”: an import takes titles from headings alone`);
    const moved = edit.from !== null && edit.from !== edit.path;
    if (moved) unsaid.push(movedFileMessage(edit));
    return {
      ...edit,
      slug: null,
      title: retitled ? null : edit.title,
      ...(moved ? { keepsPlace: true } : {}),
    };
  });
  return { edits: { ...edits, texts }, unsaid };
}

/** The report about a file that moved, where the service does not store file paths. */
export function movedFileMessage({ path, from }: Pick<TextEdit, 'path' | 'from'>): string {
  return `${path} stays at ${from} in the mirror: the service does not store file paths`;
}

/** Separates the steps that an import can carry from those that it cannot, which are reported by name. */
export function importableSteps(
  plan: StepPlan,
  { edits, content, form }: { edits: FolderEdits; content: Revision; form: ImportForm },
): StepPlan {
  const paths = new Map(edits.places.map(({ key, path }) => [key, path]));
  const unsaid = [...plan.unsaid];
  const steps: Step[] = [];
  const children = childCounts(content.pages);
  for (const step of plan.steps)
    switch (step.do) {
      case 'insert': {
        const parent = form === 'archive' ? step.into : null;
        const last = children.get(parent) ?? 0;
        if (step.into !== parent)
          unsaid.push(`${step.edit.path} comes to the end of the space: this import cannot place pages`);
        else if (step.at < last)
          unsaid.push(`${step.edit.path} comes last at its level: an import cannot set the order of pages`);
        children.set(parent, last + 1);
        steps.push(step);
        break;
      }
      case 'update':
        if (step.place)
          unsaid.push(`${paths.get(step.key) ?? step.key} stays where it was: an import cannot move pages`);
        if (step.edit) steps.push({ ...step, place: null });
        break;
      case 'delete':
        for (const path of [step.path, ...(step.below ?? [])])
          unsaid.push(`${path} is not deleted: an import cannot delete pages`);
        break;
      case 'files': {
        const files = step.files.filter(({ path }) => form === 'archive' && isImportableFile(path));
        for (const { path } of step.files)
          if (!files.some((file) => file.path === path) && path !== edits.contents)
            unsaid.push(`${path} is not sent: an import cannot carry it`);
        if (files.length > 0) steps.push({ do: 'files', files });
        break;
      }
    }
  return { steps, unsaid };
}

/** How many nodes are directly below each node of a change request; null: at the top. */
function childCounts(pages: readonly Page[]): Map<PageKey | null, number> {
  const counts = new Map<PageKey | null, number>();
  for (const { key, parent } of nodesIn(pages)) {
    counts.set(key, 0);
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  return counts;
}

/** Whether an archive can carry a file that is not a page. */
export function isImportableFile(path: string): boolean {
  return (
    path.startsWith('.gitbook/assets/') ||
    /^\.gitbook\/includes\/[^/]+\.md$/u.test(path) ||
    path === '.gitbook/vars.yaml'
  );
}

/** As many of the first steps as one import carries. */
export function importBatch(steps: readonly Step[], form: ImportForm): readonly Step[] {
  if (form === 'page') return steps.slice(0, 1);
  let size = 0;
  const end = steps.findIndex((step) => {
    size +=
      step.do === 'files'
        ? step.files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
        : 'edit' in step
          ? Buffer.byteLength(step.edit?.text ?? '') + 1024
          : 0;
    return size > largestArchive;
  });
  return end < 0 ? steps : steps.slice(0, Math.max(1, end));
}

export interface ImportTarget {
  readonly remote: Pick<Remote, 'importContent'>;
  readonly host: ImportHost;
  readonly form: ImportForm;
  readonly space: string;
  readonly changeRequest: string;
}

interface ImportBatch {
  readonly batch: readonly Step[];
  readonly content: Pick<Revision, 'pages'>;
  readonly idOf: (key: PageKey) => string;
  /** Gives the present text of a page of the change request: a page that new pages are below is sent along unchanged. */
  readonly textOf: (page: string) => Promise<string>;
}

/** Has the service import one batch. */
export async function importSteps(
  { remote, host, form, space, changeRequest }: ImportTarget,
  { batch, content, idOf, textOf }: ImportBatch,
): Promise<{ revision: string }> {
  const encoder = new TextEncoder();
  const files = new Map<string, Uint8Array>();
  if (form === 'page') {
    const [step] = batch;
    if (step?.do === 'insert') files.set('page.md', encoder.encode(textWithName(step.edit)));
    else if (step?.do === 'update' && step.edit)
      files.set('page.md', encoder.encode(withPageId(documentOf(step.edit), idOf(step.key))));
  } else {
    const folder = await exportOf({ batch, content, idOf, textOf });
    const packed = [...folder].map(
      ([path, value]) => [path, typeof value === 'string' ? encoder.encode(value) : value] as const,
    );
    files.set('edits.zip', zipOf(new Map(packed)));
  }
  const published = await host.publish(files);
  try {
    const [name, source] = form === 'page' ? ['page.md', 'website'] : ['edits.zip', 'zip'];
    return await remote.importContent(space, changeRequest, { url: published.urlOf(name), source });
  } finally {
    await published.close();
  }
}

/** The text of a new page, in which only a heading can give the page its title. */
function textWithName({ text, title }: TextEdit): string {
  return title === null || titleOf(text) !== null ? text : setTitle(text, title);
}

/** The changed pages as a folder: with a table of contents that says where new pages go, and with the files beside it. */
async function exportOf({
  batch,
  content,
  idOf,
  textOf,
}: ImportBatch): Promise<Map<string, string | Uint8Array>> {
  const folder = new Map<string, string | Uint8Array>();
  const inserts = batch.filter((step) => step.do === 'insert');
  const isNew = new Set(inserts.map(({ key }) => key));
  const written = new Map<PageKey, TextEdit>();
  for (const step of batch) {
    if (step.do === 'update' && step.edit) written.set(step.key, step.edit);
    if (step.do === 'files') for (const { path, bytes } of step.files) folder.set(path, bytes);
  }
  const lines: string[] = [];
  const list = (title: string, path: string, depth: number): void => {
    lines.push(`${'  '.repeat(depth)}* [${escapeTitle(title)}](${printTarget(path)})`);
  };
  const below = (parent: PageKey | null, depth: number): void => {
    for (const { key, edit, into } of inserts) {
      if (into !== parent) continue;
      list(edit.title ?? titleOf(edit.text) ?? edit.path, edit.path, depth);
      folder.set(edit.path, textWithName(edit));
      below(key, depth + 1);
    }
  };
  const carried = async (key: PageKey): Promise<void> => {
    const id = idOf(key);
    const edit = written.get(key);
    const path = edit?.path ?? `there-already/${id}.md`;
    const text = edit ? documentOf(edit) : await textOf(id);
    list(titleOf(text) ?? id, path, 0);
    folder.set(path, withPageId(text, id));
  };
  below(null, 0);
  const parents = new Set([...inserts.map(({ into }) => into), ...written.keys()]);
  for (const key of parents) {
    if (key === null || isNew.has(key) || key.startsWith('group:')) continue;
    await carried(key);
    below(key, 1);
  }
  for (const key of parents) {
    const group = groupsIn(content).find((page) => nodeKey(page) === key);
    if (!group || key === null) continue;
    lines.push('', `## ${escapeTitle(group.title)}`, '');
    below(key, 0);
  }
  // An import needs at least one page: where only files changed, the first page is sent along unchanged.
  const [first] = documentsIn(content.pages);
  if (lines.length === 0 && first) await carried(first.id);
  return new Map<string, string | Uint8Array>([
    ['SUMMARY.md', `# Table of contents\n\n${lines.join('\n')}\n`],
    ...folder,
  ]);
}

function groupsIn(content: Pick<Revision, 'pages'>): Page[] {
  return content.pages.filter((page) => page.type === 'group');
}

/**
 * Finds out which of the imported pages are those that were sent: by the file that each came from, else by title. If only one
 * page came and nobody else wrote (`isAlone`), it is the only page that was sent, whatever the service calls it.
 */
export function findImportedPages(
  wanted: readonly { readonly key: PageKey; readonly title: string }[],
  known: Iterable<string>,
  content: Pick<Revision, 'pages'>,
  isAlone = false,
): Map<PageKey, string> {
  const before = new Set(known);
  const fresh = documentsIn(content.pages).filter(({ id }) => !before.has(id));
  const found = new Map<PageKey, string>();
  const claim = (key: PageKey, page: { id: string } | undefined): void => {
    if (!page) return;
    found.set(key, page.id);
    fresh.splice(
      fresh.findIndex(({ id }) => id === page.id),
      1,
    );
  };
  for (const { key } of wanted)
    claim(
      key,
      fresh.find((page) => page.git?.path !== undefined && `new:${page.git.path}` === key),
    );
  for (const { key, title } of wanted)
    if (!found.has(key))
      claim(
        key,
        fresh.find((page) => page.title === title),
      );
  const left = wanted.filter(({ key }) => !found.has(key));
  if (isAlone && left.length === 1 && fresh.length === 1) claim(left[0]!.key, fresh[0]);
  return found;
}

/**
 * Finds out, before a change request is made, whether the service reaches us and takes archives. We ask it to import a file that
 * does not exist, which changes nothing, and see here whether it came to fetch the file.
 *
 * @throws NOT_SUPPORTED_BY_SERVICE when the service did not come.
 */
export async function findImportForm(
  remote: Pick<Remote, 'importContent' | 'findings' | 'remember'>,
  host: ImportHost,
  { space, changeRequest }: { space: string; changeRequest: string },
): Promise<ImportForm> {
  const published = await host.publish(new Map());
  let said = '';
  const comes = async (name: string, source: string): Promise<boolean> => {
    const before = published.fetched() ?? 0;
    try {
      await remote.importContent(space, changeRequest, { url: published.urlOf(name), source });
      return true;
    } catch (error) {
      if (!isAppError(error, ...refusals)) throw error;
      said = error.message;
      return (published.fetched() ?? 0) > before;
    }
  };
  try {
    const archives = (remote.findings() as Record<string, boolean>)['archiveImports'];
    // This host cannot see whether the service comes: the trial import that follows will show it.
    if (published.fetched() === null) return archives === false ? 'page' : 'archive';
    if (archives !== false && (await comes('nothing.zip', 'zip'))) {
      remote.remember({ archiveImports: true });
      return 'archive';
    }
    if (!(await comes('nothing.md', 'website'))) throw unreachable(published.url, said);
    remote.remember({ archiveImports: false });
    return 'page';
  } finally {
    await published.close();
  }
}

const refusals = [
  ...(['BAD_REQUEST', 'UNPROCESSABLE', 'NOT_FOUND', 'CONFLICT', 'WRONG_STATE'] as const),
  ...(['NOT_AVAILABLE', 'NOT_SUPPORTED_BY_SERVICE', 'ADDRESS_REFUSED', 'TOO_LARGE'] as const),
];

function unreachable(url: string, said: string): AppError {
  const { origin, host } = new URL(url);
  return new AppError(
    'NOT_SUPPORTED_BY_SERVICE',
    `The service does not fetch imports from ${origin}: ${said}`,
    {
      hint: `Nothing was sent; the edits stay in your files. Set push.importHost, importPort and importUrl to an address that the service reaches, or let somebody else give the edits: push.importStore, push.importFolder or push.importRawUrl. An embedded service needs --import-allow ${host}.`,
    },
  );
}
