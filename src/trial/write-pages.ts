import { isAppError } from '../base/index.ts';
import { documentsIn } from '../sync/remote/tree.ts';
import type { DocumentPage } from '../sync/remote/tree.ts';
import type { Step } from '../sync/proposals/steps.ts';
import type { WriteMethod } from '../sync/proposals/writing.ts';
import type { ContentPlace, Page } from '../sync/remote/port.ts';
import { sampleFile, samplesOf } from './samples.ts';
import type { Sample } from './samples.ts';
import { insertOf, keyOf, updateOf } from './trial.ts';
import type { Tree, Trial } from './trial.ts';

type Place = Extract<ContentPlace, { kind: 'change-request' }>;

/** The pages that a trial has made in a change request. */
export interface WrittenPages {
  readonly place: Place;
  content: Tree;
  /** The pages' ids, by the samples' keys; a page that could not be found again has none. */
  readonly ids: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
}

/** Makes new pages, one of them below another, and a file; checks what the service made of them. */
export async function writeNewPages(
  trial: Trial,
  { way, place, before }: { way: WriteMethod; place: Place; before: Tree },
): Promise<WrittenPages> {
  const samples = samplesOf(trial.mark);
  const [first, below, ...others] = samples;
  const isPlaced = placesPages(way);
  const roots = before.pages.length;
  const steps: Step[] = [
    insertOf(first!, { into: null, at: roots }),
    insertOf(below!, { into: isPlaced ? keyOf(first!) : null, at: isPlaced ? 0 : roots + 1 }),
    ...others.map((sample, each) => insertOf(sample, { into: null, at: roots + 1 + each })),
  ];
  const file = sampleFile(trial.mark);
  if (isPlaced) steps.unshift({ do: 'files', files: [file] });
  const { content, made } = await trial.write(way, { place, content: before, steps });
  const pages: WrittenPages = { place, content, ids: made, samples };
  judgeNames(trial, pages);
  if (isPlaced) judgeOrder(trial, pages);
  else trial.findings.cannot('order', 'An import of one page puts the page at the end of the space.');
  await judgeTexts(trial, pages);
  if (isPlaced) await judgeFile(trial, content);
  else trial.findings.cannot('files', 'An import of one page carries no other file.');
  return pages;
}

function placesPages(way: WriteMethod): boolean {
  return way.kind === 'content' || way.form === 'archive';
}

function judgeNames(trial: Trial, { content, ids, samples }: WrittenPages): void {
  const titles = new Map(documentsIn(content.pages).map(({ id, title }) => [id, title]));
  const renamed = samples.find((sample) => titles.get(ids.get(keyOf(sample)) ?? '') !== sample.title);
  const now = renamed && titles.get(ids.get(keyOf(renamed)) ?? '');
  trial.findings.holds('names', renamed === undefined, {
    yes: `${samples.length} new pages are named by their headings.`,
    no: `“${renamed?.title ?? ''}” ${now === undefined ? 'is not found again by its name' : `became “${now}”`}.`,
  });
}

function judgeOrder(trial: Trial, { content, ids, samples }: WrittenPages): void {
  const wanted = samples.map((sample) => ids.get(keyOf(sample)));
  const [first, below, ...others] = wanted;
  const own = new Set(wanted);
  const isOwn = ({ id }: Page): boolean => own.has(id);
  const roots = content.pages.filter(isOwn).map(({ id }) => id);
  const parent = content.pages.find(({ id }) => id === first);
  const children = parent && 'pages' in parent ? parent.pages.map(({ id }) => id) : [];
  const isInOrder = JSON.stringify(roots) === JSON.stringify([first, ...others]);
  const isBelow = children.length === 1 && children[0] === below;
  trial.findings.holds('order', isInOrder && isBelow, {
    yes: 'New pages are in the order in which they were sent, one below another.',
    no: isInOrder ? 'A page that was put below another one is not there.' : 'New pages are in another order.',
  });
}

async function judgeTexts(trial: Trial, { place, ids, samples }: WrittenPages): Promise<void> {
  const changed: string[] = [];
  let read = 0;
  for (const sample of samples) {
    const id = ids.get(keyOf(sample));
    if (id === undefined) continue;
    read += 1;
    if ((await trial.textOf(place, id)) !== sample.text) changed.push(sample.trait);
  }
  if (read === 0) trial.findings.cannot('bytes', 'No page was found again to read its text.');
  else
    trial.findings.holds('bytes', changed.length === 0, {
      yes: `${samples.map(({ trait }) => trait).join(', ')}: all as sent.`,
      no: `Changed: ${changed.join(', ')}.`,
    });
}

async function judgeFile(trial: Trial, content: Tree): Promise<void> {
  const { path, bytes } = sampleFile(trial.mark);
  const file = content.files.find(({ name, git }) => git?.path === path || path.endsWith(`/${name}`));
  const now = file && (await trial.remote.download(file));
  trial.findings.holds('files', now !== undefined && Buffer.compare(now, bytes) === 0, {
    yes: 'A file with all 256 bytes is as sent.',
    no: now === undefined ? 'A file that was sent is not there.' : 'A file that was sent has other bytes.',
  });
}

/** Replaces the text of one of the trial's pages: it must stay the same page, with the new text, and no other page may appear beside it. */
export async function writeOver(trial: Trial, way: WriteMethod, pages: WrittenPages): Promise<void> {
  const property = way === trial.way ? 'identities' : 'imports';
  const sample = pages.samples[way === trial.way ? 0 : 3]!;
  const id = pages.ids.get(keyOf(sample));
  if (id === undefined) {
    trial.findings.cannot(property, 'The page that was to be written over was not found again.');
    return;
  }
  const lineEnd = sample.text.includes('\r\n') ? '\r\n' : '\n';
  const text = `${sample.text}${lineEnd}Written over.${lineEnd}`;
  const names = ({ pages: tree }: Tree): string[] => documentsIn(tree).map((page) => page.id);
  const before = names(pages.content);
  try {
    const steps = [updateOf(sample, { id, text })];
    pages.content = (await trial.write(way, { ...pages, steps })).content;
  } catch (error) {
    if (!isAppError(error, 'NOT_SUPPORTED_BY_SERVICE')) throw error;
    pages.content = await trial.remote.content(pages.place);
  }
  const copies = names(pages.content).filter((each) => !before.includes(each)).length;
  const isThere = names(pages.content).includes(id);
  const isWritten = isThere && (await trial.textOf(pages.place, id)) === text;
  const how = way.kind === 'content' ? 'A content change' : 'An import';
  trial.findings.holds(property, copies === 0 && isWritten, {
    yes: `${how} writes over the page that it names.`,
    no:
      copies > 0
        ? `${how} of a page that is there made ${copies === 1 ? 'a copy' : `${copies} copies`} of it.`
        : `${how} of a page that is there did not write it.`,
  });
}

/** Compares other people's pages, and those that are not among `written`, before and after. */
export function compareOtherPages(
  trial: Trial,
  before: Tree,
  { after, written = [] }: { after: Tree; written?: readonly string[] },
): void {
  const wanted = documentsIn(before.pages).filter(({ id }) => !written.includes(id));
  const known = new Set(wanted.map(({ id }) => id));
  const now = documentsIn(after.pages).filter(({ id }) => known.has(id));
  const said = (page: DocumentPage): string =>
    JSON.stringify([page.id, page.title, page.slug, page.documentId]);
  const at = wanted.findIndex((page, each) => now[each] === undefined || said(page) !== said(now[each]));
  trial.findings.holds('others', at < 0, {
    yes: `${wanted.length === 1 ? 'The other page is' : `The other ${wanted.length} pages are`} what and where they were.`,
    no: `“${wanted[at]?.title ?? ''}”, which nobody wrote, is not as it was.`,
  });
}

/** Moves one page of the trial before the others, and deletes one. */
export async function moveAndDelete(trial: Trial, way: WriteMethod, pages: WrittenPages): Promise<void> {
  const ids = pages.samples.map((sample) => pages.ids.get(keyOf(sample)));
  const [first, , moved, , , deleted] = ids;
  if (first === undefined || moved === undefined || deleted === undefined) {
    trial.findings.cannot('moves', 'The pages to move and delete were not found again.');
    return;
  }
  const at = pages.content.pages.findIndex(({ id }) => id === first);
  const steps: Step[] = [
    { do: 'update', key: moved, edit: null, place: { into: null, at } },
    { do: 'delete', key: deleted, path: pages.samples[5]!.path },
  ];
  pages.content = (await trial.write(way, { ...pages, steps })).content;
  const roots = pages.content.pages.map(({ id }) => id);
  const isMoved = roots.indexOf(moved) === roots.indexOf(first) - 1 && roots.includes(moved);
  const isGone = !documentsIn(pages.content.pages).some(({ id }) => id === deleted);
  trial.findings.holds('moves', isMoved && isGone, {
    yes: 'A page was moved and another one deleted.',
    no: isMoved
      ? 'A page that was deleted is still there.'
      : 'A page that was moved is not where it was put.',
  });
}
